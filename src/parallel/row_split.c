/* row_split: see row_split.h. begin[r] is the lowest number for which GrRowDecompose(n, r, size).first ids are below
   it. */
#include "parallel/row_split.h"

#include "parallel/decomposition.h"
#include <stdint.h>
#include <string.h>

static PetscBool AllFound(int size, const PetscInt64 low[], const PetscInt64 high[])
{
  return (PetscBool)(memcmp(low, high, (size_t)size * sizeof(*low)) == 0);
}

/* Narrows low[r] <= begin[r] <= high[r] until low and high are equal. */
static PetscErrorCode BisectBegins(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, int size,
                                   PetscInt64 low[], PetscInt64 high[])
{
  PetscInt64 *below, *sorted;

  PetscFunctionBeginUser;
  if (AllFound(size, low, high)) /* no gaps */
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(size, &below, n, &sorted));
  PetscCall(PetscArraycpy(sorted, id, n));
  PetscCall(PetscSortInt64(n, sorted));
  while (!AllFound(size, low, high)) {
    for (int r = 0; r < size; r++)
      below[r] = GrRowSplitBelow(n, sorted, low[r] + (high[r] - low[r]) / 2);
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, below, size, MPIU_INT64, MPI_SUM, comm));
    for (int r = 0; r < size; r++) {
      const PetscInt64 middle = low[r] + (high[r] - low[r]) / 2;
      if (below[r] >= GrRowDecompose(total, r, size).first)
        high[r] = middle;
      else
        low[r] = middle + 1;
    }
  }
  PetscCall(PetscFree2(below, sorted));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateBegins(MPI_Comm comm, GrRowSplit *s)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &s->size));
  PetscCall(PetscCalloc1(s->size + 1, &s->begin));
  s->begin[s->size] = INT64_MAX;
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowSplitCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowSplit *s)
{
  PetscInt64 *high, total = n, last = 0;
  int rank;

  PetscFunctionBeginUser;
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
  PetscCall(PetscFree(high));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowSplitDestroy(GrRowSplit *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(s->begin));
  PetscFunctionReturn(0);
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

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(rows->n, &to));
  for (PetscInt i = 0; i < rows->n; i++)
    to[i] = GrRowSplitRank(split, id[i]);
  PetscCall(GrParallelColumnsExchange(comm, rows, to));
  PetscCall(PetscFree(to));
  PetscFunctionReturn(0);
}
