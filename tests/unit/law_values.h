/* For the tests of the laws: values of their parameters, and numbers held against a reference. */
#ifndef GRANUM_TESTS_LAW_VALUES_H
#define GRANUM_TESTS_LAW_VALUES_H

#include <granum/law.h>
#include <math.h>

/* As a case gives them: a number, one of the words of the parameter, nothing. */
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
  if (!(fabs(value - reference) <= relative * fabs(reference)))
    fail_msg("%.12g instead of %.12g: relative error %.2g", value, reference, fabs(value / reference - 1));
}

static inline void AssertWithin(double value, double reference, double distance)
{
  if (!(fabs(value - reference) <= distance))
    fail_msg("%.12g instead of %.12g: %.2g off", value, reference, fabs(value - reference));
}

#endif
