/* The simulation box of a case and its deformation, the removal of particles, constant forces on
   groups, and drag of a fluid. All numbers are in SI units. */
#ifndef GRANUM_CASE_DOMAIN_H
#define GRANUM_CASE_DOMAIN_H

#include "case/grains.h"
#include <stdbool.h>

/* One entry of `removal`: a region. Particles whose centres are in the region are removed from the simulation. */
typedef struct {
  char name[GR_NAME_MAX];
  GrWithin within;
  GrSelection which; /* the particles that are removed */
  double from;       /* time at which removal begins [s] */
  double until;      /* time at which removal ends [s]; infinite: at the end of the run */
  /* period [s]: particles are removed at the times from + every, from + 2 every, ... 0: particles are removed at each
     rebuild of the neighbour list */
  double every;
  /* index in GrCase.stages of the only stage in which particles are removed; `from` and `until` then count from the
     beginning of this stage. -1: particles are removed in all stages */
  int during;
  GrPlace place; /* line and column in the input, for messages */
} GrRemoval;

/* Components of the velocity gradient of a deforming box; for example, XY is dv_x/dy. The input prescribes each
   component. For xx, yy or zz it may prescribe the normal stress along the axis instead; granum then adjusts the
   component to reach the stress. At most one of xy, xz and yz is not 0: it defines the plane of shear. */
enum { GR_CELL_XX, GR_CELL_YY, GR_CELL_ZZ, GR_CELL_XY, GR_CELL_XZ, GR_CELL_YZ, GR_CELL_RATES };

/* Control of the normal stress along one axis of a deforming box. */
typedef struct {
  /* prescribed normal stress, averaged over the box, positive in compression [Pa]; in dimension 2 [N/m] */
  double stress;
  /* largest strain rate along the axis that granum applies to reach `stress` [1/s]; <= 0: no stress control */
  double max_rate;
} GrCellServo;

/* Deformation of a periodic box, by prescribed rates or by stress control. */
typedef struct {
  /* prescribed velocity gradient dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy, dv_x/dz, dv_y/dz [1/s]; NaN: the input does not
     give the component, which is then 0 or stress-controlled */
  double rate[GR_CELL_RATES];
  GrCellServo servo[3]; /* control of the normal stress along x, y and z */
  int plane;            /* plane of shear: 0 xy, 1 xz, 2 yz; -1: the input does not give it (GrCellPlane) */
  /* initial shear of the box [m]. Plane xy: distance along x by which the periodic image beyond the upper y side is
     displaced; plane xz: along x, upper z side; plane yz: along y, upper z side. NaN: 0 */
  double offset;
} GrCell;

/* Returns the plane of shear of a box: 0 xy, 1 xz, 2 yz. If the input does not give the plane, it follows from the
   prescribed shear rate; without shear rate it is xy. */
static inline int GrCellPlane(const GrCell *cell)
{
  if (cell->plane >= 0)
    return cell->plane;
  return cell->rate[GR_CELL_XZ] == cell->rate[GR_CELL_XZ]   ? 1
         : cell->rate[GR_CELL_YZ] == cell->rate[GR_CELL_YZ] ? 2
                                                            : 0;
}

/* Returns the initial shear displacement of the periodic images of a box (GrCell.offset) [m]; 0 by default. */
static inline double GrCellOffset(const GrCell *cell)
{
  return cell->offset == cell->offset ? cell->offset : 0;
}

/* Returns the axis along which shear displaces the periodic images of the box: x (0) in xy and xz, y (1) in yz. */
static inline int GrCellAlong(int plane)
{
  return plane == 2 ? 1 : 0;
}

/* Returns the axis along which the displacement by shear increases: y (1) in the plane xy, z (2) in xz and yz. */
static inline int GrCellAcross(int plane)
{
  return plane == 0 ? 1 : 2;
}

/* The simulation box. In dimension 2 the particles are in the plane z = lower[2], and upper[2] is not used. A particle
   leaves the domain if its centre passes a side that is not periodic, unless a wall stops it. */
typedef struct {
  double lower[3], upper[3]; /* lower and upper corner [m], at the start if the box deforms */
  bool periodic[3];          /* whether the box is periodic along each axis */
  GrCell cell;
} GrDomain;

/* A constant force on each particle of a group. In dimension 1 only force[0], along +x, is used. */
typedef struct {
  int group;       /* index of the group in GrCase.groups or, in dimension 2 and 3, in GrCase.grains */
  double force[3]; /* force on each particle [N] */
} GrGroupForce;

/* Drag of a fluid on a sphere. The sphere has the radius R, the velocity v, the spin w, and the velocity u = v - fluid
   relative to the fluid. The force is -linear u - quadratic |u| u - 1/2 density C_D pi R^2 |u| u, where C_D is the drag
   coefficient of Schiller and Naumann. The torque is -angular w. */
typedef struct {
  double linear;    /* coefficient of the force -linear u [N s/m] */
  double quadratic; /* coefficient of the force -quadratic |u| u [N s^2/m^2] */
  double angular;   /* coefficient of the torque -angular w [N m s] */
  double viscosity; /* dynamic viscosity of the fluid, used for C_D [Pa s] */
  double density;   /* density of the fluid [kg/m^3]; 0 with viscosity > 0: Stokes drag */
  double fluid[3];  /* velocity of the fluid, the same everywhere [m/s] */
} GrDrag;

/* Returns whether the fluid exerts a force or a torque on spheres. */
static inline bool GrDragActs(const GrDrag *drag)
{
  return drag->linear > 0 || drag->quadratic > 0 || drag->angular > 0 || drag->viscosity > 0 || drag->density > 0;
}

#endif
