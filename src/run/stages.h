/* Stages of a run: lines of its output, members of run.json, and a last stage that resume makes longer. The functions
   do nothing in a run without stages. */
#ifndef GRANUM_RUN_STAGES_H
#define GRANUM_RUN_STAGES_H

#include "base/json.h"
#include "run/run_impl.h"

/* Opens the last stage of a restored world again if it had ended and the case now gives it more time. Fails if the case
   gives it less time than it has taken. */
PetscErrorCode GrRunStagesExtend(GrWorld world, const GrSaved *saved);

/* A line for each that has ended and was not told of, if the run tells on standard output. */
void GrRunStagesPrint(GrRun run);

/* Those that have begun, as a member of an object. */
void GrRunStagesWrite(GrRun run, GrJson *json);

#endif
