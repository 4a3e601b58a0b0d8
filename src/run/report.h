/* Functions that report the stages of a run, and the particles that are inserted or removed, on standard output and in
   run.json. They do nothing for a case without stages, or without insertion and removal. */
#ifndef GRANUM_RUN_REPORT_H
#define GRANUM_RUN_REPORT_H

#include "base/json.h"
#include "run/run_impl.h"

/* Continues the last stage of a run that is resumed with changed keys, if the stage had ended at the checkpoint and its
   new end is later. Fails if the new end is earlier than the time of the checkpoint. */
PetscErrorCode GrRunStagesExtend(GrWorld world, const GrRunSaved *saved);

/* Prints a line for each stage that has ended since the last call, unless the run prints nothing. */
void GrRunStagesPrint(GrRun run);

/* Writes the stages that have begun as a member of the current object of `json`, for run.json. */
void GrRunStagesWrite(GrRun run, GrJson *json);

/* Prints a line for each group whose particles could not be inserted for lack of free positions, once per group and
   run. Prints nothing if the run prints nothing. */
void GrRunInsertionPrint(GrRun run);

/* Writes the progress of insertion as a member of the current object of `json`, for run.json. For each group it has
   number and mass of the inserted particles, and of the particles that have found no free position yet. */
void GrRunInsertionWrite(GrRun run, GrJson *json);

/* Prints for each group with insertion the rate and the number of inserted particles, for `granum check`. mark: text at
   the beginning of each line. */
void GrRunInsertionForecast(GrWorld world, const char *mark, FILE *out);

#endif
