/* Ownership: which beads a rank holds; which rows of a table. */
#ifndef GRANUM_PARALLEL_DECOMPOSITION_H
#define GRANUM_PARALLEL_DECOMPOSITION_H

#include <granum/results.h>

/* Contiguous runs of equal length (the first total % size ranks hold one more); ranks beyond `total` hold none. */
GrRows GrDecompose(PetscInt64 total, int rank, int size);

/* Collective. Rows that the ranks have one after another, `count` on this one. */
PetscErrorCode GrDecomposeCounts(MPI_Comm comm, PetscInt64 count, GrRows *rows);

#endif
