/* Status: reports of a running run: status.json in its folder (run/folder/status.h), a plain line in a batch log, and
   answers to request files. The first report is after a second, the others every ten seconds, or less often if a report
   is slow: it computes the energy ledger on all ranks, at a step at which they communicate for GrRunStopLook anyway. */
#ifndef GRANUM_RUN_STATUS_H
#define GRANUM_RUN_STATUS_H

#include "run/run_impl.h"

/* Begins the reports, after the evaluation of the start. Collective. */
PetscErrorCode GrRunStatusBegin(GrRun run);

/* Call it after each step and its checkpoint. Reports if a report is due or requested. Collective. */
PetscErrorCode GrRunStatusStep(GrRun run, const GrSample *sample);

/* Writes the last report. error: error code of the run. */
PetscErrorCode GrRunStatusEnd(GrRun run, PetscErrorCode error);

/* Energy by which the relative residual is divided [J]: energy at the start, plus absolute external work, plus energy
   of inserted particles. */
double GrRunEnergyIn(const GrRun run, const GrLedger *ledger);

#endif
