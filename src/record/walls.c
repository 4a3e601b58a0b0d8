/* Walls of a bulk case: observables/walls/NAME with the force and torque that particles exert on it, and its motion. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "bulk/walls.h"

#include <string.h>

enum {
  AXES = 3,
  WRENCH = 2 * AXES,
  SUMS = WRENCH + 2, /* and work and power */
  PLACE = sizeof(GrBulkWallPlace) / sizeof(double),
  LOAD = WRENCH + PLACE,
  POWER,
  WORK,
  ABSENT,
  VALUES
};
static const GrColumn WallColumns[] = {
    {"force", GR_REAL, AXES, "N", "force of the particles on the wall"},
    {"torque", GR_REAL, AXES, "N m", "torque of the particles on the wall about its point"},
    {"position", GR_REAL, AXES, "m", "the wall's point"},
    {"velocity", GR_REAL, AXES, "m s-1", "velocity of that point"},
    {"angular_velocity", GR_REAL, AXES, "rad s-1", "angular velocity of the wall"},
    {"orientation", GR_REAL, 4, "1",
     "how it has turned since the start, as a unit quaternion: the cosine of half the angle, and the axis times its "
     "sine"},
    {"load", GR_REAL, 1, "N",
     "force along its direction that the wall is to hold, or that drives its mass; not a number: it moves as "
     "prescribed"},
    {"power", GR_REAL, 1, "W", "power of the wall on the particles in the last step"},
    {"work", GR_REAL, 1, "J", "work of the wall on the particles since the start"},
    {"absent", GR_INTEGER, 1, "1", "1: the wall is not there, and nothing touches it"}, /* only of a case with stages */
};
enum { WALL_COLUMNS = sizeof(WallColumns) / sizeof(WallColumns[0]) };

static PetscErrorCode AppendWall(GrRecorder r, GrTrace trace, int wall, const GrSample *m, const GrSum sum[WRENCH],
                                 const GrSum *work, const GrSum *power)
{
  const GrBulkWallPlace place = GrBulkWallAt(r->world, wall, m->time);
  double values[VALUES];

  PetscFunctionBeginUser;
  for (int k = 0; k < WRENCH; k++)
    values[k] = GrSumValue(&sum[k]);
  memcpy(values + WRENCH, &place, sizeof(place));
  values[LOAD] = GrBulkWallLoad(r->world, wall);
  values[POWER] = GrSumValue(power);
  values[WORK] = GrSumValue(work);
  values[ABSENT] = r->world->the_case->walls[wall].absent;
  PetscCall(GrTraceAppend(trace, m->step, m->time, values));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordWalls(GrRecorder r, void *data, const GrSample *m)
{
  const GrTraces *traces = data;
  GrSum *sum, *work, *power;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(SUMS * traces->n, &sum));
  work = sum + WRENCH * traces->n;
  power = work + traces->n;
  for (int s = 0; s < WRENCH * traces->n; s++)
    GrSumClear(&sum[s]);
  PetscCall(GrBulkWallForces(r->world, m->u, sum));
  GrBulkWallWorkSums(r->world, work, power);
  PetscCall(GrSumReduce(sum, SUMS * traces->n, r->world->comm));
  for (int wall = 0; r->world->rank == 0 && wall < traces->n; wall++)
    PetscCall(AppendWall(r, traces->trace[wall], wall, m, &sum[WRENCH * wall], &work[wall], &power[wall]));
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(0);
}

static const GrWriterOps WallOps = {.record = RecordWalls, .flush = GrTracesFlush, .destroy = GrTracesDestroy};

static int CountColumns(const GrCase *c)
{
  return c->n_stages ? WALL_COLUMNS : WALL_COLUMNS - 1;
}

static PetscErrorCode AddWalls(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrOutputInterval interval = {.when = c->output.walls, .last = PETSC_TRUE};
  GrSpan span;
  GrTraces *traces;
  char path[GR_NAME_MAX + 64];

  PetscFunctionBeginUser;
  if (!GrOutputIsRecorded(&interval.when) || c->n_walls == 0)
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
  const GrOutputInterval interval = {.when = w->the_case->output.walls, .last = PETSC_TRUE};
  GrForecast one = GrRecorderForecastOf("walls", interval, time,
                                        GrOutputIsRecorded(&interval.when) && w->the_case->n_walls > 0
                                            ? GrRecorderColumnsBytes(CountColumns(w->the_case), WallColumns)
                                            : 0);

  one.bytes *= w->the_case->n_walls;
  return one;
}

const GrWriterKind GrRecorderWalls = {AddWalls, ForecastWalls};
