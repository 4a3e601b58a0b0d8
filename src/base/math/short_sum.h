/* A sum of doubles in fixed point, for large arrays of sums. Its value has the same bits for any order of the summands
   and any number of ranks, like that of GrSum (base/math/sum.h), but it needs 24 bytes instead of 552.

   The sum is an integer of 192 bits in two's complement, in units of 2^-140 = 7.2e-43. Each summand is rounded towards
   zero to a multiple of the unit; then the addition of integers is exact, and so the order has no effect. Summands and
   sums must be less than 2^50 = 1.1e15 in magnitude. A sum that leaves this range, or gets NaN, has the value NaN. */
#ifndef GRANUM_BASE_MATH_SHORT_SUM_H
#define GRANUM_BASE_MATH_SHORT_SUM_H

#include <math.h>
#include <mpi.h>
#include <petscsys.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* GR_SHORT_SUM_DIGITS: five digits of 32 bits, a highest digit with the sign, and the number of lost sums. */
enum { GR_SHORT_SUM_WORDS = 3, GR_SHORT_SUM_UNIT = -140, GR_SHORT_SUM_DIGITS = 7 };

/* A sum. {0} is the sum 0. */
typedef struct {
  uint64_t word[GR_SHORT_SUM_WORDS]; /* the integer, from the lowest word to the highest */
} GrShortSum;

/* Returns whether the sum has left its range or got NaN. All such sums have the same words: the lowest integer. */
static inline bool GrShortSumIsLost(const GrShortSum *sum)
{
  return sum->word[2] == UINT64_C(1) << 63;
}

/* Adds the sum `other` to `sum`. */
static inline void GrShortSumMerge(GrShortSum *sum, const GrShortSum *other)
{
  const bool lost = GrShortSumIsLost(sum) || GrShortSumIsLost(other);
  unsigned __int128 carry = 0;

  for (int k = 0; k < GR_SHORT_SUM_WORDS; k++) {
    carry += (unsigned __int128)sum->word[k] + other->word[k];
    sum->word[k] = (uint64_t)carry;
    carry >>= 64;
  }
  if (lost || (sum->word[2] + (UINT64_C(1) << 62)) >> 63) /* 2^50 is bit 62 of the highest word */
    *sum = (GrShortSum){{0, 0, UINT64_C(1) << 63}};
}

/* Adds the number x to a sum. */
static inline void GrShortSumAdd(GrShortSum *sum, double x)
{
  uint64_t bits;
  GrShortSum term = {{0}};

  memcpy(&bits, &x, sizeof(bits));
  const int exponent = (int)(bits >> 52 & 0x7ff), shift = exponent - 1075 - GR_SHORT_SUM_UNIT;
  const uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
  if (!(fabs(x) < 0x1p50))
    term.word[2] = UINT64_C(1) << 63;
  else if (shift < 0 && shift > -53)
    term.word[0] = m >> -shift;
  else if (shift >= 0) {
    const unsigned __int128 wide = (unsigned __int128)m << (shift & 63);
    term.word[shift >> 6] = (uint64_t)wide;
    if (shift < 128)
      term.word[(shift >> 6) + 1] = (uint64_t)(wide >> 64);
  }
  if (x < 0 && !GrShortSumIsLost(&term)) {
    const GrShortSum one = {{1, 0, 0}};
    for (int k = 0; k < GR_SHORT_SUM_WORDS; k++)
      term.word[k] = ~term.word[k];
    GrShortSumMerge(&term, &one);
  }
  GrShortSumMerge(sum, &term);
}

/* Returns the sum as a double, rounded to nearest, ties to even; NaN: the sum has left its range. */
double GrShortSumValue(const GrShortSum *sum);

/* Splits a sum into digits, which are all between -2^31 and 2^32. Sums can be added digit by digit, on up to 2^31
   ranks. */
void GrShortSumSplit(const GrShortSum *sum, int64_t digit[GR_SHORT_SUM_DIGITS]);
/* Makes a sum from digits, which may be sums of digits. */
void GrShortSumJoin(const int64_t digit[GR_SHORT_SUM_DIGITS], GrShortSum *sum);

/* Collective. Replaces each of the n sums by its total over all ranks. */
PetscErrorCode GrShortSumReduce(GrShortSum *sums, int n, MPI_Comm comm);

#endif
