/* save: writes an assembly to a checkpoint and restores it; see save.h.

   Table "particles", a row per current particle, rank after rank: every field of the store except those that
     follow from the others. The order has no meaning: "id" identifies a row.
   Table "bodies", a row per rigid body, in any order; no table without bodies.
   Table "groups", a row per group: how it was generated, so that its files are not needed again.
   Table "types", a row per particle type at the start; no table if there are too many types.
   Table "contacts": see contacts.c.
   Table "walls", a row per load-controlled wall, in the order of the input; no table without such walls.
   Tables "loads" and "load_rates": see bulk/wear/save.c.
   Table "insertion", a row per group into which particles are inserted, in the order of the input.
   Stages: see stages_save.c. Table "feedback", held values of expressions with observables: see feedback_values.c.
   Numbers: members of GrBulkNumbers, and of GrBulkCell if the box deforms; as exact sums, the energies of the particles
     that have left, and masses.
   A resumed run first reads an equal number of rows on each rank; AcceptRestored sends them to their owners. */
#include "bulk/save/save.h"
#include "bulk/bulk.h"
#include "bulk/epoch.h"
#include "bulk/population/counter.h"
#include "bulk/population/insert.h"

#include "base/memory.h"
#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include <granum/error.h>
#include <string.h>

/* Number of 64-bit words of an exact sum (base/math/sum.h) in a checkpoint: the array GrSum.limb, then GrSum.special,
   which is not 0 if infinite or NaN numbers have been added. */
enum { WORDS = GR_SUM_LIMBS + 1 };

#define MEMBER(member, number, unit, bounds, description)                                                              \
  {                                                                                                                    \
    {#member, number, 1, unit, description}, offsetof(GrGroupProperties, member), bounds                               \
  }
static const GrMember Groups[] = {
    MEMBER(first_id, GR_INTEGER, "1", GR_COUNT, "id of the first particle"),
    MEMBER(count, GR_INTEGER, "1", GR_COUNT, "number of particles at the start"),
    MEMBER(radius_min, GR_REAL, "m", GR_POSITIVE_OR_INFINITE, "smallest radius; infinite without particles"),
    MEMBER(radius_max, GR_REAL, "m", GR_ANYTHING, "largest radius; -infinite without particles"),
    MEMBER(moves, GR_INTEGER, "1", GR_YES_OR_NO, "1: some particle had a velocity or a spin at the start")};
static const GrCheckpointStruct SavedGroups = GR_CHECKPOINT_STRUCT("groups", GrGroupProperties, Groups);

#define TYPE(member, number, unit, bounds, description)                                                                \
  {                                                                                                                    \
    {#member, number, 1, unit, description}, offsetof(GrParticleType, member), bounds                                  \
  }
static const GrMember Types[] = {
    TYPE(material, GR_INTEGER, "1", GR_COUNT, "number of the material in the input, from 0"),
    TYPE(radius, GR_REAL, "m", GR_POSITIVE, "radius"), TYPE(mass, GR_REAL, "kg", GR_POSITIVE, "mass"),
    TYPE(motion, GR_INTEGER, "1", GR_BOUNDS(0, GR_BODY_MOTIONS - 1, false),
         "0: forces move the particle; its motion is prescribed, 1: at rest, 2: in motion")};
static const GrCheckpointStruct SavedTypes = GR_CHECKPOINT_STRUCT("types", GrParticleType, Types);

#define TRAVEL(member, unit, bounds, description)                                                                      \
  {                                                                                                                    \
    {#member, GR_REAL, 1, unit, description}, offsetof(GrWallTravel, member), bounds                                   \
  }
#define BODY(name, member, width, unit, description)                                                                   \
  {                                                                                                                    \
    {"body_" name, GR_REAL, width, unit, description}, offsetof(GrWallTravel, body.member), GR_FINITE                  \
  }
static const GrMember Travels[] = {
    TRAVEL(distance, "m", GR_FINITE, "displacement along the direction of the wall from its prescribed position"),
    TRAVEL(speed, "m s-1", GR_FINITE, "speed along the direction of the wall"),
    TRAVEL(acceleration, "m s-2", GR_FINITE, "acceleration along the direction of the wall"),
    TRAVEL(load, "N", GR_FINITE, "prescribed load of the wall"),
    TRAVEL(inertia, "kg", GR_NOT_NEGATIVE, "inertia of the wall"),
    TRAVEL(power, "W", GR_FINITE, "power of the wall on the particles"),
    TRAVEL(work, "J", GR_FINITE, "work of the wall on the particles since the start"),
    TRAVEL(brake, "N m", GR_NOT_NEGATIVE, "largest torque of the brake of a shaft"),
    TRAVEL(drive_power, "W", GR_FINITE, "power on the wall of its shaft's torques or of its loads"),
    TRAVEL(drive_work, "J", GR_FINITE, "work on the wall of its shaft's torques or of its loads since the start"),
    TRAVEL(lost_power, "W", GR_FINITE, "power that the dashpots of the wall dissipate"),
    TRAVEL(lost, "J", GR_FINITE, "energy that the dashpots of the wall have dissipated since the start"),
    TRAVEL(reference, "m", GR_FINITE, "displacement of the wall at the last reneighbouring"),
    BODY("offset", at.offset, 3, "m", "displacement of the centre of a free wall since the start"),
    BODY("orientation", at.orientation, 4, "1", "quaternion of the principal axes of a free wall"),
    BODY("velocity", velocity, 3, "m s-1", "velocity of the centre of a free wall"),
    BODY("momentum", momentum, 3, "kg m2 s-1", "angular momentum of a free wall about its centre"),
    BODY("acceleration", acceleration, 3, "m s-2", "acceleration of the centre of a free wall"),
    BODY("torque", torque, 3, "N m", "torque on a free wall about its centre"),
    BODY("reference_offset", reference.offset, 3, "m", "displacement of the centre at the last reneighbouring"),
    BODY("reference_orientation", reference.orientation, 4, "1", "this quaternion at the last reneighbouring")};
static const GrCheckpointStruct SavedTravels = GR_CHECKPOINT_STRUCT("walls", GrWallTravel, Travels);

static const GrMember Inserting[] = {
    {{"event", GR_INTEGER, 1, "1", "number of the next event"}, offsetof(GrInserting, event), GR_COUNT},
    {{"draws", GR_INTEGER, 1, "1", "number of searches for a place so far"}, offsetof(GrInserting, draws), GR_COUNT},
    {{"full", GR_INTEGER, 1, "1", "1: the level is reached"}, offsetof(GrInserting, full), GR_YES_OR_NO},
    {{"mass", GR_REAL, 1, "kg", "mass inserted so far"}, offsetof(GrInserting, mass), GR_NOT_NEGATIVE},
    {{"integral_at_begin", GR_REAL, 1, "1",
      "integral of a rate with observables up to the begin of the insertion; NaN: not begun"},
     offsetof(GrInserting, integral_at_begin),
     GR_ANYTHING},
    {{"integral_at_event", GR_REAL, 1, "1",
      "integral of a rate with observables from the begin to the last event, in SI"},
     offsetof(GrInserting, integral_at_event),
     GR_ANYTHING},
    {{"had", GR_INTEGER, GR_APPORTION_CLASSES, "1", "number of inserted particles of each size class"},
     offsetof(GrInserting, sizes.had),
     GR_COUNT}};
static const GrCheckpointStruct SavedInsertion = GR_CHECKPOINT_STRUCT("insertion", GrInserting, Inserting);

#define NUMBERS(name, member, number, n, unit, bounds, description)                                                    \
  {                                                                                                                    \
    {"bulk_" name, number, n, unit, description}, offsetof(GrBulkNumbers, member), bounds                              \
  }
#define NUMBER(member, number, unit, bounds, description)                                                              \
  {                                                                                                                    \
    {"bulk_" #member, number, 1, unit, description}, offsetof(GrBulkNumbers, member), bounds                           \
  }
static const GrMember Numbers[] = {
    NUMBER(skin, GR_REAL, "m", GR_POSITIVE, "skin: distance between surfaces up to which candidates are listed"),
    NUMBER(pace, GR_REAL, "s-1", GR_NOT_NEGATIVE, "largest speed of a particle / margin of the fastest particles"),
    NUMBER(exposure, GR_REAL, "s-1", GR_NOT_NEGATIVE,
           "largest value of (speed of a particle or of its candidates / its margin)"),
    NUMBER(time, GR_REAL, "s", GR_NOT_NEGATIVE, "time of the committed state"),
    NUMBER(reference_time, GR_REAL, "s", GR_NOT_NEGATIVE,
           "time of the last reneighbouring, which sets the reference positions"),
    NUMBER(steps, GR_INTEGER, "1", GR_COUNT, "number of accepted steps since the start"),
    NUMBER(reneighboured, GR_INTEGER, "1", GR_COUNT, "number of the step of the last reneighbouring"),
    NUMBER(next_check, GR_INTEGER, "1", GR_COUNT, "number of the step of the next check of displacements"),
    NUMBER(longest_step, GR_REAL, "s", GR_NOT_NEGATIVE, "longest next step; 0: no limit"),
    NUMBER(reneighbour_due, GR_INTEGER, "1", GR_YES_OR_NO,
           "1: the next rebuild of the neighbour list is a reneighbouring"),
    NUMBERS("left", left.open, GR_INTEGER, GR_SIDES, "1", GR_COUNT,
            "number of particles that have left through each side"),
    NUMBERS("past_walls", left.past_walls, GR_INTEGER, GR_SIDES, "1", GR_COUNT,
            "number of particles that have left past a wall at each side"),
    NUMBER(inserted, GR_INTEGER, "1", GR_COUNT, "number of particles inserted since the start"),
    NUMBER(removed, GR_INTEGER, "1", GR_COUNT, "number of particles taken out by `removal`"),
    NUMBER(removal_due, GR_INTEGER, "1", GR_COUNT, "bit k: removal k is checked next"),
    NUMBER(removal_time, GR_REAL, "s", GR_NOT_NEGATIVE, "time up to which removals have been checked"),
    NUMBER(counted_skin, GR_REAL, "m", GR_NOT_NEGATIVE, "skin of the epoch before the last rebuild"),
    NUMBERS("counted", counted, GR_INTEGER, GR_COUNTED_COUNTS, "1", GR_COUNT,
            "counts in the epoch before the last rebuild: candidates, candidates with coefficients for them alone, "
            "contacts, particles; by speed; by margin"),
    NUMBER(expected_speed, GR_REAL, "m s-1", GR_NOT_NEGATIVE, "speed of impacts for which the step has been planned"),
    NUMBER(seen_speed, GR_REAL, "m s-1", GR_NOT_NEGATIVE, "largest speed that exceeded the expected speed"),
    NUMBERS("tightest_inverse", watch.tightest.inverse, GR_REAL, 1, "s-1", GR_NOT_NEGATIVE,
            "1 / longest stable step of the particle or wall for whose contacts the step was too long"),
    NUMBERS("tightest_particle", watch.tightest.particle, GR_INTEGER, 1, "1", GR_COUNT, "id of this particle"),
    NUMBERS("tightest_wall", watch.tightest.wall, GR_INTEGER, 1, "1", GR_BOUNDS(-1, INT32_MAX, false),
            "number of this wall; -1: a particle"),
    NUMBERS("tightest_contacts", watch.tightest.contacts, GR_INTEGER, 1, "1", GR_COUNT, "number of its contacts"),
    NUMBERS("watch_next", watch.next, GR_INTEGER, 1, "1", GR_COUNT,
            "number of the step from which a check sums the contacts of the particles"),
    NUMBERS("watch_every", watch.every, GR_INTEGER, 1, "1", GR_COUNT, "number of steps between two such sums"),
    NUMBERS("watch_before", watch.before, GR_REAL, 1, "s-1", GR_NOT_NEGATIVE,
            "largest eigenvalue / step of a particle at the last sum")};
static const GrCheckpointStruct SavedNumbers = GR_CHECKPOINT_STRUCT(NULL, GrBulkNumbers, Numbers);

static const GrColumn RemovedColumn = {"removed_energies", GR_INTEGER, GR_SUM_ENERGIES *WORDS, "1",
                                       "exact sums of the energies of particles that left or were removed"};
static const GrColumn MassColumn = {"tally_masses", GR_INTEGER, GR_TALLY_PRESENT *WORDS, "1",
                                    "exact sums of the masses of particles: at the start, inserted, removed, left"};
/* Each limb has 32 bits after carries have been propagated; the highest limb has the sign. */
static const GrBounds SumBounds = {-1, 4294967295.0, false};
const GrColumn GrBulkSaveKeyColumn = {
    "key", GR_INTEGER, GR_KEY, "1",
    "id of the particle; id of the partner, or -1 - number of the wall; packed periodic image"};

static GrColumn CountColumn(GrWorld w)
{
  return (GrColumn){"counter_numbers", GR_INTEGER, w->the_case->output.n_counters * GR_COUNT_WAYS, "1",
                    "particles that have passed each counter up to the last reneighbouring: along its normal, against "
                    "it"};
}

static GrColumn CountSumColumn(GrWorld w)
{
  const int sums = w->the_case->output.n_counters * GR_COUNT_WAYS * GR_COUNT_SUMS;
  return (GrColumn){"counter_sums", GR_INTEGER, sums * WORDS, "1",
                    "exact sums of their mass, momentum and kinetic energy"};
}

static GrColumn WallWorkColumn(GrWorld w)
{
  return (GrColumn){"wall_work", GR_INTEGER, 2 * w->the_case->n_walls * WORDS, "1",
                    "exact sums of the work of walls and of the power of their contacts"};
}

GrColumn GrBulkSaveHistoryColumn(GrWorld w)
{
  return (GrColumn){"history", GR_REAL, w->bulk->model.n_history, "1", "history values of the laws of the contact"};
}

/* Reduces n sums over all ranks and writes them as words. Collective. */
static PetscErrorCode SaveSums(GrWorld w, int n, const GrSum mine[], const GrColumn *column, GrCheckpoint file)
{
  int64_t *word;
  GrSum *sum;

  PetscCall(PetscMalloc2(n, &sum, n * WORDS, &word));
  PetscCall(PetscArraycpy(sum, mine, n));
  PetscCall(GrSumReduce(sum, n, w->comm));
  for (int s = 0; s < n; s++) {
    GrSumCarry(&sum[s]); /* the same limbs on any number of ranks */
    memcpy(word + s * WORDS, sum[s].limb, sizeof(sum[s].limb));
    word[s * WORDS + GR_SUM_LIMBS] = sum[s].special;
  }
  PetscCall(GrCheckpointPutNumber(file, column, word));
  return PetscFree2(sum, word);
}

/* Writes the spheres, whose state is `u`, and the bodies. */
static PetscErrorCode SaveParticles(GrWorld w, const double *u, GrCheckpoint file)
{
  GrParallelColumns spheres = w->bulk->store.columns;
  const GrParallelColumns *bodies = &w->bulk->store.bodies.columns;
  GrRows rows;

  spheres.data[GR_STORE_STATE] = (void *)u; /* which is read only */
  PetscCall(GrRowDecomposeCounts(w->comm, spheres.n, &rows));
  PetscCall(GrFieldsSave(&GrStoreFields, &spheres, rows, file));
  if (!GrBodiesExist(w->the_case))
    return 0;
  PetscCall(GrRowDecomposeCounts(w->comm, bodies->n, &rows));
  return GrFieldsSave(&GrBodiesFields, bodies, rows, file);
}

/* Writes the counts as words, in the order of the counters. */
static PetscErrorCode SaveCounts(GrWorld w, GrCheckpoint file)
{
  const int n = w->the_case->output.n_counters, ways = n * GR_COUNT_WAYS;
  const GrBulkCount *counts = w->bulk->population.counts;
  GrColumn column;
  PetscInt64 *number;
  GrSum *sum;

  if (n == 0)
    return 0;
  PetscCall(PetscMalloc2(ways, &number, ways * GR_COUNT_SUMS, &sum));
  for (int k = 0; k < ways; k++) {
    number[k] = counts[k / GR_COUNT_WAYS].number[k % GR_COUNT_WAYS];
    PetscCall(PetscArraycpy(sum + k * GR_COUNT_SUMS, counts[k / GR_COUNT_WAYS].sum[k % GR_COUNT_WAYS], GR_COUNT_SUMS));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, number, ways, MPIU_INT64, MPI_SUM, w->comm));
  column = CountColumn(w);
  PetscCall(GrCheckpointPutNumber(file, &column, number));
  column = CountSumColumn(w);
  PetscCall(SaveSums(w, ways * GR_COUNT_SUMS, sum, &column, file));
  return PetscFree2(number, sum);
}

static PetscErrorCode SaveWallWork(GrWorld w, GrCheckpoint file)
{
  const int n = w->the_case->n_walls;
  const GrColumn column = WallWorkColumn(w);
  GrSum *sum;

  if (n == 0)
    return 0;
  PetscCall(PetscMalloc1(2 * n, &sum));
  GrBulkWallWorkSums(w, sum, sum + n);
  PetscCall(SaveSums(w, 2 * n, sum, &column, file));
  return PetscFree(sum);
}

static PetscErrorCode SaveNumbers(GrWorld w, GrCheckpoint file)
{
  GrBulkNumbers numbers = w->bulk->numbers;

  numbers.time = w->clock.committed;
  PetscCall(GrCheckpointPutStructs(file, &SavedNumbers, 1, &numbers));
  PetscCall(SaveSums(w, GR_SUM_ENERGIES, w->bulk->population.energies, &RemovedColumn, file));
  return SaveSums(w, GR_TALLY_PRESENT, w->bulk->population.mass, &MassColumn, file);
}

#define SIDES(name, number, member, unit, bounds, description)                                                         \
  {                                                                                                                    \
    {"cell_" name, number, GR_CELL_SIDES, unit, description}, offsetof(GrBulkCell, member), bounds                     \
  }
static const GrMember Cell[] = {
    SIDES("sides", GR_REAL, committed.at, "m", GR_FINITE,
          "lengths of the box, and offsets of its periodic images in the planes xy, xz, yz"),
    SIDES("speeds", GR_REAL, committed.speed, "m s-1", GR_FINITE, "speeds of the lengths and offsets of the box"),
    SIDES("accelerations", GR_REAL, committed.acceleration, "m s-2", GR_FINITE,
          "accelerations of the lengths and offsets of the box"),
    SIDES("mean_speeds", GR_REAL, committed.mean_speed, "m s-1", GR_FINITE,
          "running means of the speeds under stress control"),
    SIDES("reference", GR_REAL, reference, "m", GR_FINITE, "lengths and offsets of the box at the last reneighbouring"),
    {{"cell_images", GR_INTEGER, GR_PLANES, "1",
      "numbers of edge vectors that are subtracted in each plane of shear to get the least tilts"},
     offsetof(GrBulkCell, images),
     {-9007199254740992.0, 9007199254740992.0, false}}};
static const GrCheckpointStruct SavedCell = GR_CHECKPOINT_STRUCT(NULL, GrBulkCell, Cell);

PetscErrorCode GrBulkSave(GrWorld w, const double *u, GrCheckpoint file)
{
  PetscCall(GrBulkReduceMaxima(w, 0, NULL)); /* pending counts cannot be assigned to ranks of a resumed run */
  PetscCall(SaveParticles(w, u, file));
  PetscCall(GrCheckpointPutStructs(file, &SavedGroups, w->the_case->n_grains, w->bulk->particles.group_properties));
  PetscCall(GrCheckpointPutStructs(file, &SavedTypes, w->bulk->particles.n_types, w->bulk->particles.types));
  PetscCall(GrBulkSaveContacts(w, file));
  PetscCall(GrCheckpointPutStructs(file, &SavedTravels, w->bulk->walls.n_travels, w->bulk->walls.committed));
  PetscCall(SaveWallWork(w, file));
  PetscCall(GrBulkWearSave(w, file));
  PetscCall(GrBulkSaveStages(w, file));
  PetscCall(GrBulkFeedbackSave(w, file));
  if (w->bulk->population.insertion)
    PetscCall(GrCheckpointPutStructs(file, &SavedInsertion, w->bulk->population.insertion->n_groups,
                                     w->bulk->population.insertion->of));
  PetscCall(GrCheckpointPutStructs(file, &SavedCell, w->bulk->cell != NULL, w->bulk->cell));
  PetscCall(SaveCounts(w, file));
  return SaveNumbers(w, file);
}

/* ---- reading ---- */

static PetscErrorCode LoadParticles(GrWorld w, GrCheckpoint file, GrStore *s)
{
  PetscInt64 there;

  PetscCall(GrCheckpointTableRows(file, GrStoreFields.table, &there));
  const GrRows rows = GrRowDecompose(there, w->rank, w->size);
  PetscCall(GrMemoryDemand(w->comm, GR_EXIT_FILE, w->the_case->file,
                           (GrDemand){"particles", rows.total, GR_MEMORY_SPHERE, GR_STATE}));
  PetscCall(GrStoreReserve(s, (PetscInt)rows.count));
  for (PetscInt64 i = 0; i < rows.count; i++)
    s->type[s->columns.n++] = GR_PARTICLE_TYPE_OWN;
  return GrFieldsLoad(&GrStoreFields, &s->columns, rows, file);
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
  PetscCall(GrParallelColumnsExchangeAll(w->comm, 2, set, (const int *const[]){to, bodies}, &w->load.traffic));
  GrStorePoint(s);
  GrBodiesPoint(&s->bodies);
  return PetscFree2(to, bodies);
}

static PetscErrorCode LoadBodies(GrWorld w, GrCheckpoint file, GrStore *s)
{
  PetscInt64 there;

  if (!GrBodiesExist(w->the_case))
    return 0;
  PetscCall(GrCheckpointTableRows(file, GrBodiesFields.table, &there));
  const GrRows rows = GrRowDecompose(PetscMax(there, 0), w->rank, w->size);
  PetscCall(GrBodiesReserve(&s->bodies, (PetscInt)rows.count));
  s->bodies.columns.n = (PetscInt)rows.count;
  PetscCall(GrFieldsLoad(&GrBodiesFields, &s->bodies.columns, rows, file));
  return JoinBodies(w, s);
}

PetscErrorCode GrBulkLoadParticles(GrWorld w, GrCheckpoint file)
{
  const GrBulk b = w->bulk;

  PetscCall(GrCheckpointGetStructs(file, &SavedCell, b->cell != NULL, b->cell));
  if (b->cell)
    GrBulkCellSetBoxes(w);
  PetscCall(GrCheckpointGetStructs(file, &SavedGroups, w->the_case->n_grains, b->particles.group_properties));
  PetscCall(LoadParticles(w, file, &b->store));
  return LoadBodies(w, file, &b->store);
}

PetscErrorCode GrBulkLoadTypes(GrWorld w, GrCheckpoint file)
{
  GrBulkParticles *particles = &w->bulk->particles;
  PetscInt64 n;

  PetscCall(GrCheckpointTableRows(file, SavedTypes.table, &n));
  particles->n_types = (int)PetscMax(n, 0);
  return GrCheckpointGetStructs(file, &SavedTypes, particles->n_types, particles->types);
}

static PetscErrorCode LoadWalls(GrWorld w, GrCheckpoint file)
{
  GrWalls *walls = &w->bulk->walls;

  PetscCall(GrCheckpointGetStructs(file, &SavedTravels, walls->n_travels, walls->trial));
  return GrWallsCommit(walls);
}

/* Reads exact sums of all ranks. The first rank keeps them; the other ranks do not change theirs. */
static PetscErrorCode LoadSums(GrWorld w, GrCheckpoint file, const GrColumn *column, int n, GrSum sum[])
{
  int64_t *word;

  PetscCall(PetscMalloc1(n * WORDS, &word));
  PetscCall(GrCheckpointGetNumber(file, column, &SumBounds, word));
  for (int s = 0; s < n && w->rank == 0; s++) {
    GrSumClear(&sum[s]);
    memcpy(sum[s].limb, word + s * WORDS, sizeof(sum[s].limb));
    sum[s].special = (int)word[s * WORDS + GR_SUM_LIMBS];
  }
  return PetscFree(word);
}

static PetscErrorCode LoadWallWork(GrWorld w, GrCheckpoint file)
{
  const int n = w->the_case->n_walls;
  const GrColumn column = WallWorkColumn(w);
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

  PetscCall(GrCheckpointGetStructs(file, &SavedNumbers, 1, &b->numbers));
  PetscCall(LoadSums(w, file, &RemovedColumn, GR_SUM_ENERGIES, b->population.energies));
  return LoadSums(w, file, &MassColumn, GR_TALLY_PRESENT, b->population.mass);
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
  column = CountColumn(w);
  PetscCall(GrCheckpointGetNumber(file, &column, &whole, number));
  column = CountSumColumn(w);
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

  b->population.particle_steps_to = b->numbers.steps;
  w->clock.committed = b->numbers.time;
  GrBulkSetParticleTypes(w);
  PetscCall(GrHistoryRecordsFind(records, b->store.columns.n, b->store.id)); /* of the received records */
  PetscCall(GrBulkRebuild(w, records));
  if (b->numbers.reneighbour_due || (b->stages.due && b->stages.at < b->stages.n - 1))
    PetscCall(GrBulkBeginEpoch(w));
  return 0;
}

PetscErrorCode GrBulkLoad(GrWorld w, GrCheckpoint file)
{
  GrParallelColumns records;

  PetscCall(GrHistoryRecordsCreate(w->bulk->model.n_history, &records));
  PetscCall(GrBulkLoadContacts(w, file, &records));
  PetscCall(LoadWalls(w, file));
  PetscCall(LoadWallWork(w, file));
  PetscCall(GrBulkWearRestore(w, file));
  PetscCall(LoadNumbers(w, file));
  PetscCall(LoadCounts(w, file));
  if (w->bulk->population.insertion)
    PetscCall(GrCheckpointGetStructs(file, &SavedInsertion, w->bulk->population.insertion->n_groups,
                                     w->bulk->population.insertion->of));
  return AcceptRestored(w, &records);
}
