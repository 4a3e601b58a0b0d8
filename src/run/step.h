/* The time step of a run. The integrator `verlet` has a fixed step. The integrator `rk` has variable steps; granum sets
   the first step, and shortens steps so that they end at output times. */
#ifndef GRANUM_RUN_STEP_H
#define GRANUM_RUN_STEP_H

#include "run/run_impl.h"

/* Sets run->step to the value of the input key time.step, or to the automatic step. The automatic step is reduced so
   that the shortest output period is a multiple of it. Also sets run->bound, the limits of the step, and run->met, the
   output period that has reduced the step. */
PetscErrorCode GrRunStepChoose(GrRun run);

/* Sets run->step to the time step of the TS. To be called after PETSc options have been applied, because the option
   -ts_dt may have changed the time step. */
PetscErrorCode GrRunStepTake(GrRun run);

/* Writes run->reason, a text about the time step and its limits. To be called after GrRunStepTake. */
void GrRunStepExplain(GrRun run);

/* Checks before the run that the time step and the output periods are long enough to change the time in double
   precision, up to the end of the run (t + h > t). Otherwise fails with GR_EXIT_INPUT. Prints a warning if an output
   period has made the time step much shorter. */
PetscErrorCode GrRunStepCheck(GrRun run);

/* Chooses the length of the next step. To be called at the start and after each accepted step. t: end of the last step
   [s]. Sets *ends to whether the end of the case, or the latest end of its current stage, is reached. If it is not, the
   next step is shortened to end at this time; a variable step is also shortened to end at the next output time. Fails
   with GR_EXIT_PHYSICS if the step is too short to change the time in double precision. */
PetscErrorCode GrRunStepFit(GrRun run, double t, PetscBool *ends);

/* Shortens a variable step so that no particle moves farther in the step than the skin of the neighbour list allows. To
   be called after GrRunStepFit. */
PetscErrorCode GrRunStepKeepUp(GrRun run);

#endif
