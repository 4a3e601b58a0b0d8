/* Records the force of the particles on each triangle of a mesh wall in observables/walls/NAME/triangle_force, at the
   output times of the walls. The force of a contact is added to the triangle of the contact (wall/mesh.h). */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "record/grid/row_sums.h"

enum { AXES = 3 };

static const GrColumn column = {"triangle_force", GR_REAL, AXES, "N",
                                "force of the particles on each triangle, rows as in /parameters/walls/NAME/triangles"};

/* A wall that is a mesh. */
typedef struct {
  int wall;
  GrRows rows; /* triangles of this rank */
  GrSeries series;
  GrRecorderRowSums sums; /* while a frame is recorded */
} Surface;

typedef struct {
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

static PetscErrorCode RecordTriangles(GrRecorder r, void *data, const GrSample *m)
{
  Triangles *t = data;
  double *force;

  for (int s = 0; s < t->n; s++)
    PetscCall(GrRecorderRowSumsBegin(t->surface[s].rows, AXES, &t->surface[s].sums));
  PetscCall(GrBulkTriangleForces(r->world, m->u, GatherContact, t));
  for (Surface *s = t->surface; s < t->surface + t->n; s++) {
    PetscCall(PetscMalloc1((size_t)s->rows.count * AXES, &force));
    PetscCall(GrRecorderRowSumsEnd(r->world->comm, &s->sums, force));
    PetscCall(GrSeriesAppend(s->series, m->step, m->time, force));
    PetscCall(PetscFree(force));
  }
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
  return (GrRecorderInterval){.when = c->output.walls_triangles ? c->output.walls : (GrOutputTimes){0}, .last = true};
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

const GrWriterKind GrRecorderTriangles = {.what = "triangles of walls", .add = AddTriangles};
