/* Vectors of four numbers. Here a vector is called a row. granum uses rows for the records of particles, and SIMD
   vectors (base/math/simd.h) for the arrays of contacts. A row is a vector type of the compiler, which becomes vector
   instructions if the machine has them. The results do not depend on the machine. */
#ifndef GRANUM_BASE_MATH_VEC4_H
#define GRANUM_BASE_MATH_VEC4_H

#include <petscsystypes.h>
#include <stdint.h>
#include <string.h>

enum { GR_ROW = 4 };
typedef double GrVec4 __attribute__((vector_size(GR_ROW * sizeof(double))));
typedef long long GrMask4 __attribute__((
    vector_size(GR_ROW * sizeof(long long)))); /* result of a comparison: each number is -1 (true) or 0 */

typedef PetscInt GrIndex4 __attribute__((vector_size(GR_ROW * sizeof(PetscInt))));
typedef int GrInt4 __attribute__((vector_size(GR_ROW * sizeof(int))));

#define GR_VEC4_INLINE static inline __attribute__((always_inline))

/* A row in memory with the alignment of one double. GrVec4Load and GrVec4Store use this type instead of memcpy: some
   compilers replace memcpy by two copies of half a row, and the processor then stalls when it reads the row as a
   whole. */
typedef GrVec4 GrVec4Anywhere __attribute__((aligned(sizeof(double)), may_alias));

/* Reads the four numbers at `from`. The address need only have the alignment of one double. */
GR_VEC4_INLINE void GrVec4Load(const double *from, GrVec4 *row)
{
  *row = *(const GrVec4Anywhere *)from;
}

/* Writes the four numbers to `to`. The address need only have the alignment of one double. */
GR_VEC4_INLINE void GrVec4Store(const GrVec4 *row, double *to)
{
  *(GrVec4Anywhere *)to = *row;
}

/* Transposes the 4 x 4 matrix whose rows are r[0] to r[3]. */
GR_VEC4_INLINE void GrTranspose4(GrVec4 r[GR_ROW])
{
  const GrVec4 even01 = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6);
  const GrVec4 odd01 = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
  const GrVec4 even23 = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6);
  const GrVec4 odd23 = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
  r[0] = __builtin_shufflevector(even01, even23, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5);
  r[2] = __builtin_shufflevector(even01, even23, 2, 3, 6, 7);
  r[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7);
}

/* Converts the result of a comparison of two rows to an integer: bit k (0 to 3) is set if the comparison is true for
   number k. */
GR_VEC4_INLINE int GrMask4Bits(GrMask4 truth)
{
#if defined(__AVX__)
  return __builtin_ia32_movmskpd256((GrVec4)truth);
#else
  const GrMask4 bits = truth & (GrMask4){1, 2, 4, 8};
  return (int)((bits[0] | bits[1]) | (bits[2] | bits[3]));
#endif
}

/* GR_VEC4_MAGNITUDE: absolute value of each number. GR_VEC4_SELECT: takes each number from A where the mask is true,
   and from B elsewhere. GR_VEC4_CROSS: cross product of A and B; the vectors (x, y, z) are the first three numbers of
   each row. These are macros, because compilers do not agree on how functions return vectors. */
#define GR_VEC4_MAGNITUDE(X) ((GrVec4)((GrMask4)(X)&INT64_MAX))
#define GR_VEC4_SELECT(MASK, A, B) ((GrVec4)(((GrMask4)(A) & (MASK)) | ((GrMask4)(B) & ~(MASK))))
#define GR_VEC4_CROSS(A, B)                                                                                            \
  (__builtin_shufflevector(A, A, 1, 2, 0, 3) * __builtin_shufflevector(B, B, 2, 0, 1, 3) -                             \
   __builtin_shufflevector(A, A, 2, 0, 1, 3) * __builtin_shufflevector(B, B, 1, 2, 0, 3))

#if defined(__clang__)
#define GR_VEC4_PICK(ROW, ORDER)                                                                                       \
  {                                                                                                                    \
    (ROW)[(ORDER)[0]], (ROW)[(ORDER)[1]], (ROW)[(ORDER)[2]], (ROW)[(ORDER)[3]]                                         \
  }
#else
#define GR_VEC4_PICK(ROW, ORDER) __builtin_shuffle(ROW, ORDER)
#endif

/* GrOrder4: a permutation of the four numbers of a row, which GR_VEC4_REORDER applies. With AVX2, a GrOrder4 lists the
   two 32-bit halves of each number, because the AVX2 instruction permutes eight 32-bit numbers. */
#if defined(__AVX2__)
typedef int GrOrder4 __attribute__((vector_size(GR_ROW * sizeof(double))));
#define GR_ORDER4(A, B, C, D) 2 * (A), 2 * (A) + 1, 2 * (B), 2 * (B) + 1, 2 * (C), 2 * (C) + 1, 2 * (D), 2 * (D) + 1
#define GR_VEC4_REORDER(ROW, ORDER) ((GrVec4)__builtin_ia32_permvarsi256((GrOrder4)(ROW), ORDER))
#else
typedef GrMask4 GrOrder4;
#define GR_ORDER4(A, B, C, D) A, B, C, D
#define GR_VEC4_REORDER(ROW, ORDER) GR_VEC4_PICK(ROW, ORDER)
#endif

/* A choice: a permutation that moves selected numbers of a row to the front of the row. GrChoices4[mask] selects number
   k if bit k of `mask` is set. */
typedef struct {
  GrOrder4 order;              /* the permutation for GR_VEC4_REORDER */
  GrIndex4 places;             /* the permutation: number k of the new row is number places[k] of the old row */
  unsigned char bytes[GR_ROW]; /* the same permutation as bytes */
  int n;                       /* number of selected numbers, 0 to 4 */
} GrChoice4;
extern const GrChoice4 GrChoices4[1 << GR_ROW];

/* Permutes the four numbers of a row and writes them to `to`. order: GrChoice4.order of a choice; the numbers that the
   choice selects come first. */
GR_VEC4_INLINE void GrVec4StoreChosen(const GrVec4 *row, GrOrder4 order, double *to)
{
  const GrVec4 chosen = GR_VEC4_REORDER(*row, order);
  memcpy(to, &chosen, sizeof(chosen));
}

/* Copies four indices from `from` to `to` in a permuted order: the indices that `choice` selects come first. */
GR_VEC4_INLINE void GrIndex4CopyChosen(const PetscInt *from, const GrChoice4 *choice, PetscInt *to)
{
  GrIndex4 row;
  memcpy(&row, from, sizeof(row));
  const GrIndex4 chosen = GR_VEC4_PICK(row, choice->places);
  memcpy(to, &chosen, sizeof(chosen));
}

/* Copies four integers from `from` to `to` in a permuted order: the integers that `choice` selects come first. */
GR_VEC4_INLINE void GrInt4CopyChosen(const int *from, const GrChoice4 *choice, int *to)
{
  GrInt4 row;
  memcpy(&row, from, sizeof(row));
  const GrInt4 chosen = GR_VEC4_PICK(row, __builtin_convertvector(choice->places, GrInt4));
  memcpy(to, &chosen, sizeof(chosen));
}

#endif
