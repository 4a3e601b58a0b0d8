/* bodies: recording of rigid bodies (clumps) in particles/bodies, rows in the order of the ids. id, group, mass and
   moments are written once; position, velocity, orientation, angular_velocity and image in frames at the times of the
   trajectory. The rows of bodies that have left are NaN, or 0 for integers. If clumps are inserted, all fields are in
   frames, a frame has only the rows of current bodies, and `count` has their number. The spheres of body `id` are the
   rows of particles/grains with the ids from `id` on; there are as many as its clump has. */
#include "record/frames.h"

#include "base/math/vector.h"
#include "bulk/body/body.h"
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
  double x[3], spin[3], moments[3], sides[3];
  PetscInt64 image[3];

  GrCopy3(b->position + 3 * i, x);
  GrParallelBoxWrap(GrBulkBox(s->world), x, sides);
  for (int a = 0; a < 3; a++)
    image[a] = b->image[3 * i + a] - (PetscInt64)sides[a];
  GrBulkBodySpin(s->world, i, spin);
  GrBulkBodyMoments(s->world, i, moments);
  const void *const from[FIELDS] = {
      x, b->velocity + 3 * i, b->orientation + 4 * i, spin, image, b->id + i, b->group + i, b->mass + i, moments};
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
  const GrRecorderFrames *frames = data;
  const void *rows[FIELDS];
  Shipment s = {.world = r->world, .last = frames->n};

  PetscCall(Gather(&s));
  for (int k = 0; k < frames->n; k++)
    rows[k] = s.field[k].rows;
  PetscCall(GrRecorderFramesAppend(frames, m, GrRowPlanRows(s.plan), rows));
  return Free(&s);
}

static PetscErrorCode WriteStatic(GrRecorder r)
{
  Shipment s = {.world = r->world, .first = MOVING, .last = FIELDS};

  /* H5MD wants a box in each group of particles. The box of a case with bodies does not deform. */
  const GrParallelBox *box = GrBulkBox(r->world);
  GrResultsSides sides = {.move = PETSC_FALSE};
  for (int k = 0; k < 3; k++) {
    sides.lower[k] = box->lower[k];
    sides.upper[k] = box->upper[k];
    sides.periodic[k] = box->periodic[k];
  }
  PetscCall(GrResultsBox(r->results, GROUP, r->world->the_case->dimension, &sides));
  if (FramesVary(r->world))
    return 0;
  PetscCall(Gather(&s));
  for (int k = s.first; k < s.last; k++)
    PetscCall(GrResultsRows(r->results, GROUP, ColumnOf(k), GrRowPlanRows(s.plan), s.field[k].rows));
  return Free(&s);
}

static const GrWriterOps BodyOps = {.record = RecordBodies, .destroy = GrRecorderFramesDestroy};

static PetscErrorCode AddBodies(GrRecorder r)
{
  const GrWorld w = r->world;
  const GrRecorderInterval interval = {.when = w->the_case->output.trajectory, .last = PETSC_TRUE};
  const PetscBool varies = FramesVary(w);
  GrRecorderFrames *frames;
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
  PetscCall(PetscNew(&frames));
  *frames =
      (GrRecorderFrames){.group = GROUP, .varies = varies, .counted = "number of bodies: these are the first rows of the frame"};
  PetscCall(GrRecorderAdd(r, &BodyOps, interval, frames, &span));
  for (int k = 0; k < (varies ? FIELDS : MOVING); k++)
    PetscCall(GrRecorderFramesAdd(r, frames, ColumnOf(k), PETSC_TRUE, rows, span));
  return GrRecorderFramesAddCount(r, frames, span);
}

static GrForecast ForecastBodies(GrWorld w, const GrTime *time)
{
  const GrRecorderInterval interval = {.when = w->the_case->output.trajectory, .last = PETSC_TRUE};
  const double bodies = (double)BodiesBefore(w, w->the_case->n_grains);
  int width = 0;

  for (int k = 0; k < (FramesVary(w) ? FIELDS : MOVING); k++)
    width += ColumnOf(k)->components;
  return GrRecorderForecastOf("bodies", interval, time, sizeof(double) * width * bodies);
}

const GrWriterKind GrRecorderBodies = {.add = AddBodies, .forecast = ForecastBodies};
