/* The worked example on the card of a law (`granum laws NAME`): values of the law for two steel spheres. */
#ifndef GRANUM_LAW_CARD_EXAMPLE_H
#define GRANUM_LAW_CARD_EXAMPLE_H

#include <granum/law.h>

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

/* Computes the same coefficients with another number of parameter `p`, in SI units. */
const char *GrExampleCoefficientsOver(const GrLaw *law, int choice, int p, double number, double *coefficient);

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
