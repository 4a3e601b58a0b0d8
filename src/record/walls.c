/* Records the walls of an assembly in observables/walls/NAME: force and torque of the particles on the wall, and its
   motion. */
#include "record/recorder_impl.h"

#include "base/math/vector.h"
#include "bulk/bulk.h"
#include "bulk/output.h"
#include "bulk/walls.h"
#include "record/indicator.h"
#include "wall/geometry.h"

#include <string.h>

enum {
  AXES = 3,
  WRENCH = 2 * AXES,
  SUMS = WRENCH + 2, /* and work and power */
  PLACE = sizeof(GrBulkWallPlace) / sizeof(double),
  LOAD = WRENCH + PLACE,
  POWER,
  WORK,
  ALWAYS,          /* number of values that each case has */
  ALL = ALWAYS + 3 /* and those of cases with stages or with shafts */
};
static const GrColumn WallColumns[] = {
    {"force", GR_REAL, AXES, "N", "force of the particles on the wall"},
    {"torque", GR_REAL, AXES, "N m", "torque of the particles on the wall about its point"},
    {"position", GR_REAL, AXES, "m", "position of the wall's point"},
    {"velocity", GR_REAL, AXES, "m s-1", "velocity of the wall's point"},
    {"angular_velocity", GR_REAL, AXES, "rad s-1", "angular velocity of the wall"},
    {"orientation", GR_REAL, 4, "1", "rotation since the start as a unit quaternion (w, x, y, z)"},
    {"load", GR_REAL, 1, "N", "prescribed load along the direction of the wall; NaN: the wall moves as prescribed"},
    {"power", GR_REAL, 1, "W", "power of the wall on the particles in the last step"},
    {"work", GR_REAL, 1, "J", "work of the wall on the particles since the start"},
};
static const GrColumn AbsentColumn = {"absent", GR_INTEGER, 1, "1", "1: the wall is absent and has no contacts"};
static const GrColumn DriveColumns[] = {
    {"drive_torque", GR_REAL, 1, "N m",
     "torque of motor, damping and brake about the shaft; NaN: the wall has no shaft"},
    {"drive_work", GR_REAL, 1, "J", "work of motor, damping and brake since the start; NaN: the wall has no shaft"}};
enum { WALL_COLUMNS = sizeof(WallColumns) / sizeof(WallColumns[0]) };

/* Whether a wall has a shaft at the start or in a stage. */
static bool HasShafts(const GrCase *c)
{
  bool some = false;

  for (int w = 0; w < c->n_walls; w++) {
    some = some || c->walls[w].drive.shaft.inertia > 0;
    for (int s = 0; s < c->n_stages; s++)
      some = some || c->stages[s].walls[w].drive.shaft.inertia > 0;
  }
  return some;
}

static PetscErrorCode FillWalls(GrWorld w, const GrSample *m, int width, double values[])
{
  const int n = w->the_case->n_walls;
  const bool shafts = HasShafts(w->the_case);
  GrSum *sum, *work, *power;

  PetscCall(PetscMalloc1(SUMS * n, &sum));
  work = sum + WRENCH * n;
  power = work + n;
  for (int s = 0; s < WRENCH * n; s++)
    GrSumClear(&sum[s]);
  PetscCall(GrBulkWallForces(w, m->u, sum));
  GrBulkWallWorkSums(w, work, power);
  PetscCall(GrSumReduce(sum, SUMS * n, w->comm));
  for (int wall = 0; wall < n; wall++, values += width) {
    const GrBulkWallPlace place = GrBulkWallAt(w, wall, m->time);
    int at = ALWAYS;
    for (int k = 0; k < WRENCH; k++)
      values[k] = GrSumValue(&sum[WRENCH * wall + k]);
    memcpy(values + WRENCH, &place, sizeof(place));
    values[LOAD] = GrBulkWallLoad(w, wall);
    values[POWER] = GrSumValue(&power[wall]);
    values[WORK] = GrSumValue(&work[wall]);
    if (w->the_case->n_stages)
      values[at++] = w->the_case->walls[wall].absent;
    if (shafts)
      GrBulkWallDrive(w, wall, &values[at]);
  }
  return PetscFree(sum);
}

/* Numbers of one wall, for a condition. */
static PetscErrorCode FindRow(GrWorld w, int wall, double t, const double *u, double row[ALL])
{
  const GrSample sample = {.time = t, .u = u};
  double *values;

  PetscCall(PetscMalloc1(ALL * w->the_case->n_walls, &values));
  PetscCall(FillWalls(w, &sample, ALL, values));
  memcpy(row, values + ALL * wall, ALL * sizeof(*row));
  return PetscFree(values);
}

static PetscErrorCode FindColumn(GrWorld w, const GrCondition *c, double t, const double *u, double *value)
{
  double row[ALL];

  PetscCall(FindRow(w, c->object, t, u, row));
  *value = row[c->indicator.first + PetscMax(c->component, 0)];
  return 0;
}

static const char *NameOfWall(const GrCase *c, int wall)
{
  return c->walls[wall].name;
}

const GrIndicatorKind GrIndicatorWalls = {"wall", "walls", NameOfWall, FindColumn};

/* The load on the particles, and for a second indicator the stress. */
static PetscErrorCode FindLoad(GrWorld w, const GrCondition *c, double t, const double *u, double *value)
{
  const GrWall *wall = &w->the_case->walls[c->object];
  const GrWallDomain space = GrWallsInnerBox(&w->bulk->walls, GrBulkBox(w), t);
  double row[ALL], direction[3];

  PetscCall(FindRow(w, c->object, t, u, row));
  *value = GrWallDirection(wall, direction) ? 0 - GrDot3(row, direction) : NAN; /* not -0 */
  if (c->indicator.first == 1)
    *value /= wall->shape->area(wall, &space);
  return 0;
}

const GrIndicatorKind GrIndicatorLoads = {"wall", "walls", NameOfWall, FindLoad};

static int ListColumns(GrWorld w, int k, GrColumn columns[])
{
  int n = WALL_COLUMNS;

  for (k = 0; k < n; k++)
    columns[k] = WallColumns[k];
  if (w->the_case->n_stages)
    columns[n++] = AbsentColumn;
  for (k = 0; k < 2 && HasShafts(w->the_case); k++)
    columns[n++] = DriveColumns[k];
  return n;
}

static const GrTablesKind Tables = {.group = "/observables/walls",
                                    .when = offsetof(GrCase, output.walls),
                                    .of_walls = true,
                                    .columns = ListColumns,
                                    .fill = FillWalls};
const GrWriterKind GrRecorderWalls = {.what = "walls", .tables = &Tables};
