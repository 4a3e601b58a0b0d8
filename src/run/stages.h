/* What a run tells of its stages; without any nothing. */
#ifndef GRANUM_RUN_STAGES_H
#define GRANUM_RUN_STAGES_H

#include "base/json.h"
#include "run/run_impl.h"

/* A line for each that has ended and was not told of, if the run tells on standard output. */
void GrRunStagesPrint(GrRun run);

/* Those that have begun, as a member of an object. */
void GrRunStagesWrite(GrRun run, GrJson *json);

#endif
