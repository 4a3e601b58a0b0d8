/* Natural logarithm, cube root and square roots that return the same bits on every machine.

   Different mathematical libraries return different last bits, and a vectorised function may differ from the scalar
   function. The functions here use only IEEE additions, multiplications, divisions and square roots of doubles, and
   integer operations on their bits. They have no branches and no tables, so that loops over them vectorise with SSE2
   and with AVX-512. Every build returns the same bits if it is compiled with -ffp-contract=off and -fno-math-errno.

   Errors, measured against long double: GrLogarithm and GrCbrt less than 1 ulp for normal numbers; GrRoot is correctly
   rounded; GrInverseRoot(x) and x GrInverseRoot(x) less than 2 ulp for x >= 1e-283. NaN gives NaN. */
#ifndef GRANUM_BASE_MATH_ELEMENTARY_H
#define GRANUM_BASE_MATH_ELEMENTARY_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define GR_PI 3.14159265358979323846

/* Returns the 64 bits of a double as an integer. */
static inline uint64_t GrBitsOf(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* Returns the double that has these 64 bits. */
static inline double GrFromBits(uint64_t bits)
{
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Returns 0, or NaN if x is NaN or infinite. A result to which it is added becomes NaN if x is NaN, so that the
   stability check finds the error. The code has no branch, so that loops vectorise. */
static inline double GrMarkNan(double x)
{
  return 0.0 * x;
}

/* Returns the larger of two numbers, or NaN if a or b is NaN. */
static inline double GrLarger(double a, double b)
{
  return a > b ? a : b + GrMarkNan(a);
}

/* Returns a if `condition` is true, otherwise b. The code has no branch, so that loops vectorise. A compiler may
   translate the operator `?:` to a branch. */
static inline double GrSelect(bool condition, double a, double b)
{
  const uint64_t mask = -(uint64_t)condition;
  return GrFromBits((GrBitsOf(a) & mask) | (GrBitsOf(b) & ~mask));
}

/* Converts an integer 0 <= i < 2^52 to a double. It combines the bits of i and of the double 2^52 by a bitwise or, and
   then subtracts 2^52. Loops with this conversion vectorise on every machine. A machine instruction for vectors of
   64-bit integers exists only since AVX-512. */
static inline double GrSmallInteger(uint64_t i)
{
  return GrFromBits(i | 0x4330000000000000u) - 0x1p52;
}

/* Returns ln x of a positive normal number; NaN for x <= 0. Write x = 2^k m with m in [sqrt(1/2), sqrt(2)), f = m - 1
   (exact) and s = f/(2 + f). Then ln m = 2 artanh s = f - f^2/2 + s (f^2/2 + sum_{n=1..9} 2 s^(2n)/(2n + 1)), where the
   terms after n = 9 are less than 3e-17 ln m. The product k ln 2 is added in two parts, the first of which is exact. */
static inline double GrLogarithm(double x)
{
  const uint64_t root_half = 0x3fe6a09e667f3bcdu; /* bits of sqrt(1/2) */
  const double ln2_high = 0x1.62e42fee00000p-1, ln2_low = 0x1.a39ef35793c76p-33;
  uint64_t shifted = GrBitsOf(x) + (0x3ff0000000000000u - root_half);
  double k = GrSmallInteger(shifted >> 52) - 1023.0;
  double f = GrFromBits((shifted & 0x000fffffffffffffu) + root_half) - 1.0;
  double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
  double sum = 2.0 / 19.0;
  sum = sum * z + 2.0 / 17.0;
  sum = sum * z + 2.0 / 15.0;
  sum = sum * z + 2.0 / 13.0;
  sum = sum * z + 2.0 / 11.0;
  sum = sum * z + 2.0 / 9.0;
  sum = sum * z + 2.0 / 7.0;
  sum = sum * z + 2.0 / 5.0;
  sum = sum * z + 2.0 / 3.0;
  double small = s * (half + sum * z) + k * ln2_low;
  double result = k * ln2_high - ((half - small) - f);
  return x > 0.0 ? result : NAN;
}

/* Returns the cube root of a normal number, positive or negative, or of zero. Write |x| = 2^(3q + r) m with m in [1,
   2) and r in {-1, 0, 1}. A parabola approximates the cube root of m with an error of 7e-4. Two steps of Halley's
   iteration t <- t + t (y - t^3)/(2 t^3 + y) for y = 2^r m then give the root to the last bits. A step changes the
   relative error e to 2/3 e^3. */
static inline double GrCbrt(double x)
{
  const double integer = 0x1.8p52; /* adding this number rounds a double to an integer, in its low bits */
  uint64_t sign = GrBitsOf(x) & 0x8000000000000000u, bits = GrBitsOf(x) ^ sign;
  double exponent = GrSmallInteger(bits >> 52) - 1023.0;
  double third = exponent * (1.0 / 3.0) + integer;
  double r = exponent - 3.0 * (third - integer);
  double m = GrFromBits((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
  double y = r > 0.5 ? 2.0 * m : r < -0.5 ? 0.5 * m : m;
  double scale = r > 0.5 ? 1.2599210498948732 : r < -0.5 ? 0.79370052598409974 : 1.0; /* 2^(r/3) */
  double t = scale * (0.621516 + m * (0.439441 - m * 0.06032));
  double cube = t * t * t;
  t += t * ((y - cube) / (2.0 * cube + y));
  cube = t * t * t;
  t += t * ((y - cube) / (2.0 * cube + y));
  double power = GrFromBits((GrBitsOf(third) << 52) + 0x3ff0000000000000u); /* 2^q */
  double result = GrFromBits(GrBitsOf(t * power) | sign);
  return fabs(x) > 0.0 ? result : x;
}

/* Returns the positive root s of s^3 - x s - b = 0 for x > 0, b > 0, by Newton's method. The start value sqrt(x) +
   b^(1/3) is at most twice the root. The iteration decreases monotonically to the root, and is accurate to the last
   bits after seven steps. If x is not positive, returns x. */
static inline double GrCubicRoot(double x, double b)
{
  double s = sqrt(x) + GrCbrt(b);
  for (int step = 0; step < 7; step++) {
    double square = s * s;
    s = (2.0 * s * square + b) / (3.0 * square - x);
  }
  return x > 0.0 ? s : x;
}

/* Returns the square root of x; 0 for x < 0. */
static inline double GrRoot(double x)
{
  return sqrt(x < 0.0 ? 0.0 : x);
}

/* Returns x^(-1/2) for x >= 0. To avoid a division by 0 it adds 1e-300 to x, which changes no result for x >=
   1e-283. For x = 0 it returns a large finite number r, so that x r is 0. */
static inline double GrInverseRoot(double x)
{
  return 1.0 / sqrt(x + 1e-300);
}

#endif
