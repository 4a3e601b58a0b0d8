/* Sides: those of a periodic box of an assembly that deforms; see cell.c. */
#ifndef GRANUM_BULK_SIDES_H
#define GRANUM_BULK_SIDES_H

#include <petscsys.h>

/* Lengths along x, y, z, and how far along x the image beyond the upper side along y is, counted from the start. */
enum { GR_SIDE_X, GR_SIDE_Y, GR_SIDE_Z, GR_SIDE_OFFSET, GR_CELL_SIDES };
typedef struct {
  double at[GR_CELL_SIDES], speed[GR_CELL_SIDES], acceleration[GR_CELL_SIDES]; /* [m], [m/s], [m/s^2] */
  double mean_speed[GR_CELL_SIDES]; /* running mean of speed, of lengths that hold a stress [m/s]; others: 0 */
} GrCellMotion;

/* dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy, in the order of GR_CELL_XX... */
enum { GR_GRADIENT = 4 };

/* What is summed up for each particle, in two rows (base/vec4.h): V sigma of xx, yy, zz, xy [J]; stiffness against
   lengths along x, y, z [J]. */
enum { GR_CELL_VIRIAL, GR_CELL_STIFFNESS = 4, GR_CELL_SUM = 8 };

typedef struct {
  GrCellMotion trial, committed;
  double reference[GR_CELL_SIDES]; /* when reference positions were set [m] */
  PetscInt64 laps;                 /* whole lengths in the offset, which the tilt of the box leaves out */
  double centre[3];                /* stays where it is [m] */
  double mass;                     /* of all particles [kg] */
  double *sum;                     /* [GR_CELL_SUM n_all] */
} GrBulkCell;

/* The velocity gradient of the motion at hand [1/s]. */
static inline void GrCellGradient(const GrCellMotion *m, double gradient[GR_GRADIENT])
{
  for (int a = 0; a < 3; a++)
    gradient[a] = m->speed[a] / m->at[a];
  gradient[3] = (m->speed[GR_SIDE_OFFSET] - gradient[0] * m->at[GR_SIDE_OFFSET]) / m->at[GR_SIDE_Y];
}

/* G (x - centre) */
static inline void GrCellFlow(const double gradient[GR_GRADIENT], const double centre[3], const double x[3],
                              double flow[3])
{
  for (int a = 0; a < 3; a++)
    flow[a] = gradient[a] * (x[a] - centre[a]);
  flow[0] += gradient[3] * (x[1] - centre[1]);
}

#endif
