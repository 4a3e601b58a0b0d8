/* Distribution of a table over the ranks. Each row of the table describes a particle. The rows are sorted by the ids of
   the particles. The ids may have gaps.

   The rows of all ranks, n in total, are numbered in ascending order of their ids. Rank r gets the rows
   GrRowDecompose(n, r, size). These are the particles with begin[r] <= id < begin[r + 1]. All values begin[r] are found
   at the same time, by bisection. It needs about log2(m) reductions over all ranks, where m is the number of unused ids
   below the largest id. If m = 0, it needs none. Memory: a copy of the ids of this rank, and one number per rank. */
#ifndef GRANUM_PARALLEL_ROW_SPLIT_H
#define GRANUM_PARALLEL_ROW_SPLIT_H

#include "parallel/columns.h"
#include "parallel/decomposition.h"

/* Distribution of the rows of a table over the ranks, by ranges of particle ids. */
typedef struct {
  int size;          /* number of ranks */
  PetscInt64 *begin; /* [size + 1] rank r has the ids from begin[r] to begin[r + 1] - 1 */
  GrRows rows;       /* numbers of the rows that this rank gets, in the order of the ids */
} GrRowSplit;

/* Distributes particles over the ranks in the order of their ids: finds the range of ids of each rank. id[n]: ids of
   the particles that this rank has now, in any order. Ids are >= 1, and the ids of all ranks differ. Collective. */
PetscErrorCode GrRowSplitCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowSplit *split);

/* Frees the memory of *split. */
PetscErrorCode GrRowSplitDestroy(GrRowSplit *split);

/* Returns the number of ids in sorted[n] that are less than `least`. The ids must be in ascending order. */
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

/* Returns the rank whose range of ids contains `id`. */
int GrRowSplitRank(const GrRowSplit *split, PetscInt64 id);

/* Finds the rank of each particle whose id is in sought[asked]. Sets holder[i] to the rank that has the particle
   sought[i]; -1: no rank has it. id[n]: ids of the particles of this rank, >= 1; the ids of all ranks differ. Memory is
   proportional to the numbers of ids per rank. Collective. */
PetscErrorCode GrRowHolders(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt asked, const PetscInt64 sought[],
                            int holder[]);

/* Sorts the rows of this rank from row `begin` to the last row by id. id_column: number of the column with the ids. */
PetscErrorCode GrRowSortById(int id_column, PetscInt begin, GrParallelColumns *rows);

/* Sorts the rows of a table over all ranks by id. id_column: number of the column that has the ids (PetscInt64, >= 1).
   Rank r gets the sorted rows GrRowDecompose(total, r, size). Sets *twice to 0 if all ids of all ranks differ,
   otherwise to an id that occurs more than once. All ranks get the same value. Collective. */
PetscErrorCode GrRowOrder(MPI_Comm comm, int id_column, GrParallelColumns *rows, PetscInt64 *twice);

#endif
