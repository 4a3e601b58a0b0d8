/* Tables of keys with rows from registries (lists of laws, mechanisms, wall shapes, ...), and two kinds of values: the
   name of an entry of a registry, and a parameter of a law or a mechanism. */
#include "input/key/registry.h"
#include "base/excerpt.h"
#include "base/math/nearest.h"
#include "input/key/rows.h"
#include <string.h>

enum { LIST_MAX = 1024 };

#define SIDES "lower_x|lower_y|lower_z|upper_x|upper_y|upper_z"

const char *GrKeyEntryName(const void *entry)
{
  return *(const char *const *)entry;
}

const char *GrKeyEntrySummary(const GrKeyRegistry *registry, const void *entry)
{
  return *(const char *const *)((const char *)entry + registry->summary);
}

/* ---- completed tables ---- */

/* Adds a row. The last one of GR_ROWS_MAX rows is overwritten. */
static void AddRow(GrKeyRows *rows, GrKey row)
{
  rows->row[rows->n] = row;
  rows->n += rows->n < GR_ROWS_MAX - 1;
}

static void AddName(GrKeyRows *rows, const char *name)
{
  const size_t used = strlen(rows->text);
  snprintf(rows->text + used, sizeof rows->text - used, "%s%s", used ? "|" : "", name);
}

/* A group has exactly one generator. */
static void AddGenerators(const GrKey *placeholder, GrKeyRows *rows)
{
  const GrGenerator *generator;
  for (int i = 0; (generator = GrGeneratorAt(i)); i++) {
    AddName(rows, generator->name);
    AddRow(rows, (GrKey){.name = generator->name,
                         .kind = &GrKeyGenerator,
                         .meaning = generator->summary,
                         .fallback = placeholder->fallback,
                         .excludes = rows->text});
  }
}

static void AddIndicators(const GrKey *placeholder, GrKeyRows *rows)
{
  GrIndicator indicator;
  for (int i = 0; GrIndicatorAt(i, &indicator); i++)
    AddRow(rows, (GrKey){.name = indicator.name,
                         .kind = &GrKeyIndicator,
                         .meaning = indicator.meaning,
                         .unit = indicator.unit,
                         .fallback = placeholder->fallback,
                         POSITIVE,
                         .offset = placeholder->offset});
}

static void AddProperties(GrKeyRows *rows)
{
  const GrProperty *property;
  for (int k = 0; (property = GrPropertyAt(k)); k++)
    AddRow(rows, (GrKey){.name = property->name,
                         .kind = &GrKeyQuantity,
                         .meaning = property->description,
                         .unit = property->unit,
                         .fallback = property->fallback,
                         .lower = property->lower,
                         .upper = property->upper,
                         .offset = offsetof(GrGrains, property) + (size_t)k * sizeof(double),
                         BULK});
}

const GrKey *GrKeyRowsOf(const GrKey *keys, const void *entry, GrKeyRows *rows)
{
  const bool generators = keys->kind == &GrKeyGenerator && !keys->meaning;
  const bool indicators = keys->kind == &GrKeyIndicator && !keys->meaning;
  if (!generators && !indicators && !GrKeyHasEntries(keys))
    return keys;
  *rows = (GrKeyRows){0};
  if (generators) {
    AddGenerators(keys, rows);
  } else if (indicators) {
    AddIndicators(keys, rows);
  } else {
    AddRow(rows, keys[0]);
    rows->row[0].choices = entry ? GrKeyEntryName(entry) : NULL;
    if (entry)
      keys[0].registry->rows(entry, keys, rows);
  }
  for (keys++; keys->name; keys++)
    AddRow(rows, *keys);
  if (generators)
    AddProperties(rows);
  return rows->row;
}

const GrKey *GrKeyRowsIn(const GrKey *keys, const char *base, GrKeyRows *rows)
{
  return GrKeyRowsOf(keys, GrKeyHasEntries(keys) ? *(const void *const *)(base + keys->offset) : NULL, rows);
}

/* ---- the name of an entry ---- */

static PetscErrorCode ReadEntry(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const GrKeyRegistry *registry = key->registry;
  const char *name, *current;
  char list[LIST_MAX] = "";
  const void *entry;
  PetscCall(GrKeyScalarText(node, key, &name));
  current = registry->current ? registry->current(name) : NULL;
  GrNearest nearest = GrNearestBegin(name);
  for (int i = 0; (entry = registry->at(key, i)); i++) {
    const size_t used = strlen(list);
    if (strcmp(GrKeyEntryName(entry), current ? current : name) == 0) {
      *(const void **)(base + key->offset) = entry;
      return 0;
    }
    snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", GrKeyEntryName(entry));
    GrNearestTry(&nearest, GrKeyEntryName(entry));
  }
  if (registry->refuse)
    PetscCall(registry->refuse(node, key, name, list));
  if (nearest.best)
    return GrNodeComplain(node, "there is no %s '%s'; did you mean '%s'?", registry->what, GrExcerptOf(name).text,
                          nearest.best);
  return GrNodeComplain(node, "there is no %s '%s'; write one of: %s; if a plugin defines it, give --plugin",
                        registry->what, GrExcerptOf(name).text, list);
}

static void WriteEntry(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, "%s", GrKeyEntryName(*(const void *const *)(base + key->offset)));
}

const GrKeyKind GrKeyEntry = {"word", ReadEntry, .write = WriteEntry, .schema = "@words"};

/* ---- laws, mechanisms: parameters ---- */

static PetscErrorCode ReadValue(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrLawValue *value = (GrLawValue *)(base + key->offset);
  *value = (GrLawValue){.given = true};
  return GrKeyNumberOrWord(node, key, &value->choice, &value->number);
}

static PetscErrorCode LeaveValue(const GrKey *key, char *base)
{
  *(GrLawValue *)(base + key->offset) = (GrLawValue){.given = false, .choice = -1, .number = NAN};
  return 0;
}

static void WriteValue(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrLawValue *value = (const GrLawValue *)(base + key->offset);
  int word = value->choice;
  double number;
  for (int i = 0; isinf(value->number) && key->choices && i < GrKeyWordCount(key->choices); i++)
    if (GrKeyWordNumber(key->choices, i, &number) && number == value->number)
      word = i;
  if (word >= 0)
    GrTextPrint(out, "%s", GrKeyWordAt(key->choices, word).text);
  else
    GrTextNumber(out, value->number);
}

static bool LeavesValue(const GrKey *key, const char *base)
{
  return !((const GrLawValue *)(base + key->offset))->given;
}

const GrKeyKind GrKeyValue = {"number", ReadValue, LeaveValue, WriteValue, "@number", LeavesValue, .number = true};
const GrKeyKind GrKeyValueWord = {"word", ReadValue, LeaveValue, WriteValue, "@words", .leaves = LeavesValue};

void GrKeyRowsOfParameters(const GrLawParameter *parameters, const GrKey *key, GrKeyRows *rows)
{
  for (int k = 0; parameters[k].name; k++) {
    const GrLawParameter *p = &parameters[k];
    AddRow(rows, (GrKey){.name = p->name,
                         .kind = p->unit ? &GrKeyValue : &GrKeyValueWord,
                         .meaning = p->meaning,
                         .unit = p->unit,
                         .fallback = p->fallback,
                         .choices = p->choices,
                         .lower = p->lower,
                         .upper = p->upper,
                         .lower_open = p->lower_open,
                         .upper_open = p->upper_open,
                         .example = p->example,
                         .stage = GR_STAGE_SETS,
                         .offset = key->count + (size_t)k * sizeof(GrLawValue)});
  }
}

static const void *MechanismAt(const GrKey *key, int index)
{
  return GrMechanismAt(index);
}

static void AddMechanism(const void *entry, const GrKey *key, GrKeyRows *rows)
{
  GrKeyRowsOfParameters(((const GrMechanism *)entry)->parameters, key, rows);
}

static void NoteSurfaces(GrText *out, const void *entry)
{
  const GrMechanism *m = entry;
  for (int j = 0; j < m->n_surfaces; j++)
    GrTextPrint(out, "%s`%s`, %s%s", j ? "; " : "\nIts surfaces: ", m->surface[j].name, m->surface[j].meaning,
                j + 1 < m->n_surfaces ? "" : ".\n");
}

const GrKeyRegistry GrKeyMechanisms = {"mechanism",
                                       "unknown parameter of the mechanism",
                                       offsetof(GrMechanism, summary),
                                       MechanismAt,
                                       AddMechanism,
                                       .note = NoteSurfaces};

/* ---- integrators ---- */

static const void *IntegratorAt(const GrKey *key, int index)
{
  return GrIntegratorAt(index);
}

const GrKeyRegistry GrKeyIntegrators = {"integrator", .summary = offsetof(GrIntegrator, summary), .at = IntegratorAt};

/* ---- wall shapes ---- */

static const void *ShapeAt(const GrKey *key, int index)
{
  return GrWallShapeAt(index);
}

static GrKey RowOfShape(const GrWallShape *shape, int k, const GrKey *key)
{
  static const struct {
    const GrKeyKind *kind;
    const char *unit; /* NULL: the unit of the parameter */
    size_t offset;
  } kinds[] = {[GR_WALL_NUMBER] = {&GrKeyQuantity, NULL, offsetof(GrWallValue, number)},
               [GR_WALL_POINT] = {&GrKeyPoint, "m", offsetof(GrWallValue, number)},
               [GR_WALL_DIRECTION] = {&GrKeyDirection, "1", offsetof(GrWallValue, number)},
               [GR_WALL_AXIS] = {&GrKeyAxis, "1", offsetof(GrWallValue, number)},
               [GR_WALL_LENGTHS] = {&GrKeyPoint, "m", offsetof(GrWallValue, number)},
               [GR_WALL_WORD] = {&GrKeyChoice, NULL, offsetof(GrWallValue, choice)},
               [GR_WALL_FLAG] = {&GrKeyBoolean, NULL, offsetof(GrWallValue, flag)},
               [GR_WALL_FILE] = {&GrKeyPath, NULL, offsetof(GrWallValue, file)}};
  const GrWallParameter *p = &shape->parameters[k];
  const bool number = p->kind == GR_WALL_NUMBER, by_side = shape->stand && !p->fallback;
  return (GrKey){.name = p->name,
                 .kind = kinds[p->kind].kind,
                 .meaning = p->meaning,
                 .unit = kinds[p->kind].unit ? kinds[p->kind].unit : p->unit,
                 .fallback = by_side ? "" : p->fallback,
                 .unless = by_side ? "side" : NULL,
                 .choices = p->choices,
                 .lower = number || p->kind == GR_WALL_LENGTHS ? p->lower : -INFINITY,
                 .lower_open = number && p->lower_open,
                 .upper = number ? p->upper : INFINITY,
                 .offset = key->count + (size_t)k * sizeof(GrWallValue) + kinds[p->kind].offset};
}

static void AddShape(const void *entry, const GrKey *key, GrKeyRows *rows)
{
  const GrWallShape *shape = entry;
  if (shape->stand)
    AddRow(rows, (GrKey){.name = "side",
                         .kind = &GrKeyShorthand,
                         .meaning = "the side of the domain at which the wall is",
                         .choices = SIDES,
                         .fallback = "",
                         .excludes = rows->text});
  for (int k = 0; shape->parameters[k].name; k++) {
    AddName(rows, shape->parameters[k].name);
    AddRow(rows, RowOfShape(shape, k, key));
  }
}

const GrKeyRegistry GrKeyShapes = {"shape", "unknown key of a wall with shape:", offsetof(GrWallShape, summary),
                                   ShapeAt, .rows = AddShape};
