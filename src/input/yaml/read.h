/* Reads the text of an input file, and sets the locale for reading its numbers. */
#ifndef GRANUM_INPUT_YAML_READ_H
#define GRANUM_INPUT_YAML_READ_H

#include <locale.h>
#include <petscsys.h>

/* Corrections in messages about a file that cannot be read, and about a file that is too large. */
typedef struct {
  const char *missing, *large;
} GrDocumentWords;
extern const GrDocumentWords GrDocumentCaseWords; /* a YAML input */

/* Reads a file on the first rank and broadcasts its text, terminated by NUL, to all ranks. Free it with PetscFree.
   Collective. */
PetscErrorCode GrDocumentReadFile(MPI_Comm comm, const char *file, const GrDocumentWords *words, char **text);

/* Between these two calls numbers are read and written with a decimal point, in any locale of the caller. */
locale_t GrDocumentLocaleBegin(void);
void GrDocumentLocaleEnd(locale_t before);

#endif
