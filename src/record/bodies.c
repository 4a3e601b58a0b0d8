/* bodies: recording of rigid bodies (clumps) in particles/bodies, rows in the order of the ids. id, group, mass and
   moments are written once; position, velocity, orientation, angular_velocity and image in frames at the times of the
   trajectory. The rows of bodies that have left are NaN, or 0 for integers. If clumps are inserted, all fields are in
   frames, a frame has only the rows of current bodies, and `count` has their number. The spheres of body `id` are the
   rows of particles/grains with the ids from `id` on; there are as many as its clump has. */
#include "record/recorder_impl.h"

#include "base/math/vector.h"
#include "bulk/body/body.h"
#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include "bulk/population/insert.h"
#include "parallel/redistribute.h"

#define GROUP "/particles/bodies"

/* Fields that move come first. SPIN and MOMENTS follow from other fields. */
enum { MOVING = 5, FIELDS = 9, SPIN = GR_BODY_FIELDS, MOMENTS };
static const int of[FIELDS] = {GR_BODY_POSITION, GR_BODY_VELOCITY, GR_BODY_ORIENTATION, SPIN,   GR_BODY_IMAGE,
                               GR_BODY_ID,       GR_BODY_GROUP,    GR_BODY_MASS,        MOMENTS};
static const GrColumn spin_column = {"angular_velocity", GR_REAL, 3, "rad s-1", "angular velocity of the body"};
static const GrColumn moments_column = {"moments", GR_REAL, 3, "kg m2", "principal moments of inertia of the body"};
static const GrColumn count_column = {"count", GR_INTEGER, 1, "1", "number of bodies: the first rows of the frame"};

typedef struct {
  int n; /* fields in frames */
  GrSeries series[FIELDS];
  GrSeries count; /* NULL: each frame has a row for each body of the start */
  GrSeries box[GR_BOX_SERIES];
} Writer;

static const GrColumn *ColumnOf(int k)
{
  return of[k] == SPIN ? &spin_column : of[k] == MOMENTS ? &moments_column : &GrBodiesFieldRows[of[k]].column;
}

/* Fields that are gathered: first, ..., last - 1. */
typedef struct {
  GrWorld world;
  int first, last;
  GrRowField field[FIELDS];
  GrRowPlan plan;
} Shipment;

/* Packs the fields of body i. */
static void PackBody(const void *context, PetscInt i, uint64_t word[])
{
  const Shipment *s = context;
  const GrBodies *b = &GrBulkStore(s->world)->bodies;
  double u[GR_STATE], inside[GR_STATE], spin[3], moments[3];
  PetscInt64 image[3];

  GrCopy3(b->position + 3 * i, u);
  GrCopy3(b->velocity + 3 * i, u + 3);
  GrBulkCellWrapRow(s->world->bulk, u, b->image + 3 * i, inside, image);
  GrBulkBodySpin(s->world, i, spin);
  GrBulkBodyMoments(s->world, i, moments);
  const void *const from[FIELDS] = {
      inside, inside + 3, b->orientation + 4 * i, spin, image, b->id + i, b->group + i, b->mass + i, moments};
  for (int k = s->first; k < s->last; k++) {
    GrRowCopyWords(word, from[k], ColumnOf(k)->components);
    word += ColumnOf(k)->components;
  }
}

/* Whether clumps are inserted, so that a frame has a row for each current body. */
static PetscBool FramesVary(GrWorld w)
{
  for (int g = 0; g < w->the_case->n_grains; g++)
    if (GrBodiesClumpOf(w->the_case, g) && GrFillInsertOf(&w->the_case->grains[g]))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Bodies of the groups before this group. */
static PetscInt64 BodiesBefore(GrWorld w, int group)
{
  PetscInt64 n = 0;

  for (int g = 0; g < group; g++)
    if (GrBodiesClumpOf(w->the_case, g) && !w->the_case->grains[g].fixed)
      n += (PetscInt64)GrBulkInsertExpectedCount(w, g) / GrBodiesClumpOf(w->the_case, g)->n_spheres;
  return n;
}

/* Plans the rows of the bodies of this rank. Collective. */
static PetscErrorCode CreatePlan(GrWorld w, GrRowPlan *plan)
{
  const GrBodies *b = &GrBulkStore(w)->bodies;
  PetscInt64 *row;

  if (FramesVary(w))
    return GrRowPlanPresent(w->comm, b->columns.n, b->id, plan);
  PetscCall(PetscMalloc1(b->columns.n, &row));
  for (PetscInt i = 0; i < b->columns.n; i++)
    row[i] = 1 + BodiesBefore(w, (int)b->group[i]) + GrBulkBodyNumber(w, i);
  PetscCall(GrRowPlanCreate(w->comm, b->columns.n, row, BodiesBefore(w, w->the_case->n_grains), plan));
  return PetscFree(row);
}

/* Gathers fields of the bodies in the order of their ids. Collective. */
static PetscErrorCode Gather(Shipment *s)
{
  PetscCall(CreatePlan(s->world, &s->plan));
  for (int k = s->first; k < s->last; k++) {
    s->field[k] = (GrRowField){.components = ColumnOf(k)->components};
    PetscCall(PetscMalloc1((size_t)GrRowPlanRows(s->plan).count * (size_t)s->field[k].components,
                           (double **)&s->field[k].rows));
    GrRowPlanBlank(s->plan, ColumnOf(k)->number, s->field[k].components, s->field[k].rows);
  }
  return GrRowPlanGatherFields(s->plan, s->last - s->first, s->field + s->first, PackBody, s);
}

static PetscErrorCode Free(Shipment *s)
{
  for (int k = s->first; k < s->last; k++)
    PetscCall(PetscFree(s->field[k].rows));
  return GrRowPlanDestroy(&s->plan);
}

static PetscErrorCode RecordBodies(GrRecorder r, void *data, const GrSample *m)
{
  const Writer *writer = data;
  Shipment s = {.world = r->world, .last = writer->n};

  PetscCall(Gather(&s));
  const PetscInt64 count = GrRowPlanRows(s.plan).total;
  if (writer->count)
    PetscCall(GrSeriesAppend(writer->count, m->step, m->time, &count));
  PetscCall(GrRecorderBoxRecord(r, writer->box, m));
  for (int k = writer->n - 1; k >= 0; k--) /* the first series has the times */
    PetscCall(GrSeriesAppendRows(writer->series[k], m->step, m->time, GrRowPlanRows(s.plan), s.field[k].rows));
  return Free(&s);
}

static PetscErrorCode DestroyBodies(void *data)
{
  Writer *writer = data;

  for (int k = 0; k < writer->n; k++)
    PetscCall(GrSeriesDestroy(&writer->series[k]));
  PetscCall(GrSeriesDestroy(&writer->count));
  PetscCall(GrRecorderBoxDestroy(writer->box));
  return PetscFree(writer);
}

static PetscErrorCode WriteStatic(GrRecorder r)
{
  Shipment s = {.world = r->world, .first = MOVING, .last = FIELDS};

  PetscCall(GrRecorderBoxWrite(r, GROUP)); /* H5MD wants a box in each group of particles */
  if (FramesVary(r->world))
    return 0;
  PetscCall(Gather(&s));
  for (int k = s.first; k < s.last; k++)
    PetscCall(GrResultsRows(r->results, GROUP, ColumnOf(k), GrRowPlanRows(s.plan), s.field[k].rows));
  return Free(&s);
}

static const GrWriterOps BodyOps = {.record = RecordBodies, .destroy = DestroyBodies};

/* Adds the number of rows of each frame; reads the numbers of a resumed file. */
static PetscErrorCode AddCount(GrRecorder r, Writer *writer, GrSpan span)
{
  PetscInt64 *count;

  PetscCall(GrSeriesCreate(r->results, GROUP, &count_column, (GrRows){1, 0, r->world->rank == 0}, writer->series[0],
                           span, &writer->count));
  PetscCall(PetscMalloc1(span.done, &count));
  PetscCall(GrSeriesRead(writer->count, span.done, count));
  for (int k = 0; k < writer->n; k++)
    for (PetscInt64 frame = 0; frame < span.done; frame++)
      GrSeriesWidest(writer->series[k], count[frame]);
  return PetscFree(count);
}

static PetscErrorCode AddBodies(GrRecorder r)
{
  const GrWorld w = r->world;
  const GrRecorderInterval interval = {.when = w->the_case->output.trajectory, .last = PETSC_TRUE};
  const PetscBool varies = FramesVary(w);
  Writer *writer;
  GrRowPlan plan;
  GrSpan span;

  if (!GrBodiesExist(w->the_case))
    return 0;
  if (!r->resumed)
    PetscCall(WriteStatic(r));
  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(CreatePlan(w, &plan));
  GrRows rows = GrRowPlanRows(plan);
  PetscCall(GrRowPlanDestroy(&plan));
  rows.total = PetscMax(rows.total, BodiesBefore(w, w->the_case->n_grains)); /* estimate, if the number varies */
  PetscCall(PetscNew(&writer));
  writer->n = varies ? FIELDS : MOVING;
  PetscCall(GrRecorderAdd(r, &BodyOps, interval, writer, &span));
  for (int k = 0; k < writer->n; k++)
    PetscCall(GrSeriesCreateStored(r->results, GROUP, ColumnOf(k), rows, varies ? GR_SERIES_VARYING : GR_SERIES_PLAIN,
                                   (GrStorage){0}, writer->series[0], span, &writer->series[k]));
  PetscCall(GrRecorderBoxAdd(r, GROUP, writer->series[0], span, writer->box));
  return varies ? AddCount(r, writer, span) : 0;
}

static GrForecast ForecastBodies(GrWorld w, const GrTime *time)
{
  const GrRecorderInterval interval = {.when = w->the_case->output.trajectory, .last = PETSC_TRUE};
  const double bodies = (double)BodiesBefore(w, w->the_case->n_grains);
  int width = 0;

  for (int k = 0; k < (FramesVary(w) ? FIELDS : MOVING); k++)
    width += ColumnOf(k)->components;
  return GrRecorderForecastOf("bodies", interval, time,
                              GrOutputIsRecorded(&interval.when) ? sizeof(double) * width * bodies : 0);
}

const GrWriterKind GrRecorderBodies = {.add = AddBodies, .forecast = ForecastBodies};
