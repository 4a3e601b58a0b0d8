/* Functions that distribute the beads of a chain, or the rows of a table, over the ranks. */
#ifndef GRANUM_PARALLEL_DECOMPOSITION_H
#define GRANUM_PARALLEL_DECOMPOSITION_H

#include <granum/results.h>

/* Returns the rows that a rank gets if `total` rows are divided among `size` ranks. The rows of a rank are contiguous.
   Each rank gets total/size rows (rounded down), and each of the first total % size ranks gets one row more. */
GrRows GrRowDecompose(PetscInt64 total, int rank, int size);

/* Collective. Numbers the rows of all ranks in the order of the ranks, and computes the range of numbers of this rank.
   count: number of rows of this rank; it may differ between ranks. */
PetscErrorCode GrRowDecomposeCounts(MPI_Comm comm, PetscInt64 count, GrRows *rows);

#endif
