/* The worked example of a law's card. */
#ifndef GRANUM_LAW_CARD_EXAMPLE_H
#define GRANUM_LAW_CARD_EXAMPLE_H

#include <granum/law.h>

enum { GR_EXAMPLE_ROWS = 8 };

/* A law evaluated at rising overlaps, from an open contact at zero rate. */
typedef struct {
  double overlap[GR_EXAMPLE_ROWS];   /* [m] */
  double force[GR_EXAMPLE_ROWS];     /* static force [N] */
  double returned[GR_EXAMPLE_ROWS];  /* recoverable over all energy put in [1] */
  double stiffness[GR_EXAMPLE_ROWS]; /* largest up to this overlap [N/m] */
  double damping[GR_EXAMPLE_ROWS];   /* largest up to this overlap [N s/m] */
} GrExample;

/* The pair of the example: two steel spheres, W25 (doi 10.1016/j.ymssp.2025.112399) Table 1. */
void GrExamplePair(GrLawPair *pair);

/* Its overlap at first yield [m]. */
double GrExampleYield(const GrLawPair *pair);

/* Default and example values of all parameters. */
void GrExampleValues(const GrLaw *law, GrLawValue *value);

/* Coefficients of the law at the example pair with its default and example values; GrExampleWords, if any, takes its
 * `choice`-th word. Returns NULL, or why there is no example. */
const char *GrExampleCoefficients(const GrLaw *law, int choice, double *coefficient);

/* The law evaluated with these coefficients. Returns as above. */
const char *GrExampleEvaluate(const GrLaw *law, int choice, GrExample *example);

/* The first parameter that takes words only and changes the coefficients of the example, or NULL. */
const GrLawParameter *GrExampleWords(const GrLaw *law);

/* Number of words in a row of choices, the position of a word in it (-1: not in the row), and the word at a position,
   which ends at the next '|'. */
int GrChoicesCount(const char *choices);
int GrChoicesFind(const char *choices, const char *word);
const char *GrChoicesAt(const char *choices, int position);

#endif
