/* New: the file that a new case starts from. */
#ifndef GRANUM_RUN_NEW_H
#define GRANUM_RUN_NEW_H

#include <petscsys.h>
#include <stdio.h>

/* Writes NAME.yaml: a small case with a comment on each key. like: a copy of this input, a path or a shipped input
   ("bulk/chute", "chute"), with the files that it names. Never overwrites a file. Prints the new files and the next
   command to `out`. Collective. */
PetscErrorCode GrRunNewCase(MPI_Comm comm, const char *name, const char *like, FILE *out);

#endif
