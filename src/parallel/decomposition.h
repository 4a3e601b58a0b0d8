/* Distribution of the beads of a chain, and of the rows of a table, over the ranks. */
#ifndef GRANUM_PARALLEL_DECOMPOSITION_H
#define GRANUM_PARALLEL_DECOMPOSITION_H

#include <granum/results.h>

/* Returns the rows of a rank if `total` rows are divided into contiguous equal parts for `size` ranks. The first total
   % size ranks have one row more; if there are more ranks than rows, the last ranks have none. */
GrRows GrRowDecompose(PetscInt64 total, int rank, int size);

/* Collective. Computes the rows of this rank from the number of rows of each rank, in the order of the ranks. count:
   rows of this rank. */
PetscErrorCode GrRowDecomposeCounts(MPI_Comm comm, PetscInt64 count, GrRows *rows);

#endif
