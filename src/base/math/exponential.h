/* Exponential function and powers with the same bits on every machine (see elementary.h).

   Errors, measured against long double: the error of GrExp is below 1 ulp for -700 <= x <= 700. The relative error of
   GrPower is below (2 + |y ln x|) 2.3e-16. The result for NaN is NaN. */
#ifndef GRANUM_BASE_MATH_EXPONENTIAL_H
#define GRANUM_BASE_MATH_EXPONENTIAL_H

#include "base/math/elementary.h"

/* Returns e^x = 2^k e^r with k = x/ln 2 rounded to an integer and |r| <= ln 2/2. e^r is the sum of r^n/n! up to n = 14,
   with a relative error of 1e-19. Results outside the range of normal numbers become 0 or infinity. */
static inline double GrExp(double x)
{
  const double integer = 0x1.8p52; /* x + 0x1.8p52 has the integer nearest to x in its low bits */
  const double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
  double inside = x < -708.0 ? -708.0 : x > 709.0 ? 709.0 : x;
  double shifted = inside * 1.4426950408889634 + integer, k = shifted - integer;
  double r = inside - k * ln2_high - k * ln2_low;
  double sum = 1.0 / 87178291200.0;
  sum = sum * r + 1.0 / 6227020800.0;
  sum = sum * r + 1.0 / 479001600.0;
  sum = sum * r + 1.0 / 39916800.0;
  sum = sum * r + 1.0 / 3628800.0;
  sum = sum * r + 1.0 / 362880.0;
  sum = sum * r + 1.0 / 40320.0;
  sum = sum * r + 1.0 / 5040.0;
  sum = sum * r + 1.0 / 720.0;
  sum = sum * r + 1.0 / 120.0;
  sum = sum * r + 1.0 / 24.0;
  sum = sum * r + 1.0 / 6.0;
  sum = sum * r + 0.5;
  double power = GrFromBits((GrBitsOf(shifted) << 52) + 0x3ff0000000000000u); /* 2^k */
  double result = power * (1.0 + (r + r * r * sum));
  return x < -708.0 ? 0.0 : x > 709.0 ? (double)INFINITY : result;
}

/* Functions of x >= 0 for linear decay: decay = e^-x, phi[0] = (1 - e^-x)/x, phi[k] = (1/k! - phi[k-1])/x; their values
   at x = 0 are 1, 1, 1/2 and 1/6. Relative errors are below 1e-15. */
typedef struct {
  double decay, phi[3];
} GrDecay;

static inline GrDecay GrDecayAt(double x)
{
  GrDecay d;

  if (x < 1) {
    double sum = 0;
    for (int k = 18; k >= 0; k--) /* phi[2] is the sum of (-x)^k/(k + 3)! */
      sum = 1.0 / (k + 3) * (1 - x * sum);
    d.phi[2] = 0.5 * sum;
    d.phi[1] = 0.5 - x * d.phi[2];
    d.phi[0] = 1 - x * d.phi[1];
    d.decay = 1 - x * d.phi[0];
    return d;
  }
  d.decay = GrExp(-x);
  d.phi[0] = (1 - d.decay) / x;
  d.phi[1] = (1 - d.phi[0]) / x;
  d.phi[2] = (0.5 - d.phi[1]) / x;
  return d;
}

/* Returns x^y of a positive normal number x. */
static inline double GrPower(double x, double y)
{
  return GrExp(y * GrLogarithm(x));
}

#endif
