/* granum/mechanism_run.h: the motion of a mechanism (granum/mechanism.h), integrated by PETSc TS.

   Between events the motion is smooth and an adaptive Runge-Kutta method carries it. Events end steps exactly: a
   contact closes (overlap 0, approaching), turns (rate 0), passes a corner of its law, opens (overlap 0 again). They
   are located to rounding. A contact begins without history, so that its v0 is the rate it begins with; history is
   committed where a step was accepted, never inside one. When it opens, what its history still held is spent. */
#ifndef GRANUM_MECHANISM_RUN_H
#define GRANUM_MECHANISM_RUN_H

#include <granum/case.h>
#include <granum/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A contact from its closing to its opening. Rows of the log `impacts`, each followed by the velocities of the
   coordinates and the observables as it closes, then by the same as it opens. NaN: does not open before the end. */
typedef struct {
  double run, number, contact; /* which case, from 1; number of the impact in it, from 1; which contact, from 0 */
  double time, duration;       /* [s] */
  double speed_in, speed_out;  /* overlap rates, as speeds [m/s] */
  double restitution;          /* out over in [1] */
  double overlap_max;          /* [m] */
  double force_max, force_min; /* [N] */
  double dissipated_viscous, dissipated_plastic, dissipated_sliding; /* [J] */
} GrMechanismImpact;

/* The ledger at the start, after each impact, at the points of the trajectory and at the end: rows of the log `energy`.
   All [J], but time. */
typedef struct {
  double run, time, kinetic, potential, elastic;
  double dissipated_mechanism, dissipated_viscous, dissipated_plastic, dissipated_sliding, supplied;
  double residual; /* what the sum of all but supplied has grown by since the start, less supplied */
} GrMechanismEnergy;

/* What came of a case. */
typedef struct {
  double impact_count, last_onset, end_time; /* NaN: no impact; [s] */
  double energy_start, energy_supplied;      /* [J]; all that was ever put in */
  double energy_residual;                    /* largest |residual| over the sum of both [1] */
  double steps;
  double first_impact, first_point, first_energy; /* its first row in the logs, from 0 */
} GrMechanismRun;

/* What a case leaves: first_... of the run are 0. A row of `trajectory`: run, time; of each coordinate position,
   velocity and acceleration; of each contact overlap, normal force and friction; observables. */
typedef struct {
  GrMechanismRun run;
  GrLog impacts, trajectory, energy;
  char why[128]; /* empty, or in words why it has no end; the logs go as far as it came */
} GrMechanismResult;

/* Computes a case of problem: mechanism, on the calling rank only. `id`: its `run` in the logs. Free the result with
   GrMechanismResultDestroy. */
PetscErrorCode GrMechanismSolve(const GrCase *the_case, double id, GrMechanismResult *result);
PetscErrorCode GrMechanismResultDestroy(GrMechanismResult *result);

#ifdef __cplusplus
}
#endif

#endif
