/* A text to which functions append. If memory is exhausted, the text stores the error, and GrTextTake returns it. */
#ifndef GRANUM_BASE_TEXT_H
#define GRANUM_BASE_TEXT_H

#include <petscsys.h>
#include <stdio.h>

/* YAML comment at the end of a line of the resolved case (the input with all defaults). It marks a value that does not
   change the results. Runs with equal results may differ in these lines. */
#define GR_TEXT_ASIDE "  # changes no result"

/* A text to which functions append. Initialise it with zeros. */
typedef struct {
  char *data;            /* the text, which ends with a zero byte; NULL: empty */
  size_t used, capacity; /* length of the text without the zero byte, and allocated size [bytes] */
  PetscErrorCode failed; /* error of a failed allocation, after which nothing is appended; 0: none */
} GrText;

/* Appends formatted text, with the arguments of printf. */
void GrTextPrint(GrText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends a number as the shortest decimal text that gives the same double again. Valid in YAML and JSON. */
void GrTextNumber(GrText *text, double number);

/* Decodes the UTF-8 character at `text`. Sets *code to the code point of the character and returns the number of its
   bytes, or returns 0 if the bytes are not UTF-8. */
int GrTextCharacter(const char *text, unsigned *code);

/* Appends a string in double quotes, with escape sequences of YAML and JSON. Bytes that are not UTF-8 become "?". */
void GrTextQuoted(GrText *text, const char *string);

/* Sets *characters to the content of the text, and empties the text. The caller frees *characters with PetscFree. */
PetscErrorCode GrTextTake(GrText *text, char **characters);

/* Writes the content of the text to a stream (NULL: discards it), and empties the text. */
PetscErrorCode GrTextPour(GrText *text, FILE *out);

#endif
