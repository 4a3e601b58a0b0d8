/* The time step of a run: the fixed step of `verlet`; the first step of `rk`, and its shortening to output times. */
#ifndef GRANUM_RUN_STEP_H
#define GRANUM_RUN_STEP_H

#include "run/run_impl.h"

/* Sets run->step to the key time.step of the case, or to the automatic step, which is reduced so that the shortest
   output period is a multiple of it. Also sets run->bound and run->met. */
PetscErrorCode GrRunStepChoose(GrRun run);

/* Sets run->step to the time step of the TS. To be called after PETSc options have been applied, because -ts_dt may
   have changed it. */
PetscErrorCode GrRunStepTake(GrRun run);

/* Writes run->reason, a text about the time step and its limits. To be called after GrRunStepTake. */
void GrRunStepExplain(GrRun run);

/* Checks before the run that the time step h and each output period change the time t in double precision up to the end
   (t + h > t); otherwise GrFail(GR_EXIT_INPUT, ...). Prints a warning if the period of an output makes the time step
   much shorter. */
PetscErrorCode GrRunStepCheck(GrRun run);

/* To be called at the start and after each accepted step that ended at t [s]. Sets *ends to whether the case has ended.
   If it has not, shortens the next step if necessary: a fixed step only at the end of the case, a variable step so that
   it ends at the next output time. If a variable step is too short to advance the time: GrFail(GR_EXIT_PHYSICS,
   ...). */
PetscErrorCode GrRunStepFit(GrRun run, double t, PetscBool *ends);

/* Shortens a variable step so that no particle moves farther than the neighbour list allows. To be called after
   GrRunStepFit. */
PetscErrorCode GrRunStepKeepUp(GrRun run);

#endif
