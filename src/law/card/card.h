/* Functions that print law cards, the output of `granum laws`. A card describes a law in sections, each with a label
   and wrapped text. */
#ifndef GRANUM_LAW_CARD_CARD_H
#define GRANUM_LAW_CARD_CARD_H

#include "base/json.h"
#include "law/registry.h"
#include <stdio.h>

enum { GR_CARD_INDENT = 12 }; /* column in which the text of a section begins; the label is to its left */

/* Prints a text wrapped to the line length of the cards. The text begins in column `margin` of each line. A line feed
   in the text starts a new line; blanks after a line feed are kept. at: number of characters that the caller has
   already printed on the first line, at most `margin`. */
void GrCardWrap(FILE *out, int at, int margin, const char *text);

/* Prints the label and the text of a section of a card. Prints nothing if the text is NULL or empty. */
void GrCardSection(FILE *out, const char *label, const char *text);

/* Destinations to which GrCardExample prints. */
typedef struct {
  FILE *text; /* stream for the text */
  /* JSON list to which each table of the example is appended as a list of columns; NULL: no JSON output */
  GrJson *json;
} GrCardSheet;

/* Prints the example of a law: tables of force, energy, stiffness and damping of two steel spheres at several
   overlaps. */
void GrCardExample(const GrLaw *law, const GrCardSheet *out);

/* Returns a law that a word selects: the law of this name; otherwise the laws whose name or summary contains the word;
   otherwise the laws whose source contains it, such as "EDEM" or an author. The word must be at the beginning of a word
   of the text. Upper and lower case are equal, and so are blanks, "_" and "-". index: number of the law among the
   selected ones, from 0. Returns NULL behind the last one. word NULL: all laws. */
const GrLaw *GrCardFind(const char *word, int index);

/* Prints names and summaries of the laws that a word selects (GrCardFind). */
void GrCardList(const char *word, FILE *out);

/* Prints the content of the cards of the laws that a word selects (GrCardFind) as a JSON document. Fails only if memory
   is exhausted. */
PetscErrorCode GrCardJson(const char *word, FILE *out);

/* Returns a hint for users of LAMMPS: the granum input that replaces this word of the granular pair styles of LAMMPS.
   Ignores "gran/" at the beginning of the word. NULL: there is no hint for the word. */
const char *GrLawLammps(const char *word);

#endif
