/* The box that particles live in. */
#ifndef GRANUM_PARALLEL_BOX_H
#define GRANUM_PARALLEL_BOX_H

#include <petscsys.h>

/* Sides along x, y, z. A side that is not periodic does not hold particles back: walls do. With a tilt the box is a
   parallelepiped about the same centre: its sides along x lean, and the image beyond the upper side along y is that
   far along x. */
typedef struct {
  double lower[3], upper[3]; /* [m] */
  PetscBool periodic[3];
  double tilt; /* [m] */
} GrBox;

/* Whether a point is in the box: between its sides along all axes that are not periodic. */
static inline PetscBool GrBoxHolds(const GrBox *box, const double x[3])
{
  PetscBool inside = PETSC_TRUE;
  for (int a = 0; a < 3; a++)
    inside = (PetscBool)(inside && (box->periodic[a] || (x[a] >= box->lower[a] && x[a] <= box->upper[a])));
  return inside;
}

/* Moves a point into the box along its periodic axes: lower <= x < upper. sides[3]: number of box sides added along
   each axis. In a tilted box the coordinate along x is that of GrBoxCoordinate. */
void GrBoxWrap(const GrBox *box, double x[3], double sides[3]);

/* How far an image that is so many sides off is away along an axis. */
static inline double GrBoxShift(const GrBox *box, int axis, const double sides[3])
{
  const double shift = sides[axis] * (box->upper[axis] - box->lower[axis]);
  return axis == 0 && box->tilt != 0 ? shift + sides[1] * box->tilt : shift;
}

/* Where a point is between the sides of an axis: its coordinate, along x as if the sides did not lean. */
static inline double GrBoxCoordinate(const GrBox *box, int axis, const double x[3])
{
  if (axis != 0 || box->tilt == 0)
    return x[axis];
  return x[0] - box->tilt * ((x[1] - 0.5 * (box->lower[1] + box->upper[1])) / (box->upper[1] - box->lower[1]));
}

#endif
