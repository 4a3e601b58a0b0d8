/* Abbreviations for the descriptors of laws and mechanisms, and for their parameters. */
#ifndef GRANUM_LAW_ROWS_H
#define GRANUM_LAW_ROWS_H

#include <math.h>

/* Ranges in rows of parameters: lower and upper bound, whether each is excluded. WORDS_ONLY: the row has no number. */
#define ABOVE_ZERO 0, INFINITY, true, true
#define FROM_ZERO 0, INFINITY, false, true
#define ANY_NUMBER -INFINITY, INFINITY, true, true
#define WORDS_ONLY 0, 0, false, false

/* Members of a descriptor that are tables of its file. */
#define GR_LAW_ROWS .parameters = parameters, .n_coefficients = N_COEFFICIENTS
#define GR_LAW_ROWS_AND_HISTORY GR_LAW_ROWS, .n_history = N_HISTORY, .history = history

/* Define a bound of a law: coefficient K, or coefficient K times the square root of the overlap. */
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

/* Three rows of a table of history values: the components of a vector. */
#define GR_VECTOR_ROWS(NAME, UNIT, MEANING)                                                                            \
  {NAME "_x", UNIT, MEANING}, {NAME "_y", UNIT, "the same, y"},                                                        \
  {                                                                                                                    \
    NAME "_z", UNIT, "the same, z"                                                                                     \
  }

#endif
