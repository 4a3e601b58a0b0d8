/* Reports on the progress of a run: the file status.json in the folder of the run (run/folder/status.h), a line of text
   in the log of a batch job, and answers to request files. The first report is made one second after the start. The
   next reports follow every ten seconds, or less often if a report takes long. For a report all ranks compute the
   energy ledger (terms of the energy balance), in a step in which they communicate anyway (GrRunStopLook). */
#ifndef GRANUM_RUN_STATUS_H
#define GRANUM_RUN_STATUS_H

#include "run/run_impl.h"

/* Begins the reports. Call it after the first evaluation of all forces. Collective. */
PetscErrorCode GrRunStatusBegin(GrRun run);

/* Makes a report if one is due or requested. Call it after each step, after the checkpoint of the step. Collective. */
PetscErrorCode GrRunStatusStep(GrRun run, const GrSample *sample);

/* Writes the last report. error: error code of the run; 0: the run has succeeded. */
PetscErrorCode GrRunStatusEnd(GrRun run, PetscErrorCode error);

/* Returns the reference energy [J] by which the residual of the energy balance is divided: energy at the start, plus
   absolute external work, plus energy of inserted particles. */
double GrRunEnergyIn(const GrRun run, const GrLedger *ledger);

#endif
