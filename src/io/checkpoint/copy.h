/* Copying a file by all ranks together. */
#ifndef GRANUM_IO_CHECKPOINT_COPY_H
#define GRANUM_IO_CHECKPOINT_COPY_H

#include <petscsys.h>

/* Collective. Writes over `to`, at once when the copy is complete: before, it is TO.part-copy. What is all zeros stays
   a hole. A failure: GrFail(GR_EXIT_FILE, ...). */
PetscErrorCode GrCheckpointFileCopy(MPI_Comm comm, const char *from, const char *to);

/* Collective. Are the two paths the same file or directory? Not if one is missing. */
PetscErrorCode GrCheckpointFileSame(MPI_Comm comm, const char *a, const char *b, PetscBool *same);

#endif
