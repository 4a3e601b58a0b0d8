/* The logarithm and the roots of the laws against long double, and their bits against a fixed fingerprint.
   Labels: base. */
#include "unit.h"

#include "base/math/elementary.h"
#include <float.h>

/* Doubles spread over the bits: a linear congruential generator over exponent and mantissa (Knuth's MMIX constants). */
static double NextNormal(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  uint64_t bits = *state & 0x7fffffffffffffffu, exponent = 1 + (bits >> 52) % 2046;
  return GrFromBits((bits & 0x000fffffffffffffu) | exponent << 52);
}

/* |result - exact| in units of the last place of the exact value. */
static double Ulps(double result, long double exact)
{
  int exponent;
  frexpl(exact, &exponent);
  return (double)(fabsl((long double)result - exact) / ldexpl(1, exponent - 53));
}

static void TestLog(void **state)
{
  uint64_t seed = 1;
  double worst = 0;
  for (int i = 0; i < 1000000; i++) {
    double x = NextNormal(&seed);
    worst = fmax(worst, Ulps(GrLogarithm(x), logl((long double)x)));
  }
  for (int i = 1; i < 1000000; i++) { /* 0.5 to 2.5, where the logarithm is small or the reduction changes sides */
    double x = 0.5 + 2e-6 * i + 1e-13 * i;
    worst = fmax(worst, Ulps(GrLogarithm(x), logl((long double)x)));
  }
  for (int i = 1; i < 1000; i++) { /* next to 1, on both sides */
    double above = 1 + i * DBL_EPSILON, below = 1 - i * DBL_EPSILON;
    worst = fmax(worst, fmax(Ulps(GrLogarithm(above), logl((long double)above)),
                             Ulps(GrLogarithm(below), logl((long double)below))));
  }
  print_message("log: worst error %.3f ulp\n", worst);
  assert_true(worst < 1.0); /* the bound base/math/elementary.h states */
}

static void TestCbrt(void **state)
{
  uint64_t seed = 2;
  double worst = 0;
  for (int i = 0; i < 1000000; i++) {
    double x = NextNormal(&seed) * (i % 2 ? 1 : -1);
    worst = fmax(worst, Ulps(GrCbrt(x), cbrtl((long double)x)));
  }
  for (int i = 0; i < 1000000; i++) { /* 1 to 8: all three remainders of the exponent */
    double x = 1 + 7e-6 * i + 1e-13 * i;
    worst = fmax(worst, Ulps(GrCbrt(x), cbrtl((long double)x)));
  }
  print_message("cbrt: worst error %.3f ulp\n", worst);
  assert_true(worst < 1.0); /* the bound base/math/elementary.h states */
}

/* The largest errors of the inverse root, and of x times it. */
static void WorstRoots(double x, double worst[2])
{
  const long double exact = sqrtl((long double)x);
  worst[0] = fmax(worst[0], Ulps(GrInverseRoot(x), 1 / exact));
  worst[1] = fmax(worst[1], Ulps(x * GrInverseRoot(x), exact));
}

static void TestRoots(void **state)
{
  uint64_t seed = 4;
  double worst[2] = {0};
  for (int i = 0; i < 1000000; i++)
    WorstRoots(fmax(1e-283, NextNormal(&seed)), worst);
  for (int i = 0; i < 1000000; i++) /* 1 to 16: all remainders of the exponents */
    WorstRoots(1 + 15e-6 * i + 1e-13 * i, worst);
  print_message("inverse root: worst error %.3f ulp; times its argument: %.3f ulp\n", worst[0], worst[1]);
  assert_true(worst[0] < 2 && worst[1] < 2); /* the bounds base/math/elementary.h states */
  assert_true(0.0 * GrInverseRoot(0.0) == 0.0 && GrRoot(0.0) == 0.0 && GrRoot(-1.0) == 0.0 && GrRoot(9.0) == 3.0);
  assert_true(isnan(GrInverseRoot(NAN)) && isnan(GrRoot(NAN)));
}

static void TestExactAndSpecial(void **state)
{
  assert_true(GrLogarithm(1.0) == 0.0);
  for (int i = -300; i <= 300; i++) {
    double x = ldexp(1.0, 3 * i);
    assert_true(GrCbrt(x) == ldexp(1.0, i) && GrCbrt(-x) == -ldexp(1.0, i));
  }
  for (int i = 1; i < 1000; i++)
    assert_true(GrCbrt((double)i * i * i) == i);
  assert_true(GrCbrt(0.0) == 0.0 && !signbit(GrCbrt(0.0)) && signbit(GrCbrt(-0.0)));
  assert_true(isnan(GrLogarithm(NAN)) && isnan(GrLogarithm(0.0)) && isnan(GrLogarithm(-1.0)) && isnan(GrCbrt(NAN)));
  assert_true(isnan(GrLarger(NAN, 1.0)) && isnan(GrLarger(1.0, NAN)));
  assert_true(GrLarger(1.0, 2.0) == 2.0 && GrLarger(2.0, 1.0) == 2.0 && GrLarger(0.0, 0.0) == 0.0);
}

/* The same bits on every machine and for every vector width: a hash (FNV-1a over 64-bit words) of many results,
   computed in blocks so that the compiler vectorises. A change of any function changes it. */
static void TestSameBits(void **state)
{
  enum { BLOCK = 256 };
  double x[BLOCK], log_x[BLOCK], root_x[BLOCK], inverse[BLOCK], root[BLOCK];
  uint64_t seed = 3, hash = 14695981039346656037u;
  for (int block = 0; block < 400; block++) {
    for (int i = 0; i < BLOCK; i++)
      x[i] = NextNormal(&seed);
    for (int i = 0; i < BLOCK; i++) {
      log_x[i] = GrLogarithm(x[i]);
      root_x[i] = GrCbrt(x[i]);
      inverse[i] = GrInverseRoot(x[i]);
      root[i] = GrRoot(x[i]);
    }
    for (int i = 0; i < BLOCK; i++) {
      const double result[4] = {log_x[i], root_x[i], inverse[i], root[i]};
      for (int k = 0; k < 4; k++)
        hash = (hash ^ GrBitsOf(result[k])) * 1099511628211u;
    }
  }
  assert_true(hash == 0x281f1c36e367936fu);
}

UNIT(CASE(TestLog), CASE(TestCbrt), CASE(TestRoots), CASE(TestExactAndSpecial), CASE(TestSameBits));
