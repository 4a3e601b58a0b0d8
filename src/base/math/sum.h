/* An exact sum of doubles. Its value has the same bits for any order of the summands and any number of ranks.

   The sum is a long fixed-point number in two's complement. Its unit is 2^-1074, the smallest subnormal double:

     S = sum over i of limb[i] 2^(32 i - 1074)

   A double is m 2^(p - 1074) with an integer m < 2^53 and 0 <= p <= 2045. It is added to three adjacent limbs. A limb
   is a 64-bit integer with 32 bits of the sum, 31 spare bits and a sign. Carries are therefore propagated only after
   2^30 additions. Additions of integers are exact, so their order has no effect on the sum. Rounding happens once, in
   GrSumValue. This method is called a long accumulator: U. Kulisch, Computer Arithmetic and Validity (2nd ed., De
   Gruyter 2013), ch. 8.

   Cost: three integer additions per summand. GrSumReduce sends 71 integers per sum. Limits: 2^31 ranks, 2^63 summands.
   The functions set no floating-point exception flags. If the sum is zero, the value is +0, also if all summands are
   -0. */
#ifndef GRANUM_BASE_MATH_SUM_H
#define GRANUM_BASE_MATH_SUM_H

#include <mpi.h>
#include <petscsys.h>
#include <stdint.h>
#include <string.h>

enum { GR_SUM_LIMBS = 68, GR_SUM_PENDING_MAX = 1 << 30 };

/* Bits of GrSum.special. A bit is set if infinity, minus infinity or NaN has been added to the sum. */
typedef enum { GR_SUM_PLUS_INFINITY = 1, GR_SUM_MINUS_INFINITY = 2, GR_SUM_NAN = 4 } GrSumSpecial;

/* An exact sum. */
typedef struct {
  int64_t limb[GR_SUM_LIMBS]; /* the exact sum is the sum of limb[i] 2^(32 i - 1074) over all i */
  int special;                /* bits of GrSumSpecial; 0: only finite numbers have been added */
  int pending;                /* number of additions since the last propagation of carries (GrSumCarry) */
} GrSum;

/* Sets the sum to zero. */
void GrSumClear(GrSum *sum);

/* Propagates carries from each limb (digit) to the next. Afterwards all limbs but the last are in [0, 2^32). */
void GrSumCarry(GrSum *sum);

/* Adds the sum `other` to `sum`, without rounding. */
void GrSumMerge(GrSum *sum, const GrSum *other);

/* Subtracts the sum `other` from `sum`, without rounding. */
void GrSumSubtract(GrSum *sum, const GrSum *other);

/* Returns the sum as a double, rounded to nearest, ties to even. Returns an infinity if the rounded sum exceeds the
   largest double or if infinity of one sign has been added. Returns NaN if NaN or infinities of both signs have been
   added. */
double GrSumValue(const GrSum *sum);

/* Collective. Replaces each of the n sums by its total over all ranks. One MPI_Allreduce reduces up to 24 sums. */
PetscErrorCode GrSumReduce(GrSum *sums, int n, MPI_Comm comm);

/* Adds x, which is infinite or NaN, to a sum: sets the corresponding bit of GrSum.special. */
void GrSumAddSpecial(GrSum *sum, double x);

/* Adds the number x to a sum, without rounding. */
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
  if (exponent > 0) { /* x is not subnormal: its leading bit 1 is not stored */
    m |= UINT64_C(1) << 52;
    exponent--;
  }
  int64_t sign = -(int64_t)(bits >> 63); /* 0 if x >= 0, else -1; (v ^ sign) - sign is then v or -v */
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
