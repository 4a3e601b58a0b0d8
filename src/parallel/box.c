/* Moves points into the periodic box; see box.h. */
#include "parallel/box.h"

#include <math.h>

/* Number of box sides to add along an axis. */
static double SidesToAdd(const GrParallelBox *box, int axis, const double x[3])
{
  const double lower = box->lower[axis], upper = box->upper[axis], at = GrParallelBoxCoordinate(box, axis, x);
  return at >= lower && at < upper ? 0 : -floor((at - lower) / (upper - lower));
}

/* Sum of a coordinate and whole sides, within [lower, upper). A sum that is rounded to the upper face
   becomes the lower face, and `sides` is reduced by one. */
static double AddSides(const GrParallelBox *box, int axis, double x, double *sides)
{
  const double to = x + *sides * (box->upper[axis] - box->lower[axis]);
  if (!(to < box->lower[axis]) && !(to >= box->upper[axis])) /* also a coordinate that is not a number */
    return to;
  *sides -= to >= box->upper[axis];
  return box->lower[axis];
}

void GrParallelBoxWrap(const GrParallelBox *box, double x[3], double sides[3])
{
  for (int a = 2; a >= 0; a--) { /* z first: in a tilted box x and y depend on it */
    sides[a] = box->periodic[a] ? SidesToAdd(box, a, x) : 0;
    if (sides[a] == 0)
      continue;
    if (GrParallelBoxInclines(box, a)) /* the faces have no common coordinate */
      x[a] += sides[a] * (box->upper[a] - box->lower[a]);
    else
      x[a] = AddSides(box, a, x[a], &sides[a]);
    for (int k = 0; k < GR_PLANES; k++)
      if (GrPlaneAcross(k) == a && box->tilt[k] != 0)
        x[GrPlaneAlong(k)] += sides[a] * box->tilt[k];
  }
}
