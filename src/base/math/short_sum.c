/* A sum of doubles in fixed point; see short_sum.h. */
#include "base/math/short_sum.h"

enum { LOST = GR_SHORT_SUM_DIGITS - 1, TOP = LOST - 1 }; /* indices of digits */

double GrShortSumValue(const GrShortSum *sum)
{
  GrShortSum size = *sum;
  const bool negative = sum->word[2] >> 63;
  int top = GR_SHORT_SUM_WORDS - 1, zeros;
  uint64_t leading, rest = 0;

  if (GrShortSumIsLost(sum))
    return NAN;
  if (negative) {
    const GrShortSum one = {{1, 0, 0}};
    for (int k = 0; k < GR_SHORT_SUM_WORDS; k++)
      size.word[k] = ~size.word[k];
    GrShortSumMerge(&size, &one);
  }
  while (top > 0 && size.word[top] == 0)
    top--;
  if (size.word[top] == 0)
    return 0;
  zeros = __builtin_clzll(size.word[top]);
  leading = size.word[top] << zeros;
  if (top > 0 && zeros > 0)
    leading |= size.word[top - 1] >> (64 - zeros);
  if (top > 0)
    rest = size.word[top - 1] << zeros;
  for (int k = top - 2; k >= 0; k--)
    rest |= size.word[k];
  leading |= rest != 0; /* 64 bits of which a double keeps 53: the lowest one decides ties only */
  const double value = ldexp((double)leading, 64 * top - zeros + GR_SHORT_SUM_UNIT);
  return negative ? -value : value;
}

void GrShortSumSplit(const GrShortSum *sum, int64_t digit[GR_SHORT_SUM_DIGITS])
{
  digit[LOST] = GrShortSumIsLost(sum);
  for (int k = 0; k < LOST; k++)
    digit[k] = digit[LOST] ? 0 : (int64_t)(sum->word[k / 2] >> (32 * (k % 2)) & 0xffffffff);
  digit[TOP] = (int32_t)digit[TOP]; /* with its sign */
}

void GrShortSumJoin(const int64_t digit[GR_SHORT_SUM_DIGITS], GrShortSum *sum)
{
  int64_t carry = 0;

  *sum = (GrShortSum){{0}};
  for (int k = 0; k < LOST; k++) {
    carry += digit[k];
    sum->word[k / 2] |= (uint64_t)(carry & 0xffffffff) << (32 * (k % 2));
    carry >>= 32;
  }
  if (digit[LOST] > 0)
    *sum = (GrShortSum){{0, 0, UINT64_C(1) << 63}};
}

PetscErrorCode GrShortSumReduce(GrShortSum *sums, int n, MPI_Comm comm)
{
  int64_t *digit;

  PetscCall(PetscMalloc1((size_t)GR_SHORT_SUM_DIGITS * (size_t)n, &digit));
  for (int k = 0; k < n; k++)
    GrShortSumSplit(&sums[k], digit + GR_SHORT_SUM_DIGITS * k);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, digit, GR_SHORT_SUM_DIGITS * n, MPI_INT64_T, MPI_SUM, comm));
  for (int k = 0; k < n; k++)
    GrShortSumJoin(digit + GR_SHORT_SUM_DIGITS * k, &sums[k]);
  return PetscFree(digit);
}
