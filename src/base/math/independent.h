/* Macros that help compilers to vectorise loops over the contacts of a batch (contacts that a law evaluates in one
   call).

   Write GR_INDEPENDENT before a loop over the contacts. It states that the iterations are independent, because the
   arrays of a batch do not overlap in memory. Without this statement the compiler inserts checks for overlapping memory
   at run time. gcc does not vectorise a loop that needs more than ten checks. The macro has an effect only with gcc and
   clang.

   Write GR_INLINE before a function that these loops call. It forces the compiler to inline the function, because a
   loop with a function call is not vectorised. */
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
