/* Functions that read the text of an input file, and that set the locale in which granum reads its numbers. */
#ifndef GRANUM_INPUT_YAML_READ_H
#define GRANUM_INPUT_YAML_READ_H

#include <locale.h>
#include <petscsys.h>

/* Advice to the user in error messages about a file. */
typedef struct {
  const char *missing, *large; /* advice if the file cannot be read; advice if the file is too large */
} GrDocumentWords;
extern const GrDocumentWords GrDocumentCaseWords; /* advice for YAML input files */

/* Reads a file on the first rank and broadcasts its text to all ranks. The text ends with NUL. words: advice for error
   messages. Free the text with PetscFree. Collective. */
PetscErrorCode GrDocumentReadFile(MPI_Comm comm, const char *file, const GrDocumentWords *words, char **text);

/* Sets the C locale for this thread: the decimal separator of numbers is a point. Returns the previous locale. */
locale_t GrDocumentLocaleBegin(void);
/* Restores the previous locale. before: value that GrDocumentLocaleBegin has returned. */
void GrDocumentLocaleEnd(locale_t before);

#endif
