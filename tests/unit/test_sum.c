/* The exact sum against cases worked out by hand and against Shewchuk's expansions, an independent exact method.
   Labels: base. */
#include "unit.h"

#include "base/math/sum.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { N_RANDOM = 400, N_ROUNDS = 2000 };

static double Sum(int n, const double x[])
{
  GrSum sum;
  GrSumClear(&sum);
  for (int i = 0; i < n; i++)
    GrSumAdd(&sum, x[i]);
  return GrSumValue(&sum);
}

static void AssertSameBits(double a, double b)
{
  uint64_t bits[2];
  memcpy(&bits[0], &a, sizeof(a));
  memcpy(&bits[1], &b, sizeof(b));
  assert_int_equal(bits[0], bits[1]);
}

#define ASSERT_SUM(expected, ...)                                                                                      \
  do {                                                                                                                 \
    const double x_[] = {__VA_ARGS__};                                                                                 \
    AssertSameBits(Sum((int)(sizeof(x_) / sizeof(*x_)), x_), expected);                                                \
  } while (0)

static void test_by_hand(void **state)
{
  const double tiny = 0x1p-1074;
  ASSERT_SUM(0.0, 0.0);
  ASSERT_SUM(0.0, -0.0, -0.0);
  ASSERT_SUM(1.0, 1e300, 1.0, -1e300);
  ASSERT_SUM(-1.0, 1e300, -1.0, -1e300);
  ASSERT_SUM(0x1.999999999999ap-4 * 10, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1,
             0.1); // 1.0000000000000000555 to nearest
  ASSERT_SUM(tiny, 1.0, tiny, -1.0);
  ASSERT_SUM(-3 * tiny, -tiny, -tiny, -tiny);
  ASSERT_SUM(DBL_MIN, DBL_MIN - tiny, tiny);
  ASSERT_SUM(DBL_MAX, DBL_MAX, DBL_MAX, -DBL_MAX);
  ASSERT_SUM(-DBL_MAX, -DBL_MAX);
  ASSERT_SUM(tiny, DBL_MAX, DBL_MAX, tiny, -DBL_MAX, -DBL_MAX);
}

static void test_rounding(void **state)
{
  const double half = 0x1p-53; // half a unit in the last place of 1
  ASSERT_SUM(1.0, 1.0, half);
  ASSERT_SUM(1 + 2 * half, 1.0, half, 0x1p-1074);
  ASSERT_SUM(1.0, 1.0, half, -0x1p-1074);
  ASSERT_SUM(1 + 4 * half, 1 + 2 * half, half);
  ASSERT_SUM(-1 - 4 * half, -1 - 2 * half, -half);
  ASSERT_SUM(2.0, 2 - 2 * half, half);
  ASSERT_SUM(DBL_MAX, DBL_MAX, 0x1p969);
  ASSERT_SUM(INFINITY, DBL_MAX, 0x1p970); // a tie goes to the even neighbour, which is 2^1024
  ASSERT_SUM(-INFINITY, -DBL_MAX, -DBL_MAX);
}

static void test_special(void **state)
{
  ASSERT_SUM(INFINITY, 1.0, INFINITY, -1e300);
  ASSERT_SUM(-INFINITY, 1.0, -INFINITY);
  const double both[] = {INFINITY, -INFINITY}, nan[] = {1.0, NAN};
  assert_true(isnan(Sum(2, both)));
  assert_true(isnan(Sum(2, nan)));
}

/* Many additions to one limb, past the point where carries must move up. */
static void test_carries(void **state)
{
  GrSum sum;
  GrSumClear(&sum);
  sum.pending = GR_SUM_PENDING_MAX - 5;
  for (int i = 0; i < 64; i++)
    sum.limb[i] = (INT64_C(1) << 62) - 1; // as full as 2^30 additions can make it
  double before = GrSumValue(&sum);
  // (2^62 - 1) (2^2048 - 1)/(2^32 - 1) 2^-1074, to 53 bits
  AssertSameBits(before, ldexp(0x1p62 + 0x1p30, 2016 - 1074));
  for (int i = 0; i < 10; i++)
    GrSumAdd(&sum, 1.0);
  assert_true(sum.pending == 5);
  for (int i = 0; i < 10; i++)
    GrSumAdd(&sum, -1.0);
  AssertSameBits(GrSumValue(&sum), before);
}

static double Random(void)
{
  int exponent = rand() % 600 - 300;
  double m = (double)rand() / RAND_MAX + 1;
  return ldexp(rand() % 2 ? m : -m, exponent);
}

/* Shewchuk (1997), Discrete Comput. Geom. 18, 305, theorem 10: parts that do not overlap, the smallest first. */
static double ExpansionSum(int n, const double x[])
{
  double part[N_RANDOM + 1];
  int parts = 0;
  for (int i = 0; i < n; i++) {
    double q = x[i];
    int kept = 0;
    for (int k = 0; k < parts; k++) {
      double s = q + part[k], b = s - q, low = (q - (s - b)) + (part[k] - b);
      if (low != 0)
        part[kept++] = low;
      q = s;
    }
    part[kept++] = q;
    parts = kept;
  }
  double high = 0, low = 0;
  while (parts > 0 && low == 0) {
    double p = part[--parts], s = high + p;
    low = p - (s - high);
    high = s;
  }
  // A tie of the last addition is decided by the remainder below it.
  if (parts > 0 && low != 0 && part[parts - 1] != 0 && (low < 0) == (part[parts - 1] < 0)) {
    double y = 2 * low, s = high + y;
    if (y == s - high)
      high = s;
  }
  return high;
}

static void test_random(void **state)
{
  double x[N_RANDOM];
  srand(7);
  for (int round = 0; round < N_ROUNDS; round++) {
    int n = 2 + rand() % (N_RANDOM / 2 - 2);
    for (int i = 0; i < n; i++)
      x[i] = Random();
    if (round % 2) { // nearly everything cancels
      for (int i = 0; i < n - 1; i++)
        x[n + i] = -x[i];
      n += n - 1;
    }
    double expected = ExpansionSum(n, x), forward = Sum(n, x);
    AssertSameBits(forward, expected);
    for (int i = n - 1; i > 0; i--) {
      int j = rand() % (i + 1);
      double swap = x[i];
      x[i] = x[j];
      x[j] = swap;
    }
    AssertSameBits(Sum(n, x), forward);
  }
}

UNIT(CASE(test_by_hand), CASE(test_rounding), CASE(test_special), CASE(test_carries), CASE(test_random));
