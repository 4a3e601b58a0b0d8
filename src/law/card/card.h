/* The cards of `granum laws`: labelled sections of wrapped text. */
#ifndef GRANUM_LAW_CARD_CARD_H
#define GRANUM_LAW_CARD_CARD_H

#include "base/json.h"
#include "law/registry.h"
#include <stdio.h>

enum { GR_CARD_INDENT = 12 };

/* Text at a left margin, wrapped; a line feed starts a new line, blanks at its start are kept. `at` is the column
   of the cursor, at most the margin. */
void GrCardWrap(FILE *out, int at, int margin, const char *text);

/* Prints a label and its text; prints nothing if there is no text. */
void GrCardSection(FILE *out, const char *label, const char *text);

/* Where a worked example is printed. */
typedef struct {
  FILE *text;
  GrJson *json; /* each table is also added to the current list, as a list of columns; NULL: it is not */
} GrCardSheet;

/* Prints the worked example of a law: force, energy, stiffness and damping of two steel spheres at several overlaps. */
void GrCardExample(const GrLaw *law, const GrCardSheet *out);

/* Prints all laws, or the law with this name, as a JSON document with the content of the cards. Fails only if memory is
   exhausted. */
PetscErrorCode GrCardJson(const char *name, FILE *out);

#endif
