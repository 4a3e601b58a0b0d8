/* The simulation box, which may be periodic and tilted. */
#ifndef GRANUM_PARALLEL_BOX_H
#define GRANUM_PARALLEL_BOX_H

#include <petscsys.h>

/* The simulation box. Particles can leave it through a side that is not periodic and has no wall. A tilt changes the
   box to a parallelepiped with the same centre: its two faces normal to x become inclined, and the periodic image above
   the upper y side is displaced by the tilt along x. */
typedef struct {
  double lower[3], upper[3]; /* [m] */
  PetscBool periodic[3];
  double tilt; /* displacement along x of the periodic image above the upper y side [m]; 0: a rectangular box */
} GrParallelBox;

/* Whether a point x [m] is in the box. Periodic axes are not checked. */
static inline PetscBool GrParallelBoxHolds(const GrParallelBox *box, const double x[3])
{
  PetscBool inside = PETSC_TRUE;
  for (int a = 0; a < 3; a++)
    inside = (PetscBool)(inside && (box->periodic[a] || (x[a] >= box->lower[a] && x[a] <= box->upper[a])));
  return inside;
}

/* Replaces a point x [m] by its periodic image in the box, lower <= x < upper along each periodic axis. Sets sides[3],
   the number of box lengths added along each axis. In a tilted box the condition along x holds for
   GrParallelBoxCoordinate instead of x. */
void GrParallelBoxWrap(const GrParallelBox *box, double x[3], double sides[3]);

/* Returns the component along an axis of the displacement from a point to its periodic image [m]. sides[3]: number of
   box lengths from the point to its image along each axis. */
static inline double GrParallelBoxShift(const GrParallelBox *box, int axis, const double sides[3])
{
  const double shift = sides[axis] * (box->upper[axis] - box->lower[axis]);
  return axis == 0 && box->tilt != 0 ? shift + sides[1] * box->tilt : shift;
}

/* Returns the coordinate of a point along an axis [m] that is compared with lower[axis] and upper[axis]. Along x in a
   tilted box it is x minus the displacement of the inclined sides at the height of the point; otherwise it is
   x[axis]. */
static inline double GrParallelBoxCoordinate(const GrParallelBox *box, int axis, const double x[3])
{
  if (axis != 0 || box->tilt == 0)
    return x[axis];
  return x[0] - box->tilt * ((x[1] - 0.5 * (box->lower[1] + box->upper[1])) / (box->upper[1] - box->lower[1]));
}

#endif
