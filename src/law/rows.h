/* Macros for the descriptors of laws and mechanisms (GrLaw, GrMechanism), and for the rows of their parameters. */
#ifndef GRANUM_LAW_ROWS_H
#define GRANUM_LAW_ROWS_H

#include <math.h>

/* Ranges in rows of parameters: lower bound, upper bound, whether the lower and the upper bound are excluded.
   WORDS_ONLY: the parameter is not a number. */
#define ABOVE_ZERO 0, INFINITY, true, true
#define FROM_ZERO 0, INFINITY, false, true
#define ANY_NUMBER -INFINITY, INFINITY, true, true
#define WORDS_ONLY 0, 0, false, false

/* Members of a descriptor that are tables with standard names in the file of the law. */
#define GR_LAW_ROWS .parameters = parameters, .n_coefficients = N_COEFFICIENTS
#define GR_LAW_ROWS_AND_HISTORY GR_LAW_ROWS, .n_history = N_HISTORY, .history = history

/* Define a function NAME of a law, GrLaw.stiffness or GrLaw.damping, that returns coefficient number K, or coefficient
   number K times the square root of the overlap. */
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

/* Three rows of a table of history values, for the components of a vector. */
#define GR_VECTOR_ROWS(NAME, UNIT, MEANING)                                                                            \
  {NAME "_x", UNIT, MEANING}, {NAME "_y", UNIT, "the same, y"},                                                        \
  {                                                                                                                    \
    NAME "_z", UNIT, "the same, z"                                                                                     \
  }

#endif
