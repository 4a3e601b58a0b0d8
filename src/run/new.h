/* The command `granum new`, which writes an input file for a new case. */
#ifndef GRANUM_RUN_NEW_H
#define GRANUM_RUN_NEW_H

#include <petscsys.h>
#include <stdio.h>

/* Writes the input file NAME.yaml. If `like` is NULL, the new input is a small case with a comment on each key.
   Otherwise the new input is a copy of the input `like`, and the files that this input names are copied, too. like:
   path of an input, or name of an input that granum provides ("bulk/chute" or "chute"). Never overwrites a file. Prints
   the names of the new files and the next command to `out`. Collective. */
PetscErrorCode GrRunNewCase(MPI_Comm comm, const char *name, const char *like, FILE *out);

#endif
