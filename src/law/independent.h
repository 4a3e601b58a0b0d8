/* GR_INDEPENDENT before a loop over the contacts of a block: no array of a block aliases another, so the compiler may
   vectorise without testing for overlap (gcc gives up testing beyond ten pairs of arrays). Compilers that do not know
   the pragma test. */
#ifndef GRANUM_LAW_INDEPENDENT_H
#define GRANUM_LAW_INDEPENDENT_H

#if defined(__GNUC__) && !defined(__clang__)
#define GR_INDEPENDENT _Pragma("GCC ivdep")
#elif defined(__clang__)
#define GR_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define GR_INDEPENDENT
#endif

#endif
