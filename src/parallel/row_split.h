/* Rows of particles whose ids have gaps, in the order of their ids, distributed over the ranks.

   With n particles over all ranks, rank r has the rows GrRowDecompose(n, r, size): the particles with begin[r] <= id <
   begin[r + 1]. The values begin[r] are found by bisection, all at the same time. The bisection needs about log2(m)
   reductions, where m is the number of ids from 1 to the largest id that no particle has, and none if m = 0. Memory: a
   copy of the ids of this rank, and one number per rank. */
#ifndef GRANUM_PARALLEL_ROW_SPLIT_H
#define GRANUM_PARALLEL_ROW_SPLIT_H

#include "parallel/columns.h"

#include <granum/results.h>

typedef struct {
  int size;          /* number of ranks */
  PetscInt64 *begin; /* [size + 1] first id of each rank */
  GrRows rows;       /* rows of this rank */
} GrRowSplit;

/* Collective. `id`: ids of the n particles of this rank, in any order. Each id is at least 1 and occurs once over
   all ranks. */
PetscErrorCode GrRowSplitCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowSplit *split);

/* Frees the ranges. */
PetscErrorCode GrRowSplitDestroy(GrRowSplit *split);

/* Number of ids below `least` among n ascending ids. */
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

/* The rank whose range of ids contains this id. */
int GrRowSplitRank(const GrRowSplit *split, PetscInt64 id);

/* Sends each row to the rank of its id. id_column: number of the column with the ids. Collective. */
PetscErrorCode GrRowSplitSend(const GrRowSplit *split, MPI_Comm comm, int id_column, GrParallelColumns *rows);

/* Collective. Sorts the rows by the ids in a column (PetscInt64, each at least 1). Rank r gets the rows
   GrRowDecompose(total, r, size). Sets *twice to an id that occurs more than once, the same on all ranks, or to 0. */
PetscErrorCode GrRowOrder(MPI_Comm comm, int id_column, GrParallelColumns *rows, PetscInt64 *twice);

#endif
