/* For the tests of the laws: values of parameters, and comparison with reference numbers. */
#ifndef GRANUM_TESTS_LAW_VALUES_H
#define GRANUM_TESTS_LAW_VALUES_H

#include <granum/law.h>
#include <math.h>

/* Values as in a case: a number, a word of the parameter, none. */
#define NUMBER(x)                                                                                                      \
  {                                                                                                                    \
    true, -1, x                                                                                                        \
  }
#define WORD(i)                                                                                                        \
  {                                                                                                                    \
    true, i, NAN                                                                                                       \
  }
#define NONE                                                                                                           \
  {                                                                                                                    \
    false, -1, NAN                                                                                                     \
  }

static inline void AssertNear(double value, double reference, double relative)
{
  FACT(fabs(value - reference) <= relative * fabs(reference), "%.12g instead of %.12g: relative error %.2g", value,
       reference, fabs(value / reference - 1));
}

static inline void AssertWithin(double value, double reference, double distance)
{
  FACT(fabs(value - reference) <= distance, "%.12g instead of %.12g: %.2g off", value, reference,
       fabs(value - reference));
}

#endif
