/* Spheres in space: particles/grains by the table GrStoreFields, what does not change once, the rest in frames, rows in
   id order (parallel/redistribute.h). Rows of particles that have left the box are not a number, or 0 for integers.
   Where particles come and go (GrBulkVaries), all is in frames, whose rows are those that are there. */
#include "record/frames.h"

#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include "record/wrap.h"

enum { AXES = 3 };

/* A box that deforms, as H5MD has it where it is not a cuboid: the rows of edges are its three sides. */
enum { BOX_EDGES, BOX_LOWER, BOX_GRADIENT, BOX_SERIES };
static const GrColumn box_columns[BOX_SERIES] = {
    {"edges", GR_REAL, AXES, "m", "the sides of the box as vectors, one a row"},
    {"lower", GR_REAL, 1, "m", "corner of the box from which the sides begin"},
    {"velocity_gradient", GR_REAL, AXES, "s-1", "its flow: of the velocity along each axis, a row, along x, y and z"}};

/* What is written of a particle: a row of GrStoreFields for each field of the frames, or NUMBERS. */
enum { NUMBERS = -1 }; /* GrXdmfRow */
typedef struct {
  GrFrames frames;
  int row[GR_FRAME_FIELDS_MAX];
  GrSeries box[BOX_SERIES]; /* of a box that deforms */
} BulkFrames;

/* Where the numbers of a field begin, and how far it is to those of the next particle. */
typedef struct {
  const double *from;
  int stride;
} Place;

static Place PlaceOf(const GrStore *store, int field, const double *u, const PetscInt64 *image)
{
  const GrStoreColumn in = GrStoreFields[field].in;
  const int begin = GrStoreFieldBegin(field);

  if (in == GR_STORE_IMAGE)
    return (Place){(const double *)image, AXES};
  if (in == GR_STORE_STATE)
    return (Place){u + begin, GR_STATE};
  return (Place){(const double *)store->columns.data[in] + begin, GrStoreWidth(in)};
}

/* The rows of a field on this rank. */
static PetscErrorCode GatherField(GrRowPlan plan, int field, Place place, double *rows)
{
  const GrColumn *column = &GrStoreFields[field].column;

  PetscFunctionBeginUser;
  GrRowPlanBlank(plan, column->number, column->components, rows);
  PetscCall(GrRowPlanGather(plan, column->components, place.stride, place.from, rows));
  PetscFunctionReturn(0);
}

/* A row for each particle that has ever been there, or for each that is there. */
static PetscErrorCode CreatePlan(GrRecorder r, GrRowPlan *plan)
{
  const GrStore *store = GrBulkStore(r->world);

  PetscFunctionBeginUser;
  if (GrBulkVaries(r->world))
    PetscCall(GrRowPlanPresent(r->world->comm, store->columns.n, store->id, plan));
  else
    PetscCall(GrRowPlanCreate(r->world->comm, store->columns.n, store->id, GrBulkIds(r->world), plan));
  PetscFunctionReturn(0);
}

static void NumberRows(GrRows rows, PetscInt64 number[])
{
  for (PetscInt64 i = 0; i < rows.count; i++)
    number[i] = rows.first + i;
}

static PetscErrorCode AppendField(const BulkFrames *bulk, int f, GrRowPlan plan, const GrSample *m, const double *rows)
{
  const GrSeries series = bulk->frames.series[f];

  PetscFunctionBeginUser;
  if (bulk->frames.varies)
    PetscCall(GrSeriesAppendRows(series, m->step, m->time, GrRowPlanRows(plan), rows));
  else
    PetscCall(GrSeriesAppend(series, m->step, m->time, rows));
  PetscFunctionReturn(0);
}

/* The first rank has the rows of the box. */
static PetscErrorCode RecordBox(GrRecorder r, const BulkFrames *bulk, const GrSample *m)
{
  const GrBox *box = GrBulkBox(r->world);
  double row[BOX_SERIES][AXES * AXES] = {{0}}, gradient[GR_GRADIENT];

  PetscFunctionBeginUser;
  if (!bulk->box[0])
    PetscFunctionReturn(0);
  GrBulkGradient(r->world, gradient);
  for (int a = 0; a < AXES; a++) {
    row[BOX_EDGES][(AXES + 1) * a] = box->upper[a] - box->lower[a];
    row[BOX_LOWER][a] = box->lower[a] - (a == 0 ? 0.5 * box->tilt : 0);
    row[BOX_GRADIENT][(AXES + 1) * a] = gradient[a];
  }
  row[BOX_EDGES][AXES] = box->tilt; /* of y, along x */
  row[BOX_GRADIENT][1] = gradient[3];
  for (int k = BOX_SERIES - 1; k >= 0; k--)
    PetscCall(GrSeriesAppend(bulk->box[k], m->step, m->time, row[k]));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordFrame(GrRecorder r, void *data, const GrSample *m)
{
  const GrStore *store = GrBulkStore(r->world);
  const BulkFrames *bulk = data;
  const PetscInt n = store->columns.n;
  double *u, *rows;
  PetscInt64 *image;
  GrRowPlan plan;

  PetscFunctionBeginUser;
  PetscCall(CreatePlan(r, &plan));
  PetscCall(PetscMalloc3(GR_STATE * (size_t)n, &u, AXES * (size_t)n, &image, AXES * (size_t)GrRowPlanRows(plan).count,
                         &rows));
  GrWrap(r->world, n, m->u, store->image, u, image);
  PetscCall(RecordBox(r, bulk, m));
  const PetscInt64 count = GrRowPlanRows(plan).total;
  if (bulk->frames.count)
    PetscCall(GrSeriesAppend(bulk->frames.count, m->step, m->time, &count));
  for (int f = bulk->frames.n - 1; f >= 0; f--) /* the first one has the times */
    if (bulk->frames.series[f]) {
      const int row = bulk->row[f];
      if (row == NUMBERS)
        NumberRows(GrRowPlanRows(plan), (PetscInt64 *)rows);
      else
        PetscCall(GatherField(plan, row, PlaceOf(store, row, u, image), rows));
      PetscCall(AppendField(bulk, f, plan, m, rows));
    }
  PetscCall(PetscFree3(u, image, rows));
  PetscCall(GrRowPlanDestroy(&plan));
  PetscFunctionReturn(0);
}

static PetscErrorCode TruncateBulk(void *data)
{
  const BulkFrames *bulk = data;

  PetscFunctionBeginUser;
  for (int k = 0; k < BOX_SERIES && bulk->box[k]; k++)
    PetscCall(GrSeriesTruncate(bulk->box[k]));
  PetscCall(GrFramesTruncate(data));
  PetscFunctionReturn(0);
}

static PetscErrorCode DestroyBulk(void *data)
{
  BulkFrames *bulk = data;

  PetscFunctionBeginUser;
  for (int k = 0; k < BOX_SERIES; k++)
    PetscCall(GrSeriesDestroy(&bulk->box[k]));
  PetscCall(GrFramesDestroy(data));
  PetscFunctionReturn(0);
}

static const GrWriterOps FrameOps = {
    .record = RecordFrame, .cut = TruncateBulk, .list = GrFramesList, .destroy = DestroyBulk};

/* What the numbers in `group` stand for: parameters/groups/NUMBER with the name and the material. */
static PetscErrorCode WriteGroups(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  char path[128];

  PetscFunctionBeginUser;
  for (int g = 0; g < c->n_grains; g++) {
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/groups/%d@name", g));
    PetscCall(GrResultsText(r->results, path, NULL, c->grains[g].name));
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/groups/%d@material", g));
    PetscCall(GrResultsText(r->results, path, NULL, c->materials[c->grains[g].material].name));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteBox(GrRecorder r)
{
  const GrBox *box = GrBulkBox(r->world);
  GrResultsSides sides;

  PetscFunctionBeginUser;
  for (int k = 0; k < AXES; k++) {
    sides.lower[k] = box->lower[k];
    sides.upper[k] = box->upper[k];
    sides.periodic[k] = box->periodic[k];
  }
  sides.move = (PetscBool)(r->world->bulk->cell && r->world->the_case->output.trajectory_every > 0);
  PetscCall(GrResultsBox(r->results, "/particles/grains", AXES, &sides));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteStatic(GrRecorder r)
{
  const GrStore *store = GrBulkStore(r->world);
  double *rows;
  GrRowPlan plan;

  PetscFunctionBeginUser;
  PetscCall(WriteBox(r));
  PetscCall(WriteGroups(r));
  if (GrBulkVaries(r->world))
    PetscFunctionReturn(0);
  PetscCall(CreatePlan(r, &plan));
  PetscCall(PetscMalloc1(AXES * (size_t)GrRowPlanRows(plan).count, &rows));
  for (int f = 0; f < GrStoreFieldsCount; f++)
    if (GrStoreFields[f].write == GR_WRITE_ONCE) {
      PetscCall(GatherField(plan, f, PlaceOf(store, f, NULL, NULL), rows));
      PetscCall(GrResultsRows(r->results, "/particles/grains", &GrStoreFields[f].column, GrRowPlanRows(plan), rows));
    }
  NumberRows(GrRowPlanRows(plan), (PetscInt64 *)rows);
  PetscCall(GrResultsRows(r->results, "/particles/grains", &GrXdmfRow, GrRowPlanRows(plan), rows));
  PetscCall(PetscFree(rows));
  PetscCall(GrRowPlanDestroy(&plan));
  PetscFunctionReturn(0);
}

static PetscErrorCode AddSpheres(GrRecorder r)
{
  const GrOutputInterval interval = {.every = r->world->the_case->output.trajectory_every, .last = PETSC_TRUE};
  const PetscBool varies = GrBulkVaries(r->world);
  const GrRows rows =
      GrDecompose(varies ? GrWorldTotal(r->world) : GrBulkIds(r->world), r->world->rank, r->world->size);
  GrSpan span;
  BulkFrames *bulk;

  PetscFunctionBeginUser;
  if (!r->resumed)
    PetscCall(WriteStatic(r));
  if (interval.every == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&bulk));
  PetscCall(GrRecorderAdd(r, &FrameOps, interval, bulk, &span));
  bulk->frames.varies = varies;
  for (int f = 0; f < GrStoreFieldsCount; f++) {
    const GrStoreField *field = &GrStoreFields[f];
    if (field->write == GR_WRITE_NEVER)
      continue;
    PetscCheck(field->column.components <= AXES, PETSC_COMM_SELF, PETSC_ERR_PLIB, "%s is too wide", field->column.name);
    bulk->row[bulk->frames.n] = f;
    PetscCall(GrFramesAdd(r, &bulk->frames, &field->column, (PetscBool)(varies || field->write == GR_WRITE_FRAMES),
                          rows, span));
  }
  bulk->row[bulk->frames.n] = NUMBERS;
  PetscCall(GrFramesAdd(r, &bulk->frames, &GrXdmfRow, varies, rows, span));
  if (varies)
    PetscCall(GrFramesAddCount(r, &bulk->frames, span));
  for (int k = 0; k < BOX_SERIES && r->world->bulk->cell; k++)
    PetscCall(GrSeriesCreate(r->results, "/particles/grains/box", &box_columns[k],
                             (GrRows){AXES, 0, r->world->rank == 0 ? AXES : 0},
                             k > 0 ? bulk->box[0] : bulk->frames.series[bulk->frames.first], span, &bulk->box[k]));
  PetscFunctionReturn(0);
}

static GrForecast ForecastSpheres(GrWorld w, const GrTime *time)
{
  const GrOutputInterval interval = {.every = w->the_case->output.trajectory_every, .last = PETSC_TRUE};
  double bytes = 0;

  for (int f = 0; interval.every > 0 && f < GrStoreFieldsCount; f++)
    if (GrStoreFields[f].write == GR_WRITE_FRAMES || (GrBulkVaries(w) && GrStoreFields[f].write == GR_WRITE_ONCE))
      bytes += GrRecorderColumnsBytes(1, &GrStoreFields[f].column);
  if (GrBulkVaries(w))
    bytes += GrRecorderColumnsBytes(1, &GrXdmfRow);
  return GrRecorderForecastOf("trajectory", interval, time, GrRecorderParticles(w) * bytes);
}

const GrWriterKind GrRecorderBulk = {AddSpheres, ForecastSpheres};
