/* Finds the rank that has a particle, for ranks that have read an arbitrary part of the particles.

   A distributed directory: the rank to which an id belongs by parallel/row_split.h stores the rank that has the
   particle, and answers requests. The memory is proportional to the particles of a rank. */
#ifndef GRANUM_PARALLEL_HOLDERS_H
#define GRANUM_PARALLEL_HOLDERS_H

#include "parallel/id_table.h"
#include "parallel/row_split.h"

typedef struct {
  MPI_Comm comm;
  GrRowSplit split;
  GrParallelIdTable
      table; /* from the ids that belong to this rank in the directory to the ranks that have the particles */
} GrParallelHolders;

/* Collective. `id`: ids of the n particles of this rank, each at least 1. *twice: an id that occurs more than once,
   the same on all ranks, or 0. */
PetscErrorCode GrParallelHoldersCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrParallelHolders *holders,
                                       PetscInt64 *twice);
PetscErrorCode GrParallelHoldersDestroy(GrParallelHolders *holders);

/* Collective. rank[n]: the ranks that have the particles with these ids; -1: no rank has it. */
PetscErrorCode GrParallelHoldersFind(const GrParallelHolders *holders, PetscInt n, const PetscInt64 id[], int rank[]);

#endif
