/* Lines of standard output and members of run.json about stages, and about particles that are inserted, removed or
   counted. The functions do nothing in a case that has none of these. */
#ifndef GRANUM_RUN_REPORT_H
#define GRANUM_RUN_REPORT_H

#include "base/json.h"
#include "run/run_impl.h"

/* Continues the last stage of a restored world if it had ended and the case now gives it a later end. Fails if the case
   now gives it an earlier end than the saved time. */
PetscErrorCode GrRunStagesExtend(GrWorld world, const GrRunSaved *saved);

/* Prints a line for each stage that has ended since the last call, if the run prints on standard output. */
void GrRunStagesPrint(GrRun run);

/* Writes the stages that have begun, as a member of the current JSON object. */
void GrRunStagesWrite(GrRun run, GrJson *json);

/* Prints a line when particles of a group that are to be inserted find no free place for the first time, if the run
   prints on standard output. */
void GrRunInsertionPrint(GrRun run);

/* Writes number and mass of the inserted particles of each group, and of particles that found no free place, as a
   member of the current JSON object. */
void GrRunInsertionWrite(GrRun run, GrJson *json);

/* Prints the numbers of particles at the start, inserted, removed, left and present, for a case with insertion or
   removal. */
void GrRunTallyReport(const GrTally *tally, FILE *out);
/* Writes the numbers and masses of the tally as a member of the current JSON object. */
void GrRunTallyWrite(const GrTally *tally, GrJson *json);

/* Prints the rate and number of the particles that each group inserts, for `granum check`. `mark` is at the beginning
   of each line. */
void GrRunInsertionForecast(GrWorld world, const char *mark, FILE *out);

#endif
