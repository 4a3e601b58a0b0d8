/* Kinds of values: a wall, whose keys are those of all walls and those of its shape; the name of a shape. */
#include "input/key/rows.h"
#include "wall/motion.h"

#include <string.h>

#define SIDES "lower_x|lower_y|lower_z|upper_x|upper_y|upper_z"

/* The row of a parameter as a key. */
static GrKey KeyOfRow(const GrWallShape *shape, int k)
{
  static const struct {
    const GrKeyKind *kind;
    const char *unit; /* NULL: that of the row */
    size_t offset;
  } kinds[] = {[GR_WALL_NUMBER] = {&GrKeyQuantity, NULL, offsetof(GrWallValue, number)},
               [GR_WALL_POINT] = {&GrKeyVector, "m", offsetof(GrWallValue, number)},
               [GR_WALL_DIRECTION] = {&GrKeyVector, "1", offsetof(GrWallValue, number)},
               [GR_WALL_AXIS] = {&GrKeyVector, "1", offsetof(GrWallValue, number)},
               [GR_WALL_LENGTHS] = {&GrKeyVector, "m", offsetof(GrWallValue, number)},
               [GR_WALL_WORD] = {&GrKeyChoice, NULL, offsetof(GrWallValue, choice)},
               [GR_WALL_FLAG] = {&GrKeyBoolean, NULL, offsetof(GrWallValue, choice)},
               [GR_WALL_FILE] = {&GrKeyPath, NULL, offsetof(GrWallValue, file)}};
  const GrWallParameter *p = &shape->parameters[k];
  GrKey key = {.name = p->name,
               .kind = kinds[p->kind].kind,
               .meaning = p->meaning,
               .unit = kinds[p->kind].unit ? kinds[p->kind].unit : p->unit,
               .fallback = p->fallback || !shape->stand ? p->fallback : "", /* or the side gives it */
               .choices = p->choices,
               ANY,
               .offset = offsetof(GrWall, value) + (size_t)k * sizeof(GrWallValue) + kinds[p->kind].offset};
  if (p->kind == GR_WALL_LENGTHS)
    key.lower = 0;
  if (p->kind == GR_WALL_NUMBER) {
    key.lower = p->lower;
    key.upper = p->upper;
    key.lower_open = p->lower_open;
  }
  return key;
}

void GrKeyWallRowsMake(const GrKey *keys, const GrWallShape *shape, GrWallRows *rows)
{
  int n = 1;

  *rows = (GrWallRows){.row[0] = keys[0]};
  for (int i = 0; GrWallShapeAt(i); i++) {
    const size_t used = strlen(rows->shapes);
    snprintf(rows->shapes + used, sizeof rows->shapes - used, "%s%s", i ? "|" : "", GrWallShapeAt(i)->name);
  }
  rows->row[0].choices = rows->shapes;
  if (shape && shape->stand)
    rows->row[n++] = (GrKey){.name = "side",
                             .kind = &GrKeyShorthand,
                             .meaning = "a side of the domain, instead of the keys of the shape",
                             .choices = SIDES,
                             .fallback = ""};
  for (int k = 0; shape && shape->parameters[k].name; k++)
    rows->row[n++] = KeyOfRow(shape, k);
  for (const GrKey *key = keys + 1; key->name; key++)
    rows->row[n++] = *key;
}

static PetscErrorCode ReadShape(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrKey row = *key;
  int choice;

  row.offset = 0;
  PetscCall(GrKeyChoice.read(node, &row, scope, (char *)&choice));
  *(const GrWallShape **)(base + key->offset) = GrWallShapeAt(choice);
  return 0;
}

static void WriteShape(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, " %s\n", (*(const GrWallShape *const *)(base + key->offset))->name);
}

static void SchemaShape(GrText *out, const GrKey *key, unsigned scope)
{
  GrKeyChoice.schema(out, key, scope);
}

const GrKeyKind GrKeyWallShape = {"word", ReadShape, NULL, WriteShape, SchemaShape, NULL, NULL};

/* The shape is read before the other keys. */
PetscErrorCode GrKeyWallRead(const GrNode *node, const GrKey *keys, unsigned scope, char *base)
{
  const GrNode *shape = node->type == GR_NODE_MAP ? GrNodeGet(node, "shape") : NULL;
  GrWall *wall = (GrWall *)base;
  GrWallRows rows;

  wall->shape = GrWallShapeAt(0);
  GrKeyWallRowsMake(keys, NULL, &rows);
  if (shape)
    PetscCall(ReadShape(shape, &rows.row[0], scope, base));
  GrKeyWallRowsMake(keys, wall->shape, &rows);
  return GrKeysRead(node, rows.row, scope, base);
}

PetscErrorCode GrKeyWallFree(const GrKey *keys, char *base)
{
  GrWall *wall = (GrWall *)base;
  GrWallRows rows;

  for (int k = 0; k < wall->n_motions; k++)
    PetscCall(GrWallTableForget(&wall->motions[k].table));
  GrKeyWallRowsMake(keys, wall->shape, &rows);
  return GrKeysFree(rows.row, base);
}

void GrKeyWallWrite(GrText *out, const GrKey *keys, const char *base, GrKeyWriting writing)
{
  GrWallRows rows;

  GrKeyWallRowsMake(keys, ((const GrWall *)base)->shape, &rows);
  GrKeysWrite(out, rows.row, base, writing);
}

/* The side that the wall stands at, or where it stands. */
static void SchemaStand(GrText *out, const GrWallShape *shape)
{
  const char *separator = "";
  GrTextPrint(out, ", \"anyOf\": [{\"required\": [\"side\"]}, {\"required\": [");
  for (const GrWallParameter *p = shape->parameters; p->name; p++) {
    if (p->fallback)
      continue;
    GrTextPrint(out, "%s\"%s\"", separator, p->name);
    separator = ", ";
  }
  GrTextPrint(out, "]}]");
}

void GrKeyWallSchema(GrText *out, const GrKey *keys, unsigned scope)
{
  GrTextPrint(out, "\"oneOf\": [");
  for (int i = 0; GrWallShapeAt(i); i++) {
    GrWallRows rows;
    GrKeyWallRowsMake(keys, GrWallShapeAt(i), &rows);
    rows.row[0].choices = GrWallShapeAt(i)->name;
    rows.row[0].fallback = i ? NULL : rows.row[0].fallback;
    GrTextPrint(out, i ? ",\n{" : "{");
    GrKeysSchema(out, rows.row, scope);
    if (GrWallShapeAt(i)->stand)
      SchemaStand(out, GrWallShapeAt(i));
    GrTextPrint(out, "}");
  }
  GrTextPrint(out, "]");
}
