/* Memory that the ranks of a node share: one copy of what all read and none changes.

   Less than a megabyte is not worth it, and where a node has one rank, or MPI refuses (no room in the shared memory of
   the system), each rank has its own copy instead. */
#ifndef GRANUM_BASE_SHARED_H
#define GRANUM_BASE_SHARED_H

#include <petscsys.h>

typedef struct {
  void *memory;
  MPI_Comm fillers; /* those ranks that fill it, the first rank of all as its rank 0; MPI_COMM_NULL on the others */
  MPI_Comm node;    /* who shares it; MPI_COMM_NULL: nobody */
  MPI_Win window;   /* then */
} GrShared;

/* Collective. */
PetscErrorCode GrSharedMake(MPI_Comm comm, size_t bytes, GrShared *shared);

/* Collective. Puts what the first rank has at `from` into it, `at` bytes from its beginning, after which all may read
   it. */
PetscErrorCode GrSharedFill(MPI_Comm comm, size_t at, const void *from, size_t bytes, GrShared *shared);

/* Collective. */
PetscErrorCode GrSharedFree(GrShared *shared);

#endif
