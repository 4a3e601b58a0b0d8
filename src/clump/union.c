/* union: integrals of the moments of slices along z by adaptive Gauss-Kronrod quadrature of 15 points.

   Slices change their kind at the poles of the spheres, and at the least and largest z of the circle in which two
   spheres intersect. There the moments have singularities like (z - z0)^(3/2). Between two of these heights z0, z1 the
   variable is t in [-1, 1], z = (z0 + z1)/2 + (z1 - z0)/2 (3 t - t^3)/2, in which the moments are smooth up to both
   ends. Clumps of many spheres have many such heights; then only some of them are ends, and the adaptive bisection
   resolves the others. */
#include "clump/union.h"

#include "base/math/vector.h"
#include "clump/clump.h"
#include <stdlib.h>

enum { HEIGHTS_MAX = 100, PIECES_MAX = 6000 };
static const double goal = 1e-12;  /* error over volume at which the bisection ends */
static const double work = 20e6;   /* spheres in slices after which it ends in any case: about 2 s */
static const double close = 1e-12; /* least distance of two heights */

/* Part of the range between two heights. */
typedef struct {
  double middle, half; /* of the range */
  double from, to;     /* in t */
  double moment[GR_CLUMP_MOMENTS], error;
} Piece;

/* Nodes and weights of Kronrod's rule, and weights of Gauss's rule, which has every second node (QUADPACK, qk15). */
static const double node[8] = {0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
                               0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
                               0.586087235467691130294144691693890, 0.405845151377397166906606412076961,
                               0.207784955007898467600689403773245, 0};
static const double kronrod[8] = {0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
                                  0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
                                  0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
                                  0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
static const double gauss[4] = {0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
                                0.381830050505118944950369775488975, 0.417959183673469387755102040816327};

/* Adds the slice at t to both rules. */
static void AddNode(const GrClumpUnion *u, const Piece *p, double x, double k_weight, double g_weight,
                    double k[GR_CLUMP_MOMENTS], double g[GR_CLUMP_MOMENTS])
{
  const double t = 0.5 * (p->from + p->to) + 0.5 * (p->to - p->from) * x;
  const double scale = 0.5 * (p->to - p->from) * p->half * 1.5 * (1 - t * t);
  double moment[GR_CLUMP_MOMENTS];
  GrClumpSlice(u, p->middle + p->half * t * (1.5 - 0.5 * t * t), moment);
  for (int i = 0; i < GR_CLUMP_MOMENTS; i++) {
    k[i] += k_weight * scale * moment[i];
    g[i] += g_weight * scale * moment[i];
  }
}

/* The difference d of the two rules is far above the error of Kronrod's rule; QUADPACK's estimate is V min(1, (200
   d/V)^(3/2)) for an integral V. */
static void Integrate(const GrClumpUnion *u, Piece *p)
{
  double g[GR_CLUMP_MOMENTS] = {0}, largest = 0;
  for (int i = 0; i < GR_CLUMP_MOMENTS; i++)
    p->moment[i] = 0;
  for (int n = 0; n < 8; n++) {
    const double weight = n % 2 ? gauss[n / 2] : 0;
    AddNode(u, p, node[n], kronrod[n], weight, p->moment, g);
    if (n < 7)
      AddNode(u, p, -node[n], kronrod[n], weight, p->moment, g);
  }
  for (int i = 0; i < GR_CLUMP_MOMENTS; i++)
    largest = PetscMax(largest, fabs(p->moment[i] - g[i]));
  const double volume = p->moment[0], ratio = volume > 0 ? PetscMin(1.0, 200 * largest / volume) : 0;
  p->error = volume * ratio * sqrt(ratio);
}

static int CompareNumbers(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Least and largest z of the circle in which two spheres intersect. Returns whether there is one. */
static bool CircleHeights(const GrClumpSphere *a, const GrClumpSphere *b, double z[2])
{
  double d[3];
  for (int k = 0; k < 3; k++)
    d[k] = b->centre[k] - a->centre[k];
  const double square = GrDot3(d, d), along = 0.5 * (1 + (a->radius - b->radius) * (a->radius + b->radius) / square);
  const double radius = a->radius * a->radius - along * along * square; /* squared */
  if (!(radius > 0))
    return false;
  const double rise = sqrt(radius * (d[0] * d[0] + d[1] * d[1]) / square), middle = a->centre[2] + along * d[2];
  z[0] = middle - rise;
  z[1] = middle + rise;
  return true;
}

/* Lists the heights at which slices change their kind, ascending. Keeps those at a distance of at least the range over
   HEIGHTS_MAX. */
static int ListHeights(const GrClumpUnion *u, double *z)
{
  int n = 0, kept = 1;
  for (int i = 0; i < u->n; i++) {
    z[n++] = u->sphere[i].centre[2] - u->sphere[i].radius;
    z[n++] = u->sphere[i].centre[2] + u->sphere[i].radius;
    for (int k = u->first[i]; k < u->first[i + 1]; k++)
      if (u->neighbour[k] > i && CircleHeights(&u->sphere[i], &u->sphere[u->neighbour[k]], &z[n]))
        n += 2;
  }
  qsort(z, (size_t)n, sizeof *z, CompareNumbers);
  const double last = z[n - 1], apart = n > HEIGHTS_MAX ? (last - z[0]) / HEIGHTS_MAX : close;
  for (int k = 1; k < n; k++)
    if (z[k] - z[kept - 1] > apart && last - z[k] > apart)
      z[kept++] = z[k];
  z[kept++] = last;
  return kept;
}

/* Bisects the piece of the largest error until the sum of errors is small or the work is done. Returns the number of
   pieces. */
static int Refine(const GrClumpUnion *u, Piece *piece, int n, double *error)
{
  for (;; n++) {
    double volume = 0;
    int worst = 0;
    *error = 0;
    for (int k = 0; k < n; k++) {
      volume += piece[k].moment[0];
      *error += piece[k].error;
      worst = piece[k].error > piece[worst].error ? k : worst;
    }
    if (*error <= goal * volume || n == PIECES_MAX || 30.0 * n * u->n > work)
      return n;
    piece[n] = piece[worst];
    piece[worst].to = piece[n].from = 0.5 * (piece[worst].from + piece[worst].to);
    Integrate(u, &piece[worst]);
    Integrate(u, &piece[n]);
  }
}

/* Copies the spheres that are not inside another, and lists their neighbours. */
static void Begin(int n, const GrClumpSphere sphere[], GrClumpUnion *u)
{
  u->n = u->first[0] = 0;
  for (int i = 0; i < n; i++)
    if (!GrClumpIsInside(n, sphere, i))
      u->sphere[u->n++] = sphere[i];
  for (int i = 0; i < u->n; i++) {
    u->first[i + 1] = u->first[i];
    for (int j = 0; j < u->n; j++)
      if (j != i && GrClumpDistance(&u->sphere[i], &u->sphere[j]) < u->sphere[i].radius + u->sphere[j].radius)
        u->neighbour[u->first[i + 1]++] = j;
  }
}

PetscErrorCode GrClumpUnionMoments(int n, const GrClumpSphere sphere[], double moment[GR_CLUMP_MOMENTS], double *error)
{
  GrClumpUnion u;
  Piece *piece;
  double *z;
  int n_pieces;
  PetscCall(
      PetscMalloc5(n, &u.sphere, n + 1, &u.first, n, &u.radius, (size_t)n * (size_t)n, &u.neighbour, 2 * n, &u.arc));
  Begin(n, sphere, &u);
  PetscCall(PetscMalloc2(2 * u.n + u.first[u.n], &z, PIECES_MAX, &piece));
  n_pieces = ListHeights(&u, z) - 1;
  for (int k = 0; k < n_pieces; k++) {
    piece[k] = (Piece){.middle = 0.5 * (z[k] + z[k + 1]), .half = 0.5 * (z[k + 1] - z[k]), .from = -1, .to = 1};
    Integrate(&u, &piece[k]);
  }
  n_pieces = Refine(&u, piece, n_pieces, error);
  for (int i = 0; i < GR_CLUMP_MOMENTS; i++) {
    moment[i] = 0;
    for (int k = 0; k < n_pieces; k++)
      moment[i] += piece[k].moment[i];
  }
  PetscCall(PetscFree2(z, piece));
  return PetscFree5(u.sphere, u.first, u.radius, u.neighbour, u.arc);
}
