/* Walls that are meshes: the force of the particles on each triangle, observables/walls/NAME/triangle_force, at the
   output times of the walls.

   The force of a contact is added to the triangle of the contact (wall/mesh.h). Each rank sends the forces of its
   contacts to the ranks that have the rows of the triangles. There the sum over the contacts of a triangle is exact
   (base/math/sum.h), so it has the same bits on any number of ranks.

   Memory: of the order of the contacts with meshes, and of the rows of this rank. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "parallel/columns.h"
#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include <stdlib.h>

enum { AXES = 3 };

static const GrColumn column = {"triangle_force", GR_REAL, AXES, "N",
                                "force of the particles on each triangle, rows as in /parameters/walls/NAME/triangles"};

/* Force of a contact on a triangle [N]. */
typedef struct {
  PetscInt64 triangle;
  double force[AXES];
} Push;

/* A wall that is a mesh. */
typedef struct {
  int wall;
  GrRows rows; /* triangles of this rank */
  GrSeries series;
  GrParallelColumns pushes; /* contacts, while a frame is recorded */
} Surface;

typedef struct {
  int n;
  Surface *surface;     /* [n] */
  PetscErrorCode error; /* of a visit of the contacts, which returns none */
} Triangles;

static void GatherContact(void *context, int wall, PetscInt64 triangle, const double force[AXES])
{
  Triangles *t = context;

  for (int s = 0; s < t->n && !t->error; s++) {
    GrParallelColumns *pushes = &t->surface[s].pushes;
    if (t->surface[s].wall != wall)
      continue;
    t->error = GrParallelColumnsReserve(pushes, pushes->n + 1);
    if (!t->error)
      ((Push *)pushes->data[0])[pushes->n++] = (Push){triangle, {force[0], force[1], force[2]}};
  }
}

static int ComparePushes(const void *one, const void *two)
{
  const PetscInt64 a = ((const Push *)one)->triangle, b = ((const Push *)two)->triangle;
  return (a > b) - (a < b);
}

/* Sends each push to the rank that has the row of its triangle. Collective. */
static PetscErrorCode SendPushes(GrWorld w, Surface *s)
{
  int *to;

  PetscCall(PetscMalloc1(s->pushes.n, &to));
  for (PetscInt i = 0; i < s->pushes.n; i++)
    to[i] = GrRowRank(((const Push *)s->pushes.data[0])[i].triangle, s->rows.total, w->size);
  PetscCall(GrParallelColumnsExchange(w->comm, &s->pushes, to));
  return PetscFree(to);
}

/* force: [rows of this rank][3], 0 for triangles without contacts. */
static void SumPushes(Surface *s, double (*force)[AXES])
{
  Push *push = s->pushes.data[0];
  const PetscInt n = s->pushes.n;
  GrSum sum[AXES];

  qsort(push, (size_t)n, sizeof(*push), ComparePushes);
  for (PetscInt begin = 0, i = 0; begin < n; begin = i) {
    for (int k = 0; k < AXES; k++)
      GrSumClear(&sum[k]);
    for (i = begin; i < n && push[i].triangle == push[begin].triangle; i++)
      for (int k = 0; k < AXES; k++)
        GrSumAdd(&sum[k], push[i].force[k]);
    for (int k = 0; k < AXES; k++)
      force[push[begin].triangle - s->rows.first][k] = GrSumValue(&sum[k]);
  }
}

static PetscErrorCode RecordSurface(GrRecorder r, Surface *s, const GrSample *m)
{
  double(*force)[AXES];

  PetscCall(SendPushes(r->world, s));
  PetscCall(PetscCalloc1((size_t)s->rows.count, &force));
  SumPushes(s, force);
  PetscCall(GrSeriesAppend(s->series, m->step, m->time, force));
  PetscCall(PetscFree(force));
  return GrParallelColumnsDestroy(&s->pushes);
}

static PetscErrorCode RecordTriangles(GrRecorder r, void *data, const GrSample *m)
{
  const size_t size = sizeof(Push);
  Triangles *t = data;

  for (int s = 0; s < t->n; s++)
    PetscCall(GrParallelColumnsCreate(1, &size, &t->surface[s].pushes));
  PetscCall(GrBulkTriangleForces(r->world, m->u, GatherContact, t));
  PetscCall(t->error);
  for (int s = 0; s < t->n; s++)
    PetscCall(RecordSurface(r, &t->surface[s], m));
  return 0;
}

static PetscErrorCode DestroyTriangles(void *data)
{
  Triangles *triangles = data;

  for (int s = 0; s < triangles->n; s++)
    PetscCall(GrSeriesDestroy(&triangles->surface[s].series));
  PetscCall(PetscFree(triangles->surface));
  return PetscFree(triangles);
}

static const GrWriterOps TriangleOps = {.record = RecordTriangles, .destroy = DestroyTriangles};

static GrRecorderInterval IntervalOf(const GrCase *c)
{
  return (GrRecorderInterval){.when = c->output.walls_triangles ? c->output.walls : (GrOutputTimes){0},
                              .last = PETSC_TRUE};
}

static PetscErrorCode AddTriangles(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrRecorderInterval interval = IntervalOf(c);
  Triangles *triangles;
  GrSpan span;
  char path[GR_NAME_MAX + 64];

  if (!GrOutputIsRecorded(&interval.when))
    return 0;
  PetscCall(PetscNew(&triangles));
  PetscCall(PetscCalloc1(c->n_walls, &triangles->surface));
  PetscCall(GrRecorderAdd(r, &TriangleOps, interval, triangles, &span));
  for (int wall = 0; wall < c->n_walls; wall++) {
    if (!c->walls[wall].mesh)
      continue;
    Surface *s = &triangles->surface[triangles->n++];
    s->wall = wall;
    s->rows = GrRowDecompose(c->walls[wall].mesh->n_triangles, r->world->rank, r->world->size);
    PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/walls/%s", c->walls[wall].name));
    PetscCall(GrSeriesCreate(r->results, path, &column, s->rows, NULL, span, &s->series));
  }
  return 0;
}

static GrForecast ForecastTriangles(GrWorld w, const GrTime *time)
{
  const GrCase *c = w->the_case;
  double triangles = 0;

  for (int wall = 0; wall < c->n_walls && c->output.walls_triangles; wall++)
    triangles += c->walls[wall].mesh ? (double)c->walls[wall].mesh->n_triangles : 0;
  return GrRecorderForecastOf("triangles of walls", IntervalOf(c), time, triangles * AXES * sizeof(double));
}

const GrWriterKind GrRecorderTriangles = {.add = AddTriangles, .forecast = ForecastTriangles};
