/* bodies: recording of rigid bodies (clumps) in particles/bodies, rows in the order of the ids. id, group, mass and
   moments are written once; position, velocity, orientation, angular_velocity and image in frames at the times of the
   trajectory. The rows of bodies that have left are NaN, or 0 for integers. The spheres of body `id` are the rows of
   particles/grains with the ids from `id` on; there are as many as its clump has. */
#include "record/recorder_impl.h"

#include "base/math/vector.h"
#include "bulk/body/body.h"
#include "bulk/output.h"
#include "bulk/population/insert.h"
#include "parallel/redistribute.h"

enum { FIELDS = 5, WIDTH = 3 + 3 + 4 + 3 + 3 };
#define GROUP "/particles/bodies"

/* Fields of the frames; GR_BODY_FIELDS: the angular velocity, which follows from the momentum. */
static const int of[FIELDS] = {GR_BODY_POSITION, GR_BODY_VELOCITY, GR_BODY_ORIENTATION, GR_BODY_FIELDS, GR_BODY_IMAGE};
static const GrColumn spin_column = {"angular_velocity", GR_REAL, 3, "rad s-1", "angular velocity of the body"};
static const GrColumn moments_column = {"moments", GR_REAL, 3, "kg m2", "principal moments of inertia of the body"};

typedef struct {
  GrSeries series[FIELDS];
} Writer;

static const GrColumn *ColumnOf(int k)
{
  return of[k] == GR_BODY_FIELDS ? &spin_column : &GrBodiesFieldRows[of[k]].column;
}

/* Packs the fields of the frames of body i. */
static void PackFrame(const void *context, PetscInt i, uint64_t word[])
{
  const GrWorld w = (GrWorld)(uintptr_t)context;
  const GrBodies *b = &GrBulkStore(w)->bodies;
  double x[3], spin[3], sides[3];
  PetscInt64 image[3];

  GrCopy3(b->position + 3 * i, x);
  GrParallelBoxWrap(GrBulkBox(w), x, sides);
  for (int a = 0; a < 3; a++)
    image[a] = b->image[3 * i + a] - (PetscInt64)sides[a];
  GrBulkBodySpin(w, i, spin);
  const void *const from[FIELDS] = {x, b->velocity + 3 * i, b->orientation + 4 * i, spin, image};
  for (int k = 0; k < FIELDS; k++) {
    GrRowCopyWords(word, from[k], ColumnOf(k)->components);
    word += ColumnOf(k)->components;
  }
}

/* Packs the fields that do not change: id, group, mass, moments. */
enum { STATIC = 4 };
static const GrColumn *StaticColumn(int k)
{
  const GrColumn *column[STATIC] = {&GrBodiesFieldRows[GR_BODY_ID].column, &GrBodiesFieldRows[GR_BODY_GROUP].column,
                                    &GrBodiesFieldRows[GR_BODY_MASS].column, &moments_column};
  return column[k];
}

static void PackStatic(const void *context, PetscInt i, uint64_t word[])
{
  const GrWorld w = (GrWorld)(uintptr_t)context;
  const GrBodies *b = &GrBulkStore(w)->bodies;
  double moments[3];

  GrBulkBodyMoments(w, i, moments);
  GrRowCopyWords(word, b->id + i, 1);
  GrRowCopyWords(word + 1, b->group + i, 1);
  GrRowCopyWords(word + 2, b->mass + i, 1);
  GrRowCopyWords(word + 3, moments, 3);
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

  PetscCall(PetscMalloc1(b->columns.n, &row));
  for (PetscInt i = 0; i < b->columns.n; i++)
    row[i] = 1 + BodiesBefore(w, (int)b->group[i]) + GrBulkBodyNumber(w, i);
  PetscCall(GrRowPlanCreate(w->comm, b->columns.n, row, BodiesBefore(w, w->the_case->n_grains), plan));
  return PetscFree(row);
}

/* Gathers n fields of the bodies in the order of their ids: rows[k] is allocated for column(k). Collective. */
static PetscErrorCode Gather(GrWorld w, int n, const GrColumn *(*column)(int), GrRowPack pack, GrRowPlan *plan,
                             GrRowField field[])
{
  PetscCall(CreatePlan(w, plan));
  for (int k = 0; k < n; k++) {
    field[k] = (GrRowField){.components = column(k)->components};
    PetscCall(
        PetscMalloc1((size_t)GrRowPlanRows(*plan).count * (size_t)field[k].components, (double **)&field[k].rows));
    GrRowPlanBlank(*plan, column(k)->number, field[k].components, field[k].rows);
  }
  return GrRowPlanGatherFields(*plan, n, field, pack, w);
}

static PetscErrorCode Free(int n, GrRowField field[], GrRowPlan *plan)
{
  for (int k = 0; k < n; k++)
    PetscCall(PetscFree(field[k].rows));
  return GrRowPlanDestroy(plan);
}

static PetscErrorCode RecordBodies(GrRecorder r, void *data, const GrSample *m)
{
  const Writer *writer = data;
  GrRowField field[FIELDS];
  GrRowPlan plan;

  PetscCall(Gather(r->world, FIELDS, ColumnOf, PackFrame, &plan, field));
  for (int k = FIELDS - 1; k >= 0; k--) /* the first series has the times */
    PetscCall(GrSeriesAppend(writer->series[k], m->step, m->time, field[k].rows));
  return Free(FIELDS, field, &plan);
}

static PetscErrorCode DestroyBodies(void *data)
{
  Writer *writer = data;

  for (int k = 0; k < FIELDS; k++)
    PetscCall(GrSeriesDestroy(&writer->series[k]));
  return PetscFree(writer);
}

/* H5MD wants a box in each group of particles. The box of a case with bodies does not deform. */
static PetscErrorCode WriteBox(GrRecorder r)
{
  const GrParallelBox *box = GrBulkBox(r->world);
  GrResultsSides sides = {.move = PETSC_FALSE};

  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    sides.lower[k] = box->lower[k];
    sides.upper[k] = box->upper[k];
    sides.periodic[k] = box->periodic[k];
  }
  PetscCall(GrResultsBox(r->results, GROUP, r->world->the_case->dimension, &sides));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteStatic(GrRecorder r, GrRows *rows)
{
  GrRowField field[STATIC];
  GrRowPlan plan;

  PetscCall(Gather(r->world, STATIC, StaticColumn, PackStatic, &plan, field));
  *rows = GrRowPlanRows(plan);
  for (int k = 0; k < STATIC && !r->resumed; k++)
    PetscCall(GrResultsRows(r->results, GROUP, StaticColumn(k), *rows, field[k].rows));
  return Free(STATIC, field, &plan);
}

static const GrWriterOps BodyOps = {.record = RecordBodies, .destroy = DestroyBodies};

static PetscErrorCode AddBodies(GrRecorder r)
{
  const GrRecorderInterval interval = {.when = r->world->the_case->output.trajectory, .last = PETSC_TRUE};
  Writer *writer;
  GrSpan span;
  GrRows rows;

  if (!GrBodiesExist(r->world->the_case))
    return 0;
  if (!r->resumed)
    PetscCall(WriteBox(r));
  PetscCall(WriteStatic(r, &rows));
  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(PetscNew(&writer));
  PetscCall(GrRecorderAdd(r, &BodyOps, interval, writer, &span));
  for (int k = 0; k < FIELDS; k++)
    PetscCall(GrSeriesCreate(r->results, GROUP, ColumnOf(k), rows, writer->series[0], span, &writer->series[k]));
  return 0;
}

static GrForecast ForecastBodies(GrWorld w, const GrTime *time)
{
  const GrRecorderInterval interval = {.when = w->the_case->output.trajectory, .last = PETSC_TRUE};
  const double bodies = (double)BodiesBefore(w, w->the_case->n_grains);

  return GrRecorderForecastOf("bodies", interval, time,
                              GrOutputIsRecorded(&interval.when) ? sizeof(double) * WIDTH * bodies : 0);
}

const GrWriterKind GrRecorderBodies = {.add = AddBodies, .forecast = ForecastBodies};
