/* The functions of SIMD vectors (base/math/simd.h) against loops over the lanes, for all masks.
   Labels: base. */
#include "unit.h"

#include "base/math/simd.h"
#include <math.h>

enum { MASKS = 1 << GR_SIMD };

/* Copies the chosen ones of GR_SIMD numbers. Returns how many there are. */
static int Choose(int mask, const double *from, double *to)
{
  int n = 0;

  for (int k = 0; k < GR_SIMD; k++)
    if (mask & 1 << k)
      to[n++] = from[k];
  return n;
}

static void TestChosen(void **state)
{
  double numbers[GR_SIMD], expected[GR_SIMD], got[GR_SIMD];
  PetscInt indices[GR_SIMD], got_indices[GR_SIMD];
  int ints[GR_SIMD], got_ints[GR_SIMD];
  unsigned char places[GR_SIMD];
  GrSimd simd;

  (void)state;
  for (int k = 0; k < GR_SIMD; k++) {
    numbers[k] = 100 + k;
    indices[k] = 100 + k;
    ints[k] = 100 + k;
  }
  GrSimdLoad(numbers, &simd);
  for (int mask = 0; mask < MASKS; mask++) {
    const int n = Choose(mask, numbers, expected);
    assert_int_equal(GrSimdCount(mask), n);
    GrSimdStoreChosen(&simd, mask, got);
    GrSimdCopyChosen(indices, mask, got_indices);
    GrSimdCopyChosenInts(ints, mask, got_ints);
    GrSimdStorePlaces(100, mask, places);
    for (int k = 0; k < n; k++) {
      assert_true(got[k] == expected[k]);
      assert_true((double)got_indices[k] == expected[k]);
      assert_true((double)got_ints[k] == expected[k]);
      assert_true((double)places[k] == expected[k]);
    }
  }
}

static void TestBelow(void **state)
{
  GrSimd a, b;

  (void)state;
  for (int mask = 0; mask < MASKS; mask++) {
    GrSimdFill(2, &b);
    for (int k = 0; k < GR_SIMD; k++)
      a[k] = !(mask & 1 << k) ? 2 + k % 2 : k % 3 == 0 ? NAN : 1;
    assert_int_equal(GrSimdMaskBelow(&a, &b), mask);
  }
}

static void TestRecords(void **state)
{
  GrVec4 record[GR_SIMD], back[GR_SIMD];
  GrSimd number[GR_ROW];

  (void)state;
  for (int k = 0; k < GR_SIMD; k++)
    for (int a = 0; a < GR_ROW; a++)
      record[k][a] = 10 * k + a;
  GrSimdFromRecords(record, number);
  GrSimdToRecords(number, back);
  for (int k = 0; k < GR_SIMD; k++)
    for (int a = 0; a < GR_ROW; a++) {
      assert_true(number[a][k] == record[k][a]);
      assert_true(back[k][a] == record[k][a]);
    }
}

UNIT(CASE(TestChosen), CASE(TestBelow), CASE(TestRecords));
