/* Exact sums for the rows of a dataset, such as forces on triangles or fields on cells. Each rank adds numbers to any
   rows. They are sent to the ranks that have the rows and summed there exactly (base/math/sum.h), so that the sums have
   the same bits on any number of ranks. Memory: of the order of the added numbers and of the rows of this rank. */
#ifndef GRANUM_RECORD_ROW_SUMS_H
#define GRANUM_RECORD_ROW_SUMS_H

#include "parallel/columns.h"
#include "parallel/decomposition.h"

enum { GR_ROW_SUMS_MAX = 24 };

typedef struct {
  GrRows rows;
  int n;                    /* sums of a row, at most GR_ROW_SUMS_MAX */
  GrParallelColumns shares; /* row, and n numbers */
  PetscErrorCode error;     /* of GrRecorderRowSumsAdd, which returns none */
} GrRecorderRowSums;

/* Begins n sums for each row, 0 so far. rows: the rows of this rank. */
PetscErrorCode GrRecorderRowSumsBegin(GrRows rows, int n, GrRecorderRowSums *sums);

/* Adds value[n] to the sums of a row, which may belong to another rank. */
void GrRecorderRowSumsAdd(GrRecorderRowSums *sums, PetscInt64 row, const double value[]);

/* Computes total[rows.count][n], the sums over all ranks, and frees the memory. Collective. */
PetscErrorCode GrRecorderRowSumsEnd(MPI_Comm comm, GrRecorderRowSums *sums, double *total);

#endif
