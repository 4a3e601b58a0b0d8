/* State of a deforming periodic box: its lengths, and the offsets of its images in simple shear (deform.c). */
#ifndef GRANUM_BULK_CELL_SIDES_H
#define GRANUM_BULK_CELL_SIDES_H

#include "base/math/planes.h"
#include <petscsys.h>

/* Indices of the numbers that define the box: its lengths along x, y, z, and its offset in each plane of shear [m]. In
   the plane ab, the periodic image beyond the upper side of the axis b is displaced by the offset along the axis a. The
   offset is the whole displacement of this image, which may be many box lengths. */
enum { GR_SIDE_X, GR_SIDE_Y, GR_SIDE_Z, GR_SIDE_OFFSET, GR_CELL_SIDES = GR_SIDE_OFFSET + GR_PLANES };
/* Lengths and offsets of a periodic box at a time, and their motion. Index: GR_SIDE_X, ..., GR_SIDE_OFFSET + plane */
typedef struct {
  /* lengths and offsets [m], their rates of change [m/s] and accelerations [m/s^2] */
  double at[GR_CELL_SIDES], speed[GR_CELL_SIDES], acceleration[GR_CELL_SIDES];
  /* running mean, for stress-controlled components of the velocity gradient G [m/s]: for lengths of `speed`, for shear
     in the plane ab of G_ab L_b; otherwise 0, or the prescribed G_ab L_b */
  double mean_speed[GR_CELL_SIDES];
} GrCellMotion;

/* Number of components of the velocity gradient that a box can have: dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy, dv_x/dz,
   dv_y/dz, in the order of GR_CELL_XX... */
enum { GR_GRADIENT = 6 };

/* Computes g = r h^-1 for upper triangular matrices with the numbers of a box: diagonal, then xy, xz, yz. h: matrix of
   the edge vectors, from lengths and offsets `at` [m]. If r is its rate of change, g is the velocity gradient of the
   affine motion of the box. */
static inline void GrCellDivide(const double r[GR_CELL_SIDES], const double at[GR_CELL_SIDES], double g[GR_GRADIENT])
{
  enum { XY = GR_SIDE_OFFSET + GR_PLANE_XY, XZ = GR_SIDE_OFFSET + GR_PLANE_XZ, YZ = GR_SIDE_OFFSET + GR_PLANE_YZ };
  for (int a = 0; a < 3; a++)
    g[a] = r[a] / at[a];
  g[XY] = (r[XY] - g[0] * at[XY]) / at[1];
  g[XZ] = (r[XZ] - g[0] * at[XZ] - g[XY] * at[YZ]) / at[2];
  g[YZ] = (r[YZ] - g[1] * at[YZ]) / at[2];
}

/* Computes the offsets of the matrix g h: the rates of change of the offsets in a flow with the velocity gradient g. */
static inline void GrCellMultiply(const double g[GR_GRADIENT], const double at[GR_CELL_SIDES], double offset[GR_PLANES])
{
  const double *s = at + GR_SIDE_OFFSET, *shear = g + GR_SIDE_OFFSET;
  offset[GR_PLANE_XY] = g[0] * s[GR_PLANE_XY] + shear[GR_PLANE_XY] * at[1];
  offset[GR_PLANE_XZ] = g[0] * s[GR_PLANE_XZ] + shear[GR_PLANE_XZ] * at[2] + shear[GR_PLANE_XY] * s[GR_PLANE_YZ];
  offset[GR_PLANE_YZ] = g[1] * s[GR_PLANE_YZ] + shear[GR_PLANE_YZ] * at[2];
}

/* Computes the velocity gradient of the box [1/s] from the current lengths and offsets and their rates of change. */
static inline void GrCellGradient(const GrCellMotion *m, double gradient[GR_GRADIENT])
{
  GrCellDivide(m->speed, m->at, gradient);
}

/* Computes the velocity at a point x [m] of the affine flow that follows the deformation of the box: flow = G (x -
   centre) [m/s], where G is the velocity gradient. */
static inline void GrCellFlow(const double gradient[GR_GRADIENT], const double centre[3], const double x[3],
                              double flow[3])
{
  for (int a = 0; a < 3; a++)
    flow[a] = gradient[a] * (x[a] - centre[a]);
  flow[0] += gradient[3] * (x[1] - centre[1]) + gradient[4] * (x[2] - centre[2]);
  flow[1] += gradient[5] * (x[2] - centre[2]);
}

#endif
