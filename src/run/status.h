/* Reports about a running run: status.json in its folder (run/folder/status.h), a plain line in a batch log, and
   answers to request files. The first report is made after a second, the others every ten seconds, or less often if a
   report takes long. A report computes the energy ledger on all ranks, at a step at which they communicate anyway
   (GrRunStopLook). */
#ifndef GRANUM_RUN_STATUS_H
#define GRANUM_RUN_STATUS_H

#include "run/run_impl.h"

/* Begins the reports. To be called when the forces at the start have been computed. Collective. */
PetscErrorCode GrRunStatusBegin(GrRun run);

/* Makes a report if one is due or requested. To be called after each step, after its checkpoint. Collective. */
PetscErrorCode GrRunStatusStep(GrRun run, const GrSample *sample);

/* Writes the last report. error: error code of the run, 0: none. */
PetscErrorCode GrRunStatusEnd(GrRun run, PetscErrorCode error);

/* Returns the energy by which the residual of the energy balance is divided to get the relative residual [J]: energy at
   the start, plus absolute external work, plus energy of inserted particles. */
double GrRunEnergyIn(const GrRun run, const GrLedger *ledger);

#endif
