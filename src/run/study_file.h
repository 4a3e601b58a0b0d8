/* What all studies share, of impacts, bouncing balls and mechanisms: the folder they write to, and which of their items
   failed first. */
#ifndef GRANUM_RUN_STUDY_FILE_H
#define GRANUM_RUN_STUDY_FILE_H

#include <granum/case.h>
#include <granum/results.h>
#include <granum/run_folder.h>

/* Collective. Holds the folder; in it input.yaml, and results.h5 with the parameters. */
PetscErrorCode GrStudyOpen(GrRunFolder folder, const GrStudy *study, const char *options, GrResults *results);

/* Collective. `why`, of `size` bytes, becomes that of the rank whose first failed item is the first of all. `at`: the
   number of that item, INT64_MAX: none on this rank; becomes the first of all. */
PetscErrorCode GrStudyFirstFailure(MPI_Comm comm, PetscInt64 *at, char *why, int size);

#endif
