/* Reads the values of a swept key, a list or a range; and defines the kinds of values of the keys `variants` and
   `sweep`, which belong to a study and not to one case.

   The numbers of a range are written as texts with the unit of its ends, so that the table of the swept key checks
   them. */
#include "input/key/sweep.h"
#include "base/excerpt.h"
#include "case/fit.h"
#include "input/key/key.h"
#include "input/unit/unit.h"
#include <string.h>

_Static_assert(GR_AMOUNT_UNIT_MAX == (int)GR_UNIT_MAX, "a unit that was read fits into an amount");

typedef struct {
  GrAmount from, to;
  PetscInt64 count;
  int logarithmic;
} Range;

static PetscErrorCode ReadAmount(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrAmount *amount = (GrAmount *)(base + key->offset);
  const char *text = NULL;
  PetscCall(GrKeyScalarText(node, key, &text));
  if (GrUnitSplit(text, &amount->number, amount->unit))
    return 0;
  return GrNodeComplain(node, "'%s' is not a finite number; write a number, with its unit if it has one",
                        GrExcerptOf(text).text);
}

static PetscErrorCode LeaveAmount(const GrKey *key, char *base)
{
  ((GrAmount *)(base + key->offset))->number = NAN;
  return 0;
}

static bool LeavesAmount(const GrKey *key, const char *base)
{
  return isnan(((const GrAmount *)(base + key->offset))->number);
}

static void WriteAmount(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrAmount *amount = (const GrAmount *)(base + key->offset);
  GrTextNumber(out, amount->number);
  GrTextPrint(out, "%s%s", *amount->unit ? " " : "", amount->unit);
}

const GrKeyKind GrKeyAmount = {"number",
                               ReadAmount,
                               LeaveAmount,
                               WriteAmount,
                               .schema = "\"anyOf\": [{\"type\": \"number\"}, {\"type\": \"string\", "
                                         "\"pattern\": \"^\\\\s*[-+]?([0-9]|[.][0-9])\"}]",
                               .leaves = LeavesAmount};

const GrKey GrKeySweepKeys[] = {{"from", &GrKeyAmount, "the first value, with the unit of the swept key",
                                 .lower = -INFINITY, .upper = INFINITY, .offset = offsetof(Range, from)},
                                {"to", &GrKeyAmount, "the last value, in the same unit", .lower = -INFINITY,
                                 .upper = INFINITY, .offset = offsetof(Range, to)},
                                {"count", &GrKeyInteger, "the number of values, with both ends", .lower = 1,
                                 .upper = GR_CASES_MAX, .offset = offsetof(Range, count)},
                                {"spacing", &GrKeyChoice, "linear: equal differences; log: equal ratios",
                                 .choices = "linear|log", .fallback = "linear", .offset = offsetof(Range, logarithmic)},
                                {0}};

static PetscErrorCode ReadRange(GrDocument *document, const GrNode *node, GrKeySweepAxis *axis)
{
  Range range = {0};
  PetscCall(GrKeysRead(node, GrKeySweepKeys, GR_IN_IMPACT, (char *)&range));
  if (strcmp(range.from.unit, range.to.unit) != 0)
    return GrNodeComplain(GrNodeGet(node, "to"), "has another unit than from; write both in the same unit");
  if (range.logarithmic && !(range.from.number > 0.0 && range.to.number > 0.0))
    return GrNodeComplain(GrNodeGet(node, range.from.number > 0.0 ? "to" : "from"),
                          "spacing: log needs ends above 0; write another, or spacing: linear");
  GrRange numbers = {range.count, NULL, range.from.number, range.to.number, range.logarithmic};
  axis->n = (int)range.count;
  PetscCall(GrNodeArenaAllocate(&document->arena, (size_t)axis->n * sizeof *axis->value, &axis->value));
  for (int i = 0; i < axis->n; i++) {
    GrNode *made;
    GrText text = {0};
    char *characters;
    GrTextNumber(&text, GrKeyRangeAt(&numbers, i));
    GrTextPrint(&text, "%s%s", *range.from.unit ? " " : "", range.from.unit);
    PetscCall(GrTextTake(&text, &characters));
    PetscCall(GrNodeArenaAllocate(&document->arena, sizeof *made, &made));
    *made = (GrNode){.type = GR_NODE_SCALAR, .place = node->place, .origin = node->origin, .unit = &axis->unit};
    PetscCall(GrNodeArenaCopy(&document->arena, characters, &made->text));
    axis->value[i] = made;
    PetscCall(PetscFree(characters));
  }
  return 0;
}

PetscErrorCode GrKeySweepRead(GrDocument *document, const GrNode *node, GrKeySweepAxis *axis)
{
  axis->node = node;
  if (node->type == GR_NODE_MAP)
    return ReadRange(document, node, axis);
  if (node->type != GR_NODE_LIST || node->n == 0)
    return GrNodeComplain(node, "is not a list of values; write [value, ...] or {from: .., to: .., count: ..}");
  axis->n = node->n;
  PetscCall(GrNodeArenaAllocate(&document->arena, (size_t)axis->n * sizeof *axis->value, &axis->value));
  for (GrNode *child = node->first; child; child = child->next) {
    child->unit = &axis->unit;
    axis->value[child->position] = child;
  }
  return 0;
}

/* ---- as keys ---- */

static PetscErrorCode ReadSeveral(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  return GrNodeComplainKey(node, "makes several cases, and one is read here; remove it");
}

const GrKeyKind GrKeyVariants = {"map of maps", ReadSeveral, .leaves = GrKeyLeavesAlways,
                                 .schema =
                                     "\"type\": \"object\", \"minProperties\": 1, \"propertyNames\": {\"pattern\": "
                                     "\"^[A-Za-z_][A-Za-z0-9_.-]*$\"}, \"additionalProperties\": {\"type\": "
                                     "\"object\"}"};
const GrKeyKind GrKeySweep = {"map of lists or ranges", ReadSeveral, .leaves = GrKeyLeavesAlways, .below = ".PATH",
                              .schema =
                                  "\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": {\"anyOf\": "
                                  "[{\"type\": \"array\", \"minItems\": 1}, {@keys}]}"};
