/* Functions that report the stages of a run, and the particles that are inserted or removed, on standard output and in
   run.json. They do nothing for a case without stages, or without insertion and removal. */
#ifndef GRANUM_RUN_REPORT_H
#define GRANUM_RUN_REPORT_H

#include "base/json.h"
#include "run/run_impl.h"

/* For a run that is resumed with changed keys. If the last stage had ended at the checkpoint and its new end is later,
   continues the stage. Fails if the new end is earlier than the time of the checkpoint. */
PetscErrorCode GrRunStagesExtend(GrWorld world, const GrRunSaved *saved);

/* Prints a line for each stage that has ended since the last call, unless the run prints nothing. */
void GrRunStagesPrint(GrRun run);

/* Writes the stages that have begun into a member of the current JSON object. */
void GrRunStagesWrite(GrRun run, GrJson *json);

/* Prints a line for each group in which, for the first time in the run, particles to be inserted have found no free
   position; prints nothing if the run prints nothing. */
void GrRunInsertionPrint(GrRun run);

/* Writes a member of the current JSON object. For each group it has the number and the mass of the particles that were
   inserted, and of the particles that have found no free position yet. */
void GrRunInsertionWrite(GrRun run, GrJson *json);

/* Prints for each group with insertion the rate and the number of inserted particles, for `granum check`. mark: text at
   the beginning of each line. */
void GrRunInsertionForecast(GrWorld world, const char *mark, FILE *out);

#endif
