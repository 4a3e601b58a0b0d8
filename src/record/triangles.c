/* Records load and wear of each triangle of a mesh wall in observables/walls/NAME, at the output times of the walls.
   triangle_force is the force of the particles; the force of a contact is added to the triangle of the contact
   (wall/mesh.h). If the case asks for loads (GrCaseRecordsLoads), the other datasets have the loads since the start of
   the run (bulk/wear/wear.h), and the mean pressure since the last output. */
#include "record/recorder_impl.h"

#include "base/math/vector.h"
#include "bulk/bulk.h"
#include "bulk/output.h"
#include "record/grid/row_sums.h"

enum { AXES = 3 };

/* Datasets of a wall. The first one is always recorded. */
enum { FORCE, CONTACTS, NORMAL_IMPULSE, TANGENTIAL_IMPULSE, NORMAL_WORK, SLIDING_WORK, PRESSURE, WEAR_DEPTH, DATASETS };

#define ROWS "rows as in /parameters/walls/NAME/triangles"
static const GrColumn columns[DATASETS] = {
    [FORCE] = {"triangle_force", GR_REAL, AXES, "N", "force of the particles on each triangle, " ROWS},
    [CONTACTS] = {"triangle_contacts", GR_INTEGER, 1, "1",
                  "number of contacts that have begun on each triangle since the start, " ROWS},
    [NORMAL_IMPULSE] = {"triangle_normal_impulse", GR_REAL, 1, "N s",
                        "time integral of the normal forces on each triangle since the start, " ROWS},
    [TANGENTIAL_IMPULSE] = {"triangle_tangential_impulse", GR_REAL, 1, "N s",
                            "time integral of the magnitudes of the friction forces on each triangle since the "
                            "start, " ROWS},
    [NORMAL_WORK] = {"triangle_normal_work", GR_REAL, 1, "J",
                     "work of the normal forces of approaching particles on each triangle since the start, " ROWS},
    [SLIDING_WORK] = {"triangle_sliding_work", GR_REAL, 1, "J",
                      "energy lost by sliding, rolling and twisting on each triangle since the start, " ROWS},
    [PRESSURE] = {"triangle_pressure", GR_REAL, 1, "Pa",
                  "mean normal force on each triangle since the last output over its area; 0 at the start, " ROWS},
    [WEAR_DEPTH] = {"triangle_wear_depth", GR_REAL, 1, "m",
                    "depth worn from each triangle since the start by Archard's law, " ROWS}};

/* A wall that is a mesh. */
typedef struct {
  int wall;
  GrRows rows;               /* triangles of this rank */
  GrSeries series[DATASETS]; /* NULL: not recorded */
  GrRecorderRowSums sums;    /* while a frame is recorded */
  double *impulse;           /* [rows.count] normal impulse at the last output [N s] */
} Surface;

typedef struct {
  GrWorld world;
  double time; /* time of the last output [s] */
  int n;
  Surface *surface; /* [n] */
} Triangles;

static void GatherContact(void *context, int wall, PetscInt64 triangle, const double force[AXES])
{
  const Triangles *t = context;

  for (int s = 0; s < t->n; s++)
    if (t->surface[s].wall == wall)
      GrRecorderRowSumsAdd(&t->surface[s].sums, triangle, force);
}

static PetscErrorCode RecordForces(GrRecorder r, Triangles *t, const GrSample *m)
{
  double *force;

  for (int s = 0; s < t->n; s++)
    PetscCall(GrRecorderRowSumsBegin(t->surface[s].rows, AXES, &t->surface[s].sums));
  PetscCall(GrBulkTriangleForces(r->world, m->u, GatherContact, t));
  for (Surface *s = t->surface; s < t->surface + t->n; s++) {
    PetscCall(PetscMalloc1((size_t)s->rows.count * AXES, &force));
    PetscCall(GrRecorderRowSumsEnd(r->world->comm, &s->sums, force));
    PetscCall(GrSeriesAppend(s->series[FORCE], m->step, m->time, force));
    PetscCall(PetscFree(force));
  }
  return 0;
}

static double FindArea(const GrMesh *mesh, PetscInt64 triangle)
{
  const int32_t *corner = mesh->triangle[triangle];
  double across[AXES];

  GrAreaVector(mesh->vertex[corner[0]], mesh->vertex[corner[1]], mesh->vertex[corner[2]], across);
  return 0.5 * GrNorm3(across);
}

/* Computes the values of a dataset, except force and number of contacts, from the sums of the triangles. interval: time
   since the last output [s]. */
static void FillDataset(const GrCase *c, const Surface *s, const GrBulkWearRow row[], int dataset, double interval,
                        double value[])
{
  static const int index[DATASETS] = {
      [NORMAL_IMPULSE] = GR_LOAD_NORMAL_IMPULSE, [TANGENTIAL_IMPULSE] = GR_LOAD_TANGENTIAL_IMPULSE,
      [NORMAL_WORK] = GR_LOAD_NORMAL_WORK,       [SLIDING_WORK] = GR_LOAD_SLIDING_WORK,
      [PRESSURE] = GR_LOAD_NORMAL_IMPULSE,       [WEAR_DEPTH] = GR_LOAD_PATH};
  const double wear = GrCaseWearOf(c, s->wall);

  for (PetscInt64 k = 0; k < s->rows.count; k++) {
    const double area = FindArea(c->walls[s->wall].mesh, s->rows.first + k);
    value[k] = GrShortSumValue(&row[k].sum[index[dataset]]);
    if (dataset == PRESSURE)
      value[k] = interval > 0 ? (value[k] - s->impulse[k]) / interval / area : 0;
    if (dataset == WEAR_DEPTH)
      value[k] *= wear / area;
  }
}

static PetscErrorCode RecordWear(GrRecorder r, Triangles *t, const GrSample *m)
{
  const GrCase *c = r->world->the_case;
  GrBulkWearRow *row;
  PetscInt64 *contacts;
  double *value;

  PetscCall(GrBulkWearShiftSprings(r->world, m->u, -1));
  for (Surface *s = t->surface; s < t->surface + t->n; s++) {
    PetscCall(
        PetscMalloc3((size_t)s->rows.count, &row, (size_t)s->rows.count, &contacts, (size_t)s->rows.count, &value));
    PetscCall(GrBulkWearGather(r->world, r->world->bulk->wall_motion.wear.first[s->wall], s->rows, row));
    for (PetscInt64 k = 0; k < s->rows.count; k++)
      contacts[k] = row[k].contacts;
    PetscCall(GrSeriesAppend(s->series[CONTACTS], m->step, m->time, contacts));
    for (int d = NORMAL_IMPULSE; d < DATASETS; d++) {
      if (!s->series[d])
        continue;
      FillDataset(c, s, row, d, m->time - t->time, value);
      PetscCall(GrSeriesAppend(s->series[d], m->step, m->time, value));
    }
    FillDataset(c, s, row, NORMAL_IMPULSE, 0, s->impulse);
    PetscCall(PetscFree3(row, contacts, value));
  }
  t->time = m->time;
  return GrBulkWearShiftSprings(r->world, m->u, 1);
}

static PetscErrorCode RecordTriangles(GrRecorder r, void *data, const GrSample *m)
{
  PetscCall(RecordForces(r, data, m));
  return GrCaseRecordsLoads(r->world->the_case) ? RecordWear(r, data, m) : 0;
}

static const GrColumn TimeColumn = {"triangles_time", GR_REAL, 1, "s", "time of the last output of triangles"};
static const GrColumn ImpulseColumn = {"impulse", GR_REAL, 1, "N s", "normal impulse at the last output"};

/* Table of a wall in a checkpoint. */
static void NameTable(const Surface *s, char name[GR_CHECKPOINT_NAME])
{
  snprintf(name, GR_CHECKPOINT_NAME, "triangles_%d", s->wall);
}

static PetscErrorCode SaveTriangles(void *data, GrCheckpoint file)
{
  const Triangles *t = data;
  char table[GR_CHECKPOINT_NAME];

  if (!GrCaseRecordsLoads(t->world->the_case))
    return 0;
  PetscCall(GrCheckpointPutNumber(file, &TimeColumn, &t->time));
  for (const Surface *s = t->surface; s < t->surface + t->n; s++) {
    NameTable(s, table);
    PetscCall(GrCheckpointPutColumn(file, table, &ImpulseColumn, s->rows, s->impulse));
  }
  return 0;
}

static PetscErrorCode RestoreTriangles(void *data, GrCheckpoint file)
{
  const GrBounds finite = GR_FINITE, anything = GR_ANYTHING;
  Triangles *t = data;
  char table[GR_CHECKPOINT_NAME];

  if (!GrCaseRecordsLoads(t->world->the_case))
    return 0;
  PetscCall(GrCheckpointGetNumber(file, &TimeColumn, &finite, &t->time));
  for (const Surface *s = t->surface; s < t->surface + t->n; s++) {
    NameTable(s, table);
    PetscCall(GrCheckpointGetColumn(file, table, &ImpulseColumn, &anything, s->rows, s->impulse));
  }
  return 0;
}

static PetscErrorCode DestroyTriangles(void *data)
{
  Triangles *triangles = data;

  for (Surface *s = triangles->surface; s < triangles->surface + triangles->n; s++) {
    for (int d = 0; d < DATASETS; d++)
      PetscCall(GrSeriesDestroy(&s->series[d]));
    PetscCall(PetscFree(s->impulse));
  }
  PetscCall(PetscFree(triangles->surface));
  return PetscFree(triangles);
}

static const GrWriterOps TriangleOps = {
    .record = RecordTriangles, .save = SaveTriangles, .restore = RestoreTriangles, .destroy = DestroyTriangles};

static GrRecorderInterval IntervalOf(const GrCase *c)
{
  return (GrRecorderInterval){.when = c->output.walls_triangles ? c->output.walls : (GrOutputTimes){0}, .last = true};
}

static PetscErrorCode AddTriangles(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrRecorderInterval interval = IntervalOf(c);
  const int n = GrCaseRecordsLoads(c) ? DATASETS : 1;
  Triangles *triangles;
  GrSpan span;
  char path[GR_NAME_MAX + 64];

  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(PetscNew(&triangles));
  triangles->world = r->world;
  PetscCall(PetscCalloc1(c->n_walls, &triangles->surface));
  PetscCall(GrRecorderAdd(r, &TriangleOps, interval, triangles, &span));
  for (int wall = 0; wall < c->n_walls; wall++) {
    if (!c->walls[wall].mesh)
      continue;
    Surface *s = &triangles->surface[triangles->n++];
    s->wall = wall;
    s->rows = GrRowDecompose(c->walls[wall].mesh->n_triangles, r->world->rank, r->world->size);
    PetscCall(PetscCalloc1((size_t)s->rows.count, &s->impulse));
    PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/walls/%s", c->walls[wall].name));
    for (int d = 0; d < n; d++)
      if (d != WEAR_DEPTH || GrCaseWearOf(c, wall) > 0)
        PetscCall(GrSeriesCreate(r->results, path, &columns[d], s->rows, NULL, span, &s->series[d]));
  }
  return 0;
}

const GrWriterKind GrRecorderTriangles = {.what = "triangles of walls", .add = AddTriangles};
