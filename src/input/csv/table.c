/* table: reads tables over time from files of comma-separated values; see table.h. */
#include "input/csv/table.h"

#include "input/unit/unit.h"
#include "input/yaml/read.h"
#include <granum/error.h>
#include <string.h>

PetscErrorCode GrTimeTableComplain(const GrTimeTable *t, int place, const char *wrong, const char *remedy)
{
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s; %s", t->path, t->line, place, wrong, remedy);
}

int GrTimeTableFind(const GrTimeTable *t, const char *name)
{
  int c = t->n_columns - 1;
  while (c >= 0 && strcmp(t->column[c].name, name) != 0)
    c--;
  return c;
}

static const GrCsvColumn time_column = {.name = "time", .unit = "s"};

/* The column of this name in the form; NULL: there is none. */
static const GrCsvColumn *FindForm(const GrTimeTable *t, const char *name)
{
  if (!t->form->as_written && strcmp(name, time_column.name) == 0)
    return &time_column;
  for (int k = 0; t->form->column && k < t->form->n; k++)
    if (strcmp(t->form->column[k].name, name) == 0)
      return &t->form->column[k];
  return NULL;
}

/* Divides "name (unit)" into its parts. */
static void SplitField(const GrCsvField *field, GrTableColumn *column)
{
  const size_t name = strcspn(field->text, "([");
  const char *unit = field->text + name + (field->text[name] != '\0');
  snprintf(column->name, sizeof column->name, "%.*s", (int)name, field->text);
  for (size_t n = strlen(column->name); n && column->name[n - 1] == ' '; n--)
    column->name[n - 1] = '\0';
  snprintf(column->unit, sizeof column->unit, "%.*s", (int)strcspn(unit, ")]"), unit);
}

/* Forgets the marks (-) and (1) of a column without a unit. form: NULL, or the row of the column. */
static void ForgetMark(const GrCsvColumn *form, GrTableColumn *column)
{
  const bool pure = !form || !form->unit || strcmp(form->unit, "1") == 0;
  if (pure && (strcmp(column->unit, "-") == 0 || strcmp(column->unit, "1") == 0))
    *column->unit = '\0';
}

static PetscErrorCode ReadColumn(GrTimeTable *t, const GrCsvField *field)
{
  GrTableColumn *column = &t->column[t->n_columns], own = {.number = NULL};
  char problem[GR_PROBLEM_MAX];
  if (t->n_columns == GR_TIME_TABLE_COLUMNS_MAX)
    return GrTimeTableComplain(t, field->place, "has too many columns", "write at most 32");
  SplitField(field, &own);
  const GrCsvColumn *form = FindForm(t, own.name);
  if (t->form->column && !form)
    return GrTimeTableComplain(t, field->place, "is not a header", t->form->remedy);
  if (!*own.name || strspn(own.name, "+-.0123456789") == strlen(own.name))
    return GrTimeTableComplain(t, field->place, "is not the name of a column", t->form->remedy);
  if (GrTimeTableFind(t, own.name) >= 0)
    return GrTimeTableComplain(t, field->place, "names a column twice", t->form->remedy);
  ForgetMark(form, &own);
  if (!GrUnitFactor(own.unit, form ? form->unit : NULL, &own.factor, problem))
    return GrFail(GR_EXIT_INPUT, "%s:%d:%d: column %s: %s", t->path, t->line, field->place, own.name, problem);
  own.factor = t->form->as_written ? 1 : own.factor;
  *column = own;
  t->n_columns++;
  return 0;
}

static PetscErrorCode ReadHeader(GrTimeTable *t, const char *begin, const char *end)
{
  for (const char *at = begin; at;) {
    const GrCsvField field = GrFillCsvFieldNext(begin, &at, end);
    PetscCall(ReadColumn(t, &field));
  }
  if (!t->form->as_written && (GrTimeTableFind(t, "time") < 0 || t->n_columns < 2))
    return GrTimeTableComplain(t, 1, "the header has no column time, or lacks the columns that belong together",
                               t->form->remedy);
  return 0;
}

static PetscErrorCode Reserve(GrTimeTable *t)
{
  if (t->n < t->capacity)
    return 0;
  t->capacity = t->capacity ? 2 * t->capacity : 64;
  for (int c = 0; c < t->n_columns; c++)
    PetscCall(PetscRealloc(sizeof(double) * (size_t)t->capacity, &t->column[c].number));
  return 0;
}

static PetscErrorCode CheckTime(const GrTimeTable *t, int place, const double *times)
{
  if (t->form->time_from_zero && !(times[t->n] >= 0.0))
    return GrTimeTableComplain(t, place, "time: is negative", "write times from 0 on");
  if (t->n > 0 && !(times[t->n] > times[t->n - 1]))
    return GrTimeTableComplain(t, place, "time: is not later than the previous time", "write times in ascending order");
  return 0;
}

static PetscErrorCode ReadLine(GrTimeTable *t, const char *begin, const char *end)
{
  const char *at = begin;
  GrCsvProblem problem;
  if (GrFillCsvLineEmpty(begin, end))
    return 0;
  if (t->n_columns == 0)
    return ReadHeader(t, begin, end);
  PetscCall(Reserve(t));
  for (int c = 0; c < t->n_columns; c++) {
    const GrTableColumn *column = &t->column[c];
    const GrCsvColumn *form = FindForm(t, column->name);
    const char *unit = *column->unit ? column->unit : form ? form->unit : "SI units";
    const GrCsvColumn shown = {.name = column->name, .unit = unit};
    if (!at)
      return GrTimeTableComplain(t, (int)(end - begin) + 1, "has too few values",
                                 "write one for each column of the header");
    const GrCsvField field = GrFillCsvFieldNext(begin, &at, end);
    if (!GrFillCsvFieldNumber(&field, &shown, &column->number[t->n], &problem))
      return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s", t->path, t->line, problem.column, problem.text);
    column->number[t->n] *= column->factor;
    if (form == &time_column)
      PetscCall(CheckTime(t, field.place, column->number));
  }
  if (at)
    return GrTimeTableComplain(t, (int)(at - begin) + 1, "has too many values",
                               "write one for each column of the header, decimals with a point");
  t->n++;
  return 0;
}

static PetscErrorCode ReadText(GrTimeTable *t, const char *text)
{
  const char *at = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
  for (t->line = 1; *at; t->line++) {
    const char *end = at + strcspn(at, "\n");
    PetscCall(ReadLine(t, at, end));
    at = *end ? end + 1 : end;
  }
  t->line = 1;
  if (t->n == 0)
    return GrTimeTableComplain(t, 1, "the table has no values", t->form->remedy);
  return 0;
}

PetscErrorCode GrTimeTableRead(MPI_Comm comm, const char *input, const char *file, const char *what,
                               const GrTableForm *form, GrTimeTable *t)
{
  const GrCase named = {.file = (char *)input};
  char remedy[128], *text;
  const GrDocumentWords words = {remedy, "write fewer points"};
  *t = (GrTimeTable){.form = form, .line = 1};
  snprintf(remedy, sizeof remedy, "give the path of %s", what);
  PetscCall(GrCaseFile(&named, file, sizeof t->path, t->path));
  PetscCall(GrDocumentReadFile(comm, t->path, &words, &text));
  const PetscErrorCode code = ReadText(t, text);
  PetscCall(PetscFree(text));
  return code;
}

PetscErrorCode GrTimeTableFree(GrTimeTable *t)
{
  for (int c = 0; c < t->n_columns; c++)
    PetscCall(PetscFree(t->column[c].number));
  return 0;
}
