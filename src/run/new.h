/* New: the file that a new case starts from. */
#ifndef GRANUM_RUN_NEW_H
#define GRANUM_RUN_NEW_H

#include <petscsys.h>
#include <stdio.h>

/* Writes NAME.yaml: a small case with a comment on each key; or, with `like`, a copy of that input, a file or one of
   those that are shipped with granum ("bulk/chute", "chute"), and beside it the files that the input names. What is
   there is never overwritten. Says to `out` what was written and how to go on. Collective. */
PetscErrorCode GrCaseNew(MPI_Comm comm, const char *name, const char *like, FILE *out);

#endif
