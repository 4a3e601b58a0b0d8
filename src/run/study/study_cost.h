/* What a study cost. */
#ifndef GRANUM_RUN_STUDY_STUDY_COST_H
#define GRANUM_RUN_STUDY_STUDY_COST_H

#include <granum/run_folder.h>

/* Collective. Prints that so many of what is counted ("impacts") took so long, and keeps it, if there is a folder, for
   its run.json. */
PetscErrorCode GrStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count, double seconds);

#endif
