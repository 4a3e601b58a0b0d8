/* Reads the names and values between commas; see csv_line.h. The caller must set the C locale. */
#include "particle/fill/csv_line.h"

#include "base/excerpt.h"
#include "base/math/nearest.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELD_MAX = GR_CSV_FIELD_MAX, ID_DIGITS_MAX = 18 };

static const GrCsvColumn columns[GR_CSV_COLUMNS] = {
    [GR_CSV_X] = {"x", "m", true, false},        [GR_CSV_Y] = {"y", "m", true, false},
    [GR_CSV_Z] = {"z", "m", true, false},        [GR_CSV_RADIUS] = {"radius", "m", false, true},
    [GR_CSV_MASS] = {"mass", "kg", false, true}, [GR_CSV_VX] = {"vx", "m/s", false, false},
    [GR_CSV_VY] = {"vy", "m/s", false, false},   [GR_CSV_VZ] = {"vz", "m/s", false, false},
    [GR_CSV_WX] = {"wx", "rad/s", false, false}, [GR_CSV_WY] = {"wy", "rad/s", false, false},
    [GR_CSV_WZ] = {"wz", "rad/s", false, false}, [GR_CSV_QW] = {"q_w", "1", false, false},
    [GR_CSV_QX] = {"q_x", "1", false, false},    [GR_CSV_QY] = {"q_y", "1", false, false},
    [GR_CSV_QZ] = {"q_z", "1", false, false},    [GR_CSV_ID] = {"id", "1", false, true}};

static bool IsSpace(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

bool GrFillCsvLineEmpty(const char *begin, const char *end)
{
  while (begin < end && IsSpace(*begin))
    begin++;
  return begin == end || *begin == '#';
}

GrCsvField GrFillCsvFieldNext(const char *begin, const char **at, const char *end)
{
  const char *from = *at, *comma = memchr(from, ',', (size_t)(end - from)), *to = comma ? comma : end;
  GrCsvField field;
  *at = comma ? comma + 1 : NULL;
  while (from < to && IsSpace(*from))
    from++;
  while (to > from && IsSpace(to[-1]))
    to--;
  field.length = (size_t)(to - from);
  field.place = (int)(from - begin) + 1;
  size_t kept = field.length < FIELD_MAX ? field.length : FIELD_MAX - 1;
  memcpy(field.text, from, kept);
  field.text[kept] = '\0';
  return field;
}

bool GrFillCsvHas(const GrCsvHeader *h, int column)
{
  for (int i = 0; i < h->n; i++)
    if (h->column[i] == column)
      return true;
  return false;
}

/* The property whose column has this number, or NULL: the column is not that of a property. */
static const GrProperty *PropertyOf(int column)
{
  return column >= GR_CSV_PROPERTY && column < GR_CSV_VALUES ? GrPropertyAt(column - GR_CSV_PROPERTY) : NULL;
}

/* A column of a particle file; without a name for a property that is not registered. */
static GrCsvColumn ColumnAt(int c)
{
  const GrProperty *property = PropertyOf(c);
  return property ? (GrCsvColumn){property->name, property->unit, false, false} : columns[c];
}

static int FindColumn(const GrCsvField *field)
{
  for (int c = 0; c < GR_CSV_COLUMNS; c++) {
    const char *name = ColumnAt(c).name;
    if (name && field->length == strlen(name) && memcmp(field->text, name, field->length) == 0)
      return c;
  }
  return -1;
}

static bool UnknownColumn(const GrCsvField *field, GrCsvProblem *problem)
{
  const GrProperty *property;
  GrNearest nearest = GrNearestBegin(field->text);
  GrExcerpt shown = GrExcerptOf(field->text);

  for (int c = 0; c < GR_CSV_COLUMNS; c++)
    if (ColumnAt(c).name)
      GrNearestTry(&nearest, ColumnAt(c).name);
  if (nearest.best && strlen(field->text) > 2) {
    snprintf(problem->text, sizeof problem->text, "no column is called '%s'; write %s", shown.text, nearest.best);
    return false;
  }
  int n = snprintf(problem->text, sizeof problem->text,
                   "no column is called '%s'; the first line must name the columns, separated by commas: x, y, z, and "
                   "if wanted id, radius, mass, vx, vy, vz, wx, wy, wz",
                   shown.text);
  for (int k = 0; (property = GrPropertyAt(k)) && n < (int)sizeof problem->text; k++)
    n += snprintf(problem->text + n, sizeof problem->text - (size_t)n, ", %s", property->name);
  return false;
}

bool GrFillCsvHeaderParse(const char *begin, const char *end, GrCsvHeader *h, GrCsvProblem *problem)
{
  const char *at = begin;
  h->n = 0;
  while (at) {
    GrCsvField field = GrFillCsvFieldNext(begin, &at, end);
    int column = FindColumn(&field);
    problem->column = field.place;
    if (column < 0)
      return UnknownColumn(&field, problem);
    if (GrFillCsvHas(h, column)) {
      snprintf(problem->text, sizeof problem->text, "column %s is named twice; name it once", field.text);
      return false;
    }
    h->column[h->n++] = column;
  }
  for (int c = 0; c < GR_CSV_COLUMNS; c++)
    if (columns[c].required && !GrFillCsvHas(h, c)) {
      problem->column = 1;
      snprintf(problem->text, sizeof problem->text, "there is no column %s; add it, in %s", columns[c].name,
               columns[c].unit);
      return false;
    }
  return true;
}

static bool ParseId(const GrCsvField *field, PetscInt64 *id, GrCsvProblem *problem)
{
  *id = field->length <= ID_DIGITS_MAX && strspn(field->text, "0123456789") == field->length
            ? strtoll(field->text, NULL, 10)
            : 0;
  if (*id > 0)
    return true;
  problem->column = field->place;
  snprintf(problem->text, sizeof problem->text, "id: '%s' is not an id; write a whole number from 1, such as 17",
           GrExcerptOf(field->text).text);
  return false;
}

static const char *SkipDigits(const char *at, uint64_t *number, int *digits)
{
  for (; *at >= '0' && *at <= '9'; at++, (*digits)++)
    *number = 10 * *number + (uint64_t)(*at - '0');
  return at;
}

/* Reads a number with the result of strtod, but several times as fast, if its digits are an integer of at most 2^53 and
   its power of ten is at most 10^22: both are doubles then, and their product or quotient is rounded once (W. Clinger,
   PLDI 1990). Returns false otherwise. */
static bool ReadShort(const char *text, double *value)
{
  static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  enum { POWERS = sizeof(ten) / sizeof(ten[0]), DIGITS_MAX = 18 };
  const bool negative = *text == '-';
  const char *at = text + (negative || *text == '+');
  uint64_t number = 0, exponent = 0;
  int digits = 0, whole = 0, own = 0;

  at = SkipDigits(at, &number, &digits);
  whole = digits;
  if (*at == '.')
    at = SkipDigits(at + 1, &number, &digits);
  if (digits == 0 || digits > DIGITS_MAX)
    return false;
  if (*at == 'e' || *at == 'E') {
    const bool down = at[1] == '-';
    at = SkipDigits(at + 1 + (down || at[1] == '+'), &exponent, &own);
    if (own == 0 || own > 3)
      return false;
    own = down ? -(int)exponent : (int)exponent;
  }
  const int power = own + whole - digits;
  if (*at || number > (uint64_t)1 << 53 || power >= POWERS || -power >= POWERS)
    return false;
  *value = power < 0 ? (double)number / ten[-power] : (double)number * ten[power];
  *value = negative ? -*value : *value;
  return true;
}

/* Reads a number. Returns NULL, or its defect. */
static const char *ParseNumber(const GrCsvField *field, bool positive, double *value)
{
  char *rest;
  if (!field->length)
    return "empty";
  if (field->length >= FIELD_MAX || strspn(field->text, "0123456789+-.eE") != field->length)
    return "not a number";
  if (ReadShort(field->text, value))
    return positive && !(*value > 0) ? "not positive" : NULL;
  *value = strtod(field->text, &rest);
  return *rest || !isfinite(*value) ? "not a number" : positive && !(*value > 0) ? "not positive" : NULL;
}

bool GrFillCsvFieldNumber(const GrCsvField *field, const GrCsvColumn *column, double *value, GrCsvProblem *problem)
{
  const char *wrong = ParseNumber(field, column->positive, value);
  if (!wrong)
    return true;
  problem->column = field->place;
  snprintf(problem->text, sizeof problem->text, "%s: '%s' is %s; write a plain %snumber in %s, such as 2.5e-3%s",
           column->name, GrExcerptOf(field->text).text, wrong, column->positive ? "positive " : "", column->unit,
           strchr(field->text, ';') ? "; commas separate columns, not semicolons" : "");
  return false;
}

static bool WrongCount(const GrCsvHeader *h, int n, int place, GrCsvProblem *problem)
{
  problem->column = place;
  if (n < h->n)
    snprintf(problem->text, sizeof problem->text, "%s is missing: %d of %d values; write one value for each column",
             ColumnAt(h->column[n]).name, n, h->n);
  else
    snprintf(problem->text, sizeof problem->text,
             "more than %d values; write one value for each column, decimals with a point", h->n);
  return false;
}

/* A value of any column but the id. */
static bool ParseValue(const GrCsvField *field, int column, double *value, GrCsvProblem *problem)
{
  const GrCsvColumn row = ColumnAt(column);
  const GrProperty *p = PropertyOf(column);

  if (!GrFillCsvFieldNumber(field, &row, value, problem))
    return false;
  if (!p || (*value >= p->lower && *value <= p->upper))
    return true;
  problem->column = field->place;
  snprintf(problem->text, sizeof problem->text, "%s: '%s' is out of range; write a number from %.9g to %.9g in %s",
           p->name, field->text, p->lower, p->upper, p->unit);
  return false;
}

bool GrFillCsvLineParse(const GrCsvHeader *h, const char *begin, const char *end, double value[GR_CSV_VALUES],
                        PetscInt64 *id, int *place, GrCsvProblem *problem)
{
  const char *at = begin;
  for (int i = 0; i < h->n; i++) {
    if (!at)
      return WrongCount(h, i, (int)(end - begin) + 1, problem);
    GrCsvField field = GrFillCsvFieldNext(begin, &at, end);
    int column = h->column[i];
    if (column == GR_CSV_ID) {
      *place = field.place;
      if (!ParseId(&field, id, problem))
        return false;
    } else if (!ParseValue(&field, column, &value[column], problem)) {
      return false;
    }
  }
  return at ? WrongCount(h, h->n + 1, (int)(at - begin) + 1, problem) : true;
}
