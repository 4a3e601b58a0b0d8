/* Random positions in a region; see region.h.

   box:       x_k = lower_k + r + u_k (upper_k - lower_k - 2 r),            without r at an open face
   cylinder:  x = from + (r + u_0 (L - 2 r)) a + (R - r) (s_1 b + s_2 c),   s_1^2 + s_2^2 <= 1
   sphere:    x = centre + (R - r) s,                                       s^2 <= 1
   disc:      x = centre + (R - r) (s_1 b + s_2 c),                         s_1^2 + s_2^2 <= 1
     u: uniform random numbers in [0, 1);  s = 2 u - 1, redrawn until it is in the circle or the ball
     r, R: radius of the particle and of the region [m];  a, b, c: unit vectors along the axis (a) and across it (b, c);
     L: length along the axis [m] */
#include "particle/fill/region.h"

#include "base/math/vector.h"
#include "particle/fill/within.h"

enum { DRAWS_MAX = 64 }; /* of s; all of them are outside with a probability of 1e-20 */

static void Normalise(double a[3])
{
  const double length = GrNorm3(a);
  for (int k = 0; k < 3; k++)
    a[k] /= length;
}

/* Computes two unit vectors across the axis. In dimension 2 the first vector is in the plane. */
static void FindAcross(GrRegion *r)
{
  double least[3] = {0};
  int smallest = 0;

  for (int k = 1; k < 3; k++)
    smallest = fabs(r->axis[k]) < fabs(r->axis[smallest]) ? k : smallest;
  least[r->dimension == 2 ? 2 : smallest] = 1;
  GrCross3(least, r->axis, r->across[0]);
  Normalise(r->across[0]);
  GrCross3(r->axis, r->across[0], r->across[1]);
}

static void PrepareCylinder(GrRegion *r)
{
  const GrWithin *w = r->shape;

  for (int k = 0; k < 3; k++) {
    r->axis[k] = w->cylinder.to[k] - w->cylinder.from[k];
    r->centre[k] = 0.5 * (w->cylinder.from[k] + w->cylinder.to[k]);
  }
  r->length = GrNorm3(r->axis);
  Normalise(r->axis);
  FindAcross(r);
}

static void PrepareDisc(GrRegion *r)
{
  for (int k = 0; k < 3; k++) {
    r->axis[k] = r->dimension == 2 && k == 2 ? 0 : r->shape->disc.normal[k];
    r->centre[k] = r->shape->disc.centre[k];
  }
  Normalise(r->axis);
  FindAcross(r);
}

static void PrepareBox(const GrDomain *domain, GrRegion *r)
{
  const GrWithin *w = r->shape;

  for (int k = 0; k < 3; k++) {
    r->centre[k] = 0.5 * (w->box.lower[k] + w->box.upper[k]);
    r->lower[k] = w->box.lower[k];
    r->upper[k] = w->box.upper[k];
    r->open[0][k] = r->open[1][k] =
        domain->periodic[k] && w->box.lower[k] <= domain->lower[k] && w->box.upper[k] >= domain->upper[k];
  }
}

void GrFillRegionPrepare(const GrCase *the_case, const GrWithin *shape, GrRegion *r)
{
  *r = (GrRegion){.shape = shape, .dimension = the_case->dimension, .plane = the_case->domain.lower[2]};
  if (shape->shape == GR_WITHIN_BOX)
    PrepareBox(&the_case->domain, r);
  else if (shape->shape == GR_WITHIN_CYLINDER)
    PrepareCylinder(r);
  else if (shape->shape == GR_WITHIN_DISC)
    PrepareDisc(r);
  for (int k = 0; k < 3 && shape->shape == GR_WITHIN_SPHERE; k++)
    r->centre[k] = shape->sphere.centre[k];
  if (r->dimension == 2)
    r->centre[2] = r->plane;
}

double GrFillRegionVolume(const GrRegion *r, int *dimensions)
{
  const GrWithin *w = r->shape;
  double volume = 1, radius;

  *dimensions = r->dimension;
  switch (w->shape) {
  case GR_WITHIN_BOX:
    for (int k = 0; k < r->dimension; k++)
      volume *= w->box.upper[k] - w->box.lower[k];
    return volume;
  case GR_WITHIN_CYLINDER:
    return GR_PI * w->cylinder.radius * w->cylinder.radius * r->length;
  case GR_WITHIN_SPHERE:
    radius = w->sphere.radius;
    return r->dimension == 2 ? GR_PI * radius * radius : 4.0 / 3.0 * GR_PI * radius * radius * radius;
  default:
    *dimensions = r->dimension - 1;
    radius = w->disc.radius;
    return r->dimension == 2 ? 2 * radius : GR_PI * radius * radius;
  }
}

double GrFillRegionLargest(const GrRegion *r)
{
  const GrWithin *w = r->shape;
  double largest = INFINITY;

  if (w->shape == GR_WITHIN_CYLINDER)
    return PetscMin(w->cylinder.radius, 0.5 * r->length);
  if (w->shape != GR_WITHIN_BOX)
    return w->shape == GR_WITHIN_SPHERE ? w->sphere.radius : w->disc.radius;
  for (int k = 0; k < r->dimension; k++)
    if (!r->open[0][k])
      largest = PetscMin(largest, 0.5 * (w->box.upper[k] - w->box.lower[k]));
  return largest;
}

double GrFillRegionExtent(const GrRegion *r, const double along[3])
{
  const GrWithin *w = r->shape;
  double extent = 0;

  if (w->shape == GR_WITHIN_SPHERE)
    return 2 * w->sphere.radius;
  for (int k = 0; k < r->dimension && w->shape == GR_WITHIN_BOX; k++)
    extent += fabs(along[k]) * (w->box.upper[k] - w->box.lower[k]);
  if (w->shape == GR_WITHIN_BOX)
    return extent;
  const double straight = fabs(GrDot3(along, r->axis)), aslant = sqrt(PetscMax(0, 1 - straight * straight));
  return straight * r->length + 2 * aslant * (w->shape == GR_WITHIN_DISC ? w->disc.radius : w->cylinder.radius);
}

void GrFillRegionBox(const GrRegion *r, double lower[3], double upper[3])
{
  for (int k = 0; k < 3; k++) {
    const double along[3] = {k == 0, k == 1, k == 2};
    const double half = r->dimension == 2 && k == 2 ? 0 : 0.5 * GrFillRegionExtent(r, along);
    lower[k] = r->centre[k] - half;
    upper[k] = r->centre[k] + half;
  }
}

/* Half lengths of the positions of a particle in a cylinder (0: disc) along its axis, and across it or in a sphere. */
static void FindHalves(const GrRegion *r, double radius, double *along, double *across)
{
  const GrWithin *w = r->shape;

  *along = w->shape == GR_WITHIN_CYLINDER ? 0.5 * r->length - radius : 0;
  *across = (w->shape == GR_WITHIN_SPHERE ? w->sphere.radius
             : w->shape == GR_WITHIN_DISC ? w->disc.radius
                                          : w->cylinder.radius) -
            radius;
}

void GrFillRegionPlaces(const GrRegion *r, double radius, double lower[3], double upper[3])
{
  double along, across;

  FindHalves(r, radius, &along, &across);
  for (int k = 0; k < 3; k++) {
    const double straight = fabs(r->axis[k]);
    double half = straight * along + sqrt(PetscMax(0, 1 - straight * straight)) * across;
    if (r->shape->shape == GR_WITHIN_SPHERE)
      half = across;
    lower[k] = r->centre[k] - half;
    upper[k] = r->centre[k] + half;
    if (r->shape->shape == GR_WITHIN_BOX) {
      lower[k] = r->open[0][k] ? r->lower[k] : r->lower[k] + radius + r->gap;
      upper[k] = r->open[1][k] ? r->upper[k] : r->upper[k] - radius - r->gap;
    }
    if (r->dimension == 2 && k == 2)
      lower[k] = upper[k] = r->plane;
  }
}

double GrFillRegionOutside(const GrRegion *r, double radius, const double x[3])
{
  double lower[3], upper[3], along, across, from[3], square = 0;

  FindHalves(r, radius, &along, &across);
  GrFillRegionPlaces(r, radius, lower, upper);
  for (int k = 0; k < 3; k++) {
    const double beyond = PetscMax(0, PetscMax(lower[k] - x[k], x[k] - upper[k]));
    square += beyond * beyond;
    from[k] = x[k] - r->centre[k];
  }
  if (r->shape->shape == GR_WITHIN_BOX)
    return sqrt(square);
  if (r->shape->shape == GR_WITHIN_SPHERE)
    return PetscMax(0, GrNorm3(from) - across);
  const double height = GrDot3(from, r->axis), aside = sqrt(PetscMax(0, GrDot3(from, from) - height * height));
  return hypot(PetscMax(0, fabs(height) - along), PetscMax(0, aside - across));
}

/* Random point s in the unit ball, the unit circle or [-1, 1]; and two further uniform random numbers u. */
static void DrawPoint(GrRandom random, PetscInt64 id, PetscInt64 try, int dimensions, double s[3], double u[2])
{
  for (PetscInt64 n = DRAWS_MAX * try; n < DRAWS_MAX * (try + 1); n++) {
    uint64_t bits[4];
    double square = 0;
    GrRandomPair(random, id, (uint32_t)(2 * n), bits);
    GrRandomPair(random, id, (uint32_t)(2 * n + 1), bits + 2);
    for (int k = 0; k < dimensions; k++) {
      s[k] = 2 * GrUniformOf(bits[k]) - 1;
      square += s[k] * s[k];
    }
    u[0] = GrUniformOf(bits[2]); /* not used with three dimensions */
    u[1] = GrUniformOf(bits[3]);
    if (square <= 1)
      return;
  }
  s[0] = s[1] = s[2] = 0;
}

static double DrawInBox(const GrRegion *r, double radius, GrRandom random, PetscInt64 id, PetscInt64 try, double x[3])
{
  uint64_t bits[4];

  GrRandomPair(random, id, (uint32_t)(2 * try), bits);
  GrRandomPair(random, id, (uint32_t)(2 * try + 1), bits + 2);
  for (int k = 0; k < r->dimension; k++) {
    const double from = r->open[0][k] ? r->lower[k] : r->lower[k] + radius + r->gap,
                 to = r->open[1][k] ? r->upper[k] : r->upper[k] - radius - r->gap,
                 at = from + (to - from) * GrUniformOf(bits[k]);
    x[k] = at < to ? at : from;
  }
  return GrUniformOf(bits[3]);
}

double GrFillRegionDraw(const GrRegion *r, double radius, GrRandom random, PetscInt64 id, PetscInt64 try, double x[3])
{
  const GrWithin *w = r->shape;
  const bool ball = w->shape == GR_WITHIN_SPHERE;
  double s[3] = {0}, u[2], wide, along = 0;

  x[2] = r->plane;
  if (w->shape == GR_WITHIN_BOX)
    return DrawInBox(r, radius, random, id, try, x);
  DrawPoint(random, id, try, ball ? r->dimension : r->dimension - 1, s, u);
  wide = (ball ? w->sphere.radius : w->shape == GR_WITHIN_DISC ? w->disc.radius : w->cylinder.radius) - radius;
  if (w->shape == GR_WITHIN_CYLINDER)
    along = (u[0] - 0.5) * (r->length - 2 * radius);
  for (int k = 0; k < r->dimension; k++)
    x[k] = ball ? r->centre[k] + wide * s[k]
                : r->centre[k] + along * r->axis[k] + wide * (s[0] * r->across[0][k] + s[1] * r->across[1][k]);
  return u[1];
}
