/* Step: the fixed step of `verlet`, the first one and the cuts of `rk`. */
#ifndef GRANUM_STEP_H
#define GRANUM_STEP_H

#include "integrate/run_impl.h"

/* The case's own step, or a fraction of the stable one that divides the shortest output period. Sets run->step and
 * run->stable. */
void GrStepChoose(GrRun run);

/* Writes run->reason, once TS has had the last word on the step. */
void GrStepExplain(GrRun run);

/* At the start and after an accepted step that ended at t: has the run come to the end of the case? If not, cuts the
   next step where it must: a fixed one at the end only, a variable one so that it ends on the next output time. */
PetscErrorCode GrStepFit(GrRun run, double t, PetscBool *ends);

#endif
