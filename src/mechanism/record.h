/* What the cases of a variant leave in the results file: a row each, and their logs one after the other. */
#ifndef GRANUM_MECHANISM_RECORD_H
#define GRANUM_MECHANISM_RECORD_H

#include <granum/mechanism_run.h>
#include <granum/results.h>

/* Collective. `rows`: the cases of the variant on this rank, `result` [rows.count]; fills in first_... of their runs.
   Makes the group of the variant with all it holds. */
PetscErrorCode GrMechanismRecord(GrResults results, MPI_Comm comm, const GrStudy *study, int variant, GrRows rows,
                                 GrMechanismResult result[]);

#endif
