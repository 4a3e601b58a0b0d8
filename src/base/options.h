/* PETSc options: checks of the options of a run, and the options of a resumed run. */
#ifndef GRANUM_BASE_OPTIONS_H
#define GRANUM_BASE_OPTIONS_H

#include <petscts.h>

/* Fails if a PETSc option would override a key of the case. */
PetscErrorCode GrOptionsCheck(void);

/* Prints a warning about PETSc options that have not been used. The first rank prints. Collective. */
PetscErrorCode GrOptionsWarnUnused(MPI_Comm comm);

/* Calls TSSetFromOptions; a wrong option is reported as a failure of the user (GrFailBlameOptions). Collective. */
PetscErrorCode GrOptionsSetTS(TS ts);

/* Merges the options of a resumed run: `before`, the text of options in the checkpoint, of which only options about
   time steps are used, and `given`, the options of the current command. Adds them to PETSc's database, and returns them
   as one text; free it with PetscFree. Other options of the checkpoint are ignored, because an option can name files to
   write, libraries to load and programs to run. */
PetscErrorCode GrOptionsMerge(const char *before, const char *given, char **merged);

#endif
