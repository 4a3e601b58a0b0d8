/* Exact sums for the rows of a dataset; see row_sums.h. */
#include "record/grid/row_sums.h"

#include "base/math/sum.h"
#include "parallel/redistribute.h"

PetscErrorCode GrRecorderRowSumsBegin(GrRows rows, int n, GrRecorderRowSums *sums)
{
  const size_t size[] = {sizeof(PetscInt64), (size_t)n * sizeof(double)};

  *sums = (GrRecorderRowSums){.rows = rows, .n = n};
  return GrParallelColumnsCreate(2, size, &sums->shares);
}

void GrRecorderRowSumsAdd(GrRecorderRowSums *sums, PetscInt64 row, const double value[])
{
  GrParallelColumns *shares = &sums->shares;

  if (!sums->error)
    sums->error = GrParallelColumnsReserve(shares, shares->n + 1);
  if (sums->error)
    return;
  ((PetscInt64 *)shares->data[0])[shares->n] = row;
  memcpy((double *)shares->data[1] + (size_t)sums->n * (size_t)shares->n++, value, (size_t)sums->n * sizeof(*value));
}

/* Sums the shares of the rows of this rank. They are linked in a list for each row. */
static PetscErrorCode SumShares(const GrRecorderRowSums *s, double *total)
{
  const PetscInt64 *row = s->shares.data[0];
  const double *value = s->shares.data[1];
  PetscInt *first, *next;
  GrSum sum[GR_ROW_SUMS_MAX];

  PetscCall(PetscMalloc2((size_t)s->rows.count, &first, s->shares.n, &next));
  for (PetscInt64 k = 0; k < s->rows.count; k++)
    first[k] = -1;
  for (PetscInt i = 0; i < s->shares.n; i++) {
    next[i] = first[row[i] - s->rows.first];
    first[row[i] - s->rows.first] = i;
  }
  for (PetscInt64 r = 0; r < s->rows.count; r++) {
    for (int k = 0; k < s->n; k++)
      GrSumClear(&sum[k]);
    for (PetscInt i = first[r]; i >= 0; i = next[i])
      for (int k = 0; k < s->n; k++)
        GrSumAdd(&sum[k], value[(size_t)s->n * (size_t)i + (size_t)k]);
    for (int k = 0; k < s->n; k++)
      total[s->n * r + k] = GrSumValue(&sum[k]);
  }
  return PetscFree2(first, next);
}

PetscErrorCode GrRecorderRowSumsEnd(MPI_Comm comm, GrRecorderRowSums *s, double *total)
{
  int *to, size;

  PetscCall(s->error);
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscMalloc1(s->shares.n, &to));
  for (PetscInt i = 0; i < s->shares.n; i++)
    to[i] = GrRowRank(((const PetscInt64 *)s->shares.data[0])[i], s->rows.total, size);
  PetscCall(GrParallelColumnsExchange(comm, &s->shares, to));
  PetscCall(PetscFree(to));
  PetscCall(SumShares(s, total));
  return GrParallelColumnsDestroy(&s->shares);
}
