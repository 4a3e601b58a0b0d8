/* granum/mechanism_run.h: the motion of a mechanism (granum/mechanism.h), integrated by PETSc TS.

   An adaptive Runge-Kutta method integrates the motion. A time step always ends at an event, because the motion is
   smooth only between events. The time of an event is computed to rounding error. The events of a contact are:
     closing    the overlap becomes 0 while the bodies approach
     turning    the overlap rate becomes 0: loading changes to unloading, or unloading to loading
     corner     the overlap reaches a corner of the contact law (GrLaw.corners)
     opening    the overlap becomes 0 while the bodies separate
   A contact begins with an empty history. The approach speed v0 in the formula of a law is therefore the overlap rate
   at the closing. The stored history is updated at the end of each accepted step and at each closing. At the opening,
   the recoverable energy that the history of the contact still stores is added to the plastic work. */
#ifndef GRANUM_MECHANISM_RUN_H
#define GRANUM_MECHANISM_RUN_H

#include <granum/case.h>
#include <granum/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One impact: a contact from its closing to its opening. A row of the log `impacts` begins with this struct. Then come
   the velocities of all coordinates and the observables at the closing, and the same quantities at the opening. If the
   contact is still closed at the end of the motion, all values that depend on the opening are NaN. */
typedef struct {
  double run;                /* number of the case in the study, from 1 */
  double number;             /* number of the impact in the case, from 1, in the order of closing */
  double contact;            /* index of the contact in GrMechanism.contact */
  double time;               /* time of the closing [s] */
  double duration;           /* time from closing to opening [s] */
  double speed_in;           /* absolute overlap rate at the closing [m/s] */
  double speed_out;          /* absolute overlap rate at the opening [m/s] */
  double restitution;        /* speed_out / speed_in [1] */
  double overlap_max;        /* largest overlap during the impact [m] */
  double force_max;          /* largest normal force during the impact [N] */
  double force_min;          /* smallest normal force during the impact [N]; < 0: attraction */
  double dissipated_viscous; /* energy that the dashpots dissipate in this impact [J] */
  double dissipated_plastic; /* plastic work of this impact [J] */
  double dissipated_sliding; /* energy that friction dissipates in this impact [J] */
} GrMechanismImpact;

/* Energies of a mechanism at one time: a row of the log `energy`. The log has a row for the start, the end of each
   impact, each point of the trajectory, and the end of the motion. */
typedef struct {
  double run;                  /* number of the case in the study, from 1 */
  double time;                 /* time at which the mechanism has these energies [s] */
  double kinetic;              /* kinetic energy [J] */
  double potential;            /* potential energy of springs and gravity [J] */
  double elastic;              /* recoverable energy of the contacts [J] */
  double dissipated_mechanism; /* energy that dampers and guides of the mechanism have dissipated since the start [J] */
  double dissipated_viscous;   /* energy that dashpots of contacts have dissipated since the start [J] */
  double dissipated_plastic;   /* plastic work of contacts since the start [J] */
  double dissipated_sliding;   /* energy that friction in contacts has dissipated since the start [J] */
  double supplied;             /* energy that drives and prescribed forces have supplied since the start [J] */
  /* error of the energy balance [J]: sum of the seven members from `kinetic` to `dissipated_sliding`, minus the value
     of this sum at the start, minus `supplied` */
  double residual;
} GrMechanismEnergy;

/* Summary of the motion of a mechanism in one case. Integers are stored as doubles. */
typedef struct {
  double impact_count;    /* number of impacts, summed over all contacts */
  double last_onset;      /* time at which the last impact begins [s]; NaN: there was no impact */
  double end_time;        /* time at which the computation ended [s] */
  double energy_start;    /* kinetic, potential and elastic energy at the start [J] */
  double energy_supplied; /* energy that drives and forces have supplied: maximum of |GrMechanismEnergy.supplied| [J] */
  /* largest error of the energy balance, |GrMechanismEnergy.residual| / (|energy_start| + energy_supplied) [1] */
  double energy_residual;
  double steps;        /* number of time steps of the computation */
  double first_impact; /* index (from 0) of the first row of this case in the table `impacts` of the results file */
  double first_point;  /* index (from 0) of the first row of this case in the table `trajectory` */
  double first_energy; /* index (from 0) of the first row of this case in the table `energy` */
} GrMechanismRun;

/* Summary and logs (arrays of rows) of the motion of a case. GrMechanismSolve sets first_impact, first_point and
   first_energy of `run` to 0. The code that writes the results file sets their final values. A row of the log
   `trajectory` has, in this order: number of the case; time; position, velocity and acceleration of each coordinate;
   overlap, normal force and friction of each contact; observables of the mechanism. */
typedef struct {
  GrMechanismRun run;
  GrLog impacts, trajectory, energy;
  /* reason why the computation failed; the logs then end at the failure. "": the computation did not fail */
  char why[128];
} GrMechanismResult;

/* Computes the motion of a case with `problem: mechanism`, on the calling rank only. id: number of the case, which the
   logs have as GrMechanismImpact.run and GrMechanismEnergy.run. Free the result with GrMechanismResultDestroy. */
PetscErrorCode GrMechanismSolve(const GrCase *the_case, double id, GrMechanismResult *result);

/* Frees the three logs of a result of GrMechanismSolve. */
PetscErrorCode GrMechanismResultDestroy(GrMechanismResult *result);

#ifdef __cplusplus
}
#endif

#endif
