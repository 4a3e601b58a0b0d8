/* Sorts rows by their ids over all ranks; see row_order.h. */
#include "parallel/row_order.h"

#include "parallel/row_split.h"
#include <string.h>

static int CompareIds(const void *a, const void *b, void *ids)
{
  const PetscInt64 *id = ids, x = id[*(const PetscInt *)a], y = id[*(const PetscInt *)b];
  return x < y ? -1 : x > y;
}

/* Reorders the rows: row order[k] becomes row k. */
static PetscErrorCode PermuteRows(GrParallelColumns *rows, const PetscInt order[])
{
  size_t widest = 0;
  char *as_ordered;

  PetscFunctionBeginUser;
  for (int k = 0; k < rows->n_columns; k++)
    widest = PetscMax(widest, rows->size[k]);
  PetscCall(PetscMalloc1(widest * (size_t)rows->n, &as_ordered));
  for (int k = 0; k < rows->n_columns && rows->n > 0; k++) {
    const size_t size = rows->size[k];
    for (PetscInt i = 0; i < rows->n; i++)
      memcpy(as_ordered + size * (size_t)i, (const char *)rows->data[k] + size * (size_t)order[i], size);
    memcpy(rows->data[k], as_ordered, size * (size_t)rows->n);
  }
  PetscCall(PetscFree(as_ordered));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowOrder(MPI_Comm comm, int id_column, GrParallelColumns *rows, PetscInt64 *twice)
{
  GrRowSplit split;
  PetscInt *order;

  PetscFunctionBeginUser;
  PetscCall(GrRowSplitCreate(comm, rows->n, rows->data[id_column], &split));
  PetscCall(GrRowSplitSend(&split, comm, id_column, rows));
  PetscCall(GrRowSplitDestroy(&split));
  PetscCall(PetscMalloc1(rows->n, &order));
  for (PetscInt i = 0; i < rows->n; i++)
    order[i] = i;
  PetscCall(PetscTimSort(rows->n, order, sizeof(*order), CompareIds, rows->data[id_column]));
  PetscCall(PermuteRows(rows, order));
  PetscCall(PetscFree(order));
  *twice = 0;
  for (PetscInt i = 1; i < rows->n; i++) /* equal ids are on one rank */
    if (((const PetscInt64 *)rows->data[id_column])[i - 1] == ((const PetscInt64 *)rows->data[id_column])[i])
      *twice = ((const PetscInt64 *)rows->data[id_column])[i];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, twice, 1, MPIU_INT64, MPI_MAX, comm));
  PetscFunctionReturn(0);
}
