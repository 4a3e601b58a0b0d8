/* Reports of a run: on its progress, its stages, and the particles that are inserted or removed. */
#ifndef GRANUM_RUN_REPORT_H
#define GRANUM_RUN_REPORT_H

#include "base/json.h"
#include "run/run_impl.h"
#include <stdbool.h>

/* ---- status.c: progress ----

   A report is the file status.json in the folder of the run (run/folder/status.h), a line of text in the log of a batch
   job, and answers to request files. The first report is made one second after the start. The next reports follow every
   ten seconds, or less often if a report takes long. For a report all ranks compute the energy ledger (terms of the
   energy balance), in a step in which they communicate anyway (GrRunStopLook). */

/* Begins the reports. Call it after the first evaluation of all forces. Collective. */
PetscErrorCode GrRunStatusBegin(GrRun run);

/* Makes a report if one is due or requested. Call it after each step, after the checkpoint of the step. Collective. */
PetscErrorCode GrRunStatusStep(GrRun run, const GrSample *sample);

/* Writes the last report. error: error code of the run; 0: the run has succeeded. */
PetscErrorCode GrRunStatusEnd(GrRun run, PetscErrorCode error);

/* ---- stages.c, insertion.c ----

   These functions write to standard output or run.json. They do nothing for a case without stages, or without insertion
   and removal. */

/* Applies a changed time limit of the last stage to a resumed run. Fails if the new limit is before the time of the
   checkpoint. If the old limit has ended the stage, and the new limit is after the checkpoint, the stage continues. */
PetscErrorCode GrRunStagesExtend(GrWorld world, const GrRunSaved *saved);

/* Returns whether the step that has just been accepted ends a stage that another stage follows. */
bool GrRunStageEnds(GrWorld world);

/* Prints a line for each stage that has ended since the last call, if run->prints is set. */
void GrRunStagesPrint(GrRun run);

/* Writes the stages that have begun as a member of the current object of `json`, for run.json. */
void GrRunStagesWrite(GrRun run, GrJson *json);

/* Writes number and times of the changes by the calling program (GrRunChange) to run.json, as its member
   "changes_by_program"; nothing if there are none. */
void GrRunChangesWrite(GrRun run, GrJson *json);

/* If run->prints is set, prints a line for each group whose particles could not be inserted for lack of free positions,
   once per group and run, and a warning if particles are missing when its insertion is over. */
void GrRunInsertionPrint(GrRun run);

/* Writes the progress of insertion as a member of the current object of `json`, for run.json. For each group it has
   number and mass of the inserted particles, and of the particles that have found no free position yet. */
void GrRunInsertionWrite(GrRun run, GrJson *json);

/* Prints for each group with insertion the rate and the number of inserted particles, for `granum check`. mark: text at
   the beginning of each line. */
void GrRunInsertionForecast(GrWorld world, const char *mark, FILE *out);

#endif
