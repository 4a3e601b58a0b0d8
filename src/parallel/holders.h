/* Which rank holds which particle, for ranks that have read any share of them.

   A directory: the rank that an id belongs to by parallel/row_split.h is told who holds it, and is asked. Memory: of
   the order of the particles of a rank. */
#ifndef GRANUM_PARALLEL_HOLDERS_H
#define GRANUM_PARALLEL_HOLDERS_H

#include "parallel/id_table.h"
#include "parallel/row_split.h"

typedef struct {
  MPI_Comm comm;
  GrRowSplit split;
  GrIdTable table; /* of the ids that this rank is asked for: who holds them */
} GrHolders;

/* Collective. `id`: [n] that this rank holds, each at least 1. *twice: an id that is there more than once, the same on
   all ranks, or 0. */
PetscErrorCode GrHoldersCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrHolders *holders, PetscInt64 *twice);
PetscErrorCode GrHoldersDestroy(GrHolders *holders);

/* Collective. The ranks that hold these ids, [n]; -1: none does. */
PetscErrorCode GrHoldersFind(const GrHolders *holders, PetscInt n, const PetscInt64 id[], int rank[]);

#endif
