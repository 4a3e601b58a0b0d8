/* The simulation box of a case and its deformation, the removal of particles, forces on groups, and drag of a fluid.
   All numbers are in SI units. */
#ifndef GRANUM_CASE_DOMAIN_H
#define GRANUM_CASE_DOMAIN_H

#include "base/math/planes.h"
#include "case/function.h"
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
   component, or the stress that belongs to it; granum then adjusts the component to reach the stress. The components
   after GR_CELL_XY + k, k < GR_PLANES (base/math/planes.h), are shear in the plane k. */
enum { GR_CELL_XX, GR_CELL_YY, GR_CELL_ZZ, GR_CELL_XY, GR_CELL_XZ, GR_CELL_YZ, GR_CELL_RATES };

/* Control of the stress that belongs to one component of the velocity gradient. */
typedef struct {
  /* prescribed stress, averaged over the box [Pa]; in dimension 2 [N/m]. Normal stress: positive in compression; shear
     stress: positive if it drives a shear with a positive rate */
  double stress;
  const GrFunction *stress_of_time; /* the stress as a function of time; NULL: constant */
  /* largest magnitude of the component that granum applies to reach `stress` [1/s]; <= 0: no stress control */
  double max_rate;
} GrCellServo;

/* Deformation of a periodic box, by prescribed rates or by stress control. */
typedef struct {
  /* prescribed velocity gradient dv_x/dx, dv_y/dy, dv_z/dz, dv_x/dy, dv_x/dz, dv_y/dz [1/s]; NaN: the input does not
     give the component, which is then 0 or stress-controlled */
  double rate[GR_CELL_RATES];
  const GrFunction *rate_of_time[GR_CELL_RATES]; /* the same as functions of time; NULL: constant */
  GrCellServo servo[GR_CELL_RATES];              /* control of the stresses */
  /* initial shear of the box in each plane [m]. xy: distance along x by which the periodic image beyond the upper y
     side is displaced; xz: along x, upper z side; yz: along y, upper z side. NaN: the input does not give it */
  double offset[GR_PLANES];
} GrCell;

/* Returns the initial shear of the box in a plane (GrCell.offset) [m]; 0 by default. */
static inline double GrCellOffset(const GrCell *cell, int plane)
{
  return cell->offset[plane] == cell->offset[plane] ? cell->offset[plane] : 0;
}

/* Returns whether the box is sheared at the start. */
static inline bool GrCellHasOffset(const GrCell *cell)
{
  bool has = false;
  for (int k = 0; k < GR_PLANES; k++)
    has = has || GrCellOffset(cell, k) != 0;
  return has;
}

/* Returns whether a servo controls component k of the velocity gradient (GR_CELL_XX, ...). */
static inline bool GrCellServes(const GrCell *cell, int k)
{
  return cell->servo[k].max_rate > 0;
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
  /* its components as functions of time, in dimension 2 and 3; NULL: constant */
  const GrFunction *force_of_time[3];
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
  /* the same as functions of time; NULL: constant */
  const GrFunction *linear_of_time, *quadratic_of_time, *angular_of_time, *viscosity_of_time, *density_of_time;
  const GrFunction *fluid_of_time[3];
} GrDrag;

/* Returns the drag at time t [s]: its functions of time are replaced by their values. */
static inline GrDrag GrDragAt(const GrDrag *drag, double t)
{
  GrDrag now = {.linear = GrFunctionOr(drag->linear_of_time, drag->linear, t),
                .quadratic = GrFunctionOr(drag->quadratic_of_time, drag->quadratic, t),
                .angular = GrFunctionOr(drag->angular_of_time, drag->angular, t),
                .viscosity = GrFunctionOr(drag->viscosity_of_time, drag->viscosity, t),
                .density = GrFunctionOr(drag->density_of_time, drag->density, t)};
  GrFunctionVectorAt(drag->fluid_of_time, drag->fluid, t, now.fluid);
  return now;
}

/* Returns whether the fluid exerts a force or a torque on spheres, at least at some times. */
static inline bool GrDragActs(const GrDrag *drag)
{
  return drag->linear > 0 || drag->quadratic > 0 || drag->angular > 0 || drag->viscosity > 0 || drag->density > 0 ||
         drag->linear_of_time || drag->quadratic_of_time || drag->angular_of_time || drag->viscosity_of_time ||
         drag->density_of_time;
}

#endif
