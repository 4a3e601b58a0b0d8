/* Spheres inside a shape; see within.h.

   box:       lower_k + r <= x_k <= upper_k - r
   cylinder:  r <= s <= L - r  and  |x - from - s u| <= R - r
   with  s = (x - from) . u,  u = (to - from)/L,  L = |to - from|
   sphere:    |x - centre| <= R - r
     x, r: centre and radius of the particle [m];  R: radius of the shape [m]. In dimension 2 z is not compared. */
#include "particle/fill/within.h"

#include <math.h>

static const double slack = 1e-9; /* relative to r: spheres that touch the surface from inside are inside */

static bool LiesInBox(const GrWithin *w, int dimension, const double x[3], double r)
{
  bool inside = true;
  for (int k = 0; k < dimension; k++)
    inside = inside && !(x[k] < w->box.lower[k] + r) && !(x[k] > w->box.upper[k] - r);
  return inside;
}

/* Vector from a point to x. Returns its length. */
static double DistanceFrom(const double point[3], int dimension, const double x[3], double offset[3])
{
  double square = 0;
  for (int k = 0; k < 3; k++) {
    offset[k] = k < dimension ? x[k] - point[k] : 0;
    square += offset[k] * offset[k];
  }
  return sqrt(square);
}

static bool LiesInCylinder(const GrWithin *w, int dimension, const double x[3], double r)
{
  double axis[3], from[3], across[3], along = 0;
  const double length = DistanceFrom(w->cylinder.from, dimension, w->cylinder.to, axis);

  (void)DistanceFrom(w->cylinder.from, dimension, x, from);
  for (int k = 0; k < 3; k++)
    along += from[k] * axis[k] / length;
  for (int k = 0; k < 3; k++)
    axis[k] *= along / length;
  return !(along < r) && !(along > length - r) &&
         !(DistanceFrom(axis, dimension, from, across) > w->cylinder.radius - r);
}

static bool LiesInSphere(const GrWithin *w, int dimension, const double x[3], double r)
{
  double offset[3];
  return !(DistanceFrom(w->sphere.centre, dimension, x, offset) > w->sphere.radius - r);
}

/* True for NaN, which a later check reports. */
bool GrFillWithinHolds(const GrWithin *w, int dimension, const double x[3], double radius)
{
  static bool (*const lies[])(const GrWithin *, int, const double[3], double) = {
      [GR_WITHIN_BOX] = LiesInBox, [GR_WITHIN_CYLINDER] = LiesInCylinder, [GR_WITHIN_SPHERE] = LiesInSphere};
  return w->shape == GR_WITHIN_ALL || lies[w->shape](w, dimension, x, (1 - slack) * radius);
}

bool GrFillWithinHas(const GrWithin *w, int dimension, const double x[3])
{
  return GrFillWithinHolds(w, dimension, x, 0);
}

const char *GrFillWithinCheck(const GrWithin *w, int dimension)
{
  double unused[3];
  for (int k = 0; k < dimension && w->shape == GR_WITHIN_BOX; k++)
    if (!(w->box.lower[k] < w->box.upper[k]))
      return "is empty; write a lower corner below the upper one along each axis";
  if (w->shape == GR_WITHIN_CYLINDER && dimension == 2)
    return "is a shape in space; in dimension 2 write a box or a sphere, which is a disc there";
  if (w->shape == GR_WITHIN_DISC && !(DistanceFrom(w->disc.normal, dimension, (const double[3]){0}, unused) > 0))
    return "has a normal without length; write one such as [0, 0, 1]";
  if (w->shape == GR_WITHIN_CYLINDER && !(DistanceFrom(w->cylinder.from, 3, w->cylinder.to, unused) > 0))
    return "has no length; write another point for from or to";
  return NULL;
}
