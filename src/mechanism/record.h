/* What the runs of a variant leave in the results file: a row each, and their logs one after the other. */
#ifndef GRANUM_MECHANISM_RECORD_H
#define GRANUM_MECHANISM_RECORD_H

#include "run/ensemble.h"
#include <granum/mechanism_run.h>

/* Collective. Fills in first_... of the runs. */
PetscErrorCode GrMechanismRecord(const GrEnsemble *ensemble, const GrEnsemblePart *part);

#endif
