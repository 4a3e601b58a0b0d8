/* The simulation box, which may be periodic and tilted. */
#ifndef GRANUM_PARALLEL_BOX_H
#define GRANUM_PARALLEL_BOX_H

#include "base/math/planes.h"
#include <petscsys.h>
#include <stdbool.h>

/* The simulation box. Particles can leave it through a side that is not periodic and has no wall. Tilts change the box
   to a parallelepiped with the same centre, whose edge vectors are (L_x, 0, 0), (xy, L_y, 0) and (xz, yz, L_z). The
   periodic image beyond the upper side of the axis `across` of a plane is displaced by its tilt along the axis `along`
   of the plane. */
typedef struct {
  double lower[3], upper[3]; /* lowest and highest coordinates along each axis, without tilt [m] */
  bool periodic[3];          /* whether the box is periodic along each axis */
  double tilt[GR_PLANES];    /* tilt in each plane (base/math/planes.h) [m]; 0: none */
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
   the number of edge vectors added. In a tilted box the condition is lower <= c < upper with c =
   GrParallelBoxCoordinate. */
void GrParallelBoxWrap(const GrParallelBox *box, double x[3], double sides[3]);

/* Returns the component along an axis of the displacement from a point to its periodic image [m]. sides[3]: number of
   edge vectors from the point to its image. */
static inline double GrParallelBoxShift(const GrParallelBox *box, int axis, const double sides[3])
{
  double shift = sides[axis] * (box->upper[axis] - box->lower[axis]);
  for (int k = 0; k < GR_PLANES; k++)
    if (GrPlaneAlong(k) == axis && box->tilt[k] != 0)
      shift += sides[GrPlaneAcross(k)] * box->tilt[k];
  return shift;
}

/* Returns the height of the point x over the middle of the box across an axis, divided by the length of the box. */
static inline double GrParallelBoxHeight(const GrParallelBox *box, int axis, double x)
{
  return (x - 0.5 * (box->lower[axis] + box->upper[axis])) / (box->upper[axis] - box->lower[axis]);
}

/* Returns the coordinate of the point x along an axis [m], for comparison with lower[axis] and upper[axis]: x[axis]
   minus the displacement of the inclined sides at the point, if a tilt inclines them. */
static inline double GrParallelBoxCoordinate(const GrParallelBox *box, int axis, const double x[3])
{
  double y = x[1], at = x[0];
  if (axis == 2)
    return x[2];
  if (box->tilt[GR_PLANE_YZ] != 0)
    y -= box->tilt[GR_PLANE_YZ] * GrParallelBoxHeight(box, 2, x[2]);
  if (axis == 1)
    return y;
  if (box->tilt[GR_PLANE_XY] != 0)
    at -= box->tilt[GR_PLANE_XY] * GrParallelBoxHeight(box, 1, y);
  if (box->tilt[GR_PLANE_XZ] != 0)
    at -= box->tilt[GR_PLANE_XZ] * GrParallelBoxHeight(box, 2, x[2]);
  return at;
}

/* Returns the squared length of the gradient of GrParallelBoxCoordinate minus 1: 0 if the sides of the axis are not
   inclined. Two opposite sides are (upper - lower)/sqrt(1 + this) apart. */
static inline double GrParallelBoxSlope(const GrParallelBox *box, int axis)
{
  double slope[GR_PLANES];
  for (int k = 0; k < GR_PLANES; k++)
    slope[k] = box->tilt[k] != 0 ? box->tilt[k] / (box->upper[GrPlaneAcross(k)] - box->lower[GrPlaneAcross(k)]) : 0;
  const double xz = slope[GR_PLANE_XZ] - slope[GR_PLANE_XY] * slope[GR_PLANE_YZ];
  return axis == 0   ? slope[GR_PLANE_XY] * slope[GR_PLANE_XY] + xz * xz
         : axis == 1 ? slope[GR_PLANE_YZ] * slope[GR_PLANE_YZ]
                     : 0;
}

/* Returns whether a tilt inclines the sides of an axis. */
static inline bool GrParallelBoxInclines(const GrParallelBox *box, int axis)
{
  return axis == 0 ? box->tilt[GR_PLANE_XY] != 0 || box->tilt[GR_PLANE_XZ] != 0
                   : axis == 1 && box->tilt[GR_PLANE_YZ] != 0;
}

#endif
