/* load: restores an assembly from a checkpoint; save.c lists its contents. Each rank reads an equal number of rows;
   AcceptRestored sends them to their owners. */
#include "bulk/bulk.h"
#include "bulk/epoch.h"
#include "bulk/population/counter.h"
#include "bulk/population/insert.h"
#include "bulk/save/save.h"

#include "base/memory.h"
#include "parallel/decomposition.h"
#include <granum/error.h>
#include <string.h>

/* Reads a field for all rows of this rank, directly into the store if the field has its own column. */
static PetscErrorCode LoadField(GrCheckpoint file, GrRows rows, int f, GrStore *s)
{
  const GrStoreField *field = GrStoreFieldAt(f);
  const size_t components = (size_t)field->column.components, width = (size_t)GrStoreWidth(field->in);
  double *column = s->columns.data[field->in], *values = column;

  column += GrStoreFieldBegin(f);
  if (components < width)
    PetscCall(PetscMalloc1((size_t)rows.count * components, &values));
  PetscCall(GrCheckpointGetColumn(file, GR_BULK_PARTICLES, &field->column, &field->bounds, rows, values));
  if (components == width)
    return 0;
  for (size_t i = 0; i < (size_t)rows.count; i++)
    for (size_t k = 0; k < components; k++)
      column[width * i + k] = values[components * i + k];
  return PetscFree(values);
}

static PetscErrorCode LoadParticles(GrWorld w, GrCheckpoint file, GrStore *s)
{
  PetscInt64 there;

  PetscCall(GrCheckpointTableRows(file, GR_BULK_PARTICLES, &there));
  const GrRows rows = GrRowDecompose(there, w->rank, w->size);
  PetscCall(GrMemoryDemand(w->comm, GR_EXIT_FILE, w->the_case->file,
                           (GrDemand){"particles", rows.total, GR_MEMORY_SPHERE, GR_STATE}));
  PetscCall(GrStoreReserve(s, (PetscInt)rows.count));
  for (PetscInt64 i = 0; i < rows.count; i++)
    s->type[s->columns.n++] = GR_PARTICLE_TYPE_OWN;
  for (int f = 0; GrStoreFieldAt(f); f++)
    if (GrBulkSaveHasField(f))
      PetscCall(LoadField(file, rows, f, s));
  return 0;
}

/* Sends spheres and bodies to a rank that follows from the id of the body, because each rank has read an equal share of
   both tables, whose rows are in any order. */
static PetscErrorCode JoinBodies(GrWorld w, GrStore *s)
{
  GrParallelColumns *const set[] = {&s->columns, &s->bodies.columns};
  int *to, *bodies;

  PetscCall(PetscMalloc2(s->columns.n, &to, s->bodies.columns.n, &bodies));
  for (PetscInt i = 0; i < s->columns.n; i++)
    to[i] = s->member[i] > 0 ? (int)(GrStoreBodyId(s, i) % w->size) : w->rank;
  for (PetscInt k = 0; k < s->bodies.columns.n; k++)
    bodies[k] = (int)(s->bodies.id[k] % w->size);
  PetscCall(GrParallelColumnsExchangeAll(w->comm, 2, set, (const int *const[]){to, bodies}, &w->rebuild_traffic));
  GrStorePoint(s);
  GrBodiesPoint(&s->bodies);
  return PetscFree2(to, bodies);
}

static PetscErrorCode LoadBodies(GrWorld w, GrCheckpoint file, GrStore *s)
{
  PetscInt64 there;

  if (!GrBodiesExist(w->the_case))
    return 0;
  PetscCall(GrCheckpointTableRows(file, GR_BULK_BODIES, &there));
  const GrRows rows = GrRowDecompose(PetscMax(there, 0), w->rank, w->size);
  PetscCall(GrBodiesReserve(&s->bodies, (PetscInt)rows.count));
  s->bodies.columns.n = (PetscInt)rows.count;
  for (int f = 0; f < GR_BODY_FIELDS; f++)
    PetscCall(GrCheckpointGetColumn(file, GR_BULK_BODIES, &GrBodiesFieldRows[f].column, &GrBodiesFieldRows[f].bounds,
                                    rows, s->bodies.columns.data[f]));
  return JoinBodies(w, s);
}

PetscErrorCode GrBulkLoadParticles(GrWorld w, GrCheckpoint file, GrStore *store, GrGroupProperties properties[])
{
  PetscCall(GrCheckpointGetStructs(file, &GrBulkSaveGroups, w->the_case->n_grains, properties));
  PetscCall(LoadParticles(w, file, store));
  return LoadBodies(w, file, store);
}

PetscErrorCode GrBulkLoadTypes(GrWorld w, GrCheckpoint file)
{
  const GrBulk b = w->bulk;
  GrBulkSavedType type[GR_PARTICLE_TYPE_MAX];
  PetscInt64 n;

  PetscCall(GrCheckpointTableRows(file, GR_BULK_TYPES, &n));
  n = PetscMax(n, 0);
  PetscCall(GrCheckpointGetStructs(file, &GrBulkSaveTypes, n, type));
  for (b->particles.n_types = 0; b->particles.n_types < n; b->particles.n_types++) {
    const GrBulkSavedType *t = &type[b->particles.n_types];
    b->particles.types[b->particles.n_types] = (GrParticleType){(int)t->material, t->radius, t->mass, PETSC_FALSE};
  }
  return 0;
}

static PetscErrorCode LoadWalls(GrWorld w, GrCheckpoint file)
{
  GrWalls *walls = &w->bulk->walls;

  PetscCall(GrCheckpointGetStructs(file, &GrBulkSaveTravels, walls->n_travels, walls->trial));
  return GrWallsCommit(walls);
}

PetscErrorCode GrBulkLoadCell(GrWorld w, GrCheckpoint file)
{
  GrBulkCell *cell = w->bulk->cell;

  PetscCall(GrCheckpointGetStructs(file, &GrBulkSaveCell, cell != NULL, cell));
  if (cell)
    GrBulkCellSetBoxes(w);
  return 0;
}

/* Reads exact sums of all ranks. The first rank keeps them; the other ranks do not change theirs. */
static PetscErrorCode LoadSums(GrWorld w, GrCheckpoint file, const GrColumn *column, int n, GrSum sum[])
{
  int64_t *word;

  PetscCall(PetscMalloc1(n * GR_BULK_WORDS, &word));
  PetscCall(GrCheckpointGetNumber(file, column, &GrBulkSaveSumBounds, word));
  for (int s = 0; s < n && w->rank == 0; s++) {
    GrSumClear(&sum[s]);
    memcpy(sum[s].limb, word + s * GR_BULK_WORDS, sizeof(sum[s].limb));
    sum[s].special = (int)word[s * GR_BULK_WORDS + GR_SUM_LIMBS];
  }
  return PetscFree(word);
}

static PetscErrorCode LoadWallWork(GrWorld w, GrCheckpoint file)
{
  const int n = w->the_case->n_walls;
  const GrColumn column = GrBulkSaveWallWorkColumn(w);
  GrSum *sum;

  if (n == 0)
    return 0;
  PetscCall(PetscMalloc1(2 * n, &sum));
  PetscCall(LoadSums(w, file, &column, 2 * n, sum));
  PetscCall(GrBulkWallWorkRestore(w, sum, sum + n));
  return PetscFree(sum);
}

static PetscErrorCode LoadNumbers(GrWorld w, GrCheckpoint file)
{
  const GrBulk b = w->bulk;

  PetscCall(GrCheckpointGetStructs(file, &GrBulkSaveNumbers, 1, &b->numbers));
  PetscCall(LoadSums(w, file, &GrBulkSaveRemovedColumn, GR_SUM_ENERGIES, b->population.energies));
  return LoadSums(w, file, &GrBulkSaveMassColumn, GR_TALLY_PRESENT, b->population.mass);
}

/* The first rank keeps the counts; the shares of the other ranks are 0. */
static PetscErrorCode LoadCounts(GrWorld w, GrCheckpoint file)
{
  const int n = w->the_case->output.n_counters * GR_COUNT_WAYS;
  const GrBounds whole = GR_WHOLE;
  GrColumn column;
  PetscInt64 *number;
  GrSum *sum;

  if (n == 0)
    return 0;
  PetscCall(PetscMalloc2(n, &number, n * GR_COUNT_SUMS, &sum));
  column = GrBulkSaveCountColumn(w);
  PetscCall(GrCheckpointGetNumber(file, &column, &whole, number));
  column = GrBulkSaveCountSumColumn(w);
  PetscCall(LoadSums(w, file, &column, n * GR_COUNT_SUMS, sum));
  for (int k = 0; k < n && w->rank == 0; k++) {
    GrBulkCount *count = &w->bulk->population.counts[k / GR_COUNT_WAYS];
    count->number[k % GR_COUNT_WAYS] = number[k];
    PetscCall(PetscArraycpy(count->sum[k % GR_COUNT_WAYS], sum + k * GR_COUNT_SUMS, GR_COUNT_SUMS));
  }
  return PetscFree2(number, sum);
}

/* Distributes the contact records that the ranks have read. Each record goes to every rank that owns one of its
   particles. */
static PetscErrorCode AcceptRestored(GrWorld w, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;

  b->epoch.checked.step = -1;
  b->neighbours.widths_known = PETSC_FALSE;
  b->population.particle_steps_to = b->numbers.steps;
  w->committed_time = b->numbers.time;
  GrBulkSetParticleTypes(w);
  b->ownership.partitioned = PETSC_FALSE;
  PetscCall(GrHistoryRecordsFind(records, b->store.columns.n, b->store.id)); /* of the received records */
  PetscCall(GrBulkRebuild(w, records));
  if (b->numbers.reneighbour_due)
    PetscCall(GrBulkBeginEpoch(w));
  return 0;
}

PetscErrorCode GrBulkLoad(GrWorld w, GrCheckpoint file)
{
  const GrStore *store = &w->bulk->store;
  GrParallelColumns records;

  PetscCall(GrHistoryRecordsCreate(w->bulk->model.n_history, &records));
  PetscCall(GrBulkLoadContacts(w, file, store, &records));
  PetscCall(LoadWalls(w, file));
  PetscCall(LoadWallWork(w, file));
  PetscCall(LoadNumbers(w, file));
  PetscCall(LoadCounts(w, file));
  if (w->bulk->population.insertion)
    PetscCall(GrCheckpointGetStructs(file, &GrBulkSaveInsertion, w->bulk->population.insertion->n_groups,
                                     w->bulk->population.insertion->of));
  return AcceptRestored(w, &records);
}
