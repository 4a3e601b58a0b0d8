/* Records rigid bodies (clumps) in the group particles/bodies of the results file. The rows are in the order of the
   ids. id, group, mass and moments of inertia are written once. position, velocity, orientation, angular_velocity and
   image are written in frames at the output times of the trajectory. Rows of bodies that have left the box are NaN, or
   0 for integers. If clumps are inserted, all fields are in frames, a frame has only the rows of current bodies, and
   `count` has their number. The spheres of the body with the id i are consecutive rows of particles/grains, with the
   ids i, i + 1, ...; their number is that of the clump. */
#include "record/frames.h"

#include "base/math/vector.h"
#include "bulk/body/body.h"
#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include "bulk/population/insert.h"
#include "parallel/redistribute.h"
#include <string.h>

#define GROUP "/particles/bodies"

/* Fields that move come first. SPIN, MOMENTS and CLUMP follow from other fields. */
enum { MOVING = 5, FIELDS = 10, SPIN = GR_BODY_FIELDS, MOMENTS, CLUMP };
static const int of[FIELDS] = {GR_BODY_POSITION, GR_BODY_VELOCITY, GR_BODY_ORIENTATION, SPIN,    GR_BODY_IMAGE,
                               GR_BODY_ID,       GR_BODY_GROUP,    GR_BODY_MASS,        MOMENTS, CLUMP};
static const GrColumn spin_column = {"angular_velocity", GR_REAL, 3, "rad s-1", "angular velocity of the body"};
static const GrColumn clump_column = {"clump", GR_INTEGER, 1, "1", "number of the clump in parameters/clumps, from 0"};
static const GrColumn moments_column = {"moments", GR_REAL, 3, "kg m2", "principal moments of inertia of the body"};

static const GrColumn *ColumnOf(int k)
{
  static const GrColumn *const columns[] = {
      [SPIN] = &spin_column, [MOMENTS] = &moments_column, [CLUMP] = &clump_column};
  return of[k] < GR_BODY_FIELDS ? &GrBodiesFieldRows[of[k]].column : columns[of[k]];
}

/* Fields that are gathered: first, ..., last - 1. */
typedef struct {
  GrWorld world;
  int first, last;
  GrRowField field[FIELDS];
  PetscInt64 *number; /* numbers of the rows */
  GrRowPlan plan;
} Shipment;

/* Packs the fields of body i. */
static void PackBody(const void *context, PetscInt i, uint64_t word[])
{
  const Shipment *s = context;
  const GrBodies *b = &GrBulkStore(s->world)->bodies;
  double u[GR_STATE], inside[GR_STATE], spin[3], moments[3];
  const PetscInt64 clump = s->world->the_case->grains[b->group[i]].clump;
  PetscInt64 image[3];

  GrCopy3(b->position + 3 * i, u);
  GrCopy3(b->velocity + 3 * i, u + 3);
  GrBulkCellWrapRow(s->world->bulk, u, b->image + 3 * i, inside, image);
  GrBulkBodySpin(s->world, i, spin);
  GrBulkBodyMoments(s->world, i, moments);
  const void *const from[FIELDS] = {
      inside, inside + 3, b->orientation + 4 * i, spin, image, b->id + i, b->group + i, b->mass + i, moments, &clump};
  for (int k = s->first; k < s->last; k++) {
    GrRowCopyWords(word, from[k], ColumnOf(k)->components);
    word += ColumnOf(k)->components;
  }
}

/* Whether clumps are inserted, so that a frame has a row for each current body. */
static bool FramesVary(GrWorld w)
{
  for (int g = 0; g < w->the_case->n_grains; g++)
    if (GrBodiesClumpOf(w->the_case, g) && GrFillInsertOf(&w->the_case->grains[g]))
      return true;
  return false;
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
  PetscCall(PetscMalloc1((size_t)GrRowPlanRows(s->plan).count, &s->number));
  for (PetscInt64 i = 0; i < GrRowPlanRows(s->plan).count; i++)
    s->number[i] = GrRowPlanRows(s->plan).first + i;
  return GrRowPlanGatherFields(s->plan, s->last - s->first, s->field + s->first, PackBody, s);
}

static PetscErrorCode Free(Shipment *s)
{
  for (int k = s->first; k < s->last; k++)
    PetscCall(PetscFree(s->field[k].rows));
  PetscCall(PetscFree(s->number));
  return GrRowPlanDestroy(&s->plan);
}

static PetscErrorCode RecordBodies(GrRecorder r, void *data, const GrSample *m)
{
  const GrRecorderFrames *frames = data;
  const void *rows[FIELDS + 1]; /* in the order of `of`; after the last field, the numbers of the rows */
  Shipment s = {.world = r->world, .last = frames->varies ? FIELDS : MOVING};

  PetscCall(Gather(&s));
  for (int k = 0; k < s.last; k++)
    rows[k] = s.field[k].rows;
  rows[FIELDS] = s.number;
  PetscCall(GrRecorderFramesAppend(r, frames, m, GrRowPlanRows(s.plan), rows));
  return Free(&s);
}

/* Writes parameters/clumps/NUMBER of each clump number in `clump`: name, centre of mass and principal axes in the axes
   of the input. The place of a point p of the input is X + s R(q) R(axes)^-1 (p - centre), with X and q of the body. */
static PetscErrorCode WriteClumps(GrRecorder r)
{
  static const GrColumn column[] = {
      {"centre", GR_REAL, 3, "m", "centre of mass in the axes of the input"},
      {"axes", GR_REAL, 4, "1",
       "unit quaternion (w, x, y, z) that rotates the principal axes to the axes of the input"},
      {"moments", GR_REAL, 3, "m2", "principal moments of inertia over the mass"}};
  const GrCase *c = r->world->the_case;
  char path[64];

  for (int k = 0; k < c->n_clumps; k++) {
    const GrClumpBody *body = &c->clumps[k].body;
    const double *const data[] = {body->origin, body->axes, body->moments};
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/clumps/%d@name", k));
    PetscCall(GrResultsText(r->results, path, NULL, c->clumps[k].name));
    *strchr(path, '@') = 0;
    for (int f = 0; f < 3; f++)
      PetscCall(GrResultsRows(r->results, path, &column[f], (GrRows){1, 0, r->world->rank == 0}, data[f]));
  }
  return 0;
}

static PetscErrorCode WriteStatic(GrRecorder r)
{
  Shipment s = {.world = r->world, .first = MOVING, .last = FIELDS};

  PetscCall(WriteClumps(r));
  PetscCall(GrRecorderBoxWrite(r, GROUP)); /* H5MD wants a box in each group of particles */
  if (FramesVary(r->world))
    return 0;
  PetscCall(Gather(&s));
  for (int k = s.first; k < s.last; k++)
    PetscCall(GrResultsRows(r->results, GROUP, ColumnOf(k), GrRowPlanRows(s.plan), s.field[k].rows));
  PetscCall(GrResultsRows(r->results, GROUP, &GrRecorderRowColumn, GrRowPlanRows(s.plan), s.number));
  return Free(&s);
}

static const GrWriterOps BodyOps = {
    .record = RecordBodies, .list = GrRecorderFramesList, .destroy = GrRecorderFramesDestroy};

static PetscErrorCode AddBodies(GrRecorder r)
{
  const GrWorld w = r->world;
  const GrRecorderInterval interval = {.when = w->the_case->output.trajectory, .last = true};
  const bool varies = FramesVary(w);
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
  *frames = (GrRecorderFrames){
      .group = GROUP, .varies = varies, .counted = "number of bodies: these are the first rows of the frame"};
  PetscCall(GrRecorderAdd(r, &BodyOps, interval, frames, &span));
  for (int k = 0; k <= FIELDS; k++)
    PetscCall(GrRecorderFramesAdd(r, frames, k < FIELDS ? ColumnOf(k) : &GrRecorderRowColumn, varies || k < MOVING,
                                  rows, span));
  PetscCall(GrRecorderBoxAdd(r, frames, span));
  return GrRecorderFramesAddCount(r, frames, span);
}

static GrForecast ForecastBodies(GrWorld w, const GrTime *time)
{
  const GrRecorderInterval interval = {.when = w->the_case->output.trajectory, .last = true};
  const double bodies = (double)BodiesBefore(w, w->the_case->n_grains);
  int width = 0;

  for (int k = 0; k < (FramesVary(w) ? FIELDS : MOVING); k++)
    width += ColumnOf(k)->components;
  return GrRecorderForecastOf("bodies", interval, time, sizeof(double) * width * bodies);
}

const GrWriterKind GrRecorderBodies = {.add = AddBodies, .forecast = ForecastBodies};
