/* Status: what a run tells of itself while it is at work: status.json of its folder (run/folder/status.h), a plain line
   in a batch log, and an answer to what files in its folder ask for. After a second and then every ten, or seldomer if
   that takes long: the energy ledger is summed up for it, by all ranks together, when they look whether to stop anyway.
*/
#ifndef GRANUM_RUN_STATUS_H
#define GRANUM_RUN_STATUS_H

#include "run/run_impl.h"

/* At the start, once the forces are known. */
PetscErrorCode GrRunStatusBegin(GrRun run);

/* After a step, and after the checkpoint that is due with it: reports, if it is time or someone asks. Collective. */
PetscErrorCode GrRunStatusStep(GrRun run, const GrSample *sample);

/* At the end, `error` if that is a failure: what there is to tell before the folder is closed. */
PetscErrorCode GrRunStatusEnd(GrRun run, PetscErrorCode error);

/* What the residual of the ledger is measured by: the energy at the start, what gravity turned over, and what
   particles brought in [J]. */
double GrRunEnergyIn(const GrRun run, const GrLedger *ledger);

#endif
