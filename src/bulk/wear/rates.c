/* rates: load and wear of the walls in each step; see wear.h. */
#include "bulk/bulk.h"
#include "bulk/wear/wear.h"

#include "base/math/vector.h"

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
