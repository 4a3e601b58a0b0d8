/* Rows and columns: four numbers at a time between records of particles and the arrays of a tile. Plain vector types of
   the compiler, which become the machine's vector instructions where it has them; no result depends on that. */
#ifndef GRANUM_BASE_VEC4_H
#define GRANUM_BASE_VEC4_H

#include <petscsystypes.h>
#include <string.h>

enum { GR_ROW = 4 };
typedef double GrRow __attribute__((vector_size(GR_ROW * sizeof(double))));
typedef long long GrRowTruth __attribute__((vector_size(GR_ROW * sizeof(long long)))); /* of a comparison: -1 or 0 */

typedef PetscInt GrRowPlaces __attribute__((vector_size(GR_ROW * sizeof(PetscInt))));
typedef int GrRowKinds __attribute__((vector_size(GR_ROW * sizeof(int))));

#define GR_ROW_INLINE static inline __attribute__((always_inline))

GR_ROW_INLINE void GrRowLoad(const double *from, GrRow *row)
{
  memcpy(row, from, sizeof(*row));
}

GR_ROW_INLINE void GrRowStore(const GrRow *row, double *to)
{
  memcpy(to, row, sizeof(*row));
}

/* Column k of the four rows becomes row k. */
GR_ROW_INLINE void GrRowsTurn(GrRow r[GR_ROW])
{
  const GrRow even01 = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6);
  const GrRow odd01 = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
  const GrRow even23 = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6);
  const GrRow odd23 = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
  r[0] = __builtin_shufflevector(even01, even23, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5);
  r[2] = __builtin_shufflevector(even01, even23, 2, 3, 6, 7);
  r[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7);
}

/* Bit k: number k is true. */
GR_ROW_INLINE int GrRowBits(GrRowTruth truth)
{
#if defined(__AVX__)
  return __builtin_ia32_movmskpd256((GrRow)truth);
#else
  const GrRowTruth bits = truth & (GrRowTruth){1, 2, 4, 8};
  return (int)((bits[0] | bits[1]) | (bits[2] | bits[3]));
#endif
}

/* Some of the four numbers of a row, before the others: which, by their bits, in vectors of several kinds. */
typedef struct {
  GrRowTruth order;
  GrRowPlaces places;
  unsigned char bytes[GR_ROW];
  int n; /* how many */
} GrRowChoice;
extern const GrRowChoice GrRowChoices[1 << GR_ROW];

#if defined(__clang__)
#define GR_ROW_PICK(ROW, ORDER)                                                                                        \
  {                                                                                                                    \
    (ROW)[(ORDER)[0]], (ROW)[(ORDER)[1]], (ROW)[(ORDER)[2]], (ROW)[(ORDER)[3]]                                         \
  }
#else
#define GR_ROW_PICK(ROW, ORDER) __builtin_shuffle(ROW, ORDER)
#endif

/* Write the numbers of a row in that order, four of them. */
GR_ROW_INLINE void GrRowStoreChosen(const GrRow *row, const GrRowChoice *choice, double *to)
{
  const GrRow chosen = GR_ROW_PICK(*row, choice->order);
  memcpy(to, &chosen, sizeof(chosen));
}

GR_ROW_INLINE void GrRowCopyPlaces(const PetscInt *from, const GrRowChoice *choice, PetscInt *to)
{
  GrRowPlaces row;
  memcpy(&row, from, sizeof(row));
  const GrRowPlaces chosen = GR_ROW_PICK(row, choice->places);
  memcpy(to, &chosen, sizeof(chosen));
}

GR_ROW_INLINE void GrRowCopyKinds(const int *from, const GrRowChoice *choice, int *to)
{
  GrRowKinds row;
  memcpy(&row, from, sizeof(row));
  const GrRowKinds chosen = GR_ROW_PICK(row, __builtin_convertvector(choice->order, GrRowKinds));
  memcpy(to, &chosen, sizeof(chosen));
}

#endif
