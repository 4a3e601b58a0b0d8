/* What loops over blocks need so that they are vectorised.

   GR_INDEPENDENT before a loop over the contacts of a block: no array of a block aliases another, so the compiler may
   vectorise without testing for overlap (gcc gives up testing beyond ten pairs of arrays). Compilers that do not know
   the pragma test.

   GR_INLINE for a function that such a loop calls and that the compiler would deem too large to be inlined. */
#ifndef GRANUM_BASE_MATH_INDEPENDENT_H
#define GRANUM_BASE_MATH_INDEPENDENT_H

#if defined(__GNUC__) && !defined(__clang__)
#define GR_INDEPENDENT _Pragma("GCC ivdep")
#elif defined(__clang__)
#define GR_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define GR_INDEPENDENT
#endif

#if defined(__GNUC__)
#define GR_INLINE static inline __attribute__((always_inline))
#else
#define GR_INLINE static inline
#endif

#endif
