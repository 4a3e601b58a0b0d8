/* State of a deforming periodic box: its lengths, and the offset of its images in simple shear (deform.c). */
#ifndef GRANUM_BULK_CELL_SIDES_H
#define GRANUM_BULK_CELL_SIDES_H

#include <petscsys.h>

/* Indices of the four numbers that define the box: its lengths along x, y, z, and its offset [m]. In simple shear, the
   periodic image beyond the upper side of the axis `across` moves along the axis `along`. The offset is the whole
   displacement of this image, which may be many box lengths. */
enum { GR_SIDE_X, GR_SIDE_Y, GR_SIDE_Z, GR_SIDE_OFFSET, GR_CELL_SIDES };
/* Lengths and offset of a periodic box at a time, and their motion. Index: GR_SIDE_X, ... */
typedef struct {
  /* lengths and offset [m], their rates of change [m/s] and accelerations [m/s^2] */
  double at[GR_CELL_SIDES], speed[GR_CELL_SIDES], acceleration[GR_CELL_SIDES];
  /* running mean of `speed` for stress-controlled lengths [m/s]; 0 for the other lengths and the offset */
  double mean_speed[GR_CELL_SIDES];
  int along, across; /* axes of the plane of shear, along < across: 0 x, 1 y, 2 z */
} GrCellMotion;

/* Index of the plane of shear: 0 xy, 1 xz, 2 yz. */
static inline int GrCellMotionPlane(const GrCellMotion *m)
{
  return m->along + m->across - 1;
}

/* Number of components of the velocity gradient that a box can have: dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy, dv_x/dz,
   dv_y/dz, in the order of GR_CELL_XX... */
enum { GR_GRADIENT = 6 };

/* Computes the gradient h' h^-1 of the affine motion of the box. h: matrix of the edge vectors, from the lengths and
   the offset `at` [m]; h': its rate of change, from `rate` [m/s]. */
static inline void GrCellDivide(const GrCellMotion *m, const double rate[], const double at[],
                                double gradient[GR_GRADIENT])
{
  for (int a = 0; a < 3; a++) {
    gradient[a] = rate[a] / at[a];
    gradient[3 + a] = 0;
  }
  gradient[3 + GrCellMotionPlane(m)] = (rate[GR_SIDE_OFFSET] - gradient[m->along] * at[GR_SIDE_OFFSET]) / at[m->across];
}

/* Computes the velocity gradient of the box [1/s] from the current lengths and offset and their rates of change. */
static inline void GrCellGradient(const GrCellMotion *m, double gradient[GR_GRADIENT])
{
  GrCellDivide(m, m->speed, m->at, gradient);
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
