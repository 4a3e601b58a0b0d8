/* Checks of the PETSc options of a run, and the PETSc options of a resumed run. */
#ifndef GRANUM_BASE_OPTIONS_H
#define GRANUM_BASE_OPTIONS_H

#include <petscts.h>

/* Fails if the user gives a PETSc option that would override an input key of the case. */
PetscErrorCode GrOptionsCheck(void);

/* Prints a warning about PETSc options that have not been used. The first rank prints. Collective. */
PetscErrorCode GrOptionsWarnUnused(MPI_Comm comm);

/* Calls TSSetFromOptions. A wrong option is reported as an error of the user (GrFailBlameOptions). Collective. */
PetscErrorCode GrOptionsSetTS(TS ts);

/* Merges the PETSc options of a resumed run. before: options that the checkpoint stores; only the options about time
   steps are used. Other options of a checkpoint are ignored, because an option can name a file to write, a library to
   load or a program to run. given: options of the current command. Adds the merged options to PETSc's database, and
   sets *merged to their text; free it with PetscFree. */
PetscErrorCode GrOptionsMerge(const char *before, const char *given, char **merged);

#endif
