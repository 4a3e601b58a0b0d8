/* Step: the fixed step of `verlet`; the first step and the cuts of `rk`. */
#ifndef GRANUM_RUN_STEP_H
#define GRANUM_RUN_STEP_H

#include "run/run_impl.h"

/* Sets run->step to time.step of the case, or to the automatic step, reduced so that it divides the shortest output
   period. Also sets run->bound and run->met. */
PetscErrorCode GrRunStepChoose(GrRun run);

/* Sets run->step to the step of the TS after PETSc options have been applied, because -ts_dt may have changed it. */
PetscErrorCode GrRunStepTake(GrRun run);

/* Writes run->reason, a text about the step. To be called after GrRunStepTake. */
void GrRunStepExplain(GrRun run);

/* Before the run: GrFail(GR_EXIT_INPUT, ...) unless each step and each output period changes the time, up to the end (t
   + h > t). Prints a warning if the period of an output makes the step much shorter. */
PetscErrorCode GrRunStepCheck(GrRun run);

/* At the start and after an accepted step that ended at t: whether the case has ended. If not, cuts the next step if
   necessary: a fixed step at the end only, a variable step so that it ends at the next output time. If a variable step
   is too short to advance the time: GrFail(GR_EXIT_PHYSICS, ...). */
PetscErrorCode GrRunStepFit(GrRun run, double t, PetscBool *ends);

/* After GrRunStepFit: cuts a variable step so that no particle moves farther than the neighbour list allows. */
PetscErrorCode GrRunStepKeepUp(GrRun run);

#endif
