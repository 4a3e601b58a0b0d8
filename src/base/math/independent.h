/* Attributes that make compilers vectorise loops over blocks of contacts.

   GR_INDEPENDENT is written before a loop over the contacts of a block. The arrays of a block do not overlap, so the
   compiler may vectorise without checks of overlap (gcc does not vectorise if it would need more than ten checks).
   Compilers without such a pragma insert the checks.

   GR_INLINE is for a function that such a loop calls and that the compiler would not inline because of its size. */
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
