/* Spheres in space: particles/grains by the table GrStoreFields, what does not change once, the rest in frames, rows in
   id order (parallel/redistribute.h). Rows of particles that have left the box are not a number, or 0 for integers. */
#include "record/frames.h"

#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include "record/wrap.h"

enum { AXES = 3 };

/* What is written of a particle: a row of GrStoreFields for each field of the frames. */
typedef struct {
  GrFrames frames;
  int row[GR_FRAME_FIELDS_MAX];
} BulkFrames;

/* Where the numbers of a field begin, and how far it is to those of the next particle. */
typedef struct {
  const double *from;
  int stride;
} Place;

static Place PlaceOf(const GrStore *store, int field, const double *u, const double *position, const PetscInt64 *image)
{
  const GrStoreColumn in = GrStoreFields[field].in;
  const int begin = GrStoreFieldBegin(field);
  if (in == GR_STORE_IMAGE)
    return (Place){(const double *)image, AXES};
  if (in == GR_STORE_STATE)
    return begin == 0 ? (Place){position, AXES} : (Place){u + begin, GR_STATE};
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

static PetscErrorCode RecordFrame(GrRecorder r, void *data, const GrSample *m)
{
  const GrStore *store = GrBulkStore(r->world);
  const BulkFrames *bulk = data;
  const PetscInt n = store->columns.n;
  double *position, *rows;
  PetscInt64 *image;
  GrRowPlan plan;

  PetscFunctionBeginUser;
  PetscCall(GrRowPlanCreate(r->world->comm, n, store->id, GrWorldTotal(r->world), &plan));
  PetscCall(PetscMalloc3(AXES * (size_t)n, &position, AXES * (size_t)n, &image,
                         AXES * (size_t)GrRowPlanRows(plan).count, &rows));
  GrWrap(GrBulkBox(r->world), n, m->u, store->image, position, image);
  for (int f = bulk->frames.n - 1; f >= 0; f--) /* the first one has the times */
    if (bulk->frames.series[f]) {
      const int row = bulk->row[f];
      PetscCall(GatherField(plan, row, PlaceOf(store, row, m->u, position, image), rows));
      PetscCall(GrSeriesAppend(bulk->frames.series[f], m->step, m->time, rows));
    }
  PetscCall(PetscFree3(position, image, rows));
  PetscCall(GrRowPlanDestroy(&plan));
  PetscFunctionReturn(0);
}

static const GrWriterOps FrameOps = {
    .record = RecordFrame, .cut = GrFramesTruncate, .list = GrFramesList, .destroy = GrFramesDestroy};

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
  PetscCall(GrRowPlanCreate(r->world->comm, store->columns.n, store->id, GrWorldTotal(r->world), &plan));
  PetscCall(PetscMalloc1(AXES * (size_t)GrRowPlanRows(plan).count, &rows));
  for (int f = 0; f < GrStoreFieldsCount; f++)
    if (GrStoreFields[f].write == GR_WRITE_ONCE) {
      PetscCall(GatherField(plan, f, PlaceOf(store, f, NULL, NULL, NULL), rows));
      PetscCall(GrResultsRows(r->results, "/particles/grains", &GrStoreFields[f].column, GrRowPlanRows(plan), rows));
    }
  PetscCall(PetscFree(rows));
  PetscCall(GrRowPlanDestroy(&plan));
  PetscFunctionReturn(0);
}

static PetscErrorCode AddSpheres(GrRecorder r)
{
  const GrOutputInterval interval = {.every = r->world->the_case->output.trajectory_every, .last = PETSC_TRUE};
  const GrRows rows = GrDecompose(GrWorldTotal(r->world), r->world->rank, r->world->size);
  GrSpan span;
  BulkFrames *bulk;

  PetscFunctionBeginUser;
  if (!r->resumed)
    PetscCall(WriteStatic(r));
  if (interval.every == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&bulk));
  PetscCall(GrRecorderAdd(r, &FrameOps, interval, bulk, &span));
  for (int f = 0; f < GrStoreFieldsCount; f++) {
    const GrStoreField *field = &GrStoreFields[f];
    if (field->write == GR_WRITE_NEVER)
      continue;
    PetscCheck(field->column.components <= AXES, PETSC_COMM_SELF, PETSC_ERR_PLIB, "%s is too wide", field->column.name);
    bulk->row[bulk->frames.n] = f;
    PetscCall(GrFramesAdd(r, &bulk->frames, &field->column, (PetscBool)(field->write == GR_WRITE_FRAMES), rows, span));
  }
  PetscFunctionReturn(0);
}

static GrForecast ForecastSpheres(GrWorld w, const GrTime *time)
{
  const GrOutputInterval interval = {.every = w->the_case->output.trajectory_every, .last = PETSC_TRUE};
  double bytes = 0;

  for (int f = 0; interval.every > 0 && f < GrStoreFieldsCount; f++)
    if (GrStoreFields[f].write == GR_WRITE_FRAMES)
      bytes += GrRecorderColumnsBytes(1, &GrStoreFields[f].column);
  return GrRecorderForecastOf("trajectory", interval, time, (double)GrWorldTotal(w) * bytes);
}

const GrWriterKind GrRecorderBulk = {AddSpheres, ForecastSpheres};
