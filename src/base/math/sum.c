/* Carries, reduction over ranks and rounding of an exact sum; see sum.h. */
#include "base/math/sum.h"

#include <math.h>

enum { LIMB_BITS = 32, LOWEST = -1074, MANTISSA_BITS = 53, N_SPECIAL = 3, PACKED = GR_SUM_LIMBS + N_SPECIAL };
enum { AT_ONCE = 24 }; /* number of sums in a message */

void GrSumClear(GrSum *sum)
{
  memset(sum, 0, sizeof(*sum));
}

void GrSumAddSpecial(GrSum *sum, double x)
{
  sum->special |= isnan(x) ? GR_SUM_NAN : x > 0 ? GR_SUM_PLUS_INFINITY : GR_SUM_MINUS_INFINITY;
}

void GrSumCarry(GrSum *sum)
{
  int64_t carry = 0;
  for (int i = 0; i < GR_SUM_LIMBS - 1; i++) {
    int64_t limb = sum->limb[i] + carry;
    sum->limb[i] = limb & 0xffffffff;
    carry = (limb - sum->limb[i]) / (INT64_C(1) << LIMB_BITS); /* exact: rounds towards minus infinity */
  }
  sum->limb[GR_SUM_LIMBS - 1] += carry;
  sum->pending = 0;
}

/* Reduces at most AT_ONCE sums without allocating memory, because steps with load-controlled walls call this. */
static PetscErrorCode ReduceFew(GrSum *sums, int n, MPI_Comm comm)
{
  int64_t packed[AT_ONCE * PACKED];

  for (int k = 0; k < n; k++) {
    int64_t *to = packed + (size_t)k * PACKED;
    GrSumCarry(&sums[k]); /* limbs below 2^32, so 2^31 ranks cannot overflow */
    memcpy(to, sums[k].limb, sizeof(sums[k].limb));
    for (int i = 0; i < N_SPECIAL; i++)
      to[GR_SUM_LIMBS + i] = (sums[k].special >> i) & 1;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, packed, n * PACKED, MPI_INT64_T, MPI_SUM, comm));
  for (int k = 0; k < n; k++) {
    const int64_t *from = packed + (size_t)k * PACKED;
    memcpy(sums[k].limb, from, sizeof(sums[k].limb));
    sums[k].special = 0;
    for (int i = 0; i < N_SPECIAL; i++)
      sums[k].special |= (from[GR_SUM_LIMBS + i] > 0) << i;
    GrSumCarry(&sums[k]);
  }
  return 0;
}

PetscErrorCode GrSumReduce(GrSum *sums, int n, MPI_Comm comm)
{
  for (int k = 0; k < n; k += AT_ONCE)
    PetscCall(ReduceFew(sums + k, PetscMin(n - k, AT_ONCE), comm));
  return 0;
}

/* Bits q to q + 52 of a carried sum >= 0; bits below 0 do not exist. */
static uint64_t BitsFrom(const GrSum *sum, int q)
{
  int i = q / LIMB_BITS, shift = q % LIMB_BITS;
  uint64_t low = (uint64_t)sum->limb[i] >> shift; /* 32 - shift bits */
  for (int k = 1; k < 3 && i + k < GR_SUM_LIMBS; k++) {
    int at = k * LIMB_BITS - shift;
    if (at < MANTISSA_BITS)
      low |= (uint64_t)sum->limb[i + k] << at;
  }
  return low & ((UINT64_C(1) << MANTISSA_BITS) - 1);
}

/* Whether any bit below q is set. */
static int HasBitsBelow(const GrSum *sum, int q)
{
  int i = q / LIMB_BITS;
  uint64_t mask = (UINT64_C(1) << (q % LIMB_BITS)) - 1;
  if ((uint64_t)sum->limb[i] & mask)
    return 1;
  while (--i >= 0)
    if (sum->limb[i])
      return 1;
  return 0;
}

/* A carried sum >= 0, rounded to nearest, ties to even. */
static double RoundToDouble(const GrSum *sum)
{
  int top = GR_SUM_LIMBS - 1;
  while (top >= 0 && sum->limb[top] == 0)
    top--;
  if (top < 0)
    return 0.0;
  int highest = top * LIMB_BITS + 63 - __builtin_clzll((uint64_t)sum->limb[top]);
  if (highest < MANTISSA_BITS) /* no bit is lost */
    return ldexp((double)BitsFrom(sum, 0), LOWEST);
  int q = highest - MANTISSA_BITS + 1;
  uint64_t m = BitsFrom(sum, q);
  int half = ((uint64_t)sum->limb[(q - 1) / LIMB_BITS] >> ((q - 1) % LIMB_BITS)) & 1;
  if (half && ((m & 1) || HasBitsBelow(sum, q - 1)))
    m++; /* may become 2^53, which is still exact */
  return ldexp((double)m, q + LOWEST);
}

void GrSumMerge(GrSum *sum, const GrSum *other)
{
  GrSum own = *other;

  GrSumCarry(&own); /* afterwards all limbs are below 2^32 */
  GrSumCarry(sum);
  for (int i = 0; i < GR_SUM_LIMBS; i++)
    sum->limb[i] += own.limb[i];
  sum->special |= own.special;
  sum->pending++;
}

void GrSumSubtract(GrSum *sum, const GrSum *other)
{
  GrSum own = *other;

  for (int i = 0; i < GR_SUM_LIMBS; i++)
    own.limb[i] = -own.limb[i];
  own.special = other->special ? GR_SUM_NAN : 0;
  GrSumMerge(sum, &own);
}

double GrSumValue(const GrSum *sum)
{
  int infinities = sum->special & (GR_SUM_PLUS_INFINITY | GR_SUM_MINUS_INFINITY);
  if ((sum->special & GR_SUM_NAN) || infinities == (GR_SUM_PLUS_INFINITY | GR_SUM_MINUS_INFINITY))
    return NAN;
  if (infinities)
    return infinities == GR_SUM_PLUS_INFINITY ? INFINITY : -INFINITY;
  GrSum s = *sum;
  GrSumCarry(&s);
  if (s.limb[GR_SUM_LIMBS - 1] >= 0)
    return RoundToDouble(&s);
  for (int i = 0; i < GR_SUM_LIMBS; i++)
    s.limb[i] = -s.limb[i];
  GrSumCarry(&s);
  return -RoundToDouble(&s);
}
