/* Holders: a distributed directory that finds the rank which has a particle (its holder) from its id, if each rank has
   read an arbitrary part of the particles. Each id is assigned to a rank (parallel/row_split.h), which stores the
   holder of this particle and answers requests. The memory is proportional to the number of particles of a rank. */
#ifndef GRANUM_PARALLEL_HOLDERS_H
#define GRANUM_PARALLEL_HOLDERS_H

#include "parallel/id_table.h"
#include "parallel/row_split.h"

typedef struct {
  MPI_Comm comm;
  GrRowSplit split;
  GrParallelIdTable table; /* for each id assigned to this rank: the rank that has the particle */
} GrParallelHolders;

/* Collective. Creates the directory. id: ids of the n particles of this rank, each at least 1. Sets *twice to an id
   that occurs more than once, equal on all ranks; 0: there is none. */
PetscErrorCode GrParallelHoldersCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrParallelHolders *holders,
                                       PetscInt64 *twice);
/* Frees the directory. */
PetscErrorCode GrParallelHoldersDestroy(GrParallelHolders *holders);

/* Collective. Sets rank[i] to the rank that has the particle id[i], i < n; -1: no rank has it. */
PetscErrorCode GrParallelHoldersFind(const GrParallelHolders *holders, PetscInt n, const PetscInt64 id[], int rank[]);

#endif
