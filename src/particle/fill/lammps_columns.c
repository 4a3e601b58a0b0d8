/* lammps_columns: one table of names, and what becomes of their numbers; see lammps_columns.h. */
#include "particle/fill/lammps_columns.h"

#include "base/excerpt.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a number of the file becomes the value. */
typedef enum { AS_WHOLE, AS_LENGTH, AS_PART_OF_BOX, AS_HALF, AS_MASS, AS_DENSITY, AS_VELOCITY, AS_SPIN } Meaning;

typedef struct {
  const char *name;
  int value; /* a GrCsvValue, GR_LAMMPS_ID or GR_LAMMPS_TYPE */
  Meaning meaning;
} Row;

/* Of rows with the same value the first that a file has counts. */
static const Row rows[] = {
    {"id", GR_LAMMPS_ID, AS_WHOLE},       {"type", GR_LAMMPS_TYPE, AS_WHOLE}, {"x", GR_CSV_X, AS_LENGTH},
    {"xu", GR_CSV_X, AS_LENGTH},          {"xs", GR_CSV_X, AS_PART_OF_BOX},   {"xsu", GR_CSV_X, AS_PART_OF_BOX},
    {"y", GR_CSV_Y, AS_LENGTH},           {"yu", GR_CSV_Y, AS_LENGTH},        {"ys", GR_CSV_Y, AS_PART_OF_BOX},
    {"ysu", GR_CSV_Y, AS_PART_OF_BOX},    {"z", GR_CSV_Z, AS_LENGTH},         {"zu", GR_CSV_Z, AS_LENGTH},
    {"zs", GR_CSV_Z, AS_PART_OF_BOX},     {"zsu", GR_CSV_Z, AS_PART_OF_BOX},  {"radius", GR_CSV_RADIUS, AS_LENGTH},
    {"diameter", GR_CSV_RADIUS, AS_HALF}, {"mass", GR_CSV_MASS, AS_MASS},     {"density", GR_CSV_MASS, AS_DENSITY},
    {"vx", GR_CSV_VX, AS_VELOCITY},       {"vy", GR_CSV_VY, AS_VELOCITY},     {"vz", GR_CSV_VZ, AS_VELOCITY},
    {"omegax", GR_CSV_WX, AS_SPIN},       {"omegay", GR_CSV_WY, AS_SPIN},     {"omegaz", GR_CSV_WZ, AS_SPIN},
    {"wx", GR_CSV_WX, AS_SPIN},           {"wy", GR_CSV_WY, AS_SPIN},         {"wz", GR_CSV_WZ, AS_SPIN}};
enum { ROWS = sizeof rows / sizeof *rows };

/* The next word at *at, which moves behind it; length 0 after the last one. */
static GrCsvField NextWord(const char *begin, const char **at, const char *end)
{
  const char *from = *at, *to;
  GrCsvField word;

  while (from < end && strchr(" \t\r", *from))
    from++;
  to = from;
  while (to < end && !strchr(" \t\r#", *to))
    to++;
  *at = to < end && *to == '#' ? end : to;
  word.length = (size_t)(to - from);
  word.place = (int)(from - begin) + 1;
  const size_t kept = word.length < GR_CSV_FIELD_MAX ? word.length : GR_CSV_FIELD_MAX - 1;
  memcpy(word.text, from, kept);
  word.text[kept] = '\0';
  return word;
}

static int FindRow(const char *name)
{
  for (int r = 0; r < ROWS; r++)
    if (strcmp(rows[r].name, name) == 0)
      return r;
  return -1;
}

/* Of several columns that say the same, the one that stands first in the table stays. */
static void PassOverOthers(GrLammpsColumns *c)
{
  for (int i = 0; i < c->n; i++)
    for (int k = 0; k < c->n; k++)
      if (i != k && c->row[i] >= 0 && c->row[k] >= 0 && rows[c->row[i]].value == rows[c->row[k]].value &&
          (c->row[k] < c->row[i] || (c->row[k] == c->row[i] && k < i)))
        c->row[i] = -1;
}

bool GrLammpsColumnsParse(const char *begin, const char *end, GrLammpsColumns *c)
{
  const char *at = begin;

  c->n = c->last = 0;
  for (GrCsvField word = NextWord(begin, &at, end); word.length; word = NextWord(begin, &at, end)) {
    if (c->n == GR_LAMMPS_COLUMNS_MAX)
      return false;
    c->row[c->n++] = (signed char)FindRow(word.text);
  }
  PassOverOthers(c);
  for (int i = 0; i < c->n; i++)
    c->last = c->row[i] >= 0 ? i + 1 : c->last;
  return true;
}

bool GrLammpsColumnsHave(const GrLammpsColumns *c, int value)
{
  for (int i = 0; i < c->n; i++)
    if (c->row[i] >= 0 && rows[c->row[i]].value == value)
      return true;
  return false;
}

static bool ParseWhole(const GrCsvField *word, const char *name, PetscInt64 *number, GrCsvProblem *problem)
{
  *number = word->length <= 18 && strspn(word->text, "0123456789") == word->length ? strtoll(word->text, NULL, 10) : 0;
  if (*number > 0)
    return true;
  problem->column = word->place;
  snprintf(problem->text, sizeof problem->text, "%s: '%s' is none; write a whole number from 1, such as 17", name,
           GrExcerptOf(word->text).text);
  return false;
}

/* A number in the units of the file. */
static bool ParseWord(const Row *row, const GrCsvField *word, double *number, GrLammpsParticle *p,
                      GrCsvProblem *problem)
{
  const bool positive =
      row->meaning == AS_HALF || row->meaning == AS_DENSITY || row->value == GR_CSV_RADIUS || row->value == GR_CSV_MASS;
  const GrCsvColumn column = {.name = row->name, .unit = "the units of the file", .positive = positive};

  if (row->meaning == AS_WHOLE)
    return ParseWhole(word, row->name, row->value == GR_LAMMPS_ID ? &p->id : &p->type, problem);
  return GrCsvFieldNumber(word, &column, number, problem);
}

/* A value of the file's units in SI; the order of operations is that of granum_post/lammps.py. */
static double InSI(const Row *row, const GrLammpsBox *box, const GrLammpsScale *s, double number, double radius)
{
  const int axis = row->value - GR_CSV_X;

  switch (row->meaning) {
  case AS_PART_OF_BOX:
    return (box->lower[axis] + number * (box->upper[axis] - box->lower[axis])) * s->length;
  case AS_HALF:
    return number / 2 * s->length;
  case AS_MASS:
    return number * s->mass;
  case AS_DENSITY:
    return number * 4 / 3 * PETSC_PI * radius * radius * radius * s->mass;
  case AS_VELOCITY:
    return number * (s->length / s->time);
  case AS_SPIN:
    return number * (1 / s->time);
  default:
    return number * s->length;
  }
}

static bool MissesWords(const GrLammpsColumns *c, int found, int place, GrCsvProblem *problem)
{
  problem->column = place;
  snprintf(problem->text, sizeof problem->text,
           "the line has %d of %d values; give a file that is whole, with one particle a line", found, c->n);
  return false;
}

bool GrLammpsLineParse(const GrLammpsColumns *c, const GrLammpsBox *box, const GrLammpsScale *scale, const char *begin,
                       const char *end, GrLammpsParticle *p, GrCsvProblem *problem)
{
  double number[GR_LAMMPS_COLUMNS_MAX], radius = NAN;
  const char *at = begin;

  for (int i = 0; i < c->last; i++) {
    const GrCsvField word = NextWord(begin, &at, end);
    if (!word.length)
      return MissesWords(c, i, word.place, problem);
    if (c->row[i] >= 0 && !ParseWord(&rows[c->row[i]], &word, &number[i], p, problem))
      return false;
    if (c->row[i] >= 0 && rows[c->row[i]].value == GR_CSV_RADIUS)
      radius = rows[c->row[i]].meaning == AS_HALF ? number[i] / 2 : number[i];
  }
  for (int v = 0; v < GR_CSV_VALUES; v++)
    p->value[v] = NAN;
  for (int i = 0; i < c->last; i++)
    if (c->row[i] >= 0 && rows[c->row[i]].meaning != AS_WHOLE)
      p->value[rows[c->row[i]].value] = InSI(&rows[c->row[i]], box, scale, number[i], radius);
  return true;
}
