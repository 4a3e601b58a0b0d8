/* Tables of motions of walls in files: text of comma-separated values in SI,
     # comment lines and empty lines are skipped
     time, z, angle
     0, 0, 0
     0.5, 10e-3, 3.14
   read on one rank and known to all, as those of groups are (motion_file.c): once it is read the table is part of the
   case. */
#include "input/case/input.h"
#include "input/key/key.h"
#include "input/key/motion.h"
#include "particle/fill/csv_line.h"
#include "wall/geometry.h"
#include "wall/motion.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

enum { TIME = GR_WALL_COLUMNS, COLUMNS };
static const GrCsvColumn columns[COLUMNS] = {
    {.name = "x", .unit = "m"},       {.name = "y", .unit = "m"},        {.name = "z", .unit = "m"},
    {.name = "vx", .unit = "m/s"},    {.name = "vy", .unit = "m/s"},     {.name = "vz", .unit = "m/s"},
    {.name = "angle", .unit = "rad"}, {.name = "rate", .unit = "rad/s"}, {.name = "time", .unit = "s"}};

/* The table as far as it has been read. */
typedef struct {
  const char *path;
  int line; /* from 1 */
  int n;    /* columns of the file; 0: its header is still to come */
  int column[COLUMNS];
  int capacity;
  GrWallTable *table;
} File;

static PetscErrorCode ComplainAt(const File *f, int column, const char *sentence)
{
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s", f->path, f->line, column, sentence);
}

/* Which column the table has this name for; -1: none. */
static int FindColumn(const File *f, const char *name)
{
  for (int k = 0; k < COLUMNS; k++)
    if (strcmp(name, columns[k].name) == 0) {
      for (int c = 0; c < f->n; c++)
        if (f->column[c] == k)
          return -1;
      return k;
    }
  return -1;
}

static PetscErrorCode ReadHeader(File *f, const char *begin, const char *end)
{
  bool has[COLUMNS] = {false};
  for (const char *at = begin; at;) {
    const GrCsvField field = GrCsvFieldNext(begin, &at, end);
    const int column = FindColumn(f, field.text);
    if (column < 0)
      return ComplainAt(f, field.place,
                        "is no header, or one that names a column twice; write `time` and some of x, "
                        "y, z, vx, vy, vz, angle, rate on the first line");
    has[column] = true;
    f->column[f->n++] = column;
  }
  if (!has[TIME] || f->n < 2)
    return ComplainAt(f, 1,
                      "the header lacks time, or what the wall does then; write `time` and some of x, y, z, vx, "
                      "vy, vz, angle, rate");
  if ((has[0] || has[1] || has[2]) && (has[3] || has[4] || has[5]))
    return ComplainAt(f, 1, "has displacements and velocities; keep one of the two");
  if (has[GR_WALL_BY_ANGLE] && has[GR_WALL_BY_RATE])
    return ComplainAt(f, 1, "has angle and rate; keep one of the two");
  return 0;
}

static PetscErrorCode MakeRoom(File *f)
{
  GrWallTable *t = f->table;
  if (t->n < f->capacity)
    return 0;
  f->capacity = f->capacity ? 2 * f->capacity : 64;
  for (int c = 0; c < f->n; c++) {
    double **numbers = f->column[c] == TIME ? &t->time : &t->column[f->column[c]];
    PetscCall(PetscRealloc(sizeof(double) * (size_t)f->capacity, numbers));
  }
  return 0;
}

static PetscErrorCode ReadLine(File *f, const char *begin, const char *end)
{
  GrWallTable *t = f->table;
  const char *at = begin;
  double value;
  GrCsvProblem problem;
  if (GrCsvLineEmpty(begin, end))
    return 0;
  if (f->n == 0)
    return ReadHeader(f, begin, end);
  PetscCall(MakeRoom(f));
  for (int c = 0; c < f->n; c++) {
    if (!at)
      return ComplainAt(f, (int)(end - begin) + 1, "has too few values; write one for each column of the header");
    const GrCsvField field = GrCsvFieldNext(begin, &at, end);
    if (!GrCsvFieldNumber(&field, &columns[f->column[c]], &value, &problem))
      return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s", f->path, f->line, problem.column, problem.text);
    if (f->column[c] == TIME && t->n > 0 && !(value > t->time[t->n - 1]))
      return ComplainAt(f, field.place, "time: is not later than the one before it; write times in ascending order");
    (f->column[c] == TIME ? t->time : t->column[f->column[c]])[t->n] = value;
  }
  if (at)
    return ComplainAt(f, (int)(at - begin) + 1,
                      "has too many values; write one for each column of the header, decimals with a point");
  t->n++;
  for (int c = 0; c < f->n; c++)
    if (f->column[c] != TIME)
      t->count[f->column[c]] = t->n;
  return 0;
}

/* An axis is there if and only if something turns about it. */
static PetscErrorCode CheckAxis(const File *f, const GrCase *the_case)
{
  const GrWallTable *t = f->table;
  const bool turns = t->column[GR_WALL_BY_ANGLE] || t->column[GR_WALL_BY_RATE], axis = t->axis[0] * 0 == 0;
  if (t->n == 0)
    return ComplainAt(f, 1, "the table has no values; write a line for each point below the header");
  if (turns != axis)
    return ComplainAt(f, 1,
                      turns ? "has a column of a turn, and the table in the input no axis; give axis: [x, y, z] "
                              "there"
                            : "has no column of a turn, and the table in the input an axis; add angle or rate, "
                              "or leave out axis there");
  if (the_case->dimension == 2 && (t->column[2] || t->column[5]))
    return ComplainAt(f, 1, "has a column out of the plane of dimension 2; remove it");
  return 0;
}

/* A load moves a wall alone; the input looks at what stands in itself. */
static PetscErrorCode CheckAcross(const File *f, const GrWall *wall)
{
  double direction[3];
  if (!GrWallGivesWay(wall) || !GrWallDirection(wall, direction))
    return 0;
  for (int k = 0; k < 3; k++)
    if (fabs(direction[k]) > 1e-12 && (f->table->column[k] || f->table->column[3 + k]))
      return GrFail(GR_EXIT_INPUT,
                    "%s:1:1: moves the wall %s along its direction, where its load moves it; leave out the column %s, "
                    "or the load",
                    f->path, wall->name, columns[f->table->column[k] ? k : 3 + k].name);
  return 0;
}

static PetscErrorCode ReadText(const GrCase *the_case, const char *path, const char *text, const GrWall *wall,
                               GrWallTable *table)
{
  File f = {.path = path, .table = table};
  const char *at = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
  for (f.line = 1; *at; f.line++) {
    const char *end = at + strcspn(at, "\n");
    PetscCall(ReadLine(&f, at, end));
    at = *end ? end + 1 : end;
  }
  f.line = 1;
  PetscCall(CheckAxis(&f, the_case));
  PetscCall(CheckAcross(&f, wall));
  return GrWallTableFinish(table);
}

PetscErrorCode GrMotionsReadTables(MPI_Comm comm, const GrCase *the_case, int n, GrWall *walls, bool *any)
{
  static const GrInputWords words = {"give the path of a table of times and what a wall does then",
                                     "write fewer points"};
  for (int w = 0; w < n; w++)
    for (int k = 0; k < walls[w].n_motions; k++) {
      GrWallTable *table = &walls[w].motions[k].table;
      char path[PETSC_MAX_PATH_LEN], *text;
      if (!table->file)
        continue;
      PetscCall(GrCaseFile(the_case, table->file, sizeof path, path));
      PetscCall(GrInputRead(comm, path, &words, &text));
      PetscErrorCode code = ReadText(the_case, path, text, &walls[w], table);
      PetscCall(PetscFree(text));
      PetscCall(code);
      PetscCall(PetscFree(table->file));
      *any = true;
    }
  return 0;
}
