/* The law cards that `granum laws` prints: labelled sections of wrapped text. */
#ifndef GRANUM_LAW_CARD_CARD_H
#define GRANUM_LAW_CARD_CARD_H

#include "base/json.h"
#include "law/registry.h"
#include <stdio.h>

enum { GR_CARD_INDENT = 12 };

/* Prints text wrapped at the right, with `margin` blanks on the left. A line feed starts a new line; blanks at its
   beginning are kept. at: current column of the cursor, at most the margin. */
void GrCardWrap(FILE *out, int at, int margin, const char *text);

/* Prints a section of a card: its label and its text; nothing if the text is NULL or empty. */
void GrCardSection(FILE *out, const char *label, const char *text);

/* Outputs of a worked example. */
typedef struct {
  FILE *text;
  GrJson *json; /* each table is also added to the current JSON list, as a list of columns; NULL: no JSON */
} GrCardSheet;

/* Prints the worked example of a law: force, energy, stiffness and damping of two steel spheres at several overlaps. */
void GrCardExample(const GrLaw *law, const GrCardSheet *out);

/* Prints the content of the law cards as a JSON document: of all laws (name NULL), or of the law with this name. Fails
   only if memory is exhausted. */
PetscErrorCode GrCardJson(const char *name, FILE *out);

#endif
