/* Exact sums for the rows of a dataset, for example forces on the triangles of a wall, or fields on the cells of a
   grid. Each rank can add numbers to the sums of any row. At the end the numbers are sent to the rank that owns the row
   and summed there exactly (base/math/sum.h), so that the sums have the same bits on any number of ranks. Memory is
   proportional to the count of numbers that this rank has added, plus the number of rows that it owns. */
#ifndef GRANUM_RECORD_GRID_ROW_SUMS_H
#define GRANUM_RECORD_GRID_ROW_SUMS_H

#include "parallel/columns.h"
#include "parallel/decomposition.h"

enum { GR_ROW_SUMS_MAX = 24 };

/* Sums for each row of a dataset. Every rank can add numbers to every row. */
typedef struct {
  GrRows rows;              /* rows whose sums this rank gets at the end */
  int n;                    /* number of sums per row, at most GR_ROW_SUMS_MAX */
  GrParallelColumns shares; /* numbers that this rank has added: column 0 has the row, column 1 the n numbers */
  PetscErrorCode error;     /* first error of GrRecorderRowSumsAdd; GrRecorderRowSumsEnd returns it */
} GrRecorderRowSums;

/* Creates n sums with the value 0 for each row. rows: rows that this rank owns. */
PetscErrorCode GrRecorderRowSumsBegin(GrRows rows, int n, GrRecorderRowSums *sums);

/* Adds value[n] to the n sums of a row. Another rank may own the row. */
void GrRecorderRowSumsAdd(GrRecorderRowSums *sums, PetscInt64 row, const double value[]);

/* Collective. Computes total[rows.count][n], the sums over all ranks for the owned rows, and frees the memory. */
PetscErrorCode GrRecorderRowSumsEnd(MPI_Comm comm, GrRecorderRowSums *sums, double *total);

#endif
