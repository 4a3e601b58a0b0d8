/* granum/mechanism_run.h: the motion of a mechanism (granum/mechanism.h), integrated by PETSc TS.

   Between events the motion is smooth, and an adaptive Runge-Kutta method integrates it. Steps end exactly at events: a
   contact closes (overlap 0, approaching), turns from loading to unloading or back (rate 0), passes a corner of its law
   (GrLaw.corners), or opens (overlap 0 again). Events are located to rounding. A contact begins with an empty history,
   so that v0 in the formula of a law is the overlap rate at which the contact closes. History is committed at the end
   of accepted steps and when a contact closes. When a contact opens, recoverable energy that its history still stores
   is counted as plastic work. */
#ifndef GRANUM_MECHANISM_RUN_H
#define GRANUM_MECHANISM_RUN_H

#include <granum/case.h>
#include <granum/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One impact: a contact from its closing to its opening. A row of the log `impacts` is this struct, followed by the
   velocities of the coordinates and the observables when the contact closes, and by the same quantities when it opens.
   NaN: the contact does not open before the end. */
typedef struct {
  /* number of the case, of the impact within the case (from 1), and position of the contact in GrMechanism.contact */
  double run, number, contact;
  double time, duration;       /* time at which the contact closes [s]; time from closing to opening [s] */
  double speed_in, speed_out;  /* absolute overlap rates when the contact closes and when it opens [m/s] */
  double restitution;          /* speed_out / speed_in [1] */
  double overlap_max;          /* largest overlap [m] */
  double force_max, force_min; /* [N] */
  double dissipated_viscous, dissipated_plastic, dissipated_sliding; /* [J] */
} GrMechanismImpact;

/* Energies at one time: at the start, after an impact, at a point of the trajectory, or at the end. A row of the log
   `energy`. Energies in J, time in s. */
typedef struct {
  double run, time, kinetic, potential, elastic;
  double dissipated_mechanism, dissipated_viscous, dissipated_plastic, dissipated_sliding, supplied;
  /* growth since the start of kinetic + potential + elastic + the four dissipated energies, minus `supplied` */
  double residual;
} GrMechanismEnergy;

/* Result of a case. */
typedef struct {
  /* number of impacts; beginning of the last impact [s], NaN: none; end of the motion [s] */
  double impact_count, last_onset, end_time;
  /* energy at the start [J]; largest absolute value of the energy supplied so far [J] */
  double energy_start, energy_supplied;
  double energy_residual; /* largest |residual| / (energy_start + energy_supplied) [1] */
  double steps;
  /* index (from 0) of the first row of the case in each table of the results: impacts, trajectory, energy */
  double first_impact, first_point, first_energy;
} GrMechanismRun;

/* Result and logs of a case. GrMechanismSolve sets first_impact, first_point and first_energy of `run` to 0; the code
   that writes the tables sets their values. A row of `trajectory` has: number of the case, time; position, velocity and
   acceleration of each coordinate; overlap, normal force and friction of each contact; the observables. */
typedef struct {
  GrMechanismRun run;
  GrLog impacts, trajectory, energy;
  /* reason why the computation failed before the end of the motion; the logs stop there. "": no failure */
  char why[128];
} GrMechanismResult;

/* Computes the motion of a case with `problem: mechanism`, on the calling rank only. id: number of the case, the value
   of the column `run` in the logs. Free the result with GrMechanismResultDestroy. */
PetscErrorCode GrMechanismSolve(const GrCase *the_case, double id, GrMechanismResult *result);

/* Frees the logs of a result. */
PetscErrorCode GrMechanismResultDestroy(GrMechanismResult *result);

#ifdef __cplusplus
}
#endif

#endif
