/* The text of an input file, and the locale it is understood in. */
#ifndef GRANUM_INPUT_YAML_READ_H
#define GRANUM_INPUT_YAML_READ_H

#include <locale.h>
#include <petscsys.h>

/* What a message about a file says is to be written instead: of one that cannot be read, of one that is too large. */
typedef struct {
  const char *missing, *large;
} GrInputWords;
extern const GrInputWords GrInputCase; /* a YAML input */

/* The text of a file with a NUL after it, on every rank; free it with PetscFree. Collective. */
PetscErrorCode GrInputRead(MPI_Comm comm, const char *file, const GrInputWords *words, char **text);

/* Between these two, numbers are read and written with a decimal point, whoever calls. */
locale_t GrLocaleBegin(void);
void GrLocaleEnd(locale_t before);

#endif
