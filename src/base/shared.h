/* Memory that the ranks of a node share: one copy of data that all ranks read and no rank changes.

   Each rank has its own copy instead if the data are smaller than 1 MiB, if a node has one rank, or if MPI cannot
   allocate shared memory. */
#ifndef GRANUM_BASE_SHARED_H
#define GRANUM_BASE_SHARED_H

#include <petscsys.h>

typedef struct {
  void *memory;
  /* the ranks that write a copy, one per node; its rank 0 is the first rank of all; MPI_COMM_NULL on other ranks */
  MPI_Comm fillers;
  MPI_Comm node;  /* the ranks that share this copy; MPI_COMM_NULL: the copy is not shared */
  MPI_Win window; /* window of the shared memory */
} GrShared;

/* Collective. Finds the number of nodes on which the ranks of a communicator run. */
PetscErrorCode GrSharedNodes(MPI_Comm comm, int *nodes);

/* Collective. Allocates memory of `bytes` bytes on each node, which the ranks of the node share. */
PetscErrorCode GrSharedMake(MPI_Comm comm, size_t bytes, GrShared *shared);

/* Collective. Copies `bytes` bytes at `from`, on the first rank, to all copies of the shared memory, `at` bytes after
   their beginning. Afterwards all ranks may read them. */
PetscErrorCode GrSharedFill(MPI_Comm comm, size_t at, const void *from, size_t bytes, GrShared *shared);

/* Collective. Frees the shared memory. */
PetscErrorCode GrSharedFree(GrShared *shared);

#endif
