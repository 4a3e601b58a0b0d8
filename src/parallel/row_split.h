/* Rows of ids that have gaps: the particles that are there, in the order of their ids, divided among the ranks.

   With n particles over all ranks, rank r has the rows GrDecompose(n, r, size): those of the ids from begin[r] to below
   begin[r + 1]. The ids at which the rows of a rank begin are found by bisection, all at once: rounds are as many as
   the bits of the gaps, and none if there is no gap. Memory: a copy of this rank's ids, and a number for each rank. */
#ifndef GRANUM_PARALLEL_ROW_SPLIT_H
#define GRANUM_PARALLEL_ROW_SPLIT_H

#include <granum/results.h>

typedef struct {
  int size;          /* ranks */
  PetscInt64 *begin; /* [size + 1] */
  GrRows rows;       /* of this rank */
} GrRowSplit;

/* Collective. `id`: [n] of this rank's particles, in any order; each at least 1 and at most once over all ranks. */
PetscErrorCode GrRowSplitCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowSplit *split);

PetscErrorCode GrRowSplitDestroy(GrRowSplit *split);

/* How many of n ascending ids are below `least`. */
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

/* The rank that has the row of this id, or would have it. */
int GrRowSplitRank(const GrRowSplit *split, PetscInt64 id);

#endif
