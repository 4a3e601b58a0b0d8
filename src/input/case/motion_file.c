/* Reads tables of the motion of a group of beads or of a wall from files (input/csv/table.h). A table then becomes part
   of the case, so that input.yaml and checkpoints do not need the file. */
#include "input/case/input.h"
#include "input/csv/table.h"
#include "wall/geometry.h"
#include "wall/motion.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

static const GrCsvColumn group_columns[] = {{.name = "velocity", .unit = "m/s"}};
static const GrTableForm group_form = {1, group_columns, "write `time, velocity` on the first line", true, false};

/* In the order of GrWallTable.column. */
static const GrCsvColumn wall_columns[GR_WALL_COLUMNS] = {
    {.name = "x", .unit = "m"},       {.name = "y", .unit = "m"},       {.name = "z", .unit = "m"},
    {.name = "vx", .unit = "m/s"},    {.name = "vy", .unit = "m/s"},    {.name = "vz", .unit = "m/s"},
    {.name = "angle", .unit = "rad"}, {.name = "rate", .unit = "rad/s"}};
static const GrTableForm wall_form = {GR_WALL_COLUMNS, wall_columns,
                                      "write `time` and some of x, y, z, vx, vy, vz, angle, rate on the first line",
                                      false, false};

/* Reads the file of a table and forgets its name. */
static PetscErrorCode ReadFile(MPI_Comm comm, const GrCase *the_case, const GrTableForm *form, char **file,
                               GrTimeTable *t)
{
  PetscCall(GrTimeTableRead(comm, the_case->file, *file, "a table of motion", form, t));
  return PetscFree(*file);
}

/* Moves the numbers of a column of this name, if there is one, to *number. */
static void TakeColumn(GrTimeTable *t, const char *name, double **number)
{
  const int c = GrTimeTableFind(t, name);
  if (c < 0)
    return;
  *number = t->column[c].number;
  t->column[c].number = NULL;
}

/* ---- walls ---- */

/* Displacements or velocities; angles or rates; an axis if and only if the wall rotates. */
static PetscErrorCode CheckColumns(const GrTimeTable *t, const GrCase *the_case, const GrWallTable *table)
{
  double *const *c = table->column;
  const bool turns = c[GR_WALL_BY_ANGLE] || c[GR_WALL_BY_RATE], axis = isfinite(table->axis[0]);
  if ((c[0] || c[1] || c[2]) && (c[3] || c[4] || c[5]))
    return GrTimeTableComplain(t, 1, "has displacements and velocities", "keep one of the two");
  if (c[GR_WALL_BY_ANGLE] && c[GR_WALL_BY_RATE])
    return GrTimeTableComplain(t, 1, "has angle and rate", "keep one of the two");
  if (turns && !axis)
    return GrTimeTableComplain(t, 1, "has the column angle or rate, and the table in the input has no axis",
                               "write axis: [x, y, z] there");
  if (axis && !turns)
    return GrTimeTableComplain(t, 1, "has no column angle or rate, and the table in the input has an axis",
                               "add one of the columns, or remove axis there");
  if (the_case->dimension == 2 && (c[2] || c[5]))
    return GrTimeTableComplain(t, 1, "has a column out of the plane of dimension 2", "remove it");
  return 0;
}

/* A table must not move a load-controlled wall along its direction. */
static PetscErrorCode CheckAcross(const GrTimeTable *t, const GrWall *wall, const GrWallTable *table)
{
  double direction[3];
  if (!GrWallIsLoaded(wall) || !GrWallDirection(wall, direction))
    return 0;
  for (int k = 0; k < 3; k++)
    if (fabs(direction[k]) > 1e-12 && (table->column[k] || table->column[3 + k]))
      return GrFail(GR_EXIT_INPUT,
                    "%s:1:1: moves the wall %s along its direction, where its load moves it; remove the column %s, or "
                    "the load",
                    t->path, wall->name, wall_columns[table->column[k] ? k : 3 + k].name);
  return 0;
}

static PetscErrorCode TakeWallTable(const GrCase *the_case, const GrWall *wall, GrWallTable *table, GrTimeTable *t)
{
  table->n = t->n;
  TakeColumn(t, "time", &table->time);
  for (int c = 0; c < GR_WALL_COLUMNS; c++) {
    TakeColumn(t, wall_columns[c].name, &table->column[c]);
    table->count[c] = table->column[c] ? t->n : 0;
  }
  PetscCall(CheckColumns(t, the_case, table));
  PetscCall(CheckAcross(t, wall, table));
  return GrWallTableFinish(table);
}

static PetscErrorCode ReadWalls(MPI_Comm comm, const GrCase *the_case, GrWall *walls, bool *any)
{
  for (int w = 0; w < the_case->n_walls; w++)
    for (int k = 0; k < walls[w].n_motions; k++)
      if (walls[w].motions[k].table.file) {
        GrWallTable *table = &walls[w].motions[k].table;
        GrTimeTable t;
        PetscErrorCode code = ReadFile(comm, the_case, &wall_form, &table->file, &t);
        if (!code)
          code = TakeWallTable(the_case, &walls[w], table, &t);
        PetscCall(GrTimeTableFree(&t));
        PetscCall(code);
        *any = true;
      }
  return 0;
}

PetscErrorCode GrCaseReadMotions(MPI_Comm comm, GrCase *the_case)
{
  bool any = false;
  for (int g = 0; g < the_case->n_groups; g++)
    if (the_case->groups[g].motion.file) {
      GrMotion *motion = &the_case->groups[g].motion;
      GrTimeTable t;
      const PetscErrorCode code = ReadFile(comm, the_case, &group_form, &motion->file, &t);
      motion->n = motion->n_times = t.n;
      TakeColumn(&t, "velocity", &motion->velocity);
      TakeColumn(&t, "time", &motion->time);
      PetscCall(GrTimeTableFree(&t));
      PetscCall(code);
      any = true;
    }
  PetscCall(ReadWalls(comm, the_case, the_case->walls, &any));
  for (int k = 0; k < the_case->n_stages; k++)
    PetscCall(ReadWalls(comm, the_case, the_case->stages[k].walls, &any));
  return any ? GrCaseResolve(the_case) : 0;
}
