/* Allocation of large arrays in large memory pages. A step accesses all particles and contacts of a rank. With pages of
   4 KiB, the translation of addresses takes a noticeable part of its time. Arrays of at least 1 MiB that PETSc
   allocates begin at the boundary of a large page, and the system is asked to use large pages for them (madvise
   MADV_HUGEPAGE of Linux). If the system refuses, there is no other effect.

   The system clears new pages, which takes longer than the use of most arrays of a rebuild. With the allocator of
   glibc, the process therefore keeps freed memory for later allocations (mallopt M_MMAP_MAX, M_TRIM_THRESHOLD). The
   maximum memory of a run hardly increases. */
#ifndef GRANUM_BASE_PAGES_H
#define GRANUM_BASE_PAGES_H

#include <petscsys.h>

/* Makes PETSc use this allocator. To be called before PetscInitialize, because memory must be freed by the allocator
   that has allocated it. Has no effect if PETSc checks memory itself: in its debug build, and with options that begin
   with -malloc on the command line or in PETSC_OPTIONS. */
PetscErrorCode GrPagesUse(int argc, char **argv);

#endif
