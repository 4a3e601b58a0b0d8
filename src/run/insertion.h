/* What a run tells of particles that come and go; without any nothing. */
#ifndef GRANUM_RUN_INSERTION_H
#define GRANUM_RUN_INSERTION_H

#include "base/json.h"
#include "run/run_impl.h"

/* A line when particles of a group find no place for the first time, if the run tells on standard output. */
void GrRunInsertionPrint(GrRun run);

/* At the end: how many came in, and what found no place; as lines, and as a member of an object. */
void GrRunInsertionReport(GrRun run, FILE *out);
void GrRunInsertionWrite(GrRun run, GrJson *json);

/* The same of where all particles are, of a case in which they come or are taken out. */
void GrRunTallyReport(const GrTally *tally, FILE *out);
void GrRunTallyWrite(const GrTally *tally, GrJson *json);

#endif
