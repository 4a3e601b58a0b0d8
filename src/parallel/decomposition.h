/* Ownership: which beads a rank holds. */
#ifndef GRANUM_PARALLEL_DECOMPOSITION_H
#define GRANUM_PARALLEL_DECOMPOSITION_H

#include <granum/results.h>

/* Contiguous runs of equal length (the first total % size ranks hold one more); ranks beyond `total` hold none. */
GrRows GrDecompose(PetscInt64 total, int rank, int size);

#endif
