/* The simulation box, which may be periodic and tilted. */
#ifndef GRANUM_PARALLEL_BOX_H
#define GRANUM_PARALLEL_BOX_H

#include <petscsys.h>
#include <stdbool.h>

/* The simulation box. Particles can leave it through a side that is not periodic and has no wall. A tilt changes the
   box to a parallelepiped with the same centre: two of its faces become inclined, and the periodic image beyond the
   upper side of the axis `across` is displaced by the tilt along the axis `along`. */
typedef struct {
  double lower[3], upper[3]; /* lowest and highest coordinates along each axis, without tilt [m] */
  bool periodic[3];          /* whether the box is periodic along each axis */
  double tilt;       /* displacement, along the axis `along`, of the upper side of the axis `across` [m]; 0: no tilt */
  int along, across; /* axes of the tilt: 0 and 1 (plane xy), 0 and 2 (xz), or 1 and 2 (yz) */
} GrParallelBox;

/* Whether a point x [m] is in the box. The coordinates along periodic axes are not checked. */
static inline bool GrParallelBoxHolds(const GrParallelBox *box, const double x[3])
{
  bool inside = true;
  for (int a = 0; a < 3; a++)
    inside = inside && (box->periodic[a] || (x[a] >= box->lower[a] && x[a] <= box->upper[a]));
  return inside;
}

/* Replaces a point x [m] by its periodic image in the box, lower <= x < upper along each periodic axis. Sets sides[3],
   the number of box lengths added along each axis. In a tilted box, the condition along the axis box->along is lower <=
   c < upper with c = GrParallelBoxCoordinate. */
void GrParallelBoxWrap(const GrParallelBox *box, double x[3], double sides[3]);

/* Returns the component along an axis of the displacement from a point to its periodic image [m]. sides[3]: number of
   box lengths from the point to its image along each axis. */
static inline double GrParallelBoxShift(const GrParallelBox *box, int axis, const double sides[3])
{
  const double shift = sides[axis] * (box->upper[axis] - box->lower[axis]);
  return axis == box->along && box->tilt != 0 ? shift + sides[box->across] * box->tilt : shift;
}

/* Returns the coordinate of the point x along an axis [m], for comparison with lower[axis] and upper[axis]. Along the
   axis box->along of a tilted box it is x[axis] minus the displacement of the inclined sides at the point. In all other
   cases it is x[axis]. */
static inline double GrParallelBoxCoordinate(const GrParallelBox *box, int axis, const double x[3])
{
  const int b = box->across;
  if (axis != box->along || box->tilt == 0)
    return x[axis];
  return x[axis] - box->tilt * ((x[b] - 0.5 * (box->lower[b] + box->upper[b])) / (box->upper[b] - box->lower[b]));
}

#endif
