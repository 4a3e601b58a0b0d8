/* The command `granum new`, which writes an input file for a new case. */
#ifndef GRANUM_RUN_NEW_H
#define GRANUM_RUN_NEW_H

#include <petscsys.h>
#include <stdio.h>

/* like NULL: writes NAME.yaml, a small case with a comment on each key. Otherwise copies an input and the files that it
   names; like: path of the input, or name of an input shipped with granum ("bulk/chute", "chute"). Never overwrites a
   file. Prints the new files and the next command to `out`. Collective. */
PetscErrorCode GrRunNewCase(MPI_Comm comm, const char *name, const char *like, FILE *out);

#endif
