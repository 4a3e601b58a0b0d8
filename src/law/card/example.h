/* The worked example of a law's card. */
#ifndef GRANUM_LAW_CARD_EXAMPLE_H
#define GRANUM_LAW_CARD_EXAMPLE_H

#include <granum/law.h>

enum { GR_EXAMPLE_ROWS = 8 };

/* A law evaluated at rising overlaps, from an open contact at zero rate. */
typedef struct {
  double overlap[GR_EXAMPLE_ROWS];   /* [m] */
  double force[GR_EXAMPLE_ROWS];     /* static force [N] */
  double returned[GR_EXAMPLE_ROWS];  /* recoverable energy / work done on the contact [1] */
  double stiffness[GR_EXAMPLE_ROWS]; /* largest up to this overlap [N/m] */
  double damping[GR_EXAMPLE_ROWS];   /* largest up to this overlap [N s/m] */
} GrExample;

/* The pair of the example: two steel spheres, W25 (doi 10.1016/j.ymssp.2025.112399) Table 1. */
void GrExamplePair(GrLawPair *pair);

/* Overlap at which the pair of the example first yields [m]. */
double GrExampleYield(const GrLawPair *pair);

/* Default and example values of all parameters. */
void GrExampleValues(const GrLaw *law, GrLawValue *value);

/* Computes the coefficients of the law for the example pair, with default and example values. The parameter that
   GrExampleWords returns has its word number `choice`. Returns NULL, or the reason why there is no example. */
const char *GrExampleCoefficients(const GrLaw *law, int choice, double *coefficient);

/* Evaluates the law with these coefficients. Returns NULL, or the reason why there is no example. */
const char *GrExampleEvaluate(const GrLaw *law, int choice, GrExample *example);

/* The first parameter that takes words only and changes the coefficients of the example, or NULL. */
const GrLawParameter *GrExampleWords(const GrLaw *law);

/* Returns the number of words in `choices`, which are separated by '|'. */
int GrChoicesCount(const char *choices);
/* Returns the position of a word in `choices`, from 0; -1: it is missing. */
int GrChoicesFind(const char *choices, const char *word);
/* Returns the word at a position; it ends at the next '|'. */
const char *GrChoicesAt(const char *choices, int position);

#endif
