/* Checks a fit: its free parameters, whose values must be values of their keys, and its tables of data. */
#include "base/excerpt.h"
#include "input/case/checks.h"
#include "input/case/input.h"
#include "input/csv/table.h"
#include "input/key/key.h"
#include "input/unit/unit.h"
#include <granum/error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MAX = 50, DATA_MAX = 100000, PART = 256 };

/* ---- quantities ---- */

/* A quantity that can be measured. */
typedef struct {
  const char *name, *unit;
  bool oblique; /* whether only oblique impacts have it */
} Quantity;
#define RESULT_DATUM(name, unit, oblique) {#name, unit, oblique},
#define RESULT_OTHER(name, unit, oblique)
#define CENTRAL(kind, name, unit, description) RESULT_##kind(name, unit, false)
#define OBLIQUE(kind, name, unit, description) RESULT_##kind(name, unit, true)
#define PLAIN(name, unit, member) {#name, unit, false},
static const Quantity results[] = {GR_IMPACT_RESULTS(CENTRAL) GR_OBLIQUE_RESULTS(OBLIQUE){0}},
                      forces[] = {PLAIN(force, "N", force){0}},
                      curves[] = {PLAIN(force, "N", force) GR_FIT_CURVES(PLAIN){0}},
                      paths[] = {PLAIN(force, "N", force) GR_FIT_PATHS(PLAIN){0}}, pulses[] = {GR_FIT_PULSES(PLAIN){0}};

/* The kinds of tables: their quantities, the first of which is an example; and the kind of their rows. */
static const struct {
  const Quantity *quantity;
  const char *what;
} kinds[] = {[GR_FIT_IMPACTS] = {results, "impacts"},
             [GR_FIT_COMPRESSION] = {forces, "a compression"},
             [GR_FIT_CURVE] = {curves, "a curve"},
             [GR_FIT_CHAIN] = {pulses, "a chain"},
             [GR_FIT_PATH] = {paths, "a path"}};

const char *GrCaseFitUnit(GrFitKind kind, const char *quantity)
{
  for (const Quantity *q = kinds[kind].quantity; q->name; q++)
    if (strcmp(quantity, q->name) == 0)
      return q->unit;
  return NULL;
}

/* Whether only oblique impacts have the result. */
static bool NeedsAngle(const char *quantity)
{
  for (const Quantity *q = results; q->name; q++)
    if (strcmp(quantity, q->name) == 0)
      return q->oblique;
  return false;
}

/* ---- independent variables ---- */

enum { ALWAYS = -1 };

/* An independent variable: a column of the tables of a kind. */
typedef struct {
  GrFitKind kind;
  int over;      /* GrFitOver of the curves that have it; ALWAYS */
  size_t member; /* offset of the name of its column in GrFitData */
  const char *name, *unit;
  bool optional; /* whether a table may lack the column, if the input does not name it */
} Variable;
#define COLUMN(member) offsetof(GrFitData, member), #member
/* The first variable of a kind is the abscissa, the second one GrFitDatum.other. */
static const Variable variables[] = {{GR_FIT_IMPACTS, ALWAYS, COLUMN(speed), "m/s", false},
                                     {GR_FIT_IMPACTS, ALWAYS, COLUMN(angle), "rad", true},
                                     {GR_FIT_COMPRESSION, ALWAYS, COLUMN(overlap), "m", false},
                                     {GR_FIT_CURVE, GR_FIT_OVER_OVERLAP, COLUMN(overlap), "m", false},
                                     {GR_FIT_CURVE, GR_FIT_OVER_TIME, COLUMN(time), "s", false},
                                     {GR_FIT_CURVE, ALWAYS, COLUMN(speed), "m/s", false},
                                     {GR_FIT_CURVE, GR_FIT_OVER_OVERLAP, COLUMN(branch), "1", false},
                                     {GR_FIT_CHAIN, ALWAYS, COLUMN(bead), "1", true},
                                     {GR_FIT_CHAIN, ALWAYS, COLUMN(speed), "m/s", true},
                                     {GR_FIT_PATH, ALWAYS, COLUMN(time), "s", false}};
enum { VARIABLES = sizeof(variables) / sizeof(variables[0]) };

/* Returns the variable number `index` of a table, from 0; NULL: it has fewer. */
static const Variable *VariableOf(const GrFitData *data, int index)
{
  for (int k = 0; k < VARIABLES; k++) {
    const Variable *v = &variables[k];
    if (v->kind == data->kind && (v->over == ALWAYS || v->over == (int)data->over) && index-- == 0)
      return v;
  }
  return NULL;
}

static const char *NameOf(const GrFitData *data, const Variable *v)
{
  return *(char *const *)((const char *)data + v->member);
}

static GrFitColumn *FindColumn(const GrFitData *data, const char *name)
{
  for (int c = 0; c < data->n_columns; c++)
    if (strcmp(data->column[c].name, name) == 0)
      return &data->column[c];
  return NULL;
}

/* Whether a table does without a variable: the input does not name its column, and there is none. */
static bool Lacks(const GrFitData *data, const Variable *v)
{
  const char *name = NameOf(data, v);
  return v->optional && (!*name || (strcmp(name, v->name) == 0 && !FindColumn(data, name)));
}

const double *GrCaseFitColumn(const GrFitData *data, const char *name)
{
  const GrFitColumn *column = FindColumn(data, name);
  return column ? column->value : NULL;
}

int GrCaseFitRows(const GrFitData *data)
{
  return data->n_columns ? data->column[0].n : 0;
}

const char *GrCaseFitAbscissa(const GrFitData *data, const char **unit)
{
  const Variable *v = VariableOf(data, 0);
  *unit = v->unit;
  return v->name;
}

/* ---- free parameters ---- */

/* Returns the node at a path whose parts are keys, or positions in lists; NULL: there is none. */
static const GrNode *FindNode(const GrNode *node, const char *path)
{
  char part[PART];
  while (node && *path) {
    const size_t length = strcspn(path, ".");
    if (length >= PART)
      return NULL;
    snprintf(part, sizeof(part), "%.*s", (int)length, path);
    const bool digits = *part && part[strspn(part, "0123456789")] == '\0';
    if (node->type == GR_NODE_LIST)
      node = digits ? GrNodeAt(node, atoi(part)) : NULL;
    else
      node = GrNodeGet(node, part);
    path += length + (path[length] == '.');
  }
  return node;
}

/* Returns the list of free parameters; NULL: it is not a list, which the table of the keys reports. */
static const GrNode *ListOfFree(const GrNode *root)
{
  const GrNode *list = GrNodeGet(GrNodeGet(root, "fit"), "free");
  return list && list->type == GR_NODE_LIST ? list : NULL;
}

static bool IsFit(const GrNode *root)
{
  const GrNode *problem = GrNodeGet(root, "problem");
  return problem && problem->type == GR_NODE_SCALAR && strcmp(problem->text, "fit") == 0;
}

PetscErrorCode GrCaseFitStart(MPI_Comm comm, const char *file, GrDocument *document, GrNode **base)
{
  const GrNode *list = ListOfFree(document->root);
  *base = NULL;
  if (!IsFit(document->root))
    return 0;
  PetscCall(GrCaseExpandTimeTables(comm, file, document));
  for (const GrNode *child = list ? list->first : NULL; child; child = child->next) {
    const GrNode *key = GrNodeGet(child, "key"), *start = GrNodeGet(child, "start");
    if (!key || key->type != GR_NODE_SCALAR || GrNodeEmpty(key))
      continue;
    if (strncmp(key->text, "fit", 3) == 0 && (key->text[3] == '.' || !key->text[3]))
      return GrNodeComplain(key, "is a key of the fit itself; write a key of the bodies, materials or contacts");
    if (strlen(key->text) >= GR_FIT_KEY_MAX)
      return GrNodeComplain(key, "has %zu characters; write the path of a key, of at most %d characters",
                            strlen(key->text), GR_FIT_KEY_MAX - 1);
    if (start)
      PetscCall(GrKeyPlaceValue(document, key->text, start, key));
    else if (!FindNode(document->root, key->text))
      return GrNodeComplainMissing(child, "start", "is missing, and the case has no value of %s; write start: VALUE",
                                   GrExcerptOf(key->text).text);
  }
  return GrNodeCopy(&document->arena, document->root, base);
}

/* Makes a document of the case whose keys are free, without the keys of a fit: `problem: particles` if it has a
   dimension, `problem: path` if it has a time, otherwise `problem: impact`. */
static PetscErrorCode MakeBase(const GrNode *base, GrDocument *document)
{
  static const char *const own[] = {"fit", "method", "tolerance"}; /* impacts have the last two */
  const bool chain = GrNodeGet(base, "dimension") != NULL, path = !chain && GrNodeGet(base, "time") != NULL;

  PetscCall(GrNodeCopy(&document->arena, base, &document->root));
  document->root->label = base->label;
  for (int k = 0; k < (chain ? 3 : 1); k++)
    if (GrNodeGet(document->root, own[k]))
      GrNodeRemove(document->root, GrNodeGet(document->root, own[k]));
  if (chain)
    return GrKeySetValue(document, "problem=particles");
  if (path)
    return GrKeySetValue(document, "problem=path");
  PetscCall(GrKeySetValue(document, "problem=impact"));
  return GrKeySetValue(document, "velocities=1");
}

/* Reads the base case with one value of a free parameter; sets the value in SI units, and the unit. */
static PetscErrorCode TryValue(const char *file, const GrNode *base, const GrNode *value, GrFitFree *free,
                               double *number)
{
  char problem[GR_PROBLEM_MAX];
  const char *unit = NULL;
  GrDocument document = {0};
  GrCase *made = NULL;
  GrNode copy = *value;

  copy.unit = &unit;
  PetscErrorCode code = MakeBase(base, &document);
  if (!code)
    code = GrKeyPlaceValue(&document, free->key, &copy, value);
  if (!code)
    code = GrCaseFromDocument(MPI_COMM_NULL, file, &document, &made);
  PetscCall(GrDocumentDestroy(&document));
  PetscCall(GrCaseDestroy(&made));
  PetscCall(code);
  if (value->type != GR_NODE_SCALAR || !GrUnitParse(value->text, unit, number, problem))
    return GrNodeComplain(value, "is not a number; the value of a free parameter is one number");
  if (!unit && !free->constant)
    return GrNodeComplain(value, "%s is not a real number of the case; write the key of a number",
                          GrExcerptOf(free->key).text);
  if (unit)
    snprintf(free->unit, sizeof(free->unit), "%s", unit);
  return 0;
}

/* Sets the SI unit of a constant of the input from a value. */
static void FindUnit(const GrAmount *amount, GrFitFree *free)
{
  char problem[GR_PROBLEM_MAX], unit[GR_UNIT_MAX];
  GrMeasure measure;
  snprintf(free->unit, sizeof(free->unit), "1");
  if (!*amount->unit || !GrUnitRead(amount->unit, &measure, problem))
    return;
  GrUnitPrint(&measure, unit);
  if (*unit)
    snprintf(free->unit, sizeof(free->unit), "%s", unit);
}

static PetscErrorCode CheckFree(const char *file, const GrNode *base, const GrNode *node, GrFitFree *free)
{
  const GrNode *from = GrNodeGet(node, "from"), *to = GrNodeGet(node, "to"), *start = GrNodeGet(node, "start");

  free->constant = strncmp(free->key, "constants.", strlen("constants.")) == 0;
  if (free->constant)
    FindUnit(&free->from, free);
  PetscCall(TryValue(file, base, from, free, &free->lower));
  PetscCall(TryValue(file, base, to, free, &free->upper));
  PetscCall(TryValue(file, base, start ? start : FindNode(base, free->key), free, &free->first));
  if (!(free->upper > free->lower))
    return GrNodeComplain(to, "the range ends at %.6g and begins at %.6g; write a value of to above that of from",
                          free->upper, free->lower);
  if (free->first < free->lower || free->first > free->upper)
    return GrNodeComplain(start ? start : GrNodeGet(node, "key"),
                          "the start %.6g is outside of the range from %.6g to %.6g; write a start in the range",
                          free->first, free->lower, free->upper);
  return 0;
}

PetscErrorCode GrCaseFitCheck(const char *file, const GrNode *root, const GrNode *base, GrCase *the_case)
{
  GrFitCase *fit = &the_case->fit;
  const GrNode *list = ListOfFree(root);
  GrDocument document = {0};
  GrText out = {0};

  if (fit->n_free < 1 || fit->n_free > PARAMETERS_MAX)
    return GrNodeComplainKey(list, "has %d parameters; write 1 to %d", fit->n_free, PARAMETERS_MAX);
  if (fit->n_data < 1)
    return GrNodeComplainKey(GrNodeGet(GrNodeGet(root, "fit"), "data"), "has no table of data; write one");
  for (int k = 0; k < fit->n_free; k++)
    for (int j = 0; j < k; j++)
      if (strcmp(fit->free[j].key, fit->free[k].key) == 0)
        return GrNodeComplain(GrNodeGet(GrNodeAt(list, k), "key"), "is free twice; remove one of the two entries");
  for (int k = 0; k < fit->n_free; k++)
    PetscCall(CheckFree(file, base, GrNodeAt(list, k), &fit->free[k]));
  PetscErrorCode code = MakeBase(base, &document);
  if (!code)
    GrNodeWrite(&out, document.root);
  PetscCall(GrDocumentDestroy(&document));
  PetscCall(code);
  return GrTextTake(&out, &fit->base);
}

/* ---- tables ---- */

#define COMPLAIN(place, ...) ComplainPlace(the_case, place, __VA_ARGS__)
static PetscErrorCode ComplainPlace(const GrCase *the_case, GrPlace place, const char *format, const char *a,
                                    const char *b)
{
  char text[512];
  snprintf(text, sizeof(text), format, a, b);
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: fit.data: %s", the_case->file, place.line, place.column, text);
}

static const char *ColumnOf(const GrFitObserved *observed)
{
  return *observed->column ? observed->column : observed->quantity;
}

/* Moves the columns of a file to the table, and forgets the name of the file. */
static PetscErrorCode ReadFile(MPI_Comm comm, const GrCase *the_case, GrFitData *data)
{
  static const GrTableForm form = {.remedy = "write the names of the columns on the first line, each with its unit: "
                                             "speed (m/s), restitution",
                                   .as_written = true};
  GrTimeTable t;
  PetscErrorCode code = GrTimeTableRead(comm, the_case->file, data->file, "the data", &form, &t);
  if (!code)
    code = PetscCalloc1(t.n_columns, &data->column);
  data->n_columns = code ? 0 : t.n_columns;
  for (int c = 0; c < data->n_columns; c++) {
    GrFitColumn *to = &data->column[c];
    if (strlen(t.column[c].name) >= GR_NAME_MAX)
      code = GrTimeTableComplain(&t, 1, "has a name of a column that is too long", "shorten it to 63 characters");
    snprintf(to->name, sizeof(to->name), "%.63s", t.column[c].name);
    PetscCall(PetscStrallocpy(t.column[c].unit, &to->unit));
    to->place = data->place;
    to->n = t.n;
    to->value = t.column[c].number;
    t.column[c].number = NULL;
  }
  PetscCall(GrTimeTableFree(&t));
  PetscCall(code);
  return PetscFree(data->file);
}

/* Converts a column to SI units. */
static PetscErrorCode ConvertColumn(const GrCase *the_case, GrPlace place, const GrFitData *data, const char *name,
                                    const char *unit)
{
  char problem[GR_PROBLEM_MAX];
  GrFitColumn *column = FindColumn(data, name);
  double factor;

  if (!column)
    return COMPLAIN(place, "the table has no column '%s'; write the name of one of its columns%s",
                    GrExcerptOf(name).text, "");
  if (!*column->unit && strcmp(unit, "1") != 0)
    return COMPLAIN(place, "the column '%s' has no unit; write it behind the name: NAME (%s)", column->name, unit);
  if (!GrUnitFactor(column->unit, unit, &factor, problem))
    return COMPLAIN(place, "column '%s': %s", column->name, problem);
  for (int i = 0; i < column->n; i++)
    column->value[i] *= factor;
  PetscCall(PetscFree(column->unit));
  return PetscStrallocpy(strcmp(unit, "1") == 0 ? "" : unit, &column->unit);
}

/* Converts the standard deviations of a quantity. */
static PetscErrorCode ConvertDeviations(const GrCase *the_case, const GrFitData *data, GrFitObserved *o,
                                        const char *unit)
{
  char problem[GR_PROBLEM_MAX];
  double factor;

  if (*o->deviations)
    return strcmp(o->deviations, ColumnOf(o)) == 0
               ? COMPLAIN(o->place, "the column '%s' is its own deviation; write another column%s", o->deviations, "")
               : ConvertColumn(the_case, o->place, data, o->deviations, unit);
  if (isnan(o->absolute.number))
    return 0;
  if (!*o->absolute.unit && strcmp(unit, "1") != 0)
    return COMPLAIN(o->place, "absolute: the deviation of %s has no unit; write it in %s", o->quantity, unit);
  if (!GrUnitFactor(o->absolute.unit, unit, &factor, problem))
    return COMPLAIN(o->place, "absolute: %s%s", problem, "");
  if (!(o->absolute.number > 0))
    return COMPLAIN(o->place, "absolute: the deviation of %s is not above 0; write a number above 0%s", o->quantity,
                    "");
  o->absolute.number *= factor;
  snprintf(o->absolute.unit, sizeof(o->absolute.unit), "%s", strcmp(unit, "1") == 0 ? "" : unit);
  return 0;
}

/* Converts a quantity of a table, after checks that the table can have it. */
static PetscErrorCode ConvertObserved(const GrCase *the_case, GrFitData *data, int k)
{
  GrFitObserved *o = &data->observed[k];
  const char *unit = GrCaseFitUnit(data->kind, o->quantity);
  const bool velocity = data->signal == GR_DETECT_VELOCITY;

  for (int j = 0; j < k; j++)
    if (strcmp(ColumnOf(&data->observed[j]), ColumnOf(o)) == 0)
      return COMPLAIN(o->place, "the column '%s' is observed twice; remove one of the two%s", ColumnOf(o), "");
  if (!unit)
    return COMPLAIN(o->place, "%s is no quantity of %s; write another quantity, or the kind of the rows as `of`",
                    o->quantity, kinds[data->kind].what);
  if (data->kind == GR_FIT_CURVE && data->over == GR_FIT_OVER_OVERLAP && strcmp(o->quantity, "overlap") == 0)
    return COMPLAIN(o->place, "%s cannot be observed over %s; write over: time and a column of times", o->quantity,
                    o->quantity);
  if (data->kind == GR_FIT_IMPACTS && !*data->angle && NeedsAngle(o->quantity))
    return COMPLAIN(o->place, "%s is a quantity of oblique impacts; give the column of the angles: angle: NAME%s",
                    o->quantity, "");
  if (data->kind == GR_FIT_CHAIN && strncmp(o->quantity, "peak_", 5) == 0 && strcmp(o->quantity, "peak_time") != 0 &&
      velocity != (strcmp(o->quantity, "peak_velocity") == 0))
    return COMPLAIN(o->place, "%s needs another signal; write signal: %s", o->quantity,
                    velocity ? "force or contact" : "velocity");
  PetscCall(ConvertColumn(the_case, o->place, data, ColumnOf(o), unit));
  return ConvertDeviations(the_case, data, o, unit);
}

/* Sets the group whose velocity the rows of a chain give. */
static PetscErrorCode FindStriker(const GrCase *the_case, GrFitData *data)
{
  for (int g = 0; data->striker < 0 && g < the_case->n_groups; g++)
    if (the_case->groups[g].velocity != 0)
      data->striker = g;
  if (data->striker < 0)
    return COMPLAIN(data->place,
                    "the rows have a speed, and no group has a velocity; write striker: %s, or remove the "
                    "column '%s'",
                    "GROUP", data->speed);
  if (GrCaseGroupHeld(&the_case->groups[data->striker]))
    return COMPLAIN(data->place, "the group '%s' is fixed or has a motion; write a free group as striker%s",
                    the_case->groups[data->striker].name, "");
  const GrGroup *striker = &the_case->groups[data->striker];
  for (int k = 0; k < the_case->n_velocities; k++)
    if (the_case->velocities[k].id >= striker->first_id &&
        the_case->velocities[k].id < striker->first_id + striker->count)
      return COMPLAIN(data->place,
                      "initial_velocities sets the velocity of a bead of the striker '%s'; write the key "
                      "velocity of this group instead%s",
                      striker->name, "");
  return 0;
}

/* Checks the keys of a table of a chain, and sets their defaults. */
static PetscErrorCode CheckChain(const GrCase *the_case, GrFitData *data)
{
  const GrGroup *group;
  const char *unit;
  char problem[GR_PROBLEM_MAX];
  double factor;

  if (data->group < 0)
    return COMPLAIN(data->place, "the group of the beads is missing; write group: %s%s", "NAME", "");
  group = &the_case->groups[data->group];
  data->signal = (int)data->signal < 0 ? GR_DETECT_FORCE : data->signal;
  if (!FindColumn(data, data->bead) && group->count > 1)
    return COMPLAIN(data->place,
                    "the table has no column '%s', and the group '%s' has several beads; give the number "
                    "of the bead of each row",
                    data->bead, group->name);
  if (FindColumn(data, data->speed))
    PetscCall(FindStriker(the_case, data));
  if (isnan(data->threshold.number))
    return 0;
  unit = data->signal == GR_DETECT_VELOCITY ? "m/s" : "N";
  if (!*data->threshold.unit)
    return COMPLAIN(data->place, "threshold: the value has no unit; write it in %s%s", unit, "");
  if (!GrUnitFactor(data->threshold.unit, unit, &factor, problem))
    return COMPLAIN(data->place, "threshold: %s%s", problem, "");
  if (!(data->threshold.number > 0))
    return COMPLAIN(data->place, "threshold: the value is not above 0; write a value above 0 %s%s", unit, "");
  data->threshold.number *= factor;
  snprintf(data->threshold.unit, sizeof(data->threshold.unit), "%s", unit);
  return 0;
}

/* Converts the columns of a table to SI units; each at most once. */
static PetscErrorCode ConvertTable(const GrCase *the_case, GrFitData *data)
{
  const Variable *v;

  if ((data->kind == GR_FIT_PATH) != the_case->fit.follows && data->kind != GR_FIT_CHAIN && the_case->dimension == 0)
    return COMPLAIN(data->place, "the rows are those of %s, and the case has %s", kinds[data->kind].what,
                    data->kind == GR_FIT_PATH ? "no prescribed path; write time and the displacements of the bodies"
                                              : "a prescribed path; write of: path, or remove time");
  if ((data->kind == GR_FIT_CHAIN) != (the_case->dimension == 1))
    return COMPLAIN(data->place, "the rows are those of %s, and the case has %s", kinds[data->kind].what,
                    data->kind == GR_FIT_CHAIN ? "two bodies; write dimension: 1 and particles"
                                               : "a chain; write of: chain");
  if (data->kind == GR_FIT_CURVE && (int)data->over < 0)
    data->over = GR_FIT_OVER_OVERLAP;
  if (data->kind == GR_FIT_CHAIN)
    PetscCall(CheckChain(the_case, data));
  if (data->n_observed < 1)
    return COMPLAIN(data->place, "observed has no quantity; write a list such as [{quantity: %s}]%s",
                    kinds[data->kind].quantity[0].name, "");
  for (int k = 0; (v = VariableOf(data, k)); k++) {
    if (v->member == offsetof(GrFitData, branch) && !FindColumn(data, data->branch))
      return COMPLAIN(data->place,
                      "the table has no column '%s', and a law may load and unload with different forces; "
                      "give each row its branch, 1 for loading or -1 for unloading%s",
                      data->branch, "");
    if (!Lacks(data, v))
      PetscCall(ConvertColumn(the_case, data->place, data, NameOf(data, v), v->unit));
  }
  for (int k = 0; k < data->n_observed; k++)
    PetscCall(ConvertObserved(the_case, data, k));
  for (int c = 1; c < data->n_columns; c++)
    if (data->column[c].n != data->column[0].n)
      return COMPLAIN(data->column[c].place,
                      "the columns '%s' and '%s' have different numbers of values; give each row "
                      "a value of each column",
                      data->column[0].name, data->column[c].name);
  return 0;
}

/* ---- data ---- */

PetscInt GrCaseFitCount(const GrFitCase *fit)
{
  PetscInt n = 0;
  for (int t = 0; t < fit->n_data; t++)
    n += GrCaseFitRows(&fit->data[t]) * fit->data[t].n_observed;
  return n;
}

static double DeviationOf(const GrFitData *data, const GrFitObserved *o, int row, double value)
{
  if (*o->deviations)
    return FindColumn(data, o->deviations)->value[row];
  if (!isnan(o->absolute.number))
    return o->absolute.number;
  return isnan(o->relative) ? NAN : o->relative * fabs(value);
}

/* Returns the values of variable number `index` of a table; NULL: the table has none. */
static const double *ValuesOf(const GrFitData *data, int index)
{
  const Variable *v = VariableOf(data, index);
  return v && !Lacks(data, v) ? FindColumn(data, NameOf(data, v))->value : NULL;
}

void GrCaseFitData(const GrFitCase *fit, GrFitDatum datum[])
{
  for (int t = 0; t < fit->n_data; t++) {
    const GrFitData *data = &fit->data[t];
    const double *x = ValuesOf(data, 0), *other = ValuesOf(data, 1);
    for (int k = 0; k < data->n_observed; k++) {
      const double *value = FindColumn(data, ColumnOf(&data->observed[k]))->value;
      for (int i = 0; i < GrCaseFitRows(data); i++)
        *datum++ = (GrFitDatum){t,
                                i,
                                k,
                                x ? x[i] : 1, /* the bead of a group of one bead */
                                other ? other[i] : NAN,
                                value[i],
                                DeviationOf(data, &data->observed[k], i, value[i])};
    }
  }
}

/* Checks the variables of a datum of a curve or of impacts. row: number of its row, from 1. */
static PetscErrorCode CheckImpact(const GrCase *the_case, const GrFitData *data, const GrFitDatum *d, const char *row)
{
  const bool impacts = data->kind == GR_FIT_IMPACTS, times = data->over == GR_FIT_OVER_TIME;
  const double *branch = GrCaseFitColumn(data, data->branch);

  if (!((impacts ? d->x : d->other) > 0))
    return COMPLAIN(data->place, "row %s of the data has a speed that is not above 0; remove the row%s", row, "");
  if (impacts && !isnan(d->other) && !(d->other >= 0 && d->other < 1.5707963267948966))
    return COMPLAIN(data->place, "row %s of the data has an angle outside of 0 to 90 deg; remove the row%s", row, "");
  if (impacts)
    return 0;
  if (times && !(d->x >= 0))
    return COMPLAIN(data->place,
                    "row %s of the data has a time below 0; count times from the first touch, and remove "
                    "earlier rows%s",
                    row, "");
  if (!times && !(d->x > 0))
    return COMPLAIN(data->place, "row %s of the data has an overlap that is not above 0; remove the row%s", row, "");
  if (!times && fabs(branch[d->row]) != 1)
    return COMPLAIN(data->place,
                    "row %s of the data has a branch that is neither 1 nor -1; write 1 for loading, -1 "
                    "for unloading%s",
                    row, "");
  return 0;
}

/* Checks bead and speed of a datum of a chain. Without speeds all rows are the same impact. */
static PetscErrorCode CheckBead(const GrCase *the_case, const GrFitData *data, const GrFitDatum *d, const char *row)
{
  const GrGroup *group = &the_case->groups[data->group];
  const double *bead = GrCaseFitColumn(data, data->bead);
  char text[GR_NAME_MAX + 128];

  snprintf(text, sizeof(text), "%g is not in the group '%s'; write a number from 1 to %" PetscInt64_FMT, d->x,
           group->name, group->count);
  if (!(d->x >= 1 && d->x <= (double)group->count && d->x == rint(d->x)))
    return COMPLAIN(data->place, "row %s: bead %s", row, text);
  if (!isnan(d->other) && !(d->other > 0))
    return COMPLAIN(data->place, "row %s of the data has a speed that is not above 0; remove the row%s", row, "");
  if (strcmp(GrCaseFitUnit(data->kind, data->observed[d->observed].quantity), "s") == 0 && !(d->value >= 0))
    return COMPLAIN(data->place, "row %s of the data has a negative value of %s; times count from the start of the run",
                    row, data->observed[d->observed].quantity);
  for (int i = 0; isnan(d->other) && i < d->row; i++)
    if (!bead || bead[i] == d->x) {
      snprintf(text, sizeof(text), "%d", i + 1);
      return COMPLAIN(data->place,
                      "rows %s and %s of the data are for the same bead; write repeated measurements as "
                      "another table, or give the rows speeds",
                      text, row);
    }
  return 0;
}

/* Checks the deviation of a datum: above 0; of all data or of none. first: the first datum. */
static PetscErrorCode CheckDeviation(const GrCase *the_case, const GrFitDatum *first, const GrFitDatum *d,
                                     const char *row)
{
  const GrFitObserved *o = &the_case->fit.data[d->table].observed[d->observed];

  if (isnan(d->deviation) != isnan(first->deviation))
    return COMPLAIN(o->place, "%s has %s; give the deviations of all quantities, or of none", o->quantity,
                    isnan(d->deviation) ? "no standard deviation, and others have one"
                                        : "a standard deviation, and others have none");
  if (!isnan(d->deviation) && !(d->deviation > 0 && isfinite(d->deviation)))
    return COMPLAIN(o->place,
                    "row %s of the data has a standard deviation of %s that is not above 0; give absolute "
                    "deviations, or remove the row",
                    row, o->quantity);
  if (isnan(d->deviation) && (d->table || d->observed))
    return COMPLAIN(o->place,
                    "%s is not the only quantity, and the data have no standard deviations; write relative, "
                    "absolute or deviations for each quantity%s",
                    o->quantity, "");
  return 0;
}

/* Checks all data: valid variables and deviations. */
static PetscErrorCode CheckData(const GrCase *the_case, PetscInt n, const GrFitDatum datum[])
{
  const GrFitCase *fit = &the_case->fit;
  char row[32], count[64];

  for (PetscInt i = 0; i < n; i++) {
    const GrFitDatum *d = &datum[i];
    const GrFitData *data = &fit->data[d->table];
    const GrFitObserved *o = &data->observed[d->observed];
    snprintf(row, sizeof(row), "%d", d->row + 1);
    if (!isfinite(d->value) || !isfinite(d->x) || isinf(d->other))
      return COMPLAIN(o->place, "row %s of the data has a value of %s that is not finite; remove the row", row,
                      o->quantity);
    if (data->kind == GR_FIT_IMPACTS || data->kind == GR_FIT_CURVE)
      PetscCall(CheckImpact(the_case, data, d, row));
    if (data->kind == GR_FIT_CHAIN)
      PetscCall(CheckBead(the_case, data, d, row));
    if (data->kind == GR_FIT_PATH && !(d->x >= 0 && d->x <= the_case->path.end))
      return COMPLAIN(data->place,
                      "row %s of the data has a time that is not on the path, from 0 to time.end; remove "
                      "the row, or end the path later%s",
                      row, "");
    PetscCall(CheckDeviation(the_case, datum, d, row));
  }
  snprintf(count, sizeof(count), "%d, and measured values: %" PetscInt_FMT, fit->n_free, n);
  if (n < fit->n_free)
    return COMPLAIN(fit->free[0].place, "free parameters: %s; free fewer parameters, or give more data%s", count, "");
  if (fit->profile && n == fit->n_free && isnan(datum[0].deviation))
    return COMPLAIN(fit->free[0].place,
                    "free parameters: %s without standard deviations, so that chi^2 of the key profile has no scale; "
                    "give deviations or more data%s",
                    count, "");
  return 0;
}

PetscErrorCode GrCaseReadData(MPI_Comm comm, GrCase *the_case)
{
  GrFitCase *fit = &the_case->fit;
  GrFitDatum *datum;

  for (int t = 0; t < fit->n_data; t++) {
    GrFitData *data = &fit->data[t];
    if (data->file)
      PetscCall(ReadFile(comm, the_case, data));
    if (data->n_columns == 0)
      return COMPLAIN(data->place, "the table has no values; write file: NAME, or %s%s", "columns: {..}", "");
    PetscCall(ConvertTable(the_case, data));
  }
  const PetscInt n = GrCaseFitCount(fit);
  if (n > DATA_MAX)
    return COMPLAIN(fit->data[0].place, "there are more than %s values; give fewer rows%s", "100000", "");
  PetscCall(PetscMalloc1(n, &datum));
  GrCaseFitData(fit, datum);
  PetscErrorCode code = CheckData(the_case, n, datum);
  PetscCall(PetscFree(datum));
  PetscCall(code);
  return GrCaseResolve(the_case);
}
