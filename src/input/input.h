/* From a file to the cases in it. */
#ifndef GR_INPUT_H
#define GR_INPUT_H

#include "node.h"
#include <locale.h>

/* The text of a file with a NUL after it, on every rank; free it with PetscFree. Collective. */
PetscErrorCode GrInputRead(MPI_Comm comm, const char *file, char **text);

/* The case that a tree describes; NULL after a failure. Numbers must be in plain locale (below). */
PetscErrorCode GrCaseFromTree(const GrNode *root, const char *file, const char *text, GrCase **the_case);

/* Between these two, numbers are read and written with a decimal point, whoever calls. */
locale_t GrLocaleBegin(void);
void GrLocaleEnd(locale_t before);

#endif
