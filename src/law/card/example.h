/* The worked example of a law's card. */
#ifndef GRANUM_LAW_CARD_EXAMPLE_H
#define GRANUM_LAW_CARD_EXAMPLE_H

#include <granum/law.h>

enum { GR_EXAMPLE_ROWS = 8 };

/* Values of a law at rising overlaps, on first loading at zero overlap rate. */
typedef struct {
  double overlap[GR_EXAMPLE_ROWS];   /* [m] */
  double force[GR_EXAMPLE_ROWS];     /* static force [N] */
  double returned[GR_EXAMPLE_ROWS];  /* recoverable energy divided by the work done on the contact [1] */
  double stiffness[GR_EXAMPLE_ROWS]; /* largest stiffness up to this overlap [N/m] */
  double damping[GR_EXAMPLE_ROWS];   /* largest damping up to this overlap [N s/m] */
} GrExample;

/* Sets the pair of bodies of the example: two steel spheres, W25 (doi 10.1016/j.ymssp.2025.112399) Table 1. */
void GrExamplePair(GrLawPair *pair);

/* Returns the overlap at which the pair of the example first yields [m]. */
double GrExampleYield(const GrLawPair *pair);

/* Sets value[] of all parameters of a law: the default, or the example value if there is no default. */
void GrExampleValues(const GrLaw *law, GrLawValue *value);

/* Computes the coefficients of the law for the example pair, with default and example values. choice: position of the
   word of the parameter that GrExampleWords returns. Returns NULL, or the reason why there is no example. */
const char *GrExampleCoefficients(const GrLaw *law, int choice, double *coefficient);

/* Evaluates the law at GR_EXAMPLE_ROWS overlaps, with the coefficients of GrExampleCoefficients. Returns NULL, or the
   reason why there is no example. */
const char *GrExampleEvaluate(const GrLaw *law, int choice, GrExample *example);

/* Returns the first parameter of the law that has words only and changes the coefficients of the example; NULL: there
   is none. */
const GrLawParameter *GrExampleWords(const GrLaw *law);

/* Returns the number of words in `choices`, which are separated by '|'. */
int GrChoicesCount(const char *choices);
/* Returns the position of a word in `choices`, from 0; -1: it is missing. */
int GrChoicesFind(const char *choices, const char *word);
/* Returns a pointer to the word at a position in `choices`, from 0; the word ends at the next '|'. */
const char *GrChoicesAt(const char *choices, int position);

#endif
