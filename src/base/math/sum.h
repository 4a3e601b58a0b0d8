/* An exact sum of doubles, which has the same bits in any order and on any number of ranks.

   The sum is one long fixed-point number in two's complement, in units of 2^-1074, the smallest subnormal:

     S = sum over i of limb[i] 2^(32 i - 1074)

   A double is m 2^(p - 1074) with an integer m < 2^53 and 0 <= p <= 2045, so it is added to three adjacent limbs.
   Each limb has 31 spare bits above its 32 bits, so carries are propagated only after 2^30 additions. Additions of
   integers are exact, so their order does not matter. Rounding happens once, in GrSumValue. The method is that of the
   long accumulator, U. Kulisch, Computer Arithmetic and Validity (2nd ed., De Gruyter 2013), ch. 8.

   Cost: three integer additions per number; 71 integers per sum in the reduction. Limits: 2^31 ranks, 2^63 numbers; no
   floating-point exception flags are set. An exact zero is +0, also for a sum of numbers -0. */
#ifndef GRANUM_BASE_MATH_SUM_H
#define GRANUM_BASE_MATH_SUM_H

#include <mpi.h>
#include <petscsys.h>
#include <stdint.h>
#include <string.h>

enum { GR_SUM_LIMBS = 68, GR_SUM_PENDING_MAX = 1 << 30 };

/* Bits of GrSum.special: which infinities and NaN have been added. */
typedef enum { GR_SUM_PLUS_INFINITY = 1, GR_SUM_MINUS_INFINITY = 2, GR_SUM_NAN = 4 } GrSumSpecial;

typedef struct {
  int64_t limb[GR_SUM_LIMBS];
  int special; /* bits GrSumSpecial; 0: only finite numbers have been added */
  int pending; /* number of additions since carries were propagated */
} GrSum;

/* Sets the sum to zero. */
void GrSumClear(GrSum *sum);

/* Propagates carries between the limbs of a sum: afterwards all limbs except the last are in [0, 2^32). */
void GrSumCarry(GrSum *sum);

/* Adds another exact sum to a sum. */
void GrSumMerge(GrSum *sum, const GrSum *other);

/* Subtracts another exact sum from a sum. */
void GrSumSubtract(GrSum *sum, const GrSum *other);

/* Returns the sum as a double, rounded to nearest, ties to even. Infinite if the sum overflows; NaN if NaN, or
   infinities of both signs, have been added. */
double GrSumValue(const GrSum *sum);

/* Collective. Replaces each of n sums by its sum over all ranks, with one MPI_Allreduce of integers per 24 sums. */
PetscErrorCode GrSumReduce(GrSum *sums, int n, MPI_Comm comm);

/* Adds an infinity or NaN to a sum: sets the bit of GrSum.special. */
void GrSumAddSpecial(GrSum *sum, double x);

/* Adds a number to a sum, exactly. */
static inline void GrSumAdd(GrSum *sum, double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof(bits));
  unsigned exponent = (bits >> 52) & 0x7ff;
  uint64_t m = bits & ((UINT64_C(1) << 52) - 1);
  if (exponent == 0x7ff) {
    GrSumAddSpecial(sum, x);
    return;
  }
  if (exponent > 0) { /* not subnormal: the leading bit is implied */
    m |= UINT64_C(1) << 52;
    exponent--;
  }
  int64_t sign = -(int64_t)(bits >> 63); /* 0 or -1: (v ^ sign) - sign is v or -v */
  unsigned shift = exponent & 31;
  uint64_t low = m << shift, high = (m >> 1) >> (63 - shift); /* m 2^shift as 128 bits */
  int64_t *limb = sum->limb + (exponent >> 5);
  limb[0] += ((int64_t)(low & 0xffffffff) ^ sign) - sign;
  limb[1] += ((int64_t)(low >> 32) ^ sign) - sign;
  limb[2] += ((int64_t)high ^ sign) - sign;
  if (++sum->pending == GR_SUM_PENDING_MAX)
    GrSumCarry(sum);
}

#endif
