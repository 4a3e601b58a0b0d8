/* Walls of a bulk case: observables/walls/NAME with the force and torque that particles exert on it, and its motion. */
#include "record/recorder_impl.h"

#include "bulk/bulk.h"

enum { AXES = 3, WRENCH = 2 * AXES, LOAD = 4 * AXES, ABSENT, VALUES };
static const GrColumn WallColumns[] = {
    {"force", GR_REAL, AXES, "N", "force of the particles on the wall"},
    {"torque", GR_REAL, AXES, "N m", "torque of the particles on the wall about its point"},
    {"position", GR_REAL, AXES, "m", "the wall's point"},
    {"velocity", GR_REAL, AXES, "m s-1", "velocity of that point"},
    {"load", GR_REAL, 1, "N",
     "force along its direction that the wall is to hold, or that drives its mass; not a number: it moves as "
     "prescribed"},
    {"absent", GR_INTEGER, 1, "1", "1: the wall is not there, and nothing touches it"}, /* only of a case with stages */
};
enum { WALL_COLUMNS = sizeof(WallColumns) / sizeof(WallColumns[0]) };

static PetscErrorCode RecordWalls(GrRecorder r, void *data, const GrSample *m)
{
  const GrTraces *traces = data;
  GrSum *sum;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(WRENCH * traces->n, &sum));
  for (int s = 0; s < WRENCH * traces->n; s++)
    GrSumClear(&sum[s]);
  for (int wall = 0; wall < traces->n; wall++)
    PetscCall(GrBulkWallForces(r->world, m->u, wall, &sum[WRENCH * wall]));
  PetscCall(GrSumReduce(sum, WRENCH * traces->n, r->world->comm));
  for (int wall = 0; r->world->rank == 0 && wall < traces->n; wall++) {
    double values[VALUES];
    for (int k = 0; k < WRENCH; k++)
      values[k] = GrSumValue(&sum[WRENCH * wall + k]);
    GrBulkWallAt(r->world, wall, m->time, &values[WRENCH], &values[WRENCH + AXES]);
    values[LOAD] = GrBulkWallLoad(r->world, wall);
    values[ABSENT] = r->world->the_case->walls[wall].absent;
    PetscCall(GrTraceAppend(traces->trace[wall], m->step, m->time, values));
  }
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(0);
}

static const GrWriterOps WallOps = {
    .record = RecordWalls, .flush = GrTracesFlush, .cut = GrTracesTruncate, .destroy = GrTracesDestroy};

static int CountColumns(const GrCase *c)
{
  return c->n_stages ? WALL_COLUMNS : WALL_COLUMNS - 1;
}

static PetscErrorCode AddWalls(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrOutputInterval interval = {.every = c->output.walls_every, .last = PETSC_TRUE};
  GrSpan span;
  GrTraces *traces;
  char path[GR_NAME_MAX + 64];

  PetscFunctionBeginUser;
  if (interval.every == 0 || c->n_walls == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&traces));
  PetscCall(GrTracesCreate(c->n_walls, traces));
  PetscCall(GrRecorderAdd(r, &WallOps, interval, traces, &span));
  for (int wall = 0; wall < c->n_walls; wall++) {
    PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/walls/%s", c->walls[wall].name));
    PetscCall(GrTraceCreate(r->results, path, CountColumns(c), WallColumns, (PetscBool)(r->world->rank == 0),
                            GR_TRACE_BUFFER, span, &traces->trace[wall]));
  }
  PetscFunctionReturn(0);
}

static GrForecast ForecastWalls(GrWorld w, const GrTime *time)
{
  const GrOutputInterval interval = {.every = w->the_case->output.walls_every, .last = PETSC_TRUE};
  GrForecast one = GrRecorderForecastOf("walls", interval, time,
                                        interval.every > 0 && w->the_case->n_walls > 0
                                            ? GrRecorderColumnsBytes(CountColumns(w->the_case), WallColumns)
                                            : 0);

  one.bytes *= w->the_case->n_walls;
  return one;
}

const GrWriterKind GrRecorderWalls = {AddWalls, ForecastWalls};
