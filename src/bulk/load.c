/* load: spheres in space from a checkpoint, see save.c for what is in it. Each rank reads about as many rows
   as any other, in whatever order they are; AcceptRestored brings them to where they belong. What must agree with the
   case and with each other is judged in validate.c. */
#include "bulk/save.h"

#include "base/memory.h"
#include "parallel/decomposition.h"
#include <granum/error.h>
#include <string.h>

/* The numbers of a field for all rows of this rank; into the store at once if it has a column for itself. */
static PetscErrorCode LoadField(GrCheckpoint file, GrRows rows, int f, GrStore *s)
{
  const GrStoreField *field = GrStoreFieldAt(f);
  const size_t components = (size_t)field->column.components, width = (size_t)GrStoreWidth(field->in);
  double *column = s->columns.data[field->in], *values = column;

  PetscFunctionBeginUser;
  column += GrStoreFieldBegin(f);
  if (components < width)
    PetscCall(PetscMalloc1((size_t)rows.count * components, &values));
  PetscCall(GrCheckpointGetColumn(file, GR_BULK_PARTICLES, &field->column, &field->bounds, rows, values));
  if (components == width)
    PetscFunctionReturn(0);
  for (size_t i = 0; i < (size_t)rows.count; i++)
    for (size_t k = 0; k < components; k++)
      column[width * i + k] = values[components * i + k];
  PetscCall(PetscFree(values));
  PetscFunctionReturn(0);
}

/* How many have come since the start. */
static PetscErrorCode ReadInserted(GrCheckpoint file, PetscInt64 *inserted)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < GrBulkSavedCount; k++)
    if (GrBulkSaved[k].offset == offsetof(GrBulkNumbers, inserted))
      PetscCall(GrCheckpointGetNumber(file, &GrBulkSaved[k].column, &GrBulkSaved[k].bounds, inserted));
  PetscFunctionReturn(0);
}

static PetscErrorCode LoadParticles(GrWorld w, GrCheckpoint file, const GrGroupProperties properties[], GrStore *s)
{
  PetscInt64 ids, there;

  PetscFunctionBeginUser;
  PetscCall(ReadInserted(file, &w->bulk->numbers.inserted));
  ids = GrBulkGroupsTotal(w, properties) + w->bulk->numbers.inserted;
  PetscCall(GrBulkValidateTotal(w, file, ids, &there));
  const GrRows rows = GrDecompose(there, w->rank, w->size);
  PetscCall(GrMemoryDemand(w->comm, GR_EXIT_FILE, w->the_case->file,
                           (GrDemand){"particles", rows.total, GR_MEMORY_SPHERE, GR_STATE}));
  PetscCall(GrStoreReserve(s, (PetscInt)rows.count));
  for (PetscInt64 i = 0; i < rows.count; i++)
    s->type[s->columns.n++] = GR_PARTICLE_TYPE_OWN;
  for (int f = 0; GrStoreFieldAt(f); f++)
    if (GrBulkIsSaved(f))
      PetscCall(LoadField(file, rows, f, s));
  PetscCall(GrBulkValidateIds(w, file, rows, ids, s->id));
  PetscCall(GrBulkValidateParticles(w, file, properties, s));
  PetscFunctionReturn(0);
}

/* A member of all groups; the radii of a group without particles are none. */
static PetscErrorCode LoadGroupMember(GrWorld w, GrCheckpoint file, int k, const PetscInt64 *present,
                                      GrGroupProperties properties[])
{
  const PetscInt64 n = w->the_case->n_grains;
  PetscInt64 *word;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &word));
  PetscCall(GrCheckpointGetPresent(file, GR_BULK_GROUPS, &GrBulkGroupMembers[k].column, &GrBulkGroupMembers[k].bounds,
                                   (GrRows){n, 0, n}, present, word));
  for (PetscInt64 g = 0; g < n; g++)
    memcpy((char *)&properties[g] + GrBulkGroupMembers[k].offset, &word[g], sizeof(*word));
  PetscCall(PetscFree(word));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkLoadParticles(GrWorld w, GrCheckpoint file, GrStore *store, GrGroupProperties properties[])
{
  const int n = w->the_case->n_grains;
  PetscInt64 *count;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &count));
  for (int k = 0; k < GrBulkGroupMembersCount; k++) {
    PetscCall(LoadGroupMember(w, file, k, GrBulkGroupMembers[k].column.number == GR_REAL ? count : NULL, properties));
    for (int g = 0; g < n; g++)
      count[g] = properties[g].count;
  }
  PetscCall(PetscFree(count));
  PetscCall(GrBulkValidateGroups(w, file, properties));
  PetscCall(LoadParticles(w, file, properties, store));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkLoadTypes(GrWorld w, GrCheckpoint file)
{
  const GrBulk b = w->bulk;
  GrBulkType type[GR_PARTICLE_TYPE_MAX];
  PetscInt64 n, word[GR_PARTICLE_TYPE_MAX];

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointTableRows(file, GR_BULK_TYPES, &n));
  n = PetscMax(n, 0);
  if (n > GR_PARTICLE_TYPE_MAX)
    PetscFunctionReturn(
        GrCheckpointFault(file, GR_BULK_TYPES, "material", n - 1, "is of more types than there can be"));
  for (int k = 0; k < GrBulkTypeMembersCount && n > 0; k++) {
    PetscCall(GrCheckpointGetColumn(file, GR_BULK_TYPES, &GrBulkTypeMembers[k].column, &GrBulkTypeMembers[k].bounds,
                                    (GrRows){n, 0, n}, word));
    for (PetscInt64 i = 0; i < n; i++)
      memcpy((char *)&type[i] + GrBulkTypeMembers[k].offset, &word[i], sizeof(*word));
  }
  for (b->n_types = 0; b->n_types < n; b->n_types++) {
    const GrBulkType *t = &type[b->n_types];
    if (t->material >= w->the_case->n_materials)
      PetscFunctionReturn(GrCheckpointFault(file, GR_BULK_TYPES, "material", b->n_types, "is none of the case"));
    b->types[b->n_types] = (GrParticleType){(int)t->material, t->radius, t->mass, PETSC_FALSE};
  }
  PetscFunctionReturn(0);
}

/* Every rank has them all. */
static PetscErrorCode LoadWalls(GrWorld w, GrCheckpoint file)
{
  GrWalls *walls = &w->bulk->walls;
  const PetscInt64 n = walls->n_travels;
  double *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &value));
  for (int k = 0; k < GrBulkTravelMembersCount && n > 0; k++) {
    PetscCall(GrCheckpointGetColumn(file, GR_BULK_WALLS, &GrBulkTravelMembers[k].column, &GrBulkTravelMembers[k].bounds,
                                    (GrRows){n, 0, n}, value));
    for (PetscInt64 i = 0; i < n; i++)
      memcpy((char *)&walls->trial[i] + GrBulkTravelMembers[k].offset, &value[i], sizeof(*value));
  }
  PetscCall(GrWallsCommit(walls));
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkLoadCell(GrWorld w, GrCheckpoint file)
{
  GrBulkCell *cell = w->bulk->cell;

  PetscFunctionBeginUser;
  for (int k = 0; cell && k < GrBulkCellMembersCount; k++)
    PetscCall(GrCheckpointGetNumber(file, &GrBulkCellMembers[k].column, &GrBulkCellMembers[k].bounds,
                                    (char *)cell + GrBulkCellMembers[k].offset));
  for (int a = 0; cell && a < 3; a++)
    if (!(cell->committed.at[a] > 0 && cell->reference[a] > 0))
      PetscFunctionReturn(GrCheckpointFault(file, "numbers", "cell_sides", 0, "have a length that is not positive"));
  if (cell)
    GrBulkCellSetBoxes(w);
  PetscFunctionReturn(0);
}

static PetscErrorCode LoadSums(GrCheckpoint file, const GrColumn *column, int n, GrSum sum[])
{
  int64_t *word;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n * GR_BULK_WORDS, &word));
  PetscCall(GrCheckpointGetNumber(file, column, &GrBulkRemovedBounds, word));
  for (int s = 0; s < n; s++) {
    GrSumClear(&sum[s]);
    memcpy(sum[s].limb, word + s * GR_BULK_WORDS, sizeof(sum[s].limb));
    sum[s].special = (int)word[s * GR_BULK_WORDS + GR_SUM_LIMBS];
  }
  PetscCall(PetscFree(word));
  PetscFunctionReturn(0);
}

static PetscErrorCode LoadWallWork(GrWorld w, GrCheckpoint file)
{
  const int n = w->the_case->n_walls;
  const GrColumn column = GrBulkWallWorkColumn(w);
  GrSum *sum;

  PetscFunctionBeginUser;
  if (n == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(2 * n, &sum));
  PetscCall(LoadSums(file, &column, 2 * n, sum));
  PetscCall(GrBulkWallWorkTake(w, sum, sum + n));
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(0);
}

/* Sums of which the first rank keeps all. */
typedef struct {
  GrSum removed[GR_SUM_ENERGIES], mass[GR_TALLY_PRESENT];
} Sums;

static PetscErrorCode LoadNumbers(GrWorld w, GrCheckpoint file, const GrStore *store, GrBulkNumbers *numbers,
                                  Sums *sums)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < GrBulkSavedCount; k++)
    PetscCall(GrCheckpointGetNumber(file, &GrBulkSaved[k].column, &GrBulkSaved[k].bounds,
                                    (char *)numbers + GrBulkSaved[k].offset));
  PetscCall(GrBulkValidateNumbers(w, file, store, numbers));
  PetscCall(LoadSums(file, &GrBulkRemovedColumn, GR_SUM_ENERGIES, sums->removed));
  PetscCall(LoadSums(file, &GrBulkMassColumn, GR_TALLY_PRESENT, sums->mass));
  PetscFunctionReturn(0);
}

/* The first rank keeps all. */
static PetscErrorCode LoadCounts(GrWorld w, GrCheckpoint file)
{
  const int n = w->the_case->output.n_counters * GR_COUNT_WAYS;
  const GrBounds whole = GR_WHOLE;
  GrColumn column;
  PetscInt64 *number;
  GrSum *sum;

  PetscFunctionBeginUser;
  if (n == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(n, &number, n * GR_COUNT_SUMS, &sum));
  column = GrBulkCountColumn(w);
  PetscCall(GrCheckpointGetNumber(file, &column, &whole, number));
  column = GrBulkCountSumColumn(w);
  PetscCall(LoadSums(file, &column, n * GR_COUNT_SUMS, sum));
  for (int k = 0; k < n && w->rank == 0; k++) {
    GrBulkCount *count = &w->bulk->counts[k / GR_COUNT_WAYS];
    count->number[k % GR_COUNT_WAYS] = number[k];
    PetscCall(PetscArraycpy(count->sum[k % GR_COUNT_WAYS], sum + k * GR_COUNT_SUMS, GR_COUNT_SUMS));
  }
  PetscCall(PetscFree2(number, sum));
  PetscFunctionReturn(0);
}

/* Takes over records that any rank has read, of the particles that are there on whatever rank; a record on every rank
   that has one of its particles. */
static PetscErrorCode AcceptRestored(GrWorld w, GrColumns *records, const GrBulkNumbers *numbers, const Sums *sums)
{
  const GrBulk b = w->bulk;

  PetscFunctionBeginUser;
  b->numbers = *numbers;
  b->checked.step = -1;
  b->widths_known = PETSC_FALSE;
  b->particle_steps_to = numbers->steps;
  b->model.committed_offset = numbers->spring_offset;
  w->committed_time = numbers->time;
  for (int s = 0; s < GR_SUM_ENERGIES && w->rank == 0; s++)
    b->removed[s] = sums->removed[s];
  for (int k = 0; k < GR_TALLY_PRESENT && w->rank == 0; k++)
    b->mass[k] = sums->mass[k];
  PetscCall(GrBulkSetParticleTypes(w));
  b->partitioned = PETSC_FALSE;
  PetscCall(GrHistoryRecordsFind(records, b->store.columns.n, b->store.id)); /* of those that have come */
  PetscCall(GrBulkRebuild(w, records));
  if (b->numbers.reneighbour_due)
    PetscCall(GrBulkEpoch(w));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkLoad(GrWorld w, GrCheckpoint file)
{
  const GrStore *store = &w->bulk->store;
  Sums *sums;
  GrBulkNumbers numbers;
  GrColumns records;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&sums));
  PetscCall(GrHistoryRecordsCreate(w->bulk->model.n_history, &records));
  PetscCall(GrBulkLoadContacts(w, file, store, &records));
  PetscCall(LoadWalls(w, file));
  PetscCall(LoadWallWork(w, file));
  PetscCall(LoadNumbers(w, file, store, &numbers, sums));
  PetscCall(LoadCounts(w, file));
  PetscCall(GrBulkLoadInsertion(w, file, numbers.inserted));
  PetscCall(AcceptRestored(w, &records, &numbers, sums));
  PetscCall(PetscFree(sums));
  PetscFunctionReturn(0);
}
