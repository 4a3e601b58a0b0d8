/* granum/mechanism_run.h: the motion of a mechanism (granum/mechanism.h), integrated by PETSc TS.

   Between events the motion is smooth, and an adaptive Runge-Kutta method integrates it. Steps end exactly at events: a
   contact closes (overlap 0, approaching), turns (rate 0), passes a corner of its law, opens (overlap 0 again). Events
   are located to rounding. A contact begins without history, so that its v0 is the rate at which it closes. History is
   committed at the end of accepted steps and when a contact closes. When a contact opens, the energy that its history
   still has becomes plastic work. */
#ifndef GRANUM_MECHANISM_RUN_H
#define GRANUM_MECHANISM_RUN_H

#include <granum/case.h>
#include <granum/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A contact from its closing to its opening. Rows of the log `impacts`, each followed by the velocities of the
   coordinates and the observables as it closes, then by the same as it opens. NaN: the contact does not open before the
   end. */
typedef struct {
  double run, number, contact; /* number of the case, of the impact in the case (from 1), of the contact (from 0) */
  double time, duration;       /* time at which the contact closes; time until it opens [s] */
  double speed_in, speed_out;  /* overlap rates, as speeds [m/s] */
  double restitution;          /* speed_out / speed_in [1] */
  double overlap_max;          /* largest overlap [m] */
  double force_max, force_min; /* [N] */
  double dissipated_viscous, dissipated_plastic, dissipated_sliding; /* [J] */
} GrMechanismImpact;

/* Energies at the start, after each impact, at the points of the trajectory and at the end: row of the log `energy`.
   All in J, time in s. */
typedef struct {
  double run, time, kinetic, potential, elastic;
  double dissipated_mechanism, dissipated_viscous, dissipated_plastic, dissipated_sliding, supplied;
  double residual; /* growth of the sum of all energies but `supplied` since the start, minus `supplied` */
} GrMechanismEnergy;

/* Result of a case. */
typedef struct {
  double impact_count, last_onset, end_time; /* [1], [s] (NaN: no impact), [s] */
  double energy_start, energy_supplied;      /* [J]; largest absolute energy supplied so far [J] */
  double energy_residual;                    /* largest |residual| / (energy_start + energy_supplied) [1] */
  double steps;
  double first_impact, first_point, first_energy; /* first rows of the case in the tables of the results, from 0 */
} GrMechanismRun;

/* Result and logs of a case. GrMechanismSolve sets the members first_... of `run` to 0; the writer of the tables sets
   their values. A row of `trajectory`: run, time; of each coordinate position, velocity and acceleration; of each
   contact overlap, normal force and friction; observables. */
typedef struct {
  GrMechanismRun run;
  GrLog impacts, trajectory, energy;
  char why[128]; /* reason why the motion could not be computed to its end, where the logs stop; "": none */
} GrMechanismResult;

/* Computes a case of problem: mechanism, on the calling rank only. `id`: the value of `run` in the logs. Free the
   result with GrMechanismResultDestroy. */
PetscErrorCode GrMechanismSolve(const GrCase *the_case, double id, GrMechanismResult *result);

/* Frees the logs of a result. */
PetscErrorCode GrMechanismResultDestroy(GrMechanismResult *result);

#ifdef __cplusplus
}
#endif

#endif
