/* Costs of a study. */
#ifndef GRANUM_RUN_STUDY_STUDY_COST_H
#define GRANUM_RUN_STUDY_STUDY_COST_H

#include <granum/run_folder.h>

/* Prints the number of objects ("impacts"), time and rate, and stores them for run.json. folder NULL: only prints.
   Collective. */
PetscErrorCode GrRunStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count,
                                    double seconds);

#endif
