/* The output directory of a run. Rank 0 does the work, all ranks learn how it went. */
#ifndef GRANUM_BASE_DIRECTORY_H
#define GRANUM_BASE_DIRECTORY_H

#include <petscsys.h>

/* Makes the directory, and those above it that are missing; one that exists is kept as it is. */
PetscErrorCode GrDirectoryMake(MPI_Comm comm, const char *directory);

/* Writes a text file into it, all at once: it is NAME.part until it is whole. */
PetscErrorCode GrDirectoryWrite(MPI_Comm comm, const char *directory, const char *name, const char *text);

/* Copies a file: it is TO.part-copy until it is complete. Holes stay holes. */
PetscErrorCode GrDirectoryCopy(MPI_Comm comm, const char *from, const char *to);

/* Whether two paths are the same file or directory; not if one is missing. */
PetscErrorCode GrDirectorySame(MPI_Comm comm, const char *a, const char *b, PetscBool *same);

#endif
