/* PETSc options: which options a run accepts, and which options a resumed run keeps. */
#ifndef GRANUM_BASE_OPTIONS_H
#define GRANUM_BASE_OPTIONS_H

#include <petscts.h>

/* Fails if an option would overrule a key of the case. */
PetscErrorCode GrOptionsCheck(void);

/* Warns about options that have not been used. The first rank prints. */
PetscErrorCode GrOptionsWarnUnused(MPI_Comm comm);

/* TSSetFromOptions; a wrong option is a failure of the user. Collective. */
PetscErrorCode GrOptionsSetTS(TS ts);

/* Joins the options of an earlier run that concern its steps (from the text `before` of a checkpoint) with the
   options `given` now. Returns them as one text, free it with PetscFree, and adds them to PETSc's database. Other
   options of the checkpoint are ignored, because an option can name files to write, libraries to load and programs
   to run. */
PetscErrorCode GrOptionsMerge(const char *before, const char *given, char **merged);

#endif
