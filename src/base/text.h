/* A text that grows. If memory is exhausted, the error is stored, and GrTextTake returns it. */
#ifndef GRANUM_BASE_TEXT_H
#define GRANUM_BASE_TEXT_H

#include <petscsys.h>
#include <stdio.h>

/* Comment at the end of a line of a resolved case whose value does not change the results: runs with equal results may
   differ in this line. */
#define GR_TEXT_ASIDE "  # changes no result"

typedef struct {
  char *data;
  size_t used, capacity;
  PetscErrorCode failed;
} GrText;

/* Appends formatted text, with the arguments of printf. */
void GrTextPrint(GrText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends a number as the shortest decimal text from which the same double is read again, in a form that YAML and JSON
   accept. */
void GrTextNumber(GrText *text, double number);

/* Decodes the UTF-8 character at `text`: sets *code to its code point and returns its number of bytes; 0: it is not
   UTF-8. */
int GrTextCharacter(const char *text, unsigned *code);

/* Appends a string in double quotes, with the escapes of YAML and JSON. Bytes that are not UTF-8 become question
   marks. */
void GrTextQuoted(GrText *text, const char *string);

/* Sets *characters to the content of the text, and empties the text. Free the content with PetscFree. */
PetscErrorCode GrTextTake(GrText *text, char **characters);

/* Writes the content of the text to a stream (NULL: discards it), and empties the text. */
PetscErrorCode GrTextPour(GrText *text, FILE *out);

#endif
