/* The command `granum new`, which writes an input file for a new case. */
#ifndef GRANUM_RUN_NEW_H
#define GRANUM_RUN_NEW_H

#include <petscsys.h>
#include <stdio.h>

/* Writes NAME.yaml: a small case with a comment on each key. like: a path or the name of a shipped input ("bulk/chute",
   "chute"); copies this input and the files that it names instead. NULL: not given. Never overwrites a file. Prints the
   new files and the next command to `out`. Collective. */
PetscErrorCode GrRunNewCase(MPI_Comm comm, const char *name, const char *like, FILE *out);

#endif
