/* The sum in fixed point against the exact sum: equal values for numbers that are multiples of its unit, in any order
   and on any number of ranks; the range.
   Labels: base parallel. */
#include "unit.h"

#include "base/math/short_sum.h"
#include "base/math/sum.h"

#include <float.h>
#include <stdlib.h>

enum { N = 2000, ROUNDS = 200 };

/* A number of either sign with 53 bits, whose lowest bit is at least the unit. */
static double Draw(void)
{
  const double part = (double)rand() / RAND_MAX - 0.5;
  return ldexp(part + ldexp(part, -31), rand() % 80 - 45);
}

static void test_same_as_exact(void **state)
{
  double x[N];

  srand(5);
  for (int round = 0; round < ROUNDS; round++) {
    GrSum exact;
    GrShortSum there = {{0}}, back = {{0}};
    GrSumClear(&exact);
    for (int i = 0; i < N; i++) {
      x[i] = i % 3 == 2 ? -x[i - 1] * (1 - DBL_EPSILON) : Draw(); /* terms that nearly cancel */
      GrSumAdd(&exact, x[i]);
      GrShortSumAdd(&there, x[i]);
    }
    for (int i = N - 1; i >= 0; i--)
      GrShortSumAdd(&back, x[i]);
    assert_memory_equal(&there, &back, sizeof(there));
    assert_true(GrShortSumValue(&there) == GrSumValue(&exact));
    for (int i = 0; i < N; i++)
      GrShortSumAdd(&there, -x[i]);
    assert_true(GrShortSumValue(&there) == 0);
  }
}

static void test_range(void **state)
{
  const double lost[] = {NAN, INFINITY, -INFINITY, 0x1p50, -0x1p50};
  GrShortSum sum = {{0}};

  GrShortSumAdd(&sum, 0x1p-141);
  GrShortSumAdd(&sum, -0x1p-150);
  GrShortSumAdd(&sum, 0x1p-1074);
  assert_true(GrShortSumValue(&sum) == 0); /* below the unit */
  GrShortSumAdd(&sum, -0x1p-140);
  assert_true(GrShortSumValue(&sum) == -0x1p-140);
  GrShortSumAdd(&sum, 0x1.fffffffffffffp49);
  assert_true(GrShortSumValue(&sum) == 0x1.fffffffffffffp49);
  for (int i = 0; i < 5; i++) {
    GrShortSum other = {{0}};
    GrShortSumAdd(&other, lost[i]);
    GrShortSumAdd(&other, 1);
    assert_true(isnan(GrShortSumValue(&other)));
  }
  GrShortSumAdd(&sum, 0x1p49); /* the sum leaves the range, and does not come back */
  GrShortSumAdd(&sum, -0x1p49);
  assert_true(isnan(GrShortSumValue(&sum)));
}

static void test_ranks(void **state)
{
  GrShortSum sum[3] = {{{0}}}, whole = {{0}};
  int rank, ranks;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  srand(7);
  for (int i = 0; i < N; i++) {
    const double x = Draw();
    GrShortSumAdd(&whole, x);
    if (i % ranks != rank)
      continue;
    GrShortSumAdd(&sum[0], x);
    GrShortSumAdd(&sum[1], -x);
  }
  GrShortSumAdd(&sum[2], rank == 0 ? NAN : 1);
  assert_int_equal(GrShortSumReduce(sum, 3, PETSC_COMM_WORLD), 0);
  assert_memory_equal(&sum[0], &whole, sizeof(whole));
  assert_true(GrShortSumValue(&sum[1]) == -GrShortSumValue(&whole));
  assert_true(isnan(GrShortSumValue(&sum[2])));
}

UNIT_PETSC(CASE(test_same_as_exact), CASE(test_range), CASE(test_ranks));
