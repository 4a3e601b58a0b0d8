/* From a file to the cases in it. */
#ifndef GRANUM_INPUT_CASE_INPUT_H
#define GRANUM_INPUT_CASE_INPUT_H

#include "input/yaml/node.h"
#include <locale.h>

/* What a message about a file says is to be written instead: of one that cannot be read, of one that is too large. */
typedef struct {
  const char *missing, *large;
} GrInputWords;
extern const GrInputWords GrInputCase; /* a YAML input */

/* The text of a file with a NUL after it, on every rank; free it with PetscFree. Collective. */
PetscErrorCode GrInputRead(MPI_Comm comm, const char *file, const GrInputWords *words, char **text);

/* The case that a tree describes; NULL after a failure. `text` NULL: the case gets its text later. Numbers must be in
 * plain locale (below). */
PetscErrorCode GrCaseFromTree(const GrNode *root, const char *file, const char *text, GrCase **the_case);

/* Writes the case as it is now into its resolved text. In plain locale. */
PetscErrorCode GrCaseResolve(GrCase *the_case);

/* For the cases of a study that was parsed: reads the tables of motion that are in files. Collective. */
PetscErrorCode GrStudyReadMotions(MPI_Comm comm, GrStudy *study);

/* Between these two, numbers are read and written with a decimal point, whoever calls. */
locale_t GrLocaleBegin(void);
void GrLocaleEnd(locale_t before);

#endif
