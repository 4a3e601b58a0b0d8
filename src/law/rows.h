/* Macros for the definitions of laws and mechanisms (structs GrLaw and GrMechanism), and for the tables of their
   parameters. */
#ifndef GRANUM_LAW_ROWS_H
#define GRANUM_LAW_ROWS_H

#include <math.h>
#include <stdbool.h>

/* Allowed ranges of a parameter, as four members of GrLawParameter: lower bound, upper bound, whether the lower bound
   is excluded, whether the upper bound is excluded. WORDS_ONLY: the parameter is a word, not a number. */
#define ABOVE_ZERO 0, INFINITY, true, true
#define FROM_ZERO 0, INFINITY, false, true
#define ANY_NUMBER -INFINITY, INFINITY, true, true
#define WORDS_ONLY 0, 0, false, false

/* GrLawParameter.choices of a restitution of at most 1, and of the strength of a bond: words for numbers. */
#define GR_ELASTIC "elastic=1"
#define GR_UNBREAKABLE "infinite=inf"

/* Initializers of the members of GrLaw that refer to tables of the law. In the source file of each law these tables
   have the same names: parameters, history, N_COEFFICIENTS, N_HISTORY. */
#define GR_LAW_ROWS .parameters = parameters, .n_coefficients = N_COEFFICIENTS
#define GR_LAW_ROWS_AND_HISTORY GR_LAW_ROWS, .n_history = N_HISTORY, .history = history

/* Macros that define a function NAME for GrLaw.stiffness or GrLaw.damping. K is the index of a coefficient of the law.
   GR_LAW_CONSTANT: the function returns this coefficient. GR_LAW_ROOT: it returns the coefficient times sqrt(overlap).
   */
#define GR_LAW_CONSTANT(NAME, K)                                                                                       \
  static inline double NAME(const double *coefficient, double overlap)                                                 \
  {                                                                                                                    \
    return coefficient[K];                                                                                             \
  }
#define GR_LAW_ROOT(NAME, K)                                                                                           \
  static inline double NAME(const double *coefficient, double overlap)                                                 \
  {                                                                                                                    \
    return coefficient[K] * sqrt(overlap);                                                                             \
  }

/* Three rows of the table `history` of a law, for the x, y and z components of a vector. */
#define GR_VECTOR_ROWS(NAME, UNIT, MEANING)                                                                            \
  {NAME "_x", UNIT, MEANING}, {NAME "_y", UNIT, "the same, y"},                                                        \
  {                                                                                                                    \
    NAME "_z", UNIT, "the same, z"                                                                                     \
  }

#endif
