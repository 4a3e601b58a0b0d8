/* A text that grows. Running out of memory is remembered and reported by GrTextTake. */
#ifndef GRANUM_BASE_TEXT_H
#define GRANUM_BASE_TEXT_H

#include <petscsys.h>
#include <stdio.h>

/* Ends a line of a resolved case that two runs with the same results may have otherwise. */
#define GR_TEXT_ASIDE "  # changes no result"

typedef struct {
  char *data;
  size_t used, capacity;
  PetscErrorCode failed;
} GrText;

void GrTextPrint(GrText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The shortest decimal number that reads back to the same double; with a point or an exponent of the form YAML and JSON
 * know. */
void GrTextNumber(GrText *text, double number);

/* Decodes the UTF-8 character at `text`. Returns its number of bytes, or 0 if this is not UTF-8, and its code. */
int GrTextCharacter(const char *text, unsigned *code);

/* A double-quoted string, escaped as both YAML and JSON have it. Bytes that are no UTF-8 become question marks. */
void GrTextQuoted(GrText *text, const char *string);

/* Hands the characters over; free them with PetscFree. */
PetscErrorCode GrTextTake(GrText *text, char **characters);

/* Writes the characters to a stream, NULL: to none, and frees them. */
PetscErrorCode GrTextPour(GrText *text, FILE *out);

#endif
