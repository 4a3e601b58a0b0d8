/* Sides of a deforming periodic box: its lengths and its offset (deform.c). */
#ifndef GRANUM_BULK_CELL_SIDES_H
#define GRANUM_BULK_CELL_SIDES_H

#include <petscsys.h>

/* The four numbers that define the box: lengths along x, y, z, and the displacement along x, since the start, of the
   periodic image above the upper y side [m]. */
enum { GR_SIDE_X, GR_SIDE_Y, GR_SIDE_Z, GR_SIDE_OFFSET, GR_CELL_SIDES };
typedef struct {
  /* lengths and offset [m], their speeds [m/s] and accelerations [m/s^2] */
  double at[GR_CELL_SIDES], speed[GR_CELL_SIDES], acceleration[GR_CELL_SIDES];
  /* running mean of the speed of each stress-controlled length [m/s]; 0 for the others */
  double mean_speed[GR_CELL_SIDES];
} GrCellMotion;

/* Components of the velocity gradient: dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy, in the order of GR_CELL_XX... */
enum { GR_GRADIENT = 4 };

/* Computes the velocity gradient from the motion of the sides [1/s]. */
static inline void GrCellGradient(const GrCellMotion *m, double gradient[GR_GRADIENT])
{
  for (int a = 0; a < 3; a++)
    gradient[a] = m->speed[a] / m->at[a];
  gradient[3] = (m->speed[GR_SIDE_OFFSET] - gradient[0] * m->at[GR_SIDE_OFFSET]) / m->at[GR_SIDE_Y];
}

/* Computes the velocity of the affine flow of the box at a point x [m]: flow = G (x - centre) [m/s], with the velocity
   gradient G. */
static inline void GrCellFlow(const double gradient[GR_GRADIENT], const double centre[3], const double x[3],
                              double flow[3])
{
  for (int a = 0; a < 3; a++)
    flow[a] = gradient[a] * (x[a] - centre[a]);
  flow[0] += gradient[3] * (x[1] - centre[1]);
}

#endif
