/* Records the spheres of an assembly in the group particles/grains. Each field of the table GrStoreFieldAt has a
   dataset, whose rows are in the order of the ids (parallel/redistribute.h). Fields that do not change are written
   once, all other fields in frames. Rows of particles that have left the box are NaN, or 0 for integers. With insertion
   or removal (GrBulkPopulationVaries) all fields are in frames, and a frame has only the rows of current particles. In
   dimension 2 the box and the vectors of the plane have two components (GrStoreWritten); box/plane has their z. */
#include "record/frames.h"

#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include "bulk/population/insert.h"
#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include <string.h>

enum { AXES = 3 };

static const GrColumn plane_column = {"plane", GR_REAL, 1, "m", "z of the plane of the particles, in dimension 2"};

static const GrColumn energy_columns[GR_ENERGIES] = {
#define SHARES "; half of a contact with another particle, all of a contact with a wall" ABSENT
#define ABSENT "; NaN: unused row"
    {"elastic_energy", GR_REAL, 1, "J", "recoverable energy of the contacts of the particle" SHARES},
    {"dissipated_viscous", GR_REAL, 1, "J", "work of the normal dashpots since the start" SHARES},
    {"dissipated_frictional", GR_REAL, 1, "J",
     "work against sliding, rolling and twisting since the start, minus the energy of their springs" SHARES},
    {"dissipated_plastic", GR_REAL, 1, "J", "plastic work of the contacts since the start" SHARES},
    {"dissipated_drag", GR_REAL, 1, "J", "energy dissipated by drag since the start" ABSENT}};

/* Frames of particles. `row`: row of GrStoreFieldAt for each field of the frames, ENERGIES + row of energy_columns, or
   NUMBERS. */
enum { NUMBERS = -1, ENERGIES = 1000 }; /* NUMBERS: GrRecorderRowColumn */
typedef struct {
  GrRecorderFrames frames;
  int row[GR_FRAME_FIELDS_MAX];
  GrColumn column[GR_FRAME_FIELDS_MAX];
} BulkFrames;

/* Position of a field in the memory of a particle: first number, and distance to the next particle. */
typedef struct {
  GrStoreColumn in;
  const double *from; /* NULL: state and image are written after wrapping into the box */
  size_t begin, stride;
} Place;

/* Fields that are sent to the ranks of their rows: source and destination of each. */
typedef struct {
  GrBulk bulk;
  const GrStore *store;
  int dimension;
  const double *u;                 /* NULL: no field of the state is among them */
  double (*energies)[GR_ENERGIES]; /* of the particles of this rank; NULL: no energy is among them */
  PetscInt *which;                 /* particles of this rank that are written; NULL: all */
  PetscInt64 *id;                  /* of these */
  int n, field[GR_FRAME_FIELDS_MAX];
  Place from[GR_FRAME_FIELDS_MAX];
  GrRowField to[GR_FRAME_FIELDS_MAX];
  double *rows; /* of all of them */
} Shipment;

/* Packs the fields of particle i one after another. */
static void PackParticle(const void *context, PetscInt i, uint64_t word[])
{
  const Shipment *s = context;
  double inside[GR_STATE];
  PetscInt64 image[AXES];

  i = s->which ? s->which[i] : i;
  if (s->u)
    GrBulkCellWrapRow(s->bulk, s->u + GR_STATE * (size_t)i, s->store->image + AXES * (size_t)i, inside, image);
  for (int k = 0; k < s->n; k++) {
    const Place *p = &s->from[k];
    const double *own = p->in == GR_STORE_STATE ? inside : (const double *)image,
                 *from = p->from ? p->from + p->stride * (size_t)i : own + p->begin;
    GrRowCopyWords(word, from, s->to[k].components);
    word += s->to[k].components;
  }
}

static Shipment ShipmentOf(GrRecorder r, const double *u)
{
  return (Shipment){
      .bulk = r->world->bulk, .store = GrBulkStore(r->world), .dimension = r->world->the_case->dimension, .u = u};
}

/* Column of a field in results.h5. */
static GrColumn ColumnOf(int field, int dimension)
{
  return field >= ENERGIES ? energy_columns[field - ENERGIES] : GrStoreWritten(GrStoreFieldAt(field), dimension);
}

static void ShipField(Shipment *s, int field)
{
  const int in = GrStoreFieldAt(field)->in;
  const size_t begin = (size_t)GrStoreFieldBegin(field);

  s->field[s->n] = field;
  s->from[s->n] = (Place){in, NULL, begin, (size_t)GrStoreWidth(in)};
  if (in != GR_STORE_STATE && in != GR_STORE_IMAGE)
    s->from[s->n].from = (const double *)s->store->columns.data[in] + begin;
  s->to[s->n++] = (GrRowField){.components = GrStoreWritten(GrStoreFieldAt(field), s->dimension).components};
}

/* Gathers the rows of this rank. Collective. */
static PetscErrorCode GatherFields(GrRowPlan plan, Shipment *s)
{
  const size_t count = (size_t)GrRowPlanRows(plan).count;
  size_t width = 1; /* 1: also the numbers of the rows */

  for (int k = 0; k < s->n; k++)
    width += (size_t)s->to[k].components;
  PetscCall(PetscMalloc1(count * width, &s->rows));
  double *rows = s->rows + count;
  for (int k = 0; k < s->n; k++) {
    s->to[k].rows = rows;
    rows += count * (size_t)s->to[k].components;
    GrRowPlanBlank(plan, ColumnOf(s->field[k], s->dimension).number, s->to[k].components, s->to[k].rows);
  }
  PetscCall(GrRowPlanGatherFields(plan, s->n, s->to, PackParticle, s));
  for (PetscInt64 i = 0; i < GrRowPlanRows(plan).count; i++)
    ((PetscInt64 *)s->rows)[i] = GrRowPlanRows(plan).first + i;
  return 0;
}

/* Rows of a field; NUMBERS: numbers of the rows. */
static const double *RowsOf(const Shipment *s, int field)
{
  for (int k = 0; k < s->n; k++)
    if (s->field[k] == field)
      return s->to[k].rows;
  return s->rows;
}

/* Whether a frame has a row for each current particle, or for each current particle of the chosen groups. Otherwise it
   has a row for each particle that ever existed. */
static bool FramesVary(GrWorld w)
{
  return GrBulkPopulationVaries(w) || w->the_case->output.n_trajectory_groups > 0;
}

static bool IsChosen(const GrOutput *output, PetscInt64 group)
{
  for (int k = 0; k < output->n_trajectory_groups; k++)
    if (output->trajectory_groups[k] == group)
      return true;
  return output->n_trajectory_groups == 0;
}

/* Lists the particles of this rank that are in the frames, and their ids. */
static PetscErrorCode ChooseParticles(GrRecorder r, PetscInt *n, PetscInt **which, PetscInt64 **id)
{
  const GrStore *store = GrBulkStore(r->world);

  *n = 0;
  PetscCall(PetscMalloc2(store->columns.n, which, store->columns.n, id));
  for (PetscInt i = 0; i < store->columns.n; i++)
    if (IsChosen(&r->world->the_case->output, store->group[i])) {
      (*id)[*n] = store->id[i];
      (*which)[(*n)++] = i;
    }
  return 0;
}

static PetscErrorCode CountChosen(GrRecorder r, PetscInt64 *total)
{
  const GrStore *store = GrBulkStore(r->world);

  *total = 0;
  for (PetscInt i = 0; i < store->columns.n; i++)
    *total += IsChosen(&r->world->the_case->output, store->group[i]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, total, 1, MPIU_INT64, MPI_SUM, r->world->comm));
  return 0;
}

static PetscErrorCode CreatePlan(GrRecorder r, Shipment *s, GrRowPlan *plan)
{
  const GrStore *store = s->store;
  PetscInt n;

  if (FramesVary(r->world)) {
    PetscCall(ChooseParticles(r, &n, &s->which, &s->id));
    PetscCall(GrRowPlanPresent(r->world->comm, n, s->id, plan));
  } else {
    PetscCall(GrRowPlanCreate(r->world->comm, store->columns.n, store->id, GrBulkPopulationIds(r->world), plan));
  }
  return 0;
}

static PetscErrorCode FreeShipment(Shipment *s, GrRowPlan *plan)
{
  PetscCall(PetscFree2(s->which, s->id));
  PetscCall(PetscFree(s->energies));
  PetscCall(PetscFree(s->rows));
  return GrRowPlanDestroy(plan);
}

static PetscErrorCode RecordFrame(GrRecorder r, void *data, const GrSample *m)
{
  const BulkFrames *bulk = data;
  const void *rows[GR_FRAME_FIELDS_MAX];
  Shipment s = ShipmentOf(r, m->u);
  GrRowPlan plan;

  PetscCall(CreatePlan(r, &s, &plan));
  if (r->world->the_case->output.trajectory_energies) {
    PetscCall(PetscMalloc1(GrBulkStore(r->world)->columns.n + 1, &s.energies));
    PetscCall(GrBulkFindEnergies(r->world, m->u, s.energies));
  }
  for (int f = 0; f < bulk->frames.n; f++) {
    if (bulk->row[f] >= ENERGIES) {
      s.field[s.n] = bulk->row[f];
      s.from[s.n] = (Place){.from = s.energies[0] + (bulk->row[f] - ENERGIES), .stride = GR_ENERGIES};
      s.to[s.n++] = (GrRowField){.components = 1};
    } else if (bulk->frames.series[f] && bulk->row[f] != NUMBERS)
      ShipField(&s, bulk->row[f]);
  }
  PetscCall(GatherFields(plan, &s));
  for (int f = 0; f < bulk->frames.n; f++)
    rows[f] = RowsOf(&s, bulk->row[f]);
  PetscCall(GrRecorderFramesAppend(r, &bulk->frames, m, GrRowPlanRows(plan), rows));
  return FreeShipment(&s, &plan);
}

static const GrWriterOps FrameOps = {
    .record = RecordFrame, .list = GrRecorderFramesList, .destroy = GrRecorderFramesDestroy};

static PetscErrorCode WriteBox(GrRecorder r)
{
  const GrCase *c = r->world->the_case;

  PetscCall(GrRecorderBoxWrite(r, GR_GRAINS_GROUP));
  if (c->dimension == 2)
    PetscCall(GrResultsRows(r->results, GR_GRAINS_GROUP "/box", &plane_column, (GrRows){1, 0, r->world->rank == 0},
                            &c->domain.lower[2]));
  return 0;
}

static PetscErrorCode WriteStatic(GrRecorder r)
{
  Shipment s = ShipmentOf(r, NULL);
  GrRowPlan plan;

  PetscCall(WriteBox(r));
  const GrCase *c = r->world->the_case;
  char path[128];
  for (int g = 0; g < c->n_grains; g++) {
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/groups/%d@name", g));
    PetscCall(GrResultsText(r->results, path, NULL, c->grains[g].name));
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/groups/%d@material", g));
    PetscCall(GrResultsText(r->results, path, NULL, c->materials[c->grains[g].material].name));
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/groups/%d@motion", g));
    PetscCall(GrResultsText(r->results, path, NULL, c->grains[g].fixed ? "prescribed" : "free"));
  }
  if (FramesVary(r->world))
    return 0;
  PetscCall(CreatePlan(r, &s, &plan));
  for (int f = 0; GrStoreFieldAt(f); f++)
    if (GrStoreFieldAt(f)->write == GR_WRITE_ONCE)
      ShipField(&s, f);
  PetscCall(GatherFields(plan, &s));
  for (int k = 0; k < s.n; k++) {
    const GrColumn column = ColumnOf(s.field[k], s.dimension);
    PetscCall(GrResultsRows(r->results, GR_GRAINS_GROUP, &column, GrRowPlanRows(plan), s.to[k].rows));
  }
  PetscCall(GrResultsRows(r->results, GR_GRAINS_GROUP, &GrRecorderRowColumn, GrRowPlanRows(plan), s.rows));
  return FreeShipment(&s, &plan);
}

static PetscErrorCode AddFields(GrRecorder r, BulkFrames *bulk, GrRows rows, GrSpan span)
{
  for (int f = 0; GrStoreFieldAt(f); f++) {
    const GrColumn written = ColumnOf(f, r->world->the_case->dimension);
    const GrWrite when = GrStoreFieldAt(f)->write;
    const int k = bulk->frames.n;
    if (when == GR_WRITE_NEVER || !GrRecorderFramesWants(r->world, written.name))
      continue;
    PetscCheck(written.components <= AXES, PETSC_COMM_SELF, PETSC_ERR_PLIB, "%s is too wide", written.name);
    bulk->row[k] = f;
    bulk->column[k] = written;
    PetscCall(GrRecorderFramesAdd(r, &bulk->frames, &bulk->column[k], bulk->frames.varies || when == GR_WRITE_FRAMES,
                                  rows, span));
  }
  for (int k = 0; r->world->the_case->output.trajectory_energies && k < GR_ENERGIES; k++) {
    bulk->row[bulk->frames.n] = ENERGIES + k;
    PetscCall(GrRecorderFramesAdd(r, &bulk->frames, &energy_columns[k], true, rows, span));
  }
  return 0;
}

/* Expected number of particles of the groups in the frames. */
static double ChosenParticles(GrWorld w)
{
  double chosen = 0;
  for (int g = 0; g < w->the_case->n_grains; g++)
    if (IsChosen(&w->the_case->output, g))
      chosen += GrBulkInsertExpectedCount(w, g);
  return chosen;
}

static PetscErrorCode AddSpheres(GrRecorder r)
{
  const GrRecorderInterval interval = {.when = r->world->the_case->output.trajectory, .last = true};
  const bool varies = FramesVary(r->world);
  PetscInt64 total = GrBulkPopulationIds(r->world);
  GrSpan span;
  BulkFrames *bulk;

  if (!r->resumed)
    PetscCall(WriteStatic(r));
  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(PetscNew(&bulk));
  PetscCall(GrRecorderAdd(r, &FrameOps, interval, bulk, &span));
  if (varies)
    PetscCall(CountChosen(r, &total));
  if (varies) /* estimate of the largest number of rows of a frame */
    total = PetscMax(total, (PetscInt64)ChosenParticles(r->world));
  const GrRows rows = GrRowDecompose(total, r->world->rank, r->world->size);
  bulk->frames.group = GR_GRAINS_GROUP;
  bulk->frames.varies = varies;
  bulk->frames.counted = "number of particles: these are the first rows of the frame";
  bulk->frames.storage = GrRecorderFramesStorage(r->world);
  PetscCall(AddFields(r, bulk, rows, span));
  bulk->row[bulk->frames.n] = NUMBERS;
  PetscCall(GrRecorderFramesAdd(r, &bulk->frames, &GrRecorderRowColumn, varies, rows, span));
  PetscCall(GrRecorderFramesAddCount(r, &bulk->frames, span));
  return GrRecorderBoxAdd(r, &bulk->frames, span);
}

static GrForecast ForecastSpheres(GrWorld w, const GrTime *time)
{
  const GrRecorderInterval interval = {.when = w->the_case->output.trajectory, .last = true};
  const bool varies = FramesVary(w);
  double bytes = varies ? sizeof(double) : 0;

  for (int f = 0; GrStoreFieldAt(f); f++)
    if ((GrStoreFieldAt(f)->write == GR_WRITE_FRAMES || (varies && GrStoreFieldAt(f)->write == GR_WRITE_ONCE)) &&
        GrRecorderFramesWants(w, GrStoreFieldAt(f)->column.name)) {
      const GrColumn written = GrStoreWritten(GrStoreFieldAt(f), w->the_case->dimension);
      bytes += GrRecorderFramesBytes(w, &written);
    }
  for (int k = 0; w->the_case->output.trajectory_energies && k < GR_ENERGIES; k++)
    bytes += GrRecorderFramesBytes(w, &energy_columns[k]);
  return GrRecorderForecastOf(GrRecorderFramesWhat(w), interval, time, ChosenParticles(w) * bytes);
}

const GrWriterKind GrRecorderBulk = {.add = AddSpheres, .forecast = ForecastSpheres};
