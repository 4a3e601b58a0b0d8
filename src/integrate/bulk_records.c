/* bulk_records: histories that travel, and what output asks of contacts; see bulk.h. */
#include "integrate/bulk.h"

/* Values that the laws of the contact do not have are zero: what stands in their place depends on the ranks. */
static PetscErrorCode Add(GrWorld w, const GrHistory *h, PetscInt entry, const PetscInt64 key[GR_KEY], PetscInt kind,
                          GrColumns *records)
{
  const GrModel *m = &w->bulk->model;
  double *values;

  PetscFunctionBeginUser;
  PetscCall(GrRecordsAdd(records, h, entry, key));
  values = (double *)records->data[GR_RECORD_VALUES] + (size_t)h->n_values * (size_t)(records->n - 1);
  for (int k = m->rule[m->kind[kind].rule].n_history; k < h->n_values; k++)
    values[k] = 0;
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkCollect(GrWorld w, PetscBool once, GrColumns *records)
{
  const GrBulk b = w->bulk;
  const GrHistory *pairs = &b->history, *walls = &b->walls.history;
  PetscInt64 key[GR_KEY];

  PetscFunctionBeginUser;
  for (PetscInt block = 0; block < pairs->n_blocks; block++)
    for (int e = 0; e < pairs->n[pairs->committed][block]; e++) {
      const PetscInt entry = GR_BLOCK_SLOTS * block + e;
      const PetscInt pair = GR_BLOCK_SLOTS * block + pairs->place[pairs->committed][entry];
      if (once && b->candidate[pair].first >= b->store.columns.n)
        continue;
      GrBulkPairKey(w, pair, key);
      PetscCall(Add(w, pairs, entry, key, b->candidate[pair].kind, records));
    }
  for (PetscInt block = 0; block < walls->n_blocks; block++)
    for (int e = 0; e < walls->n[walls->committed][block]; e++) {
      const PetscInt entry = GR_BLOCK_SLOTS * block + e;
      const PetscInt slot = GR_BLOCK_SLOTS * block + walls->place[walls->committed][entry];
      int wall;
      GrBulkWallKey(w, slot, key);
      PetscCall(Add(w, walls, entry, key, b->walls.kind[GrBulkWallCandidate(w, slot, &wall)], records));
    }
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
  PetscCall(GrBulkSetSpecies(w));
  b->cut = PETSC_FALSE;
  PetscCall(GrBulkRebuild(w, records));
  records->n = 0;
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
  void (*visit)(void *context, int n, const GrContactRecord record[]);
  void *context;
  GrSum *sum;
  int wall;
} Visitor;

static void VisitPairs(void *context, GrTile *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;
  GrContactRecord record[GR_TILE];
  int n = 0;

  GrTileEvaluate(&b->model, &b->history, 0, PETSC_FALSE, t);
  for (int i = 0; i < t->n; i++) {
    if (t->first[i] >= b->store.columns.n)
      continue;
    GrContactRecord *r = &record[n++];
    *r = (GrContactRecord){
        .first = b->store.id[t->first[i]], .second = b->store.id[t->second[i]], .wall = -1, .overlap = t->overlap[i]};
    for (int a = 0; a < 3; a++) {
      r->normal[a] = t->normal[a][i];
      r->branch[a] = ((t->radius[0][i] + t->radius[1][i]) - t->overlap[i]) * t->normal[a][i];
      r->force[a] = t->force[a][i];
    }
  }
  v->visit(v->context, n, record);
}

static void VisitWalls(void *context, GrTile *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;
  GrContactRecord record[GR_TILE];

  GrTileEvaluate(&b->model, &b->walls.history, 0, PETSC_FALSE, t);
  for (int i = 0; i < t->n; i++) {
    record[i] = (GrContactRecord){
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
PetscErrorCode GrBulkContacts(GrWorld w, const double *u,
                              void (*visit)(void *context, int n, const GrContactRecord record[]), void *context)
{
  const GrBulk b = w->bulk;
  const GrWallParticles particles = GrBulkWallParticles(w);
  Visitor visitor = {.world = w, .visit = visit, .context = context};
  GrTile tile;

  PetscFunctionBeginUser;
  PetscCall(GrBulkExchange(w, u));
  GrBulkWalkPairs(w, b->store.state, &tile, VisitPairs, &visitor);
  GrWallsWalk(&b->walls, &b->model, &particles, w->committed_time, &tile, VisitWalls, &visitor);
  PetscFunctionReturn(0);
}

static void AddWall(void *context, GrTile *t)
{
  const Visitor *v = context;
  const GrBulk b = v->world->bulk;

  if (!t->n || t->second[0] != v->wall)
    return;
  GrTileEvaluate(&b->model, &b->walls.history, 0, PETSC_FALSE, t);
  GrWallsAddForce(&b->walls, t, b->store.state, v->world->committed_time, v->sum);
}

PetscErrorCode GrBulkWallForces(GrWorld w, const double *u, int wall, GrSum sum[6])
{
  const GrBulk b = w->bulk;
  const GrWallParticles particles = GrBulkWallParticles(w);
  Visitor visitor = {.world = w, .sum = sum, .wall = wall};
  GrTile tile;

  PetscFunctionBeginUser;
  if (u != b->store.state)
    PetscCall(PetscArraycpy(b->store.state, u, GR_STATE * b->store.columns.n));
  GrWallsWalk(&b->walls, &b->model, &particles, w->committed_time, &tile, AddWall, &visitor);
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
