/* wear: load and wear of the walls in each step, and their sums over the ranks; see wear.h. */
#include "bulk/wear/wear.h"
#include "bulk/bulk.h"

#include "base/math/vector.h"
#include "parallel/redistribute.h"

#include <math.h>

PetscErrorCode GrBulkWearCreate(GrWorld w)
{
  const GrCase *c = w->the_case;
  GrBulkWear *wear = &w->bulk->wall_motion.wear;

  if (!GrCaseRecordsLoads(c))
    return 0;
  PetscCall(PetscCalloc1(c->n_walls + 1, &wear->first));
  for (int k = 0; k < c->n_walls; k++)
    wear->first[k + 1] = wear->first[k] + (c->walls[k].mesh ? c->walls[k].mesh->n_triangles : 1);
  return PetscCalloc1((size_t)wear->first[c->n_walls], &wear->row);
}

PetscErrorCode GrBulkWearDestroy(GrBulkWear *wear)
{
  PetscCall(PetscFree(wear->first));
  PetscCall(PetscFree(wear->row));
  PetscCall(PetscFree(wear->rate[0]));
  return PetscFree(wear->rate[1]);
}

PetscErrorCode GrBulkWearReserve(GrWorld w)
{
  GrBulkWear *wear = &w->bulk->wall_motion.wear;

  for (int k = 0; wear->first && k < 2; k++) {
    if (wear->capacity[k] >= w->bulk->walls.n)
      continue;
    wear->capacity[k] = w->bulk->walls.n;
    PetscCall(PetscRealloc((size_t)wear->capacity[k] * sizeof(*wear->rate[k]), &wear->rate[k]));
  }
  return 0;
}

/* Returns the slot of contact i of a batch among the slots of all walls. */
static PetscInt SlotOf(const GrBatchContacts *t, int i)
{
  return GR_BLOCK_SLOTS * t->block + t->slot[i];
}

void GrBulkWearFindNew(GrWorld w, const GrBatch *batch, bool begins[GR_BATCH])
{
  const GrWalls *walls = &w->bulk->walls;
  const GrBatchContacts *t = &batch->contacts;
  const GrHistory *h = t->history;

  for (int i = 0; w->bulk->wall_motion.wear.first && i < t->n; i++) {
    const int origin = GrHistoryOrigin(h, t->block, t->slot[i]);
    const bool mesh = walls->wall[t->second[i]].mesh;
    begins[i] = GrHistoryFind(h, h->committed, t->block, origin) < 0 ||
                (mesh && walls->part[GR_BLOCK_SLOTS * t->block + origin] != walls->trial_part[SlotOf(t, i)]);
  }
}

void GrBulkWearAdd(GrWorld w, const GrBatch *batch, const bool begins[GR_BATCH])
{
  const GrBulk b = w->bulk;
  GrBulkWear *wear = &b->wall_motion.wear;
  const GrBatchContacts *t = &batch->contacts;
  const GrBatchGeometry *g = &batch->geometry;
  const GrBatchResults *r = &batch->results;
  const int trial = !wear->committed;

  for (int i = 0; wear->first && i < t->n; i++) {
    const int wall = (int)t->second[i];
    const bool mesh = b->walls.wall[wall].mesh;
    const int64_t part = mesh ? b->walls.trial_part[SlotOf(t, i)] : b->walls.part[SlotOf(t, i)];
    const double force = r->normal_force[i], friction[3] = {r->friction[0][i], r->friction[1][i], r->friction[2][i]};
    const double slip[3] = {g->slip[0][i], g->slip[1][i], g->slip[2][i]};
    wear->rate[trial][wear->n[trial]++] =
        (GrBulkWearRate){.key = {b->store.id[t->first[i]], -1 - wall, part},
                         .row = wear->first[wall] + (mesh ? part : 0),
                         .rate = {[GR_LOAD_NORMAL_IMPULSE] = force,
                                  [GR_LOAD_TANGENTIAL_IMPULSE] = GrNorm3(friction),
                                  [GR_LOAD_NORMAL_WORK] = force * PetscMax(g->rate[i], 0),
                                  [GR_LOAD_SLIDING_WORK] = r->sliding[i],
                                  [GR_LOAD_PATH] = PetscMax(force, 0) * (r->slides[i] * GrNorm3(slip))},
                         .begins = begins[i]};
  }
}

void GrBulkWearCommit(GrBulkWear *wear, double half)
{
  const int trial = !wear->committed;

  for (int k = 0; wear->first && k < 2; k++)
    for (PetscInt i = 0; i < wear->n[k]; i++) {
      const GrBulkWearRate *contact = &wear->rate[k][i];
      GrBulkWearRow *row = &wear->row[contact->row];
      for (int s = 0; half > 0 && s < GR_LOADS; s++)
        GrShortSumAdd(&row->sum[s], half * contact->rate[s]);
      row->contacts += k == trial && contact->begins;
    }
  wear->committed = trial;
}

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
    const int64_t triangle = b->walls.wall[wall].mesh ? b->walls.trial_part[SlotOf(&t->contacts, i)] : 0;
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
