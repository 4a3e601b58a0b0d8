/* The worked example on the card of a law (`granum laws NAME`): values of the law for two steel spheres. */
#ifndef GRANUM_LAW_CARD_EXAMPLE_H
#define GRANUM_LAW_CARD_EXAMPLE_H

#include <granum/law.h>

enum { GR_EXAMPLE_ROWS = 8 }; /* number of overlaps at which the example shows the values of a law */

/* Table of a law for the example: values at increasing overlaps, during the first loading, with overlap rate 0. */
typedef struct {
  double overlap[GR_EXAMPLE_ROWS];   /* overlap of each row [m] */
  double force[GR_EXAMPLE_ROWS];     /* force without dashpot [N] */
  double returned[GR_EXAMPLE_ROWS];  /* recoverable energy divided by the work of loading [1] */
  double stiffness[GR_EXAMPLE_ROWS]; /* largest stiffness at overlaps from 0 to the overlap of the row [N/m] */
  double damping[GR_EXAMPLE_ROWS];   /* largest viscosity at overlaps from 0 to the overlap of the row [N s/m] */
} GrExample;

/* Sets the materials and radii of the example: two equal steel spheres, Table 1 of doi 10.1016/j.ymssp.2025.112399. */
void GrExamplePair(GrLawPair *pair);

/* Returns the yield overlap of the pair of the example: the overlap at which plastic deformation begins [m]. */
double GrExampleYield(const GrLawPair *pair);

/* Sets the values of all parameters of a law: value[p] is the default of parameter p, or its value for the example if
   it has no default. */
void GrExampleValues(const GrLaw *law, GrLawValue *value);

/* Computes the coefficients of a law for the two spheres of the example, with the parameter values that GrExampleValues
   sets. Only the parameter that GrExampleWords returns has another value: its word number `choice`, from 0. Returns
   NULL, or the reason why there is no example. */
const char *GrExampleCoefficients(const GrLaw *law, int choice, double *coefficient);

/* Evaluates a law at GR_EXAMPLE_ROWS overlaps for the two spheres of the example. choice: argument of
   GrExampleCoefficients. Returns NULL, or the reason why there is no example. */
const char *GrExampleEvaluate(const GrLaw *law, int choice, GrExample *example);

/* Returns the first parameter whose value is a word and whose first two words give different coefficients for the
   example; NULL: there is no such parameter. */
const GrLawParameter *GrExampleWords(const GrLaw *law);

/* Returns the number of words in the list `choices`, whose words are separated by '|'. */
int GrChoicesCount(const char *choices);
/* Returns the position of a word in the list `choices`, from 0; -1: the list does not contain it. */
int GrChoicesFind(const char *choices, const char *word);
/* Returns a pointer to the word at this position in the list `choices`, from 0. The word ends at the next '|'. */
const char *GrChoicesAt(const char *choices, int position);

#endif
