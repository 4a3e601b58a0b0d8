/* Memory that all ranks of a node share: the node has only one copy of data that all ranks read. After it has been
   filled, no rank changes it.

   Each rank has a separate copy instead if the data are smaller than 1 MiB, if the node has only one rank, or if MPI
   cannot allocate shared memory. */
#ifndef GRANUM_BASE_SHARED_H
#define GRANUM_BASE_SHARED_H

#include <petscsys.h>

/* A copy of data that all ranks of a node use. Without shared memory, each rank has a separate copy. */
typedef struct {
  void *memory; /* address of the copy on this rank */
  /* communicator of the ranks that write the data into a copy, one rank per copy; MPI_COMM_NULL on all other ranks. Its
     rank 0 is rank 0 of the communicator of GrSharedMake. */
  MPI_Comm fillers;
  MPI_Comm node;  /* communicator of the ranks that share this copy; MPI_COMM_NULL: the copy is not shared */
  MPI_Win window; /* MPI window of the copy; MPI_WIN_NULL: the copy is not shared */
} GrShared;

/* Collective. Finds the number of nodes on which the ranks of a communicator run. */
PetscErrorCode GrSharedNodes(MPI_Comm comm, int *nodes);

/* Collective. Allocates `bytes` bytes of memory on each node. All ranks of the node share this memory. Without shared
   memory, each rank allocates `bytes` bytes for its separate copy. */
PetscErrorCode GrSharedMake(MPI_Comm comm, size_t bytes, GrShared *shared);

/* Collective. Copies `bytes` bytes at the address `from` of rank 0 into the memory of every node, at the offset `at`
   [bytes]. After the call all ranks may read the data. */
PetscErrorCode GrSharedFill(MPI_Comm comm, size_t at, const void *from, size_t bytes, GrShared *shared);

/* Collective. Frees the memory and the communicators of *shared. */
PetscErrorCode GrSharedFree(GrShared *shared);

#endif
