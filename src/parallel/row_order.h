/* Rows in the order of their ids, over all ranks. */
#ifndef GRANUM_PARALLEL_ROW_ORDER_H
#define GRANUM_PARALLEL_ROW_ORDER_H

#include "parallel/columns.h"

/* Collective. The ids are those of a column, PetscInt64, each at least 1; ranks get equal runs of the rows. *twice: an
   id that more than one row has, the same on all ranks, or 0. */
PetscErrorCode GrRowOrder(MPI_Comm comm, int id_column, GrColumns *rows, PetscInt64 *twice);

#endif
