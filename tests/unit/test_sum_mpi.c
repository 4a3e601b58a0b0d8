/* The exact sum over ranks: the same bits as on one rank, however the numbers are shared out.
   Labels: base parallel. */
#include "unit.h"

#include "base/math/sum.h"

#include <math.h>
#include <stdlib.h>

enum { N = 3001, N_SUMS = 4 };

static double number[N];

static int Cyclic(int i, int ranks)
{
  return i % ranks;
}

static int Blocks(int i, int ranks)
{
  return (int)((int64_t)i * ranks / N);
}

static int LastOnly(int i, int ranks)
{
  return ranks - 1;
}

static void FillNumbers(void)
{
  srand(3);
  for (int i = 0; i < N; i++)
    number[i] = ldexp((double)rand() / RAND_MAX - 0.5, rand() % 400 - 200);
}

/* Sum 0: all numbers; 1: the same turned; 2: an infinity on one rank; 3: both infinities, on different owners. */
static void test_ranks(void **state)
{
  int (*const owner[])(int, int) = {Cyclic, Blocks, LastOnly};
  int rank, ranks;
  GrSum serial;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  FillNumbers();
  GrSumClear(&serial);
  for (int i = 0; i < N; i++)
    GrSumAdd(&serial, number[i]);
  double expected = GrSumValue(&serial);
  assert_true(isfinite(expected) && expected != 0);

  for (int k = 0; k < 3; k++) {
    GrSum sums[N_SUMS];
    for (int j = 0; j < N_SUMS; j++)
      GrSumClear(&sums[j]);
    for (int i = 0; i < N; i++)
      if (owner[k](i, ranks) == rank) {
        GrSumAdd(&sums[0], number[i]);
        GrSumAdd(&sums[1], -number[i]);
      }
    if (rank == 0)
      GrSumAdd(&sums[2], INFINITY);
    GrSumAdd(&sums[3], rank == 0 ? INFINITY : -INFINITY);
    assert_int_equal(GrSumReduce(sums, N_SUMS, PETSC_COMM_WORLD), 0);
    double value = GrSumValue(&sums[0]), turned = -GrSumValue(&sums[1]);
    assert_memory_equal(&value, &expected, sizeof(value));
    assert_memory_equal(&turned, &expected, sizeof(turned));
    assert_true(GrSumValue(&sums[2]) == INFINITY);
    assert_true(ranks > 1 ? isnan(GrSumValue(&sums[3])) : GrSumValue(&sums[3]) == INFINITY);
  }
}

/* Limbs as full as 2^30 additions can make them, on all ranks: together they exceed 63 bits. */
static void test_full_limbs(void **state)
{
  int ranks;
  GrSum sum;
  GrSumClear(&sum);
  sum.limb[40] = INT64_C(1) << 62;
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  assert_int_equal(GrSumReduce(&sum, 1, PETSC_COMM_WORLD), 0);
  assert_true(GrSumValue(&sum) == ldexp(ranks, 62 + 32 * 40 - 1074));
}

UNIT_PETSC(CASE(test_ranks), CASE(test_full_limbs));
