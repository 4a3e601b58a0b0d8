/* Runs a study of chains or assemblies: all cases of an input with variants or a sweep. */
#ifndef GRANUM_RUN_STUDY_STUDY_H
#define GRANUM_RUN_STUDY_STUDY_H

#include "run/study/work.h"

/* Creates the list work->the_case with the names of all cases; their state is GR_STUDY_WAITS. The caller frees the
   list with PetscFree. */
PetscErrorCode GrRunStudyWorkCreate(GrRunStudyWork *work);

/* Returns whether all cases of the study are completed. */
bool GrRunStudyWorkIsDone(const GrRunStudyWork *work);

/* Runs all cases whose state is not GR_STUDY_DONE, in work->given->groups groups of ranks, and prints a table of the
   results. Collective. */
PetscErrorCode GrRunStudyWorkRun(GrRunStudyWork *work);

/* Finds the maximum over all ranks of the peak resident memory of a rank [bytes]. Collective. */
PetscErrorCode GrRunStudyMemory(MPI_Comm comm, double *bytes);

/* Prints the number of computed objects, the wall-clock time [s] and the objects per second, and adds them to
   run.json. what: name of the objects, for example "impacts"; folder: folder with this run.json; NULL: only print.
   Collective. */
PetscErrorCode GrRunStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count,
                                    double seconds);

#endif
