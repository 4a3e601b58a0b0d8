/* Sorts rows by their ids over all ranks. */
#ifndef GRANUM_PARALLEL_ROW_ORDER_H
#define GRANUM_PARALLEL_ROW_ORDER_H

#include "parallel/columns.h"

/* Collective. Sorts the rows by the ids in a column (PetscInt64, each at least 1). Rank r gets the rows
   GrRowDecompose(total, r, size). Sets *twice to an id that occurs more than once, the same on all ranks, or to 0. */
PetscErrorCode GrRowOrder(MPI_Comm comm, int id_column, GrParallelColumns *rows, PetscInt64 *twice);

#endif
