/* Step: the fixed step of `verlet`, the first one and the cuts of `rk`. */
#ifndef GRANUM_RUN_STEP_H
#define GRANUM_RUN_STEP_H

#include "run/run_impl.h"

/* Takes time.step of the case, or the automatic step, reduced so that it divides the shortest output period. Sets
   run->step, run->bound and run->met. */
PetscErrorCode GrStepChoose(GrRun run);

/* The step that TS has after its options: -ts_dt may have changed it. */
PetscErrorCode GrStepTake(GrRun run);

/* Writes run->reason, once TS has had the last word on the step. */
void GrStepExplain(GrRun run);

/* Before the run: GrFail(GR_EXIT_INPUT, ...) unless its steps advance the time up to the end (t + h > t), wherever they
   come from. Warns of an output that makes the step much shorter than it could be. */
PetscErrorCode GrStepCheck(GrRun run);

/* At the start and after an accepted step that ended at t: has the run come to the end of the case? If not, cuts the
   next step where it must: a fixed one at the end only, a variable one so that it ends on the next output time. A
   variable one that became too short to advance the time: GrFail(GR_EXIT_PHYSICS, ...). */
PetscErrorCode GrStepFit(GrRun run, double t, PetscBool *ends);

/* After that: cuts a variable step so that no particle moves further in it than its neighbours are listed for. */
PetscErrorCode GrStepKeepUp(GrRun run);

#endif
