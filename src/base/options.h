/* Options: which of PETSc's a run obeys, and which of them it keeps for the runs that go on with it. */
#ifndef GRANUM_BASE_OPTIONS_H
#define GRANUM_BASE_OPTIONS_H

#include <petscts.h>

/* Fails if there is one that would overrule the case. */
PetscErrorCode GrOptionsCheck(void);

/* Warns of those that nobody has asked for by now. */
PetscErrorCode GrOptionsWarnUnused(MPI_Comm comm);

/* TSSetFromOptions, but what is wrong with an option is a failure of the user's. Collective. */
PetscErrorCode GrOptionsSetTS(TS ts);

/* Of the options that a file holds, those that are about the steps of a run, with `given` behind them, as one text to
   be freed; they are put into PETSc's data base. Whatever else stands in the file is not obeyed: an option can name
   files to be written, libraries to be loaded and programs to be run. */
PetscErrorCode GrOptionsMerge(const char *before, const char *given, char **merged);

#endif
