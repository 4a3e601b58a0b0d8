/* The simulation box, which may be periodic and tilted. */
#ifndef GRANUM_PARALLEL_BOX_H
#define GRANUM_PARALLEL_BOX_H

#include <petscsys.h>

/* The box. Particles can leave through a side that is not periodic unless a wall is there. With a tilt the box is a
   parallelepiped about the same centre: its faces normal to x become inclined, and the periodic image above the upper y
   side is displaced by the tilt along x. */
typedef struct {
  double lower[3], upper[3]; /* [m] */
  PetscBool periodic[3];
  double tilt; /* displacement along x of the periodic image above the upper y side [m]; 0: a rectangular box */
} GrParallelBox;

/* Whether a point x [m] is in the box, that is, between the sides along all axes that are not periodic. */
static inline PetscBool GrParallelBoxHolds(const GrParallelBox *box, const double x[3])
{
  PetscBool inside = PETSC_TRUE;
  for (int a = 0; a < 3; a++)
    inside = (PetscBool)(inside && (box->periodic[a] || (x[a] >= box->lower[a] && x[a] <= box->upper[a])));
  return inside;
}

/* Moves a point x [m] into the box along its periodic axes: lower <= x < upper. Sets sides[3], the number of box
   lengths added along each axis. In a tilted box the bounds along x apply to GrParallelBoxCoordinate. */
void GrParallelBoxWrap(const GrParallelBox *box, double x[3], double sides[3]);

/* Returns the displacement of a periodic image along an axis [m]. sides[3]: number of box lengths between the point and
   its image along each axis. */
static inline double GrParallelBoxShift(const GrParallelBox *box, int axis, const double sides[3])
{
  const double shift = sides[axis] * (box->upper[axis] - box->lower[axis]);
  return axis == 0 && box->tilt != 0 ? shift + sides[1] * box->tilt : shift;
}

/* Returns the coordinate of a point [m] to be compared with lower[axis] and upper[axis]. In a tilted box this is the x
   coordinate without the inclination of the sides; otherwise x[axis]. */
static inline double GrParallelBoxCoordinate(const GrParallelBox *box, int axis, const double x[3])
{
  if (axis != 0 || box->tilt == 0)
    return x[axis];
  return x[0] - box->tilt * ((x[1] - 0.5 * (box->lower[1] + box->upper[1])) / (box->upper[1] - box->lower[1]));
}

#endif
