/* Reads tables of the motion of a group of beads or of a wall from files of comma-separated values in SI units:
     # comment lines and empty lines are skipped
     time, velocity
     0, 0
     20e-6, 13.0
   One rank reads the file and broadcasts it. The table then becomes part of the case, so that input.yaml and
   checkpoints do not need the file. Numbers are read by strtod, so the caller sets the C locale. */
#include "input/case/input.h"
#include "particle/fill/csv_line.h"
#include "wall/geometry.h"
#include "wall/motion.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

enum { COLUMNS_MAX = GR_WALL_COLUMNS + 1 };

/* The columns that a table may have; the last one is the time. */
typedef struct {
  int n;
  GrCsvColumn column[COLUMNS_MAX];
  const char *remedy;  /* of a wrong header, for messages */
  bool time_from_zero; /* times are not negative */
} Form;

static const Form group_form = {2,
                                {{.name = "velocity", .unit = "m/s"}, {.name = "time", .unit = "s"}},
                                "write `time, velocity` on the first line",
                                true};
static const Form wall_form = {COLUMNS_MAX,
                               {{.name = "x", .unit = "m"},
                                {.name = "y", .unit = "m"},
                                {.name = "z", .unit = "m"},
                                {.name = "vx", .unit = "m/s"},
                                {.name = "vy", .unit = "m/s"},
                                {.name = "vz", .unit = "m/s"},
                                {.name = "angle", .unit = "rad"},
                                {.name = "rate", .unit = "rad/s"},
                                {.name = "time", .unit = "s"}},
                               "write `time` and some of x, y, z, vx, vy, vz, angle, rate on the first line",
                               false};

typedef struct {
  const Form *form;
  const char *path;
  int line;                     /* current line of the file, from 1 */
  int n_columns;                /* of the file; 0: the header has not been read */
  int column[COLUMNS_MAX];      /* [n_columns] position in the form */
  int n, capacity;              /* rows */
  double **number[COLUMNS_MAX]; /* [form->n] where the column goes: an array of n numbers, or NULL */
} Table;

static PetscErrorCode ComplainAt(const Table *t, int column, const char *wrong, const char *remedy)
{
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s; %s", t->path, t->line, column, wrong, remedy);
}

static bool HasColumn(const Table *t, int column)
{
  for (int c = 0; c < t->n_columns; c++)
    if (t->column[c] == column)
      return true;
  return false;
}

static PetscErrorCode ReadHeader(Table *t, const char *begin, const char *end)
{
  for (const char *at = begin; at;) {
    const GrCsvField field = GrFillCsvFieldNext(begin, &at, end);
    int column = 0;
    while (column < t->form->n && strcmp(field.text, t->form->column[column].name) != 0)
      column++;
    if (column == t->form->n)
      return ComplainAt(t, field.place, "is not a header", t->form->remedy);
    if (HasColumn(t, column))
      return ComplainAt(t, field.place, "names a column twice", t->form->remedy);
    t->column[t->n_columns++] = column;
  }
  if (!HasColumn(t, t->form->n - 1) || t->n_columns < 2)
    return ComplainAt(t, 1, "the header has no column time, or lacks the columns that belong together",
                      t->form->remedy);
  return 0;
}

static PetscErrorCode Reserve(Table *t)
{
  if (t->n < t->capacity)
    return 0;
  t->capacity = t->capacity ? 2 * t->capacity : 64;
  for (int c = 0; c < t->n_columns; c++)
    PetscCall(PetscRealloc(sizeof(double) * (size_t)t->capacity, t->number[t->column[c]]));
  return 0;
}

static PetscErrorCode CheckTime(const Table *t, int column, double time)
{
  const double *times = *t->number[t->form->n - 1];
  if (t->form->time_from_zero && !(time >= 0.0))
    return ComplainAt(t, column, "time: is negative", "write times from 0 on");
  if (t->n > 0 && !(time > times[t->n - 1]))
    return ComplainAt(t, column, "time: is not later than the previous time", "write times in ascending order");
  return 0;
}

static PetscErrorCode ReadLine(Table *t, const char *begin, const char *end)
{
  const char *at = begin;
  GrCsvProblem problem;
  if (GrFillCsvLineEmpty(begin, end))
    return 0;
  if (t->n_columns == 0)
    return ReadHeader(t, begin, end);
  PetscCall(Reserve(t));
  for (int c = 0; c < t->n_columns; c++) {
    double *value = &(*t->number[t->column[c]])[t->n];
    if (!at)
      return ComplainAt(t, (int)(end - begin) + 1, "has too few values", "write one for each column of the header");
    const GrCsvField field = GrFillCsvFieldNext(begin, &at, end);
    if (!GrFillCsvFieldNumber(&field, &t->form->column[t->column[c]], value, &problem))
      return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s", t->path, t->line, problem.column, problem.text);
    if (t->column[c] == t->form->n - 1)
      PetscCall(CheckTime(t, field.place, *value));
  }
  if (at)
    return ComplainAt(t, (int)(at - begin) + 1, "has too many values",
                      "write one for each column of the header, decimals with a point");
  t->n++;
  return 0;
}

static PetscErrorCode ReadText(Table *t, const char *text)
{
  const char *at = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
  for (t->line = 1; *at; t->line++) {
    const char *end = at + strcspn(at, "\n");
    PetscCall(ReadLine(t, at, end));
    at = *end ? end + 1 : end;
  }
  t->line = 1;
  if (t->n == 0)
    return ComplainAt(t, 1, "the table has no values", t->form->remedy);
  return 0;
}

/* Reads the file of a table and forgets its name. */
static PetscErrorCode ReadFile(MPI_Comm comm, const GrCase *the_case, Table *t, char path[PETSC_MAX_PATH_LEN],
                               char **file)
{
  static const GrDocumentWords words = {"give the path of a table of motion", "write fewer points"};
  char *text;
  PetscCall(GrCaseFile(the_case, *file, PETSC_MAX_PATH_LEN, path));
  PetscCall(GrDocumentReadFile(comm, path, &words, &text));
  t->path = path;
  PetscErrorCode code = ReadText(t, text);
  PetscCall(PetscFree(text));
  PetscCall(code);
  return PetscFree(*file);
}

/* ---- walls ---- */

/* Displacements or velocities; angles or rates; an axis if and only if the wall rotates. */
static PetscErrorCode CheckColumns(const Table *t, const GrCase *the_case, const GrWallTable *table)
{
  double *const *c = table->column;
  const bool turns = c[GR_WALL_BY_ANGLE] || c[GR_WALL_BY_RATE], axis = isfinite(table->axis[0]);
  if ((c[0] || c[1] || c[2]) && (c[3] || c[4] || c[5]))
    return ComplainAt(t, 1, "has displacements and velocities", "keep one of the two");
  if (c[GR_WALL_BY_ANGLE] && c[GR_WALL_BY_RATE])
    return ComplainAt(t, 1, "has angle and rate", "keep one of the two");
  if (turns && !axis)
    return ComplainAt(t, 1, "has the column angle or rate, and the table in the input has no axis",
                      "write axis: [x, y, z] there");
  if (axis && !turns)
    return ComplainAt(t, 1, "has no column angle or rate, and the table in the input has an axis",
                      "add one of the columns, or remove axis there");
  if (the_case->dimension == 2 && (c[2] || c[5]))
    return ComplainAt(t, 1, "has a column out of the plane of dimension 2", "remove it");
  return 0;
}

/* A table must not move a load-controlled wall along its direction. */
static PetscErrorCode CheckAcross(const Table *t, const GrWall *wall, const GrWallTable *table)
{
  double direction[3];
  if (!GrWallIsLoaded(wall) || !GrWallDirection(wall, direction))
    return 0;
  for (int k = 0; k < 3; k++)
    if (fabs(direction[k]) > 1e-12 && (table->column[k] || table->column[3 + k]))
      return GrFail(GR_EXIT_INPUT,
                    "%s:1:1: moves the wall %s along its direction, where its load moves it; remove the column %s, or "
                    "the load",
                    t->path, wall->name, wall_form.column[table->column[k] ? k : 3 + k].name);
  return 0;
}

static PetscErrorCode ReadWalls(MPI_Comm comm, const GrCase *the_case, GrWall *walls, bool *any)
{
  for (int w = 0; w < the_case->n_walls; w++)
    for (int k = 0; k < walls[w].n_motions; k++)
      if (walls[w].motions[k].table.file) {
        GrWallTable *table = &walls[w].motions[k].table;
        Table t = {.form = &wall_form};
        char path[PETSC_MAX_PATH_LEN];
        for (int c = 0; c < GR_WALL_COLUMNS; c++)
          t.number[c] = &table->column[c];
        t.number[GR_WALL_COLUMNS] = &table->time;
        PetscCall(ReadFile(comm, the_case, &t, path, &table->file));
        table->n = t.n;
        for (int c = 0; c < GR_WALL_COLUMNS; c++)
          table->count[c] = table->column[c] ? t.n : 0;
        PetscCall(CheckColumns(&t, the_case, table));
        PetscCall(CheckAcross(&t, &walls[w], table));
        PetscCall(GrWallTableFinish(table));
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
      Table t = {.form = &group_form, .number = {&motion->velocity, &motion->time}};
      char path[PETSC_MAX_PATH_LEN];
      PetscCall(ReadFile(comm, the_case, &t, path, &motion->file));
      motion->n = motion->n_times = t.n;
      any = true;
    }
  PetscCall(ReadWalls(comm, the_case, the_case->walls, &any));
  for (int k = 0; k < the_case->n_stages; k++)
    PetscCall(ReadWalls(comm, the_case, the_case->stages[k].walls, &any));
  return any ? GrCaseResolve(the_case) : 0;
}
