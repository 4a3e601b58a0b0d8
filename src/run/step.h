/* The time step of a run. The integrator `verlet` has a fixed step. The integrator `rk` has variable steps; granum sets
   the first step, and shortens steps so that they end at output times. */
#ifndef GRANUM_RUN_STEP_H
#define GRANUM_RUN_STEP_H

#include "run/run_impl.h"

/* Sets run->step to the value of the input key time.step, or to the automatic step. The automatic step is reduced so
   that the shortest output period is a multiple of it. Also sets run->bound, the limits of the step, and run->met, the
   output period that has reduced the step. */
PetscErrorCode GrRunStepChoose(GrRun run);

/* Returns the shortest period of the outputs of a case; every = infinite: it has none. */
GrPeriod GrRunStepShortestPeriod(const GrCase *the_case);

/* Returns the automatic step [s] within run->bound: the longest one of which the shortest output period, or the run, is
   a multiple. Sets *span to this period or to the end of the run [s], and run->met. */
double GrRunStepAutomatic(GrRun run, double *span);

/* Compares the largest speed that the run has seen with the expected speed of impacts, and the stable step of its
   contacts with the fixed step. If the speed is larger or the stable step shorter, plans the automatic step anew and
   takes it if it is shorter; with a given step, only warns. Call it after each rebuild of the neighbour list.
   Collective. */
PetscErrorCode GrRunStepReplan(GrRun run);

/* Sets run->step to the time step of the TS, which the PETSc option -ts_dt may have changed. Call it after the PETSc
   options have been applied. */
PetscErrorCode GrRunStepTake(GrRun run);

/* Writes run->reason, a text for the user about the time step and its limits. Call it after GrRunStepTake. */
void GrRunStepExplain(GrRun run);

/* Checks before the run that the time step and the output periods are long enough to change the time in double
   precision, up to the end of the run (t + h > t). Otherwise fails with GR_EXIT_INPUT. Prints a warning if an output
   period has made the time step much shorter. */
PetscErrorCode GrRunStepCheck(GrRun run);

/* Chooses the length of the next step. Call it at the start and after each accepted step. t: end of the last step [s].
   Sets the plan of the world to END if t has reached the end of the case or the time limit of its current stage,
   otherwise to STEP. Before the end, shortens the next step so that it passes neither of these times; a variable step
   also does not pass the next output time. Fails with GR_EXIT_PHYSICS if the step is too short to change the time in
   double precision. */
PetscErrorCode GrRunStepFit(GrRun run, double t);

/* Shortens a variable step so that the neighbour list misses no contact in the step. Call it after GrRunStepFit. */
PetscErrorCode GrRunStepKeepUp(GrRun run);

#endif
