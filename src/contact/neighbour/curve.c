/* curve: positions of spheres along a Hilbert curve, and a radix sort of the spheres by (key, id); see curve.h. */
#include "contact/neighbour/curve.h"

#include <math.h>
#include <stdbool.h>

enum { LANES = 8, BITS_MAX = 20, CLASS_MAX = 15, DIGIT = 8, DIGITS = 1 << DIGIT, INSERTION_MAX = 32 };

/* Computes the places of eight cells on the Hilbert curve through 2^bits cells along each axis: Skilling (2004), AIP
   Conf. Proc. 707, 381. From the highest bit down, the axes are exchanged and reversed like the curve in its octants.
   The place is the Gray code of the result with interleaved bits. Overwrites `cell`. */
static void HilbertPlaces(uint32_t cell[3][LANES], int bits, uint64_t place[LANES])
{
  uint32_t turn[LANES] = {0};

  for (int b = bits - 1; b > 0; b--) {
    const uint32_t below = (UINT32_C(1) << b) - 1;
    for (int a = 0; a < 3; a++)
      for (int k = 0; k < LANES; k++) {
        uint32_t set = 0 - ((cell[a][k] >> b) & 1), exchange = (cell[0][k] ^ cell[a][k]) & below & ~set;
        cell[0][k] ^= (below & set) ^ exchange;
        cell[a][k] ^= exchange;
      }
  }
  for (int k = 0; k < LANES; k++) {
    cell[1][k] ^= cell[0][k];
    cell[2][k] ^= cell[1][k];
    place[k] = 0;
  }
  for (int b = bits - 1; b > 0; b--)
    for (int k = 0; k < LANES; k++)
      turn[k] ^= (0 - ((cell[2][k] >> b) & 1)) & ((UINT32_C(1) << b) - 1);
  for (int b = bits - 1; b >= 0; b--)
    for (int a = 0; a < 3; a++)
      for (int k = 0; k < LANES; k++)
        place[k] = place[k] << 1 | (((cell[a][k] ^ turn[k]) >> b) & 1);
}

PetscErrorCode GrCurveKeys(const double lower[3], const double upper[3], double edge, PetscInt n, const double *x,
                           PetscInt stride, uint64_t *key)
{
  double longest = 0, inverse, last;
  int bits = 1;

  for (int a = 0; a < 3; a++)
    longest = fmax(longest, upper[a] - lower[a]);
  PetscCheck(longest > 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "box without size");
  while (bits < BITS_MAX && longest > ldexp(edge, bits))
    bits++;
  inverse = ldexp(1, bits) / longest;
  last = ldexp(1, bits) - 1;
  for (PetscInt i = 0; i < n; i += LANES) {
    const int lanes = (int)PetscMin(n - i, LANES);
    uint32_t cell[3][LANES] = {{0}};
    uint64_t place[LANES];
    for (int k = 0; k < lanes; k++)
      for (int a = 0; a < 3; a++) {
        const double u = (x[(i + k) * stride + a] - lower[a]) * inverse;
        cell[a][k] = u > 0 ? (uint32_t)(u < last ? u : last) : 0;
      }
    HilbertPlaces(cell, bits, place);
    for (int k = 0; k < lanes; k++)
      key[i + k] = place[k];
  }
  return 0;
}

void GrCurveClassify(PetscInt n, const double radius[], double smallest, uint64_t key[])
{
  for (PetscInt i = 0; i < n; i++) {
    const int class = ilogb(radius[i] / smallest) / 2;
    key[i] |= (uint64_t)PetscMax(0, PetscMin(class, CLASS_MAX)) << (3 * BITS_MAX);
  }
}

/* Key and index of a sphere to sort. */
typedef struct {
  uint64_t key;
  PetscInt index;
} Item;

/* Stable insertion sort by key, for few items. */
static void InsertionSort(PetscInt n, Item *item)
{
  for (PetscInt k = 1; k < n; k++) {
    const Item moved = item[k];
    PetscInt to = k;
    for (; to > 0 && item[to - 1].key > moved.key; to--)
      item[to] = item[to - 1];
    item[to] = moved;
  }
}

/* Stable radix sort by key with 8-bit digits. Skips digits that are equal in all keys. */
static void RadixSort(PetscInt n, Item *item, Item *scratch)
{
  uint64_t differ = 0;
  Item *from = item, *to = scratch;

  for (PetscInt k = 1; k < n; k++)
    differ |= item[k].key ^ item[0].key;
  for (int shift = 0; shift < 64; shift += DIGIT) {
    PetscInt begin[DIGITS + 1] = {0};
    if (!(differ >> shift & (DIGITS - 1)))
      continue;
    for (PetscInt k = 0; k < n; k++)
      begin[(from[k].key >> shift & (DIGITS - 1)) + 1]++;
    for (int d = 0; d < DIGITS; d++)
      begin[d + 1] += begin[d];
    for (PetscInt k = 0; k < n; k++)
      to[begin[from[k].key >> shift & (DIGITS - 1)]++] = from[k];
    Item *swap = from;
    from = to;
    to = swap;
  }
  for (PetscInt k = 0; from != item && k < n; k++)
    item[k] = from[k];
}

/* Sorts items of equal key by id. */
static void SortTies(PetscInt n, Item *item, Item *scratch, const PetscInt64 *id)
{
  for (PetscInt k = 0; k < n; k++)
    item[k].key = (uint64_t)id[item[k].index];
  if (n <= INSERTION_MAX)
    InsertionSort(n, item);
  else
    RadixSort(n, item, scratch);
}

/* Sorts spheres begin to n - 1 by (key, id) into item[n - begin]. */
static void SortSpheres(PetscInt begin, PetscInt n, const uint64_t *key, const PetscInt64 *id, Item *item,
                        Item *scratch)
{
  for (PetscInt i = begin; i < n; i++)
    item[i - begin] = (Item){key[i], i};
  n -= begin;
  RadixSort(n, item, scratch);
  for (PetscInt first = 0, end; first < n; first = end) {
    const uint64_t shared = item[first].key;
    for (end = first + 1; end < n && item[end].key == shared;)
      end++;
    if (end - first > 1)
      SortTies(end - first, item + first, scratch, id);
  }
}

PetscErrorCode GrCurveOrder(PetscInt n_sorted, PetscInt n, const uint64_t *key, const PetscInt64 *id, PetscInt *order)
{
  const PetscInt others = n - n_sorted;
  PetscInt at = 0;
  Item *item, *scratch;

  PetscCall(PetscMalloc2(others, &item, others, &scratch));
  if (others)
    SortSpheres(n_sorted, n, key, id, item, scratch);
  for (PetscInt k = 0, i = 0; k < n; k++) { /* merge both sorted parts */
    const PetscInt other = at < others ? item[at].index : -1;
    const bool before = other < 0 || (i < n_sorted && (key[i] != key[other] ? key[i] < key[other] : id[i] < id[other]));
    order[k] = before ? i++ : other;
    at += !before;
  }
  return PetscFree2(item, scratch);
}
