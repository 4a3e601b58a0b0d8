/* A text that grows. If memory is exhausted, GrTextTake returns the error. */
#ifndef GRANUM_BASE_TEXT_H
#define GRANUM_BASE_TEXT_H

#include <petscsys.h>
#include <stdio.h>

/* End of a line of a resolved case that does not change the results: two runs with the same results may differ in
   it. */
#define GR_TEXT_ASIDE "  # changes no result"

typedef struct {
  char *data;
  size_t used, capacity;
  PetscErrorCode failed;
} GrText;

/* Appends formatted text. */
void GrTextPrint(GrText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends the shortest decimal number that reads back to the same double, with a point or an exponent in a form
   that YAML and JSON accept. */
void GrTextNumber(GrText *text, double number);

/* Decodes the UTF-8 character at `text`. Returns its number of bytes, or 0 if this is not UTF-8, and its code. */
int GrTextCharacter(const char *text, unsigned *code);

/* Appends a double-quoted string, escaped for YAML and JSON. Bytes that are not UTF-8 become question marks. */
void GrTextQuoted(GrText *text, const char *string);

/* Returns the characters and empties the text. Free them with PetscFree. */
PetscErrorCode GrTextTake(GrText *text, char **characters);

/* Writes the characters to a stream (NULL: to none), and empties the text. */
PetscErrorCode GrTextPour(GrText *text, FILE *out);

#endif
