/* Tables of motion in files: text of comma-separated values in SI,
     # comment lines and empty lines are skipped
     time, velocity
     0, 0
     20e-6, 13.0
   read on one rank and known to all. When it is read the table is part of the case, so that nothing depends on the file
   any more: not input.yaml, not a checkpoint. Numbers are read by strtod: the caller sees to the C locale. */
#include "input/case/input.h"
#include "input/key/motion.h"
#include "particle/fill/csv_line.h"
#include <granum/error.h>
#include <string.h>

enum { COLUMNS = 2 };
static const GrCsvColumn columns[COLUMNS] = {{.name = "time", .unit = "s"}, {.name = "velocity", .unit = "m/s"}};

/* The table as far as it has been read. */
typedef struct {
  const char *path;
  int line;    /* from 1 */
  bool header; /* it has been passed */
  int capacity;
  GrMotion *motion;
} Table;

static PetscErrorCode ComplainAt(const Table *t, int column, const char *wrong, const char *remedy)
{
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s; %s", t->path, t->line, column, wrong, remedy);
}

static PetscErrorCode ReadHeader(Table *t, const char *begin, const char *end)
{
  const char *at = begin;
  for (int c = 0; c < COLUMNS; c++) {
    GrCsvField field = {.place = 1};
    if (at)
      field = GrCsvFieldNext(begin, &at, end);
    if (strcmp(field.text, columns[c].name) != 0)
      return ComplainAt(t, field.place, "is no header", "write `time, velocity` on the first line");
  }
  if (at)
    return ComplainAt(t, (int)(at - begin) + 1, "more than two columns", "write `time, velocity` on the first line");
  t->header = true;
  return 0;
}

static PetscErrorCode AppendPoint(Table *t, const double value[COLUMNS], int column)
{
  GrMotion *m = t->motion;
  if (!(value[0] >= 0.0))
    return ComplainAt(t, column, "time: is negative", "write times from 0 on");
  if (m->n > 0 && !(value[0] > m->time[m->n - 1]))
    return ComplainAt(t, column, "time: is not later than the one before it", "write times in ascending order");
  if (m->n == t->capacity) {
    t->capacity = t->capacity ? 2 * t->capacity : 64;
    PetscCall(PetscRealloc(sizeof(double) * (size_t)t->capacity, &m->time));
    PetscCall(PetscRealloc(sizeof(double) * (size_t)t->capacity, &m->velocity));
  }
  m->time[m->n] = value[0];
  m->velocity[m->n] = value[1];
  m->n_times = ++m->n;
  return 0;
}

static PetscErrorCode ReadLine(Table *t, const char *begin, const char *end)
{
  const char *at = begin;
  double value[COLUMNS];
  GrCsvProblem problem;
  int first = 1;
  if (GrCsvLineEmpty(begin, end))
    return 0;
  if (!t->header)
    return ReadHeader(t, begin, end);
  for (int c = 0; c < COLUMNS; c++) {
    if (!at)
      return ComplainAt(t, (int)(end - begin) + 1, "one value alone", "write a time and a velocity on each line");
    GrCsvField field = GrCsvFieldNext(begin, &at, end);
    first = c ? first : field.place;
    if (!GrCsvFieldNumber(&field, &columns[c], &value[c], &problem))
      return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s", t->path, t->line, problem.column, problem.text);
  }
  if (at)
    return ComplainAt(t, (int)(at - begin) + 1, "more than two values",
                      "write a time and a velocity on each line, decimals with a point");
  return AppendPoint(t, value, first);
}

static PetscErrorCode ReadTable(const char *path, const char *text, GrMotion *motion)
{
  Table t = {.path = path, .motion = motion};
  const char *at = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
  for (t.line = 1; *at; t.line++) {
    const char *end = at + strcspn(at, "\n");
    PetscCall(ReadLine(&t, at, end));
    at = *end ? end + 1 : end;
  }
  if (motion->n == 0)
    return ComplainAt(&t, 1, "the table has no values", "write `time, velocity` and then a line for each point");
  return 0;
}

static PetscErrorCode ReadFile(MPI_Comm comm, const GrCase *the_case, GrMotion *motion)
{
  static const GrInputWords words = {"give the path of a table of time and velocity", "write fewer points"};
  char path[PETSC_MAX_PATH_LEN], *text;
  PetscCall(GrCaseFile(the_case, motion->file, sizeof path, path));
  PetscCall(GrInputRead(comm, path, &words, &text));
  PetscErrorCode code = ReadTable(path, text, motion);
  PetscCall(PetscFree(text));
  PetscCall(code);
  return PetscFree(motion->file);
}

static PetscErrorCode ReadFiles(MPI_Comm comm, GrCase *the_case)
{
  bool any = false;
  for (int g = 0; g < the_case->n_groups; g++) {
    if (!the_case->groups[g].motion.file)
      continue;
    PetscCall(ReadFile(comm, the_case, &the_case->groups[g].motion));
    any = true;
  }
  PetscCall(GrMotionsReadTables(comm, the_case, the_case->n_walls, the_case->walls, &any));
  for (int k = 0; k < the_case->n_stages; k++)
    PetscCall(GrMotionsReadTables(comm, the_case, the_case->n_walls, the_case->stages[k].walls, &any));
  return any ? GrCaseResolve(the_case) : 0;
}

PetscErrorCode GrMotionsRead(MPI_Comm comm, GrCase *the_case)
{
  PetscFunctionBeginUser;
  locale_t before = GrLocaleBegin();
  PetscErrorCode code = ReadFiles(comm, the_case);
  GrLocaleEnd(before);
  PetscCall(code);
  PetscFunctionReturn(0);
}
