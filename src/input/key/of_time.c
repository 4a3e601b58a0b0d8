/* Kinds of values of input keys that may be functions of time and of observables: a number, and a vector whose
   components are such numbers: [0, 0, =-9.81 m/s^2*t/(1 s)]. The readers of expressions (constants.c) and of tables
   (input/case/time_tables.c) have made the functions, which belong to the case. A value that is a function is 0 as a
   number. */
#include "case/feedback.h"
#include "input/key/key.h"
#include "input/unit/unit.h"
#include <string.h>

enum { AXES = 3, UNIT_TEXT = GR_FUNCTION_UNIT + 4 };

/* Whether a node is below the key `key` of an entry of a section of the input, or of the same entry in a stage. */
static bool IsBelow(const GrNode *node, const char *section, int entry, const char *key)
{
  const GrNode *map = GrNodeBelow(GrNodeRoot(node), section), *own = map->first;

  while (own->position != entry)
    own = own->next;
  for (; node->parent && node->parent->parent; node = node->parent) {
    const GrNode *above = node->parent, *top = above->parent;
    if (node->key && above->key && top->key && strcmp(node->key, key) == 0 && strcmp(above->key, own->key) == 0 &&
        strcmp(top->key, map->key) == 0)
      return true;
  }
  return false;
}

/* Checks that the key accepts observables, and that none is a number that the key itself prescribes. */
static PetscErrorCode CheckObserved(const GrNode *node, const GrKey *key, const GrFeedback *feedback)
{
  if (!(key->uses & GR_USES_FEEDBACK))
    return GrNodeComplain(node,
                          "has the observable %s, but this key may be a function of the time t only; observables may "
                          "stand in gravity, forces, drag, velocities and loads of walls, rates of insertion and "
                          "domain.cell (granum keys lists all); write t, or a number",
                          feedback->observed[0].indicator.name);
  for (int k = 0; k < feedback->n; k++) {
    const GrIndicator *m = &feedback->observed[k].indicator;
    if (m->set_by && IsBelow(node, m->kind->section, feedback->observed[k].object, m->set_by))
      return GrNodeComplain(node,
                            "has the observable %s, which is the value of this key itself; write another observable, "
                            "such as wall_position or wall_force",
                            m->name);
  }
  return 0;
}

/* Checks the unit and the observables of a function. */
static PetscErrorCode TakeFunction(const GrNode *node, const GrKey *key, const GrFunction **function)
{
  char text[UNIT_TEXT], problem[GR_PROBLEM_MAX];
  GrFunction *own = node->function;
  double one;
  snprintf(text, sizeof text, "1 %s", own->unit);
  if (!GrUnitParse(text, key->unit, &one, problem))
    return GrNodeComplain(node, "%s", problem);
  if (own->feedback)
    PetscCall(CheckObserved(node, key, own->feedback));
  own->lower = key->lower;
  own->upper = key->upper;
  own->uses |= key->uses;
  *function = own;
  return 0;
}

static void WriteFunction(GrText *out, const GrFunction *function)
{
  if (function->n_points > 0)
    GrTextPrint(out, "%s", function->text);
  else
    GrTextQuoted(out, function->text);
}

/* ---- numbers ---- */

static PetscErrorCode ReadNumber(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const GrFunction **function = (const GrFunction **)(base + key->count);
  *function = NULL;
  if (!node->function)
    return GrKeyQuantity.read(node, key, scope, base);
  *(double *)(base + key->offset) = 0;
  return TakeFunction(node, key, function);
}

static PetscErrorCode LeaveNumber(const GrKey *key, char *base)
{
  *(const GrFunction **)(base + key->count) = NULL;
  return GrKeyQuantity.absent(key, base);
}

static void WriteNumber(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrFunction *function = *(const GrFunction *const *)(base + key->count);
  if (function)
    WriteFunction(out, function);
  else
    GrKeyQuantity.write(out, key, base, writing);
}

#define OF_TIME_SCHEMA                                                                                                 \
  "\"anyOf\": [{@number}, {\"type\": \"object\", \"required\": [\"table\"], \"properties\": {\"table\": {\"type\": "   \
  "\"string\"}, \"column\": {\"type\": \"string\"}}, \"additionalProperties\": false}, {\"type\": \"object\", "        \
  "\"required\": [\"time\", \"value\"], \"properties\": {\"time\": {\"type\": \"array\", \"minItems\": 2}, "           \
  "\"value\": "                                                                                                        \
  "{\"type\": \"array\", \"minItems\": 2}}, \"additionalProperties\": false}]"

const GrKeyKind GrKeyQuantityOfTime = {"number or function of time",
                                       ReadNumber,
                                       LeaveNumber,
                                       WriteNumber,
                                       OF_TIME_SCHEMA,
                                       GrKeyLeavesNumber,
                                       .example = "#",
                                       .number = true};

/* ---- vectors ---- */

/* Reads the constants as a vector in which the functions are 0. */
static PetscErrorCode ReadVector(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const GrFunction **function = (const GrFunction **)(base + key->count);
  const bool plane = scope == GR_IN_PLANE, along_z = key->kind->vector & GR_VECTOR_ALONG_Z;
  GrKey constant = *key;
  GrNode list = *node, item[AXES];
  constant.kind = along_z ? &GrKeySpin : &GrKeyVector;
  memset(function, 0, AXES * sizeof *function);
  list.first = list.last = NULL;
  list.n = 0;
  for (const GrNode *child = node->first; child && list.n < AXES && node->type == GR_NODE_LIST; child = child->next) {
    GrNode *copy = &item[list.n];
    *copy = *child;
    copy->next = NULL;
    if (child->function) {
      if (plane && (child->position == 2) != along_z)
        return GrNodeComplain(child, along_z ? "turns out of the plane of dimension 2; write [0, 0, w], or dimension: 3"
                                             : "points out of the plane of dimension 2; write 0, or dimension: 3");
      PetscCall(TakeFunction(child, key, &function[child->position]));
      copy->function = NULL;
      copy->text = "0";
    }
    GrNodeAppend(&list, copy);
  }
  list.n = node->n;
  return constant.kind->read(&list, &constant, scope, base);
}

static PetscErrorCode LeaveVector(const GrKey *key, char *base)
{
  memset(base + key->count, 0, AXES * sizeof(const GrFunction *));
  return GrKeyVector.absent(key, base);
}

static void WriteVector(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrFunction *const *function = (const GrFunction *const *)(base + key->count);
  const double *number = (const double *)(base + key->offset);
  for (int k = 0; k < AXES; k++) {
    GrTextPrint(out, k ? ", " : "[");
    if (function[k])
      WriteFunction(out, function[k]);
    else
      GrTextNumber(out, number[k]);
  }
  GrTextPrint(out, "]");
}

#define VECTOR(conditions, form)                                                                                       \
  {                                                                                                                    \
    "vector or functions of time", ReadVector, LeaveVector, WriteVector,                                               \
        "\"type\": \"array\", \"minItems\": @axes, \"maxItems\": 3, \"items\": {@item}", GrKeyLeavesNumber,            \
        .example = (form), .number = true, .item = &GrKeyQuantityOfTime, .size = sizeof(double),                       \
        .vector = (conditions)                                                                                         \
  }
const GrKeyKind GrKeyVectorOfTime = VECTOR(GR_VECTOR_IN_PLANE, "[0, 0, #]"),
                GrKeySpinOfTime = VECTOR(GR_VECTOR_ALONG_Z, "[0, 0, #]"),
                GrKeyPathOfTime = VECTOR(GR_VECTOR_IN_PLANE, "[0, '=#*t/(1 s)', 0]");
