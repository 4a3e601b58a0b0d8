/* Allocation of large arrays in large memory pages. A time step accesses all particles and contacts of a rank. With
   pages of 4 KiB, a noticeable part of the time of a step is the translation of addresses. PETSc arrays of at least
   1 MiB therefore begin at the boundary of a large page, and granum asks the system to use large pages for them
   (madvise MADV_HUGEPAGE of Linux). If the system refuses, the arrays have normal pages. Smaller arrays begin at a
   cache line, so that the rows of a particle, whose size divides a cache line, lie in one line.

   The system fills each new page with zeros. For most arrays that a rebuild of the neighbour list allocates, this takes
   longer than the computation with the array. If the allocator is glibc, the process therefore keeps freed memory for
   later allocations (mallopt M_MMAP_MAX, M_TRIM_THRESHOLD). The maximum memory of a run hardly increases. */
#ifndef GRANUM_BASE_PAGES_H
#define GRANUM_BASE_PAGES_H

#include <petscsys.h>

/* Makes PETSc allocate arrays of at least 1 MiB in large memory pages, to make time steps faster. Call it before
   PetscInitialize, because PETSc must free memory with the allocator that has allocated it. Has no effect if PETSc
   itself checks memory: in a debug build of PETSc, or with an option that begins with -malloc on the command line or in
   PETSC_OPTIONS. */
PetscErrorCode GrPagesUse(int argc, char **argv);

#endif
