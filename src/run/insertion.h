/* What a run tells of particles that come and go; without any nothing. */
#ifndef GRANUM_RUN_INSERTION_H
#define GRANUM_RUN_INSERTION_H

#include "base/json.h"
#include "run/run_impl.h"

/* A line when particles of a group find no place for the first time, if the run tells on standard output. */
void GrRunInsertionPrint(GrRun run);

/* Writes the number and mass of the inserted particles of each group, and of particles that found no place, as a member
   of the current object. */
void GrRunInsertionWrite(GrRun run, GrJson *json);

/* The same of where all particles are, of a case in which they come or are taken out. */
void GrRunTallyReport(const GrTally *tally, FILE *out);
void GrRunTallyWrite(const GrTally *tally, GrJson *json);

#endif
