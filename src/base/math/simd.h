/* SIMD vectors: a vector (GrSimd) has one number of each of GR_SIMD contacts; the place of a contact in it is a lane.
   GR_SIMD is 8 with AVX-512 and otherwise 4. Every lane is computed by itself, so that the results do not depend on the
   machine. granum computes with these vectors between the records of particles (rows, base/math/vec4.h) and the arrays
   of contacts. A mask chooses lanes: it is an integer whose bit k is set if lane k is chosen. */
#ifndef GRANUM_BASE_MATH_SIMD_H
#define GRANUM_BASE_MATH_SIMD_H

#include "base/math/vec4.h"

#if defined(__AVX512F__) && defined(__AVX512VL__)
#include <immintrin.h>
#define GR_SIMD_WIDE 1
enum { GR_SIMD = 8 };
#else
#define GR_SIMD_WIDE 0
enum { GR_SIMD = 4 };
#endif

typedef double __attribute__((vector_size(GR_SIMD * sizeof(double)))) GrSimd;
typedef GrSimd __attribute__((aligned(sizeof(double)), may_alias)) GrSimdAnywhere;

/* Reads GR_SIMD numbers. The address need only have the alignment of one double. */
GR_VEC4_INLINE void GrSimdLoad(const double *from, GrSimd *simd)
{
  *simd = *(const GrSimdAnywhere *)from;
}

/* Writes GR_SIMD numbers. The address need only have the alignment of one double. */
GR_VEC4_INLINE void GrSimdStore(const GrSimd *simd, double *to)
{
  *(GrSimdAnywhere *)to = *simd;
}

/* Sets all lanes to one number. */
GR_VEC4_INLINE void GrSimdFill(double number, GrSimd *simd)
{
  *simd = number - (GrSimd){0};
}

#if GR_SIMD_WIDE
/* Transposes the two 4 x 4 matrices whose rows are the halves of r[0] to r[3]. */
GR_VEC4_INLINE void GrSimdTransposeHalves(GrSimd r[GR_ROW])
{
  const GrSimd even01 = __builtin_shufflevector(r[0], r[1], 0, 8, 2, 10, 4, 12, 6, 14);
  const GrSimd odd01 = __builtin_shufflevector(r[0], r[1], 1, 9, 3, 11, 5, 13, 7, 15);
  const GrSimd even23 = __builtin_shufflevector(r[2], r[3], 0, 8, 2, 10, 4, 12, 6, 14);
  const GrSimd odd23 = __builtin_shufflevector(r[2], r[3], 1, 9, 3, 11, 5, 13, 7, 15);
  r[0] = __builtin_shufflevector(even01, even23, 0, 1, 8, 9, 4, 5, 12, 13);
  r[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 8, 9, 4, 5, 12, 13);
  r[2] = __builtin_shufflevector(even01, even23, 2, 3, 10, 11, 6, 7, 14, 15);
  r[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 10, 11, 6, 7, 14, 15);
}
#endif

/* Transposes records: sets number[a] to number a of each record. */
GR_VEC4_INLINE void GrSimdFromRecords(const GrVec4 record[GR_SIMD], GrSimd number[GR_ROW])
{
#if GR_SIMD_WIDE
  for (int k = 0; k < GR_ROW; k++)
    number[k] = (GrSimd)_mm512_insertf64x4(_mm512_castpd256_pd512((__m256d)record[k]), (__m256d)record[k + GR_ROW], 1);
  GrSimdTransposeHalves(number);
#else
  memcpy(number, record, GR_ROW * sizeof(*number));
  GrTranspose4(number);
#endif
}

/* Transposes vectors to records: the reverse of GrSimdFromRecords. */
GR_VEC4_INLINE void GrSimdToRecords(const GrSimd number[GR_ROW], GrVec4 record[GR_SIMD])
{
#if GR_SIMD_WIDE
  GrSimd pair[GR_ROW] = {number[0], number[1], number[2], number[3]}; /* records k and k + 4 */

  GrSimdTransposeHalves(pair);
  for (int k = 0; k < GR_ROW; k++) {
    record[k] = (GrVec4)_mm512_castpd512_pd256((__m512d)pair[k]);
    record[k + GR_ROW] = (GrVec4)_mm512_extractf64x4_pd((__m512d)pair[k], 1);
  }
#else
  memcpy(record, number, GR_ROW * sizeof(*record));
  GrTranspose4(record);
#endif
}

/* Returns a mask of the lanes in which a is below b, or one of them is NaN. */
GR_VEC4_INLINE int GrSimdMaskBelow(const GrSimd *a, const GrSimd *b)
{
#if GR_SIMD_WIDE
  return _mm512_cmp_pd_mask((__m512d)*a, (__m512d)*b, _CMP_NGE_UQ);
#else
  return GrMask4Bits(~(*a >= *b));
#endif
}

/* Returns the number of chosen lanes. */
GR_VEC4_INLINE int GrSimdCount(int mask)
{
#if GR_SIMD_WIDE
  return __builtin_popcount((unsigned)mask);
#else
  return GrChoices4[mask].n;
#endif
}

/* Writes GR_SIMD numbers: first the chosen ones, in their order; the rest have no meaning. */
GR_VEC4_INLINE void GrSimdStoreChosen(const GrSimd *simd, int mask, double *to)
{
#if GR_SIMD_WIDE
  const GrSimd chosen = (GrSimd)_mm512_maskz_compress_pd((__mmask8)mask, (__m512d)*simd);
  GrSimdStore(&chosen, to);
#else
  GrVec4StoreChosen(simd, GrChoices4[mask].order, to);
#endif
}

/* Does the same with the GR_SIMD integers at `from`. */
GR_VEC4_INLINE void GrSimdCopyChosenInts(const int *from, int mask, int *to)
{
#if GR_SIMD_WIDE
  const __m256i all = _mm256_loadu_si256((const __m256i *)from);
  _mm256_storeu_si256((__m256i *)to, _mm256_maskz_compress_epi32((__mmask8)mask, all));
#else
  GrInt4CopyChosen(from, &GrChoices4[mask], to);
#endif
}

/* Does the same with the GR_SIMD indices at `from`. */
GR_VEC4_INLINE void GrSimdCopyChosen(const PetscInt *from, int mask, PetscInt *to)
{
#if GR_SIMD_WIDE && defined(PETSC_USE_64BIT_INDICES)
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi64((__mmask8)mask, _mm512_loadu_si512(from)));
#elif GR_SIMD_WIDE
  GrSimdCopyChosenInts(from, mask, to);
#else
  GrIndex4CopyChosen(from, &GrChoices4[mask], to);
#endif
}

/* Does the same with the numbers first, first + 1, ... of the lanes, as bytes. */
GR_VEC4_INLINE void GrSimdStorePlaces(int first, int mask, unsigned char *to)
{
#if GR_SIMD_WIDE
  const __m256i places = _mm256_add_epi32(_mm256_set1_epi32(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  const __m256i chosen = _mm256_maskz_compress_epi32((__mmask8)mask, places);
  _mm_storel_epi64((__m128i *)to, _mm256_cvtepi32_epi8(chosen));
#else
  uint32_t bytes;
  memcpy(&bytes, GrChoices4[mask].bytes, sizeof(bytes));
  bytes += (uint32_t)first * 0x01010101u; /* no byte overflows */
  memcpy(to, &bytes, sizeof(bytes));
#endif
}

#endif
