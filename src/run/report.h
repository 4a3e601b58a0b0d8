/* Functions that report the stages of a run, and the particles that are inserted or removed, on standard output and in
   run.json. They do nothing for a case without stages, or without insertion and removal. */
#ifndef GRANUM_RUN_REPORT_H
#define GRANUM_RUN_REPORT_H

#include "base/json.h"
#include "run/run_impl.h"

/* Applies a changed time limit of the last stage to a resumed run. Fails if the new limit is before the time of the
   checkpoint. If the old limit has ended the stage, and the new limit is after the checkpoint, the stage continues. */
PetscErrorCode GrRunStagesExtend(GrWorld world, const GrRunSaved *saved);

/* Prints a line for each stage that has ended since the last call, if run->prints is set. */
void GrRunStagesPrint(GrRun run);

/* Writes the stages that have begun as a member of the current object of `json`, for run.json. */
void GrRunStagesWrite(GrRun run, GrJson *json);

/* If run->prints is set, prints a line for each group whose particles could not be inserted for lack of free positions,
   once per group and run. */
void GrRunInsertionPrint(GrRun run);

/* Writes the progress of insertion as a member of the current object of `json`, for run.json. For each group it has
   number and mass of the inserted particles, and of the particles that have found no free position yet. */
void GrRunInsertionWrite(GrRun run, GrJson *json);

/* Prints for each group with insertion the rate and the number of inserted particles, for `granum check`. mark: text at
   the beginning of each line. */
void GrRunInsertionForecast(GrWorld world, const char *mark, FILE *out);

#endif
