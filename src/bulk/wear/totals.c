/* totals: sums of load and wear over the ranks, for the output and for checkpoints; see wear.h. */
#include "bulk/bulk.h"
#include "bulk/wear/wear.h"

#include "parallel/redistribute.h"

typedef struct {
  GrWorld world;
  double sign;
} Springs;

/* The ledger subtracts the same energies from the work of sliding (bulk/energy.c). */
static void ShiftSprings(void *context, GrBatch *t)
{
  const Springs *s = context;
  const GrBulk b = s->world->bulk;
  const GrBulkWear *wear = &b->wall_motion.wear;
  double recoverable[GR_BATCH], springs[GR_BATCH], plastic_work[GR_BATCH];

  GrBatchEnergies(&b->model, t, recoverable, springs, plastic_work);
  for (int i = 0; i < t->contacts.n; i++) {
    const int wall = (int)t->contacts.second[i];
    const int64_t triangle =
        b->walls.wall[wall].mesh ? b->walls.trial_part[GR_BLOCK_SLOTS * t->contacts.block + t->contacts.slot[i]] : 0;
    GrShortSumAdd(&wear->row[wear->first[wall] + triangle].sum[GR_LOAD_SLIDING_WORK], s->sign * springs[i]);
  }
}

PetscErrorCode GrBulkWearShiftSprings(GrWorld w, const double *u, double sign)
{
  const GrBulk b = w->bulk;
  Springs springs = {w, sign};

  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * b->store.columns.n));
  GrBulkWalkWalls(w, ShiftSprings, &springs);
  return 0;
}

static void MergeRows(GrBulkWearRow *row, const GrBulkWearRow *other)
{
  for (int s = 0; s < GR_LOADS; s++)
    GrShortSumMerge(&row->sum[s], &other->sum[s]);
  row->contacts += other->contacts;
}

/* Whether no contact has touched a row. */
static bool IsEmpty(const GrBulkWearRow *row)
{
  bool empty = row->contacts == 0;

  for (int s = 0; s < GR_LOADS; s++)
    for (int k = 0; k < GR_SHORT_SUM_WORDS; k++)
      empty = empty && row->sum[s].word[k] == 0;
  return empty;
}

/* Only rows that have been touched are sent. */
PetscErrorCode GrBulkWearGather(GrWorld w, PetscInt64 first, GrRows rows, GrBulkWearRow total[])
{
  enum { ROW, SUMS };
  const GrBulkWearRow *row = w->bulk->wall_motion.wear.row + first;
  const size_t size[] = {sizeof(PetscInt64), sizeof(*row)};
  GrParallelColumns shares;
  int *to;

  PetscCall(GrParallelColumnsCreate(2, size, &shares));
  for (PetscInt64 k = 0; k < rows.total; k++) {
    if (IsEmpty(&row[k]))
      continue;
    PetscCall(GrParallelColumnsReserve(&shares, shares.n + 1));
    ((PetscInt64 *)shares.data[ROW])[shares.n] = k;
    ((GrBulkWearRow *)shares.data[SUMS])[shares.n++] = row[k];
  }
  PetscCall(PetscMalloc1(shares.n, &to));
  for (PetscInt i = 0; i < shares.n; i++)
    to[i] = GrRowRank(((const PetscInt64 *)shares.data[ROW])[i], rows.total, w->size);
  PetscCall(GrParallelColumnsExchange(w->comm, &shares, to));
  PetscCall(PetscArrayzero(total, rows.count));
  for (PetscInt i = 0; i < shares.n; i++)
    MergeRows(&total[((const PetscInt64 *)shares.data[ROW])[i] - rows.first],
              &((const GrBulkWearRow *)shares.data[SUMS])[i]);
  PetscCall(PetscFree(to));
  return GrParallelColumnsDestroy(&shares);
}

PetscErrorCode GrBulkWearTotal(GrWorld w, const double *u, GrBulkWearRow total[])
{
  const GrBulkWear *wear = &w->bulk->wall_motion.wear;
  const int n = w->the_case->n_walls;
  int64_t *contacts;
  GrShortSum *sum;

  PetscCall(PetscCalloc2(n, &contacts, GR_LOADS * n, &sum));
  PetscCall(PetscArrayzero(total, n));
  PetscCall(GrBulkWearShiftSprings(w, u, -1));
  for (int k = 0; k < n; k++) {
    for (PetscInt64 row = wear->first[k]; row < wear->first[k + 1]; row++)
      MergeRows(&total[k], &wear->row[row]);
    contacts[k] = total[k].contacts;
    PetscCall(PetscArraycpy(sum + GR_LOADS * k, total[k].sum, GR_LOADS));
  }
  PetscCall(GrBulkWearShiftSprings(w, u, 1));
  PetscCall(GrShortSumReduce(sum, GR_LOADS * n, w->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, contacts, n, MPI_INT64_T, MPI_SUM, w->comm));
  for (int k = 0; k < n; k++) {
    total[k].contacts = contacts[k];
    PetscCall(PetscArraycpy(total[k].sum, sum + GR_LOADS * k, GR_LOADS));
  }
  return PetscFree2(contacts, sum);
}
