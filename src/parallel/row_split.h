/* Rows of particles whose ids have gaps, in the order of their ids, distributed over the ranks.

   With n particles over all ranks, rank r has the rows GrRowDecompose(n, r, size): the particles with begin[r] <= id <
   begin[r + 1]. The values begin[r] are found by bisection, all at the same time. Let m be the number of missing ids
   between 1 and the largest id. The bisection needs about log2(m) reductions, and none if m = 0. Memory: a copy of the
   ids of this rank, and one number per rank. */
#ifndef GRANUM_PARALLEL_ROW_SPLIT_H
#define GRANUM_PARALLEL_ROW_SPLIT_H

#include "parallel/columns.h"

#include <granum/results.h>

typedef struct {
  int size;          /* number of ranks */
  PetscInt64 *begin; /* [size + 1] first id of each rank */
  GrRows rows;       /* rows of this rank */
} GrRowSplit;

/* Collective. Finds the range of ids of each rank. id: ids of the n particles of this rank, in any order. Each id is >=
   1 and occurs once over all ranks. */
PetscErrorCode GrRowSplitCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowSplit *split);

/* Frees the memory of a split. */
PetscErrorCode GrRowSplitDestroy(GrRowSplit *split);

/* Returns how many of n ascending ids are less than `least`. */
static inline PetscInt GrRowSplitBelow(PetscInt n, const PetscInt64 sorted[], PetscInt64 least)
{
  PetscInt low = 0, high = n;
  while (low < high) {
    const PetscInt middle = low + (high - low) / 2;
    if (sorted[middle] < least)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Returns the rank whose range of ids contains this id. */
int GrRowSplitRank(const GrRowSplit *split, PetscInt64 id);

/* Sends each row of a table to the rank whose range contains its id. id_column: number of the column with the ids.
   Collective. */
PetscErrorCode GrRowSplitSend(const GrRowSplit *split, MPI_Comm comm, int id_column, GrParallelColumns *rows);

/* Collective. Sorts the rows of a table over all ranks by the ids in a column (PetscInt64, >= 1). Rank r gets the rows
   GrRowDecompose(total, r, size). Sets *twice to an id that occurs more than once, equal on all ranks; 0: there is
   none. */
PetscErrorCode GrRowOrder(MPI_Comm comm, int id_column, GrParallelColumns *rows, PetscInt64 *twice);

#endif
