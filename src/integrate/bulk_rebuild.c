/* bulk_rebuild: from reference positions to owners, order, ghosts, candidates, kinds and histories; see bulk.h. */
#include "integrate/bulk.h"

#include "contact/curve.h"
#include <math.h>

/* Local numbers by id: the rows of a store in an open hash table. */
typedef struct {
  PetscInt *row;
  uint64_t mask;
} IdTable;

static uint64_t Place(PetscInt64 id, uint64_t mask)
{
  uint64_t h = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);
  return (h ^ h >> 32) & mask;
}

static PetscErrorCode IdTableCreate(PetscInt n, const PetscInt64 *id, IdTable *t)
{
  uint64_t size = 16;

  PetscFunctionBeginUser;
  while (size < 2 * (uint64_t)n)
    size *= 2;
  t->mask = size - 1;
  PetscCall(PetscMalloc1(size, &t->row));
  for (uint64_t k = 0; k < size; k++)
    t->row[k] = -1;
  for (PetscInt i = 0; i < n; i++) {
    uint64_t at = Place(id[i], t->mask);
    while (t->row[at] >= 0)
      at = (at + 1) & t->mask;
    t->row[at] = i;
  }
  PetscFunctionReturn(0);
}

static PetscInt IdTableFind(const IdTable *t, const PetscInt64 *id, PetscInt64 wanted)
{
  uint64_t at = Place(wanted, t->mask);
  while (t->row[at] >= 0 && id[t->row[at]] != wanted)
    at = (at + 1) & t->mask;
  return t->row[at];
}

/* Appends a copy of a record for another receiver. */
static PetscErrorCode CopyRecord(GrColumns *records, PetscInt row)
{
  PetscFunctionBeginUser;
  PetscCall(GrColumnsReserve(records, records->n + 1));
  for (int k = 0; k < records->n_columns; k++) {
    char *data = records->data[k];
    const size_t size = records->size[k];
    PetscCall(PetscMemcpy(data + size * (size_t)records->n, data + size * (size_t)row, size));
  }
  records->n++;
  PetscFunctionReturn(0);
}

/* Where the record of a contact must be known: with the owners of both its particles. Those of particles that are not
   here are told by the ranks that have them. */
static PetscErrorCode SendRecords(GrWorld w, const int *owner, GrColumns *records)
{
  const GrStore *s = &w->bulk->store;
  const PetscInt n = records->n;
  PetscInt sent, messages;
  IdTable table;
  int *to;

  PetscFunctionBeginUser;
  PetscCall(IdTableCreate(s->columns.n, s->id, &table));
  PetscCall(PetscMalloc1(2 * n, &to));
  for (PetscInt r = 0; r < n; r++) {
    const PetscInt64 *key = (const PetscInt64 *)records->data[GR_RECORD_KEY] + GR_KEY * r;
    PetscInt first = IdTableFind(&table, s->id, key[GR_KEY_FIRST]);
    PetscInt second = key[GR_KEY_SECOND] > 0 ? IdTableFind(&table, s->id, key[GR_KEY_SECOND]) : -1;
    to[r] = first >= 0 ? owner[first] : (second >= 0 ? owner[second] : w->rank);
    if (first >= 0 && second >= 0 && owner[first] != owner[second]) {
      PetscCall(CopyRecord(records, r));
      to[records->n - 1] = owner[second];
    }
  }
  PetscCall(GrColumnsExchange(w->comm, records, to, &sent, &messages));
  PetscCall(PetscFree(to));
  PetscCall(PetscFree(table.row));
  PetscFunctionReturn(0);
}

/* Cost of a particle: its candidates, and itself; scaled by how fast this rank is with them. */
static PetscErrorCode Weigh(GrWorld w, double *weight)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  double mine[2] = {b->load, (double)n + (double)b->pairs.n}, all[2], speed;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, w->comm));
  speed = mine[0] > 0 && mine[1] > 0 && all[0] > 0 ? mine[0] / mine[1] * (all[1] / all[0]) : 1;
  for (PetscInt i = 0; i < n; i++)
    weight[i] = speed;
  PetscFunctionReturn(0);
}

/* Loads differ by more than a tenth: cutting anew costs about as much as some ten steps. */
static PetscErrorCode IsUneven(GrWorld w, PetscBool *uneven)
{
  const GrBulk b = w->bulk;
  double most, sum;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&b->load, &most, 1, MPI_DOUBLE, MPI_MAX, w->comm));
  PetscCallMPI(MPI_Allreduce(&b->load, &sum, 1, MPI_DOUBLE, MPI_SUM, w->comm));
  *uneven = (PetscBool)(sum > 0 && most * w->size > 1.1 * sum);
  PetscFunctionReturn(0);
}

/* Brings particles and records to the owners of the particles. */
static PetscErrorCode Migrate(GrWorld w, GrColumns *records)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  PetscInt sent, messages;
  PetscBool uneven = PETSC_FALSE;
  double *x, *weight;
  int *owner;

  PetscFunctionBeginUser;
  if (w->size == 1)
    PetscFunctionReturn(0);
  b->load = w->timers.seconds[GR_PHASE_SWEEP] - b->load_before;
  b->load_before = w->timers.seconds[GR_PHASE_SWEEP];
  if (!b->cut || b->rebalance_due || (w->the_case->time.rebalance == 0 && b->numbers.refreshed == b->numbers.steps))
    PetscCall(IsUneven(w, &uneven));
  PetscCall(PetscMalloc3(3 * n, &x, n, &weight, n, &owner));
  for (PetscInt i = 0; i < n; i++)
    for (int a = 0; a < 3; a++)
      x[a * n + i] = s->reference[3 * i + a];
  if (!b->cut || b->rebalance_due || uneven) {
    const double *const xs[3] = {x, x + n, x + 2 * n};
    PetscCall(Weigh(w, weight));
    PetscCall(GrPartitionCut(b->partition, n, xs, weight));
    b->rebalanced += b->cut;
    b->cut = PETSC_TRUE;
    b->rebalance_due = PETSC_FALSE;
  }
  for (PetscInt i = 0; i < n; i++)
    PetscCall(GrPartitionOwner(b->partition, s->reference + 3 * i, &owner[i]));
  PetscCall(SendRecords(w, owner, records));
  PetscCall(GrColumnsExchange(w->comm, &s->columns, owner, &sent, &messages));
  GrStorePoint(s);
  b->migrated += sent;
  PetscCall(PetscFree3(x, weight, owner));
  PetscFunctionReturn(0);
}

/* Owned particles along the curve. */
static PetscErrorCode Arrange(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  uint64_t *key;
  PetscInt *order;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &key, n, &order));
  PetscCall(GrSpaceKeys(b->box.lower, b->box.upper, 2 * b->largest_radius, n, s->reference, 3, key));
  PetscCall(GrSpaceOrder(n, key, s->id, order));
  PetscCall(GrStoreSort(s, order));
  PetscCall(PetscFree2(key, order));
  PetscFunctionReturn(0);
}

/* A column of 8-byte words, one or more to a particle, from the owners of the ghosts. */
static PetscErrorCode FetchColumn(GrWorld w, void *data, int width)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n, ghosts = b->n_all - n;
  PetscInt64 *words = data, *from, *to;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &from, ghosts, &to));
  for (int k = 0; k < width; k++) {
    for (PetscInt i = 0; i < n; i++)
      from[i] = words[(PetscInt)width * i + k];
    PetscCall(GrGhostsIntegers(b->ghosts, from, to));
    for (PetscInt i = 0; i < ghosts; i++)
      words[(PetscInt)width * (n + i) + k] = to[i];
  }
  PetscCall(PetscFree2(from, to));
  PetscFunctionReturn(0);
}

/* The owned particles that others need, each once. */
static PetscErrorCode ListSent(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt *sent, n = GrGhostsSent(b->ghosts, &sent);

  PetscFunctionBeginUser;
  PetscCall(PetscFree(b->sent));
  PetscCall(PetscMalloc1(n, &b->sent));
  PetscCall(PetscArraycpy(b->sent, sent, n));
  b->n_sent = n;
  PetscCall(PetscSortRemoveDupsInt(&b->n_sent, b->sent));
  PetscFunctionReturn(0);
}

static PetscErrorCode FetchGhosts(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  double *x;

  PetscFunctionBeginUser;
  PetscCall(GrGhostsDestroy(&b->ghosts));
  PetscCall(PetscMalloc1(3 * n, &x));
  for (PetscInt i = 0; i < n; i++)
    for (int a = 0; a < 3; a++)
      x[a * n + i] = s->reference[3 * i + a];
  const double *const xs[3] = {x, x + n, x + 2 * n};
  PetscCall(GrGhostsCreate(w->comm, b->partition, &b->box, n, xs, 2 * b->largest_radius + GrBulkReach(w), &b->ghosts));
  PetscCall(PetscFree(x));
  b->n_all = n + GrGhostsCount(b->ghosts);
  PetscCall(GrStoreReserve(s, b->n_all));
  PetscCall(GrGhostsAttach(b->ghosts, GR_STATE, n, s->state));
  PetscCall(ListSent(w));
  if (w->size > 1) {
    static const GrStoreColumn needed[] = {GR_STORE_ID,   GR_STORE_GROUP, GR_STORE_SPECIES,  GR_STORE_RADIUS,
                                           GR_STORE_MASS, GR_STORE_IMAGE, GR_STORE_REFERENCE};
    for (size_t k = 0; k < sizeof(needed) / sizeof(needed[0]); k++)
      PetscCall(FetchColumn(w, s->columns.data[needed[k]], GrStoreWidth(needed[k])));
    PetscCall(GrBulkExchange(w, s->state)); /* the step bound looks at them before the first evaluation */
  }
  PetscFunctionReturn(0);
}

static GrBodyKind BodyOf(GrWorld w, PetscInt particle)
{
  const GrStore *s = &w->bulk->store;
  return (GrBodyKind){w->the_case->grains[s->group[particle]].material, s->radius[particle], s->mass[particle]};
}

/* Pairs of which nothing moves either partner are no candidates. The rest get their kinds. */
static PetscErrorCode SetKinds(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  GrPairs *p = &b->pairs;
  PetscInt kept = 0;

  PetscFunctionBeginUser;
  GrModelForget(&b->model);
  for (PetscInt k = 0; k < p->n; k++) {
    if (isinf(s->mass[p->first[k]]) && isinf(s->mass[p->second[k]]))
      continue;
    p->first[kept] = p->first[k];
    p->second[kept] = p->second[k];
    p->shift[kept++] = p->shift[k];
  }
  p->n = kept;
  if (p->n > b->capacity_candidates) {
    b->capacity_candidates = p->n + p->n / 4;
    PetscCall(PetscFree(b->candidate));
    PetscCall(PetscFree(b->unsorted));
    PetscCall(PetscMalloc1(b->capacity_candidates, &b->candidate));
    PetscCall(PetscMalloc1(b->capacity_candidates, &b->unsorted));
  }
  for (PetscInt k = 0; k < p->n; k++) {
    const PetscInt64 one = s->species[p->first[k]], two = s->species[p->second[k]];
    PetscInt kind;
    if (one >= 0 && two >= 0) {
      kind = GrModelKind(&b->model, one, two);
    } else {
      const GrBodyKind body[2] = {BodyOf(w, p->first[k]), BodyOf(w, p->second[k])};
      PetscCall(GrModelAdd(&b->model, body, &kind));
    }
    b->unsorted[k] = (GrCandidate){p->first[k], p->second[k], p->shift[k] + 13, (int)kind};
  }
  PetscFunctionReturn(0);
}

/* All candidates of pairs, in canonical order. */
static PetscErrorCode FindPairs(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = b->n_all;
  GrSpheres spheres = {.n = n, .n_owned = s->columns.n, .reach = GrBulkReach(w)};
  double *x, *radius;
  uint64_t *key;
  PetscInt *order;
  PetscInt64 *id;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc5(3 * n, &x, n, &radius, n, &key, n, &order, n, &id));
  PetscCall(GrSpaceKeys(b->box.lower, b->box.upper, 2 * b->largest_radius, n, s->reference, 3, key));
  PetscCall(GrSpaceOrder(n, key, s->id, order));
  for (PetscInt k = 0; k < n; k++) {
    for (int a = 0; a < 3; a++)
      x[a * n + k] = s->reference[3 * order[k] + a];
    radius[k] = s->radius[order[k]];
    id[k] = s->id[order[k]];
  }
  for (int a = 0; a < 3; a++) {
    spheres.x[a] = x + a * n;
    spheres.lower[a] = b->box.lower[a];
    spheres.upper[a] = b->box.upper[a];
    spheres.periodic[a] = b->box.periodic[a];
  }
  spheres.radius = radius;
  spheres.id = id;
  spheres.index = order;
  PetscCall(GrPairSearchRun(b->search, &spheres, &b->pairs));
  PetscCall(SetKinds(w));
  PetscCall(GrBulkPlan(w, order));
  PetscCall(PetscFree5(x, radius, key, order, id));
  PetscFunctionReturn(0);
}

void GrBulkPairKey(GrWorld w, PetscInt pair, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;
  const GrCandidate c = b->candidate[pair];
  PetscInt64 side[3];

  for (int a = 0; a < 3; a++)
    side[a] = GrShiftAxis(c.shift - 13, a) - (b->store.image[3 * c.second + a] - b->store.image[3 * c.first + a]);
  key[GR_KEY_FIRST] = b->store.id[c.first];
  key[GR_KEY_SECOND] = b->store.id[c.second];
  key[GR_KEY_IMAGE] = GrImagePack(side);
}

/* The candidate of a slot of the walls' history, and its wall. */
PetscInt GrBulkWallCandidate(GrWorld w, PetscInt slot, int *wall)
{
  const GrWalls *walls = &w->bulk->walls;

  *wall = 0;
  while (slot >= walls->slot[*wall + 1])
    (*wall)++;
  return walls->begin[*wall] + (slot - walls->slot[*wall]);
}

void GrBulkWallKey(GrWorld w, PetscInt slot, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;
  int wall;

  key[GR_KEY_FIRST] = b->store.id[b->walls.particle[GrBulkWallCandidate(w, slot, &wall)]];
  key[GR_KEY_SECOND] = -1 - wall;
  key[GR_KEY_IMAGE] = 0;
}

static PetscErrorCode ApplyRecords(GrWorld w, const GrColumns *records)
{
  const GrBulk b = w->bulk;
  GrRecordTable table;
  PetscInt64 key[GR_KEY];

  PetscFunctionBeginUser;
  PetscCall(GrHistoryReset(&b->history, b->pairs.n));
  if (!records->n)
    PetscFunctionReturn(0);
  PetscCall(GrRecordTableCreate(records, &table));
  for (PetscInt k = 0; k < b->pairs.n; k++) {
    GrBulkPairKey(w, k, key);
    GrRecordTableApply(&table, key, &b->history, k);
  }
  for (int wall = 0; wall < b->walls.n_walls; wall++)
    for (PetscInt k = 0; k < b->walls.begin[wall + 1] - b->walls.begin[wall]; k++) {
      GrBulkWallKey(w, b->walls.slot[wall] + k, key);
      GrRecordTableApply(&table, key, &b->walls.history, b->walls.slot[wall] + k);
    }
  PetscCall(GrRecordTableDestroy(&table));
  PetscFunctionReturn(0);
}

/* Inverse masses and the memory that evaluations need. */
static PetscErrorCode Derive(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;

  PetscFunctionBeginUser;
  if (b->n_all > b->capacity) {
    b->capacity = b->n_all + b->n_all / 8;
    PetscCall(PetscFree(b->inverse_mass));
    PetscCall(PetscFree(b->inverse_inertia));
    PetscCall(PetscFree(b->sum));
    PetscCall(PetscFree(b->pushed));
    PetscCall(PetscMalloc1(b->capacity, &b->inverse_mass));
    PetscCall(PetscMalloc1(b->capacity, &b->inverse_inertia));
    PetscCall(PetscFree(b->power));
    PetscCall(PetscMalloc1(GR_BULK_SUM * b->capacity, &b->sum));
    PetscCall(PetscMalloc1(2 * b->capacity, &b->power));
    if (b->moves || b->holds)
      PetscCall(PetscMalloc1(b->capacity, &b->pushed));
  }
  PetscCall(PetscArrayzero(b->sum, GR_BULK_SUM * b->n_all));
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const double inertia = 0.4 * s->mass[i] * s->radius[i] * s->radius[i];
    b->inverse_mass[i] = isinf(s->mass[i]) ? 0 : 1 / s->mass[i];
    b->inverse_inertia[i] = isinf(s->mass[i]) ? 0 : 1 / inertia;
  }
  PetscFunctionReturn(0);
}

double GrBulkReach(GrWorld w)
{
  return w->bulk->numbers.skin + w->bulk->adhesion_reach;
}

PetscErrorCode GrBulkRebuild(GrWorld w, GrColumns *records)
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  PetscCall(Migrate(w, records));
  PetscCall(Arrange(w));
  PetscCall(FetchGhosts(w));
  PetscCall(FindPairs(w));
  const GrWallParticles particles = GrBulkWallParticles(w);
  PetscCall(GrWallsList(&b->walls, &b->model, &particles, b->numbers.reference_time, b->numbers.skin));
  PetscCall(ApplyRecords(w, records));
  PetscCall(Derive(w));
  b->rebuilds++;
  PetscFunctionReturn(0);
}
