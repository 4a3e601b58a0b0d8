/* row_split: see row_split.h. begin[r] is the lowest number for which GrRowDecompose(n, r, size).first ids are below
   it. */
#include "parallel/row_split.h"

#include "parallel/decomposition.h"
#include <stdint.h>
#include <string.h>

enum { PIECE = 128 /* numbers of an all-reduce */ };

static PetscBool AllFound(int size, const PetscInt64 low[], const PetscInt64 high[])
{
  return (PetscBool)(memcmp(low, high, (size_t)size * sizeof(*low)) == 0);
}

/* Narrows low[r] <= begin[r] <= high[r] until low and high are equal. */
static PetscErrorCode BisectBegins(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, int size,
                                   PetscInt64 low[], PetscInt64 high[])
{
  PetscInt64 *below, *sorted;

  if (AllFound(size, low, high)) /* no gaps */
    return 0;
  PetscCall(PetscMalloc2(size, &below, n, &sorted));
  PetscCall(PetscArraycpy(sorted, id, n));
  PetscCall(PetscSortInt64(n, sorted));
  while (!AllFound(size, low, high)) {
    for (int r = 0; r < size; r++)
      below[r] = GrRowSplitBelow(n, sorted, low[r] + (high[r] - low[r]) / 2);
    for (int r = 0; r < size; r += PIECE) /* a long reduction would slow down the other messages of the network */
      PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, below + r, PetscMin(PIECE, size - r), MPIU_INT64, MPI_SUM, comm));
    for (int r = 0; r < size; r++) {
      const PetscInt64 middle = low[r] + (high[r] - low[r]) / 2;
      if (below[r] >= GrRowDecompose(total, r, size).first)
        high[r] = middle;
      else
        low[r] = middle + 1;
    }
  }
  return PetscFree2(below, sorted);
}

static PetscErrorCode CreateBegins(MPI_Comm comm, GrRowSplit *s)
{
  PetscCallMPI(MPI_Comm_size(comm, &s->size));
  PetscCall(PetscCalloc1(s->size + 1, &s->begin));
  s->begin[s->size] = INT64_MAX;
  return 0;
}

PetscErrorCode GrRowSplitCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowSplit *s)
{
  PetscInt64 *high, total = n, last = 0;
  int rank;

  PetscCall(CreateBegins(comm, s));
  PetscCall(PetscMalloc1(s->size, &high));
  for (PetscInt i = 0; i < n; i++)
    last = PetscMax(last, id[i]);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPIU_INT64, MPI_SUM, comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &last, 1, MPIU_INT64, MPI_MAX, comm));
  for (int r = 1; r < s->size; r++) { /* ids are at least 1 and differ from each other */
    const PetscInt64 first = GrRowDecompose(total, r, s->size).first;
    s->begin[r] = first + 1;
    high[r] = last - (total - first) + 1;
  }
  high[0] = s->begin[0] = 0;
  PetscCall(BisectBegins(comm, n, id, total, s->size, s->begin, high));
  s->rows = GrRowDecompose(total, rank, s->size);
  return PetscFree(high);
}

PetscErrorCode GrRowSplitDestroy(GrRowSplit *s)
{
  return PetscFree(s->begin);
}

int GrRowSplitRank(const GrRowSplit *s, PetscInt64 id)
{
  int low = 0, high = s->size - 1; /* the last rank with begin <= id */
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (s->begin[middle] <= id)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

PetscErrorCode GrRowSplitSend(const GrRowSplit *split, MPI_Comm comm, int id_column, GrParallelColumns *rows)
{
  const PetscInt64 *id = rows->data[id_column];
  int *to;

  PetscCall(PetscMalloc1(rows->n, &to));
  for (PetscInt i = 0; i < rows->n; i++)
    to[i] = GrRowSplitRank(split, id[i]);
  PetscCall(GrParallelColumnsExchange(comm, rows, to));
  return PetscFree(to);
}

static int CompareIds(const void *a, const void *b, void *ids)
{
  const PetscInt64 *id = ids, x = id[*(const PetscInt *)a], y = id[*(const PetscInt *)b];
  return x < y ? -1 : x > y;
}

PetscErrorCode GrRowSortById(int id_column, PetscInt begin, GrParallelColumns *rows)
{
  PetscInt *order;

  PetscCall(PetscMalloc1(rows->n, &order));
  for (PetscInt i = 0; i < rows->n; i++)
    order[i] = i;
  PetscCall(PetscTimSort(rows->n - begin, order + begin, sizeof(*order), CompareIds, rows->data[id_column]));
  PetscCall(GrParallelColumnsSort(rows, order));
  return PetscFree(order);
}

PetscErrorCode GrRowOrder(MPI_Comm comm, int id_column, GrParallelColumns *rows, PetscInt64 *twice)
{
  GrRowSplit split;

  PetscCall(GrRowSplitCreate(comm, rows->n, rows->data[id_column], &split));
  PetscCall(GrRowSplitSend(&split, comm, id_column, rows));
  PetscCall(GrRowSplitDestroy(&split));
  PetscCall(GrRowSortById(id_column, 0, rows));
  *twice = 0;
  for (PetscInt i = 1; i < rows->n; i++) /* equal ids are on one rank */
    if (((const PetscInt64 *)rows->data[id_column])[i - 1] == ((const PetscInt64 *)rows->data[id_column])[i])
      *twice = ((const PetscInt64 *)rows->data[id_column])[i];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, twice, 1, MPIU_INT64, MPI_MAX, comm));
  return 0;
}
