/* slice: area and moments of a union of discs in closed form.

   The boundary of the union consists of arcs of the circles that no other disc covers. Green's theorem gives, for a
   boundary with the area on its left,
     A = 1/2 int (x dy - y dx),  int x = 1/2 int x^2 dy,  int x^2 = 1/3 int x^3 dy,  int x y = 1/2 int x^2 y dy
   and the same for y with -dx. On an arc x = a + r cos t, y = b + r sin t, so that all integrals are sums of integrals
   of cos^p t sin^q t, p + q <= 4. Angles come from square roots and a series, not from the C library, so that all
   machines give the same bits. */
#include "clump/union.h"

#include "base/math/elementary.h"
#include <stdlib.h>

/* The turn of a unit vector. */
static double TurnOf(const double v[2])
{
  const double t = v[1] / (fabs(v[0]) + fabs(v[1]));
  return v[0] < 0 ? 2 - t : t < 0 ? 4 + t : t;
}

/* Angle of the vector (c, s) with the x axis, in [-pi, pi]. Three times halved, the angle has a tangent below 0.2; the
   remainder of the series is below 1e-16. */
static double AngleOf(double c, double s)
{
  const double sign = s < 0 ? -1 : 1, length = sqrt(c * c + s * s);
  double x = fabs(c), y = fabs(s);
  double t = y / (x + length);
  t = t / (1 + sqrt(1 + t * t));
  t = t / (1 + sqrt(1 + t * t));
  const double q = t * t;
  double sum = 1.0 / 21;
  for (int k = 19; k > 0; k -= 2)
    sum = 1.0 / k - q * sum;
  const double angle = 8 * t * sum;
  return sign * (c < 0 ? GR_PI - angle : angle);
}

/* Angle from one end of an arc to the other, in [0, 2 pi] up to rounding. */
static double AngleBetween(const double from[2], const double to[2], double turn)
{
  const double angle = AngleOf(from[0] * to[0] + from[1] * to[1], from[0] * to[1] - from[1] * to[0]);
  const bool more = turn > 2 ? angle < 1 : angle < -1;
  return more ? angle + 2 * GR_PI : angle;
}

/* Adds the boundary integrals of an arc of angle t. */
static void AddArc(const GrClumpSphere *s, double r, double z, const double u[2], const double v[2], double t,
                   double m[GR_CLUMP_MOMENTS])
{
  const double a = s->centre[0], b = s->centre[1], c0 = u[0], s0 = u[1], c1 = v[0], s1 = v[1];
  const double c = s1 - s0, si = c0 - c1; /* integrals of cos t, sin t; below: of their products */
  const double cs = 0.5 * (s1 * s1 - s0 * s0), ends = s1 * c1 - s0 * c0;
  const double cc = 0.5 * (t + ends), ss = 0.5 * (t - ends);
  const double third_s = (s1 * s1 * s1 - s0 * s0 * s0) / 3, third_c = (c1 * c1 * c1 - c0 * c0 * c0) / 3;
  const double ccc = c - third_s, sss = si + third_c, ccs = -third_c;
  const double cccc = 0.25 * (c1 * c1 * c1 * s1 - c0 * c0 * c0 * s0) + 0.75 * cc;
  const double ssss = -0.25 * (s1 * s1 * s1 * c1 - s0 * s0 * s0 * c0) + 0.75 * ss;
  const double cccs = -0.25 * (c1 * c1 * c1 * c1 - c0 * c0 * c0 * c0);
  const double area = 0.5 * r * (a * c + b * si + r * t);
  const double x = 0.5 * r * (a * a * c + r * (2 * a * cc + r * ccc));
  const double y = 0.5 * r * (b * b * si + r * (2 * b * ss + r * sss));
  m[0] += area;
  m[1] += x;
  m[2] += y;
  m[3] += z * area;
  m[4] += r / 3 * (a * a * a * c + r * (3 * a * a * cc + r * (3 * a * ccc + r * cccc)));
  m[5] += r / 3 * (b * b * b * si + r * (3 * b * b * ss + r * (3 * b * sss + r * ssss)));
  m[6] += z * z * area;
  m[7] += b * x + 0.5 * r * r * (a * a * cs + r * (2 * a * ccs + r * cccs));
  m[8] += z * x;
  m[9] += z * y;
}

/* Adds the arc of circle i that disc j covers to the list, in two parts if it contains the direction of x. Returns
   false if disc j contains disc i. */
static bool Cover(const GrClumpUnion *u, int i, int j, int *n)
{
  const GrClumpSphere *a = &u->sphere[i], *b = &u->sphere[j];
  const double dx = b->centre[0] - a->centre[0], dy = b->centre[1] - a->centre[1], r = u->radius[i], q = u->radius[j];
  const double square = dx * dx + dy * dy, d = sqrt(square);
  if (d + r < q || (d + r == q && (d > 0 || j < i)))
    return false;
  if (d >= r + q || d + q <= r)
    return true;
  const double c = PetscMax(-1.0, PetscMin(1.0, (square + (r - q) * (r + q)) / (2 * d * r)));
  const double s = sqrt((1 - c) * (1 + c)), x = dx / d, y = dy / d;
  GrClumpArc arc = {.start = {x * c + y * s, y * c - x * s}, .stop = {x * c - y * s, y * c + x * s}};
  arc.from = TurnOf(arc.start);
  arc.to = TurnOf(arc.stop);
  if (arc.from > arc.to) {
    u->arc[(*n)++] = (GrClumpArc){0, arc.to, {1, 0}, {arc.stop[0], arc.stop[1]}};
    arc.to = 4;
    arc.stop[0] = 1;
    arc.stop[1] = 0;
  }
  u->arc[(*n)++] = arc;
  return true;
}

static int CompareArcs(const void *a, const void *b)
{
  const double x = ((const GrClumpArc *)a)->from, y = ((const GrClumpArc *)b)->from;
  return (x > y) - (x < y);
}

/* Adds the arcs of circle i between the covered ones. */
static void AddBare(const GrClumpUnion *u, int i, int n, double z, double m[GR_CLUMP_MOMENTS])
{
  static const double along_x[2] = {1, 0};
  const double *at = along_x;
  double turn = 0;
  qsort(u->arc, (size_t)n, sizeof *u->arc, CompareArcs);
  for (int k = 0; k <= n; k++) {
    const double from = k < n ? u->arc[k].from : 4, *start = k < n ? u->arc[k].start : along_x;
    if (from > turn)
      AddArc(&u->sphere[i], u->radius[i], z, at, start, n ? AngleBetween(at, start, from - turn) : 2 * GR_PI, m);
    if (k < n && u->arc[k].to > turn) {
      turn = u->arc[k].to;
      at = u->arc[k].stop;
    }
  }
}

void GrClumpSlice(const GrClumpUnion *u, double z, double moment[GR_CLUMP_MOMENTS])
{
  for (int k = 0; k < GR_CLUMP_MOMENTS; k++)
    moment[k] = 0;
  for (int i = 0; i < u->n; i++) {
    const double dz = z - u->sphere[i].centre[2], r = u->sphere[i].radius;
    u->radius[i] = fabs(dz) < r ? sqrt((r - dz) * (r + dz)) : 0;
  }
  for (int i = 0; i < u->n; i++) {
    bool bare = u->radius[i] > 0;
    int n = 0;
    for (int k = u->first[i]; bare && k < u->first[i + 1]; k++)
      bare = u->radius[u->neighbour[k]] == 0 || Cover(u, i, u->neighbour[k], &n);
    if (bare)
      AddBare(u, i, n, z, moment);
  }
}
