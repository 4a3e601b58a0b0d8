/* Distributes particles over the ranks by ranges of ids; see row_split.h. The range of rank r begins at begin[r]: the
   lowest number for which GrRowDecompose(n, r, size).first of the n ids are below it. */
#include "parallel/row_split.h"

#include <stdint.h>
#include <string.h>

enum { PIECE = 128 /* numbers of an all-reduce */ };

static bool AllFound(int size, const PetscInt64 low[], const PetscInt64 high[])
{
  return memcmp(low, high, (size_t)size * sizeof(*low)) == 0;
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
  for (int r = 1; r < s->size; r++) { /* ids are at least 1 and, unless the input is wrong, differ from each other */
    const PetscInt64 first = GrRowDecompose(total, r, s->size).first;
    s->begin[r] = first + 1;
    high[r] = PetscMax(s->begin[r], last - (total - first) + 1);
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
  return GrRowSplitBelow(s->size, s->begin, id + 1) - 1; /* the last rank with begin <= id */
}

/* Sends each row to the rank whose range of ids contains the id of the row. Collective. */
static PetscErrorCode SendRows(const GrRowSplit *split, MPI_Comm comm, int id_column, GrParallelColumns *rows)
{
  const PetscInt64 *id = rows->data[id_column];
  int *to;

  PetscCall(PetscMalloc1(rows->n, &to));
  for (PetscInt i = 0; i < rows->n; i++)
    to[i] = GrRowSplitRank(split, id[i]);
  PetscCall(GrParallelColumnsExchange(comm, rows, to));
  return PetscFree(to);
}

/* Columns of a row that gives or asks for the rank of a particle. */
enum { ID, RANK, PLACE, COLUMNS };

/* Answers the questions, rows with PLACE >= 0, from the other rows with the same id, and removes these. Rows with the
   same id are adjacent. Sets to[i] to the rank that asked question i. */
static void AnswerQuestions(GrParallelColumns *rows, int to[])
{
  const PetscInt64 *id = rows->data[ID];
  PetscInt64 *rank = rows->data[RANK], *place = rows->data[PLACE];
  PetscInt kept = 0;

  for (PetscInt begin = 0, end = 0; begin < rows->n; begin = end) {
    PetscInt64 holder = -1;
    for (; end < rows->n && id[end] == id[begin]; end++)
      holder = place[end] < 0 ? rank[end] : holder;
    for (PetscInt i = begin; i < end; i++)
      if (place[i] >= 0) {
        to[kept] = (int)rank[i];
        rank[kept] = holder;
        place[kept++] = place[i];
      }
  }
  rows->n = kept;
}

PetscErrorCode GrRowHolders(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt asked, const PetscInt64 sought[],
                            int holder[])
{
  const size_t size[COLUMNS] = {[ID] = sizeof(*id), [RANK] = sizeof(*id), [PLACE] = sizeof(*id)};
  GrParallelColumns rows;
  GrRowSplit split;
  int rank, *to;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(GrParallelColumnsCreate(COLUMNS, size, &rows));
  PetscCall(GrParallelColumnsReserve(&rows, n + asked));
  rows.n = n + asked;
  for (PetscInt i = 0; i < rows.n; i++) {
    ((PetscInt64 *)rows.data[ID])[i] = i < n ? id[i] : sought[i - n];
    ((PetscInt64 *)rows.data[RANK])[i] = rank;
    ((PetscInt64 *)rows.data[PLACE])[i] = i < n ? -1 : i - n;
  }
  PetscCall(GrRowSplitCreate(comm, n, id, &split));
  PetscCall(SendRows(&split, comm, ID, &rows));
  PetscCall(GrRowSplitDestroy(&split));
  PetscCall(GrRowSortById(ID, 0, &rows));
  PetscCall(PetscMalloc1(rows.n, &to));
  AnswerQuestions(&rows, to);
  PetscCall(GrParallelColumnsExchange(comm, &rows, to));
  PetscCall(PetscFree(to));
  for (PetscInt i = 0; i < asked; i++)
    holder[((const PetscInt64 *)rows.data[PLACE])[i]] = (int)((const PetscInt64 *)rows.data[RANK])[i];
  return GrParallelColumnsDestroy(&rows);
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
  if (rows->n > begin + 1) /* PetscTimSort reads the first two rows */
    PetscCall(PetscTimSort(rows->n - begin, order + begin, sizeof(*order), CompareIds, rows->data[id_column]));
  PetscCall(GrParallelColumnsSort(rows, order));
  return PetscFree(order);
}

PetscErrorCode GrRowOrder(MPI_Comm comm, int id_column, GrParallelColumns *rows, PetscInt64 *twice)
{
  GrRowSplit split;

  PetscCall(GrRowSplitCreate(comm, rows->n, rows->data[id_column], &split));
  PetscCall(SendRows(&split, comm, id_column, rows));
  PetscCall(GrRowSplitDestroy(&split));
  PetscCall(GrRowSortById(id_column, 0, rows));
  *twice = 0;
  for (PetscInt i = 1; i < rows->n; i++) /* equal ids are on one rank */
    if (((const PetscInt64 *)rows->data[id_column])[i - 1] == ((const PetscInt64 *)rows->data[id_column])[i])
      *twice = ((const PetscInt64 *)rows->data[id_column])[i];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, twice, 1, MPIU_INT64, MPI_MAX, comm));
  return 0;
}
