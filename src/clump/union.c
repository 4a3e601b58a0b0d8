/* union: moments of a union of spheres from line integrals along its edges.

   The surface of the union consists of the bare parts of the spheres. With x = c + r u on a sphere, the divergence
   theorem gives volume, first and second moments as the sums over all spheres of
     r^2/3 int w,  r^2/4 int x w,  r^2/5 int x x w,   w = x . u = c . u + r
   over the bare part of the unit sphere. Sphere j covers a cap of sphere i: u . d > h, with d the direction from i to j
   and h = (d_ij^2 + r_i^2 - r_j^2) / (2 d_ij r_i). Stokes's theorem turns the integrals over the part outside all caps
   into integrals along the bare arcs of the edges of the caps. Let n be the unit vector in the sphere across the arc,
   into the cap, times the length element:
     int u_a = -1/2 int n_a,      int (u_a u_b - delta_ab/3) = -1/6 int (n_a u_b + u_a n_b)
     int u_a u_b u_c = -1/12 int sum over the three places of n (n_a u_b u_c + n_a delta_bc)
   which are the gradients of spherical harmonics of degree l over l (l + 1). The area is
     int 1 = int g . n / (1 - g . u)
   with g the axis of the largest cap. The only singularity, u = g, is covered and far from all bare arcs.

   Arcs are integrated by Gauss's rule over eighths of a turn, whose error is about 1e-13. Only square roots are used,
   so that all machines give the same bits. A cap that another contains up to the angle `same` is left out, because
   rounding would decide which arcs of two nearly equal edges are bare. */
#include "clump/union.h"

#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "clump/clump.h"
#include <stdlib.h>

enum { NODES = 5 };                /* of the positive half of the interval */
static const double same = 1e-8;   /* angle by which a cap may extend beyond the cap that contains it */
static const double least = 1e-12; /* area of a cap over 2 pi r^2 below which it is left out */

/* Gauss's rule of ten points. */
static const double node[NODES] = {0.148874338981631210884826001129720, 0.433395394129247190799265943165784,
                                   0.679409568299024406234327365114874, 0.865063366688984510732096688423493,
                                   0.973906528517171720077964012084452};
static const double weight[NODES] = {0.295524224714752870173815619188769, 0.269266719309996355091226921569469,
                                     0.219086362515982043995534934228163, 0.149451349150580593145863396957697,
                                     0.066671344308688137593568809893332};

/* Cap of a unit sphere that another sphere covers. */
typedef struct {
  double axis[3], h, s; /* unit vector; cosine and sine of the angle between axis and edge */
} Cap;

/* Covered arc of the edge of a cap, or a bare one. The numbers replace angles: they increase with the angle, from 0 to
   4 after a full turn, and need no arc tangent. */
typedef struct {
  double from, to;
} Arc;

/* Integrals over the bare part of the unit sphere: of 1, u_a, u_a u_b - delta_ab/3 and u_a u_b (c . u), the last two in
   the order xx, yy, zz, xy, xz, yz. */
typedef struct {
  double one, u[3], uu[6], uuc[6];
} Bare;

static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};

static double TurnOf(double x, double y)
{
  const double t = y / (fabs(x) + fabs(y));
  return x < 0 ? 2 - t : t < 0 ? 4 + t : t;
}

/* Adds the point of an edge at a turn. e: two unit vectors across the axis; step: length of the interval. */
static void AddPoint(const Cap *cap, const double e[2][3], const double g[3], const double c[3], double turn,
                     double step, Bare *b)
{
  const int quarter = (int)turn;
  const double f = turn - quarter, x = quarter % 2 ? f : 1 - f, y = 1 - x, length = sqrt(x * x + y * y);
  const double cosine = (quarter == 1 || quarter == 2 ? -x : x) / length, sine = (quarter < 2 ? y : -y) / length;
  const double scale = cap->s * step / (length * length); /* the derivative of the angle by the turn is 1/length^2 */
  double u[3], n[3], away[3];
  for (int k = 0; k < 3; k++) {
    const double across = cosine * e[0][k] + sine * e[1][k];
    u[k] = cap->h * cap->axis[k] + cap->s * across;
    n[k] = scale * (cap->s * cap->axis[k] - cap->h * across);
    away[k] = u[k] - g[k];
  }
  const double cu = GrDot3(c, u), cn = GrDot3(c, n);
  b->one += 2 * GrDot3(g, n) / GrDot3(away, away);
  for (int k = 0; k < 3; k++)
    b->u[k] -= n[k] / 2;
  for (int k = 0; k < 6; k++) {
    const int i = row[k], j = column[k];
    const double nu = n[i] * u[j] + u[i] * n[j];
    b->uu[k] -= nu / 6;
    b->uuc[k] -= (cu * nu + cn * u[i] * u[j] + c[i] * n[j] + n[i] * c[j] + (i == j ? cn : 0)) / 12;
  }
}

/* Adds a bare arc. */
static void AddArc(const Cap *cap, const double e[2][3], const double g[3], const double c[3], Arc arc, Bare *b)
{
  while (arc.from < arc.to) {
    const double end = PetscMin(0.5 * ((int)(2 * arc.from) + 1), arc.to), half = 0.5 * (end - arc.from);
    for (int k = 0; k < NODES; k++) {
      AddPoint(cap, e, g, c, arc.from + half * (1 - node[k]), half * weight[k], b);
      AddPoint(cap, e, g, c, arc.from + half * (1 + node[k]), half * weight[k], b);
    }
    arc.from = end;
  }
}

/* Lists the arc of an edge that another cap covers, in two parts if it contains the turn 0. Returns false if it covers
   the whole edge. */
static bool Cover(const Cap *cap, const double e[2][3], const Cap *other, Arc *arc, int *n)
{
  const double along[2] = {GrDot3(e[0], other->axis), GrDot3(e[1], other->axis)};
  const double across = sqrt(along[0] * along[0] + along[1] * along[1]);
  const double rise = other->h - cap->h * GrDot3(cap->axis, other->axis), reach = cap->s * across;
  if (rise >= reach)
    return true;
  if (rise <= -reach)
    return false;
  const double c = rise / reach, s = sqrt((1 - c) * (1 + c)), x = along[0] / across, y = along[1] / across;
  Arc covered = {TurnOf(x * c + y * s, y * c - x * s), TurnOf(x * c - y * s, y * c + x * s)};
  if (covered.from > covered.to) {
    arc[(*n)++] = (Arc){0, covered.to};
    covered.to = 4;
  }
  arc[(*n)++] = covered;
  return true;
}

static int CompareArcs(const void *a, const void *b)
{
  const double x = ((const Arc *)a)->from, y = ((const Arc *)b)->from;
  return (x > y) - (x < y);
}

/* Adds the bare arcs of the edge of cap i. Cap 0 is the largest. c: centre of the sphere; arc: memory for them. */
static void AddEdge(int n, const Cap *cap, int i, const double c[3], Arc *arc, Bare *b)
{
  double e[2][3], turn = 0;
  int n_arcs = 0;
  GrAcross3(cap[i].axis, e[0]);
  GrCross3(cap[i].axis, e[0], e[1]);
  for (int j = 0; j < n; j++)
    if (j != i && !Cover(&cap[i], e, &cap[j], arc, &n_arcs))
      return;
  qsort(arc, (size_t)n_arcs, sizeof *arc, CompareArcs);
  for (int j = 0; j < n_arcs; j++) {
    AddArc(&cap[i], e, cap[0].axis, c, (Arc){turn, arc[j].from}, b);
    turn = PetscMax(turn, arc[j].to);
  }
  AddArc(&cap[i], e, cap[0].axis, c, (Arc){turn, 4}, b);
}

/* Whether a cap contains the cap with the axis sign * b->axis and the cosine sign * b->h. Compares the chords of the
   angle between their axes and of the difference of their angles. */
static bool Contains(const Cap *a, const Cap *b, double sign)
{
  const double h = a->h - sign * b->h, s = a->s - b->s;
  double d[3];
  for (int k = 0; k < 3; k++)
    d[k] = a->axis[k] - sign * b->axis[k];
  return h <= same && GrNorm3(d) <= (h < 0 ? sqrt(h * h + s * s) : 0) + same;
}

/* Equal caps are sorted by their axes, so that the order is the same with every qsort. */
static int CompareCaps(const void *a, const void *b)
{
  const Cap *p = a, *q = b;
  const double x[4] = {p->h, p->axis[0], p->axis[1], p->axis[2]}, y[4] = {q->h, q->axis[0], q->axis[1], q->axis[2]};
  int k = 0;
  while (k < 3 && x[k] == y[k])
    k++;
  return (x[k] > y[k]) - (x[k] < y[k]);
}

/* Lists the caps of sphere i that no other cap contains, the largest first. Returns -1 if they cover the sphere. */
static int ListCaps(int n, const GrClumpSphere s[], int i, Cap *cap)
{
  int n_all = 0, kept = 0;
  for (int j = 0; j < n; j++) {
    Cap *new = &cap[n_all];
    const double distance = GrClumpDistance(&s[i], &s[j]), difference = s[i].radius - s[j].radius;
    if (j == i || distance >= s[i].radius + s[j].radius)
      continue;
    const double h = (distance + difference * (s[i].radius + s[j].radius) / distance) / (2 * s[i].radius);
    if (h <= -1)
      return -1;
    if (h >= 1 - least)
      continue;
    for (int k = 0; k < 3; k++)
      new->axis[k] = (s[j].centre[k] - s[i].centre[k]) / distance;
    new->h = h;
    new->s = sqrt((1 - h) * (1 + h));
    n_all++;
  }
  qsort(cap, (size_t)n_all, sizeof *cap, CompareCaps);
  for (int j = 0; j < n_all; j++) {
    bool within = false;
    for (int k = 0; k < kept && !within; k++) {
      if (Contains(&cap[k], &cap[j], -1))
        return -1;
      within = Contains(&cap[k], &cap[j], 1);
    }
    if (!within)
      cap[kept++] = cap[j];
  }
  return kept;
}

/* Adds the moments of the bare part of a sphere. */
static void AddSphere(const GrClumpSphere *s, const Bare *b, double m[GR_CLUMP_MOMENTS])
{
  const double *c = s->centre, r = s->radius;
  const double w = GrDot3(c, b->u) + r * b->one;
  double uu[3][3], uw[3];
  for (int k = 0; k < 6; k++)
    uu[row[k]][column[k]] = uu[column[k]][row[k]] = b->uu[k] + (k < 3 ? b->one / 3 : 0);
  m[0] += r * r / 3 * w;
  for (int k = 0; k < 3; k++) {
    uw[k] = GrDot3(uu[k], c) + r * b->u[k];
    m[1 + k] += r * r / 4 * (c[k] * w + r * uw[k]);
  }
  for (int k = 0; k < 6; k++) {
    const int i = row[k], j = column[k];
    const double uuw = b->uuc[k] + r * uu[i][j];
    m[4 + k] += r * r / 5 * (c[i] * c[j] * w + r * (c[i] * uw[j] + c[j] * uw[i] + r * uuw));
  }
}

PetscErrorCode GrClumpUnionMoments(int n_all, const GrClumpSphere sphere[], double moment[GR_CLUMP_MOMENTS])
{
  GrClumpSphere *kept;
  Cap *cap;
  Arc *arc;
  int n = 0;
  PetscCall(PetscMalloc3(n_all, &kept, n_all, &cap, 2 * n_all, &arc));
  for (int i = 0; i < n_all; i++)
    if (!GrClumpIsInside(n_all, sphere, i))
      kept[n++] = sphere[i];
  for (int k = 0; k < GR_CLUMP_MOMENTS; k++)
    moment[k] = 0;
  for (int i = 0; i < n; i++) {
    const int n_caps = ListCaps(n, kept, i, cap);
    Bare bare = {.one = n_caps ? 0 : 4 * GR_PI};
    for (int k = 0; k < n_caps; k++)
      AddEdge(n_caps, cap, k, kept[i].centre, arc, &bare);
    if (n_caps >= 0)
      AddSphere(&kept[i], &bare, moment);
  }
  return PetscFree3(kept, cap, arc);
}
