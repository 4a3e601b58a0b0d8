/* history: histories that travel, and what output asks of contacts; see bulk.h. */
#include "bulk/bulk.h"

static PetscInt CountEntries(const GrHistory *h)
{
  PetscInt n = 0;

  for (PetscInt block = 0; block < h->n_blocks; block++)
    n += h->n[h->committed][block];
  return n;
}

/* What values a contact has that its laws do not use depends on the ranks, and is left out. */
static int Used(const GrModel *m, PetscInt kind)
{
  return m->rule[m->kind[kind].rule].n_history;
}

static PetscErrorCode CollectPairs(GrWorld w, PetscBool once, GrColumns *records)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->history;
  const PetscInt owned = b->store.columns.n;
  PetscInt64 key[GR_KEY];

  PetscFunctionBeginUser;
  for (PetscInt block = 0; block < h->n_blocks; block++)
    for (int e = 0; e < h->n[h->committed][block]; e++) {
      const PetscInt entry = GR_BLOCK_SLOTS * block + e, pair = GR_BLOCK_SLOTS * block + h->place[h->committed][entry];
      const GrPair c = GrBulkCandidate(b, pair);
      const PetscInt place[GR_PLACES] = {c.first < owned ? c.first : -1, c.second < owned ? c.second : -1};
      if (once && place[0] < 0)
        continue;
      GrBulkPairKey(w, pair, key);
      PetscCall(GrHistoryRecordsAdd(records, h, entry, Used(&b->model, c.kind), key, place));
    }
  PetscFunctionReturn(0);
}

static PetscErrorCode CollectWalls(GrWorld w, GrColumns *records)
{
  const GrBulk b = w->bulk;
  const GrHistory *h = &b->walls.history;
  PetscInt64 key[GR_KEY];

  PetscFunctionBeginUser;
  for (PetscInt block = 0; block < h->n_blocks; block++)
    for (int e = 0; e < h->n[h->committed][block]; e++) {
      const PetscInt entry = GR_BLOCK_SLOTS * block + e, slot = GR_BLOCK_SLOTS * block + h->place[h->committed][entry];
      int wall;
      const PetscInt candidate = GrBulkWallCandidate(w, slot, &wall);
      const PetscInt place[GR_PLACES] = {b->walls.particle[candidate], -1};
      GrBulkWallKey(w, slot, key);
      PetscCall(GrHistoryRecordsAdd(records, h, entry, Used(&b->model, b->walls.kind[candidate]), key, place));
    }
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkCollect(GrWorld w, PetscBool once, GrColumns *records)
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  PetscCall(GrColumnsReserve(records, records->n + CountEntries(&b->history) + CountEntries(&b->walls.history)));
  PetscCall(CollectPairs(w, once, records));
  PetscCall(CollectWalls(w, records));
  PetscFunctionReturn(0);
}

GrBulkNumbers GrBulkNumbersNow(GrWorld w)
{
  GrBulkNumbers numbers = w->bulk->numbers;
  numbers.time = w->committed_time;
  return numbers;
}

PetscErrorCode GrBulkRestore(GrWorld w, GrStore *particles, GrColumns *records, const GrBulkNumbers *numbers,
                             const GrSum removed[GR_SUM_ENERGIES])
{
  const GrBulk b = w->bulk;
  const GrStore swap = b->store;

  PetscFunctionBeginUser;
  b->store = *particles;
  *particles = swap;
  b->numbers = *numbers;
  b->model.ahead = numbers->ahead;
  w->committed_time = numbers->time;
  for (int s = 0; s < GR_SUM_ENERGIES && w->rank == 0; s++)
    b->removed[s] = removed[s];
  PetscCall(GrBulkSetParticleTypes(w));
  b->cut = PETSC_FALSE;
  PetscCall(GrHistoryRecordsFind(records, 0, 0, b->store.columns.n, b->store.id));
  PetscCall(GrBulkRebuild(w, records));
  if (b->numbers.refresh_due)
    PetscCall(GrBulkEpoch(w));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkRemoved(GrWorld w, GrSum removed[GR_SUM_ENERGIES])
{
  PetscFunctionBeginUser;
  for (int s = 0; s < GR_SUM_ENERGIES; s++)
    removed[s] = w->bulk->removed[s];
  PetscCall(GrSumReduce(removed, GR_SUM_ENERGIES, w->comm));
  PetscFunctionReturn(0);
}

typedef struct {
  GrWorld world;
  GrContactVisit visit;
  void *context;
  GrSum *sum;
  int wall;
} Visitor;

static void VisitPairs(void *context, GrBatch *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;
  GrContact record[GR_BATCH];
  int n = 0;

  GrBatchEvaluate(&b->model, &b->history, 0, PETSC_FALSE, t);
  for (int i = 0; i < t->n; i++) {
    if (t->first[i] >= b->store.columns.n)
      continue;
    GrContact *r = &record[n++];
    *r = (GrContact){
        .first = b->store.id[t->first[i]], .second = b->store.id[t->second[i]], .wall = -1, .overlap = t->overlap[i]};
    for (int a = 0; a < 3; a++) {
      r->normal[a] = t->normal[a][i];
      r->branch[a] = ((t->radius[0][i] + t->radius[1][i]) - t->overlap[i]) * t->normal[a][i];
      r->force[a] = t->force[a][i];
    }
  }
  v->visit(v->context, n, record);
}

static void VisitWalls(void *context, GrBatch *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;
  GrContact record[GR_BATCH];

  GrBatchEvaluate(&b->model, &b->walls.history, 0, PETSC_FALSE, t);
  for (int i = 0; i < t->n; i++) {
    record[i] = (GrContact){
        .first = b->store.id[t->first[i]], .second = 0, .wall = (int)t->second[i], .overlap = t->overlap[i]};
    for (int a = 0; a < 3; a++) {
      record[i].normal[a] = t->normal[a][i];
      record[i].branch[a] = (t->radius[0][i] - t->overlap[i]) * t->normal[a][i];
      record[i].force[a] = t->force[a][i];
    }
  }
  v->visit(v->context, t->n, record);
}

/* The forces of an instant after the commit: the histories as they are, trial ones are overwritten and of no use. */
PetscErrorCode GrBulkContacts(GrWorld w, const double *u, GrContactVisit visit, void *context)
{
  const GrBulk b = w->bulk;
  const GrWallParticles particles = GrBulkWallParticles(w);
  Visitor visitor = {.world = w, .visit = visit, .context = context};
  GrBatch batch;

  PetscFunctionBeginUser;
  PetscCall(GrBulkExchange(w, u));
  GrBulkWalkPairs(w, b->store.state, &batch, VisitPairs, &visitor);
  GrWallsWalk(&b->walls, &b->model, &particles, w->committed_time, &batch, VisitWalls, &visitor);
  PetscFunctionReturn(0);
}

static void AddWall(void *context, GrBatch *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;

  if (!t->n || t->second[0] != v->wall)
    return;
  GrBatchEvaluate(&b->model, &b->walls.history, 0, PETSC_FALSE, t);
  GrWallsAddForce(&b->walls, t, b->store.state, v->world->committed_time, v->sum);
}

PetscErrorCode GrBulkWallForces(GrWorld w, const double *u, int wall, GrSum sum[6])
{
  const GrBulk b = w->bulk;
  const GrWallParticles particles = GrBulkWallParticles(w);
  Visitor visitor = {.world = w, .sum = sum, .wall = wall};
  GrBatch batch;

  PetscFunctionBeginUser;
  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * b->store.columns.n));
  GrWallsWalk(&b->walls, &b->model, &particles, w->committed_time, &batch, AddWall, &visitor);
  PetscFunctionReturn(0);
}

void GrBulkWallAt(GrWorld w, int wall, double t, double position[3], double velocity[3])
{
  const GrWallPose pose = GrWallAt(&w->the_case->walls[wall], t);

  for (int a = 0; a < 3; a++) {
    const int c = (a + 1) % 3, d = (a + 2) % 3;
    position[a] = pose.point[a];
    velocity[a] = pose.velocity[a] +
                  (pose.spin[c] * (pose.point[d] - pose.pivot[d]) - pose.spin[d] * (pose.point[c] - pose.pivot[c]));
  }
}
