/* Pages: large arrays in large pages of memory.

   A step touches all particles and contacts of a rank; with pages of 4 KiB, looking up where they lie is a part
   of the cost. Arrays of a megabyte and more that PETSc hands out begin on a large page's boundary, and the system is
   asked to back them with large pages (madvise MADV_HUGEPAGE of Linux). Where it does not, nothing else changes.

   Pages that come from the system are cleared by it, which takes longer than what most arrays of a rebuild are used
   for. With the allocator of glibc, memory that is given back therefore stays with the process, for what is asked for
   next (mallopt M_MMAP_MAX, M_TRIM_THRESHOLD); the most memory a run takes is hardly more. */
#ifndef GRANUM_BASE_PAGES_H
#define GRANUM_BASE_PAGES_H

#include <petscsys.h>

/* Before PetscInitialize, since memory must go back to whom it came from. Does nothing where PETSc is to watch over
   memory itself: in its debug build, and with options that begin with -malloc on the command line or in
   PETSC_OPTIONS. */
PetscErrorCode GrPagesUse(int argc, char **argv);

#endif
