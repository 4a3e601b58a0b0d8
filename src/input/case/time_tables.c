/* Makes functions of time (case/function.h) of the tables over time in an input:
     {table: FILE.csv, column: NAME}              columns of a file (input/csv/table.h); without `column` the only one
     {time: [0, 1 s], value: [0 N, 5 kN]}         the points themselves
   Each such map becomes a value, like an expression with the time t. The resolved case has the points, so that it and
   checkpoints do not need the file. A fit has the points in its input already, because its cases are read again. */
#include "case/function.h"
#include "input/case/input.h"
#include "input/csv/table.h"
#include "input/key/key.h"
#include "input/unit/unit.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

typedef struct {
  MPI_Comm comm;
  const char *name; /* file name of the input */
  GrDocument *document;
  bool expands; /* whether a table becomes its points in the input, and not a function */
} Reading;

/* Makes the node a function with these points, which it takes over. */
static PetscErrorCode MakeFunction(Reading *r, GrNode *node, int n, double **time, double **value, const char *unit)
{
  static const char *const keys[] = {"{time: [", "], value: ["};
  GrFunction *f;
  GrText text = {0};
  PetscCall(PetscNew(&f));
  f->n_points = n;
  f->time = *time;
  f->value = *value;
  *time = *value = NULL;
  snprintf(f->unit, sizeof f->unit, "%s", unit);
  GrDocumentAddFunction(r->document, f, node);
  for (int k = 0; k < 2; k++) {
    GrTextPrint(&text, "%s", keys[k]);
    for (int i = 0; i < n; i++) {
      GrTextPrint(&text, "%s", i ? ", " : "");
      GrTextNumber(&text, (k ? f->value : f->time)[i]);
    }
  }
  GrTextPrint(&text, "]}");
  PetscCall(GrTextTake(&text, &f->text));
  node->text = f->text;
  return 0;
}

/* ---- files ---- */

/* The column that the map names, or the only one besides the time. */
static PetscErrorCode FindColumn(const GrNode *map, const GrTimeTable *t, int *column)
{
  const GrNode *named = GrNodeGet(map, "column");
  char list[512] = "";
  *column = named && named->type == GR_NODE_SCALAR ? GrTimeTableFind(t, named->text) : -1;
  if (!named && t->n_columns == 2)
    *column = 1 - GrTimeTableFind(t, "time");
  if (*column >= 0 && strcmp(t->column[*column].name, "time") != 0)
    return 0;
  for (int c = 0; c < t->n_columns; c++)
    if (strcmp(t->column[c].name, "time") != 0)
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", *list ? ", " : "", t->column[c].name);
  if (!named)
    return GrNodeComplainMissing(map, "column", "is missing, and %s has several; write one of: %s", t->path, list);
  return GrNodeComplain(named, "is no column of %s; write one of: %s", t->path, list);
}

static PetscErrorCode CheckKeys(const GrNode *map, const char *one, const char *two)
{
  for (const GrNode *child = map->first; child; child = child->next)
    if (strcmp(child->key, one) != 0 && strcmp(child->key, two) != 0)
      return GrNodeComplainKey(child, "is unknown in a table over time; write %s and %s only", one, two);
  return 0;
}

/* Replaces the map of a table by its points in the input. unit: of the column, whose numbers are in SI units. */
static PetscErrorCode ExpandPoints(Reading *r, GrNode *map, int n, const double time[], const double value[],
                                   const char *unit)
{
  char problem[GR_PROBLEM_MAX], si[GR_UNIT_MAX] = "";
  GrText text = {0};
  GrMeasure measure;
  GrNode *points;
  char *written;

  if (*unit && GrUnitRead(unit, &measure, problem))
    GrUnitPrint(&measure, si);
  for (int k = 0; k < 2; k++) {
    GrTextPrint(&text, k ? "], value: [" : "{time: [");
    for (int i = 0; i < n; i++) {
      GrTextPrint(&text, i ? ", " : "");
      GrTextNumber(&text, (k ? value : time)[i]);
      GrTextPrint(&text, " %s", k ? si : "s");
    }
  }
  GrTextPrint(&text, "]}");
  PetscCall(GrTextTake(&text, &written));
  PetscErrorCode code = GrDocumentParse(r->document, map->origin, false, written, &points);
  PetscCall(PetscFree(written));
  PetscCall(code);
  points->place = map->place;
  GrNodeReplace(map, points);
  return 0;
}

static PetscErrorCode TakeColumn(Reading *r, GrNode *map, GrTimeTable *t)
{
  int column;
  if (t->n < 2)
    return GrTimeTableComplain(t, 1, "the table has one row", "write at least two, or a number at the key");
  PetscCall(FindColumn(map, t, &column));
  if (r->expands)
    return ExpandPoints(r, map, t->n, t->column[GrTimeTableFind(t, "time")].number, t->column[column].number,
                        t->column[column].unit);
  return MakeFunction(r, map, t->n, &t->column[GrTimeTableFind(t, "time")].number, &t->column[column].number,
                      t->column[column].unit);
}

static PetscErrorCode ReadFile(Reading *r, GrNode *map, const GrNode *file)
{
  static const GrTableForm form = {.remedy = "write the names of the columns on the first line, such as `time, load "
                                             "(kN)`"};
  GrTimeTable t;
  PetscCall(CheckKeys(map, "table", "column"));
  if (r->comm == MPI_COMM_NULL)
    return GrNodeComplain(file, "is read only with an input file; write {time: [..], value: [..]}");
  PetscErrorCode code = GrTimeTableRead(r->comm, r->name, file->text, "a table over time", &form, &t);
  if (!code)
    code = TakeColumn(r, map, &t);
  PetscCall(GrTimeTableFree(&t));
  return code;
}

/* ---- points in the input ---- */

/* Reads numbers with units. unit: their unit; "", it becomes that of the first number that has one. */
static PetscErrorCode ReadNumbers(const GrNode *list, char unit[GR_UNIT_MAX], double *number)
{
  char problem[GR_PROBLEM_MAX], own[GR_UNIT_MAX];
  double written, factor;
  PetscCall(GrKeyCheckUnits(list));
  for (const GrNode *child = list->first; child; child = child->next) {
    if (child->type != GR_NODE_SCALAR || child->function || !GrUnitSplit(child->text, &written, own))
      return GrNodeComplain(child, "is not a number; write a number with its unit");
    if (*own && !*unit)
      snprintf(unit, GR_UNIT_MAX, "%s", own);
    if (!GrUnitFactor(own, *unit ? unit : NULL, &factor, problem) ||
        !GrUnitParse(child->text, NULL, &number[child->position], problem))
      return GrNodeComplain(child, "%s", problem);
  }
  return 0;
}

static PetscErrorCode ReadPoints(Reading *r, GrNode *map, const GrNode *times, const GrNode *values)
{
  char second[GR_UNIT_MAX] = "s", unit[GR_UNIT_MAX] = "";
  double *time, *value;
  if (times->type != GR_NODE_LIST || values->type != GR_NODE_LIST)
    return GrNodeComplainKey(times, "time and value are not two lists; write {time: [0, 1 s], value: [.., ..]}");
  if (times->n != values->n)
    return GrNodeComplainKey(values, "needs as many numbers as time, %d, and has %d; add or remove numbers", times->n,
                             values->n);
  if (times->n < 2)
    return GrNodeComplainKey(times, "has one row; write at least two, or a number at the key");
  PetscCall(CheckKeys(map, "time", "value"));
  PetscCall(PetscMalloc1(times->n, &time));
  PetscCall(PetscMalloc1(values->n, &value));
  PetscErrorCode code = ReadNumbers(times, second, time);
  if (!code)
    code = ReadNumbers(values, unit, value);
  for (int i = 1; i < times->n && !code; i++)
    if (!(time[i] > time[i - 1]))
      code = GrNodeComplain(GrNodeAt(times, i), "is not later than the previous time; write times in ascending order");
  if (!code)
    code = MakeFunction(r, map, times->n, &time, &value, unit);
  PetscCall(PetscFree(time));
  PetscCall(PetscFree(value));
  return code;
}

static PetscErrorCode ReadBelow(Reading *r, GrNode *node)
{
  const GrNode *file = GrNodeGet(node, "table"), *times = GrNodeGet(node, "time"), *values = GrNodeGet(node, "value");
  if (file && file->type == GR_NODE_SCALAR)
    return ReadFile(r, node, file);
  if (times && values)
    return r->expands ? 0 : ReadPoints(r, node, times, values);
  for (GrNode *child = node->first; child; child = child->next)
    PetscCall(ReadBelow(r, child));
  return 0;
}

PetscErrorCode GrCaseReadTimeTables(MPI_Comm comm, const char *name, GrDocument *document)
{
  Reading reading = {comm, name, document, false};
  return ReadBelow(&reading, document->root);
}

PetscErrorCode GrCaseExpandTimeTables(MPI_Comm comm, const char *name, GrDocument *document)
{
  Reading reading = {comm, name, document, true};
  return ReadBelow(&reading, document->root);
}
