/* Kinds of values of input keys: conditions that end a stage (case/condition.h). A condition is a map with one key: a
   indicator, `time`, `any` or `all`. The rows of the indicators come from the table of indicators, which also has the
   observables that a program has registered. */
#include "input/key/registry.h"
#include "input/key/rows.h"
#include <string.h>

enum { BOUNDS = 4 };

static bool FindIndicator(const char *name, GrIndicator *indicator)
{
  for (int i = 0; GrIndicatorAt(i, indicator); i++)
    if (strcmp(indicator->name, name) == 0)
      return true;
  return false;
}

void GrKeyIndicatorRow(const char *name, GrKeyGiven *given)
{
  const char *const meaning[] = {"the value above which the condition holds", "the value below which it holds"};
  GrIndicator m;
  GrKey *to = given->inside;

  if (!FindIndicator(name, &m))
    return;
  given->row.kind = m.limit ? &GrKeyLimit : &GrKeySection;
  given->row.section = given->inside;
  if (m.kind->object)
    *to++ = (GrKey){m.kind->object, &GrKeyName, "the name in the input", .choices = m.kind->section,
                    FIELD(GrCondition, object)};
  for (int plane = 0; m.components && plane < (m.plane_components ? 2 : 1); plane++)
    *to++ = (GrKey){"component",
                    &GrKeyChoice,
                    "the component that is compared",
                    .choices = plane ? m.plane_components : m.components,
                    .scope = !m.plane_components ? 0
                             : plane             ? GR_IN_PLANE
                                                 : GR_IN_SPACE,
                    FIELD(GrCondition, component)};
  for (int k = 0; k < BOUNDS; k++)
    if (k < 2 || m.plane_unit)
      *to++ = (GrKey){k % 2 ? "below" : "above",
                      &GrKeyQuantity,
                      meaning[k % 2],
                      k < 2 ? m.unit : m.plane_unit,
                      "",
                      ANY,
                      .unless = k % 2 ? NULL : "below",
                      .scope = !m.plane_unit ? 0
                               : k < 2       ? GR_IN_SPACE
                                             : GR_IN_PLANE,
                      .offset = k % 2 ? offsetof(GrCondition, below) : offsetof(GrCondition, above)};
}

/* ---- an indicator ---- */

/* Reads the bound of an indicator that may be given as a number. */
static PetscErrorCode ReadLimit(const GrNode *node, const GrKey *key, unsigned scope, GrCondition *c)
{
  const GrKey bound = {key->name, &GrKeyQuantity, key->meaning, key->unit, "", POSITIVE, FIELD(GrCondition, below)};

  c->object = c->component = -1;
  c->above = NAN;
  return GrKeyQuantity.read(node, &bound, scope, (char *)c);
}

static PetscErrorCode ReadIndicator(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrCondition *c = (GrCondition *)(base + key->offset);
  GrKeyGiven given;
  const GrKey *row = GrKeyGivenOf(key, &given);

  (void)FindIndicator(key->name, &c->indicator);
  c->time = NAN;
  c->object = c->component = -1;
  if (c->indicator.needs && !GrNodeBelow(GrNodeRoot(node), c->indicator.needs))
    return GrNodeComplainKey(node, "needs %s, which the case does not have; add it, or compare another quantity",
                             c->indicator.needs);
  if (c->indicator.limit && node->type != GR_NODE_MAP)
    return ReadLimit(node, key, scope, c);
  if (node->type != GR_NODE_MAP)
    return GrNodeComplainKey(node, "is not a map; write %s: {%s..}, with above or below", key->name,
                             c->indicator.kind->object ? "wall or counter: NAME, " : "");
  return GrKeysRead(node, row->section, scope, (char *)c);
}

/* Whether the condition is only a bound `below`, which is written without a map. */
static bool IsLimit(const GrCondition *c)
{
  return c->indicator.name && c->indicator.limit && isnan(c->above);
}

static void WriteIndicator(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrCondition *c = (const GrCondition *)(base + key->offset);
  GrKeyGiven given;
  const GrKey *row = GrKeyGivenOf(key, &given);

  if (IsLimit(c)) {
    GrTextNumber(out, c->below);
    return;
  }
  GrTextPrint(out, "\n");
  GrKeysWrite(out, row->section, (const char *)c,
              (GrKeyWriting){.the_case = writing->the_case, .indent = writing->indent + 2});
}

static bool LeavesIndicator(const GrKey *key, const char *base)
{
  const GrCondition *c = (const GrCondition *)(base + key->offset);

  return !c->indicator.name || strcmp(c->indicator.name, key->name) != 0;
}

/* The key beside `when`, which is written in its place. */
static bool LeavesLimit(const GrKey *key, const char *base)
{
  return LeavesIndicator(key, base) || !IsLimit((const GrCondition *)(base + key->offset));
}

const GrKeyKind GrKeyIndicator = {"map", ReadIndicator, NULL, WriteIndicator, .schema = "", .leaves = LeavesIndicator};
const GrKeyKind GrKeyLimit = {"number or map",         ReadIndicator, NULL,          WriteIndicator,
                              GR_SCHEMA_NUMBER_OR_MAP, LeavesLimit,   .number = true};

/* ---- a condition ---- */

static PetscErrorCode ReadCondition(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type == GR_NODE_MAP && node->n != 1)
    return GrNodeComplainKey(node, "has %s; give one, or join several by any: [{..}, {..}] or all: [{..}, {..}]",
                             node->n ? "several conditions" : "no condition");
  return GrKeyReadSection(node, key, scope, base);
}

static void WriteCondition(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, "\n");
  GrKeysWrite(out, key->section, base + key->offset,
              (GrKeyWriting){.the_case = writing->the_case, .indent = writing->indent + 2});
}

static bool LeavesCondition(const GrKey *key, const char *base)
{
  const GrCondition *c = (const GrCondition *)(base + key->offset);

  return IsLimit(c) || (!c->indicator.name && !(c->time > 0) && c->n_any == 0 && c->n_all == 0);
}

static PetscErrorCode ReadConditions(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type == GR_NODE_LIST && node->n == 0)
    return GrNodeComplainKey(node, "is an empty list; give the conditions, each with a dash before it");
  for (const GrNode *child = node->type == GR_NODE_LIST ? node->first : NULL; child; child = child->next)
    if (child->type == GR_NODE_MAP && child->n != 1)
      return GrNodeComplain(child, "has %s; write each condition as an item of its own",
                            child->n ? "several conditions" : "no condition");
  return GrKeyReadList(node, key, scope, base);
}

#define ONE "\"minProperties\": 1, \"maxProperties\": 1, @keys"
const GrKeyKind GrKeyCondition = {"map",           ReadCondition,           NULL, WriteCondition, ONE,
                                  LeavesCondition, .free = GrKeyFreeSection};
const GrKeyKind GrKeyConditions = {"list",
                                   ReadConditions,
                                   NULL,
                                   GrKeyWriteList,
                                   "\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": "
                                   "\"#/$defs/condition_@axes\"}",
                                   GrKeyLeavesList,
                                   GrKeyFreeList,
                                   .example = "[{@: ..}, ..]"};
