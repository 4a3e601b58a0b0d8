/* Reading of the text of an input file, and the locale for the reading of its numbers. */
#ifndef GRANUM_INPUT_YAML_READ_H
#define GRANUM_INPUT_YAML_READ_H

#include <locale.h>
#include <petscsys.h>

/* Remedies in error messages about a file: `missing` if the file cannot be read, `large` if it is too large. */
typedef struct {
  const char *missing, *large;
} GrDocumentWords;
extern const GrDocumentWords GrDocumentCaseWords; /* remedies in messages about a YAML input file */

/* Reads a file on the first rank and broadcasts its text, terminated by NUL, to all ranks. Free it with PetscFree.
   Collective. */
PetscErrorCode GrDocumentReadFile(MPI_Comm comm, const char *file, const GrDocumentWords *words, char **text);

/* Sets the C locale for this thread, so that numbers are read and written with a decimal point. Returns the previous
   locale. */
locale_t GrDocumentLocaleBegin(void);
/* Restores the previous locale. */
void GrDocumentLocaleEnd(locale_t before);

#endif
