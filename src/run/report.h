/* Lines of standard output and members of run.json about stages, and about particles that are inserted, removed or
   counted. The functions do nothing in a case that has none of these. */
#ifndef GRANUM_RUN_REPORT_H
#define GRANUM_RUN_REPORT_H

#include "base/json.h"
#include "run/run_impl.h"

/* Opens the last stage of a restored world again if it had ended and the case now gives it more time. Fails if the case
   gives it less time than it has taken. */
PetscErrorCode GrRunStagesExtend(GrWorld world, const GrRunSaved *saved);

/* Prints a line for each stage that has ended since the last call, if the run prints on standard output. */
void GrRunStagesPrint(GrRun run);

/* Writes the stages that have begun, as a member of the current object. */
void GrRunStagesWrite(GrRun run, GrJson *json);

/* Prints a line when particles of a group find no place for the first time, if the run prints on standard output. */
void GrRunInsertionPrint(GrRun run);

/* Writes the number and mass of the inserted particles of each group, and of particles that found no place, as a member
   of the current object. */
void GrRunInsertionWrite(GrRun run, GrJson *json);

/* Prints the numbers of particles at the start, inserted, removed, left and present, for a case with insertion or
   removal. */
void GrRunTallyReport(const GrTally *tally, FILE *out);
/* Writes these numbers as a member of the current JSON object. */
void GrRunTallyWrite(const GrTally *tally, GrJson *json);

/* Prints the rate and number of the particles that each group inserts, for `granum check`. `mark` is at the beginning
   of each line. */
void GrRunInsertionForecast(GrWorld world, const char *mark, FILE *out);

#endif
