/* Functions that distribute the beads of a chain, or the rows of a table, over the ranks. */
#ifndef GRANUM_PARALLEL_DECOMPOSITION_H
#define GRANUM_PARALLEL_DECOMPOSITION_H

#include <granum/results.h>

/* Returns the rows that a rank gets if `total` rows are divided among `size` ranks. The rows of a rank are contiguous.
   Each rank gets total/size rows (rounded down), and each of the first total % size ranks gets one row more. */
GrRows GrRowDecompose(PetscInt64 total, int rank, int size);

/* Collective. Computes the rows of this rank if the rows are distributed in the order of the ranks. count: number of
   rows of this rank; it may differ between ranks. */
PetscErrorCode GrRowDecomposeCounts(MPI_Comm comm, PetscInt64 count, GrRows *rows);

#endif
