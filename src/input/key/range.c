/* Kind of value of an input key: one number, a list of numbers, or a range.

   Number i of a range of n numbers from a to b, i from 0 to n - 1: a + (b - a) i/(n - 1), or with `spacing: log`
   a exp(i/(n - 1) (ln b - ln a)). The first and last number are exactly a and b. The functions exp and ln are GrExp and
   GrLogarithm of base/math/, so that the numbers have the same bits on every machine. */
#include "base/math/exponential.h"
#include "input/key/key.h"

double GrKeyRangeAt(const GrRange *range, PetscInt64 i)
{
  if (range->value)
    return range->value[i];
  if (i == 0)
    return range->from;
  if (i == range->count - 1)
    return range->to;
  double share = (double)i / (double)(range->count - 1);
  if (!range->logarithmic)
    return range->from + (range->to - range->from) * share;
  return range->from * GrExp((GrLogarithm(range->to) - GrLogarithm(range->from)) * share);
}

static PetscErrorCode ReadRange(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrRange *range = (GrRange *)(base + key->offset);
  if (node->type == GR_NODE_MAP)
    return GrKeysRead(node, key->section, scope, (char *)range);
  if (node->type == GR_NODE_LIST && node->n == 0)
    return GrNodeComplain(node, "is empty; give %s", key->meaning);
  range->count = node->type == GR_NODE_LIST ? node->n : 1;
  PetscCall(PetscCalloc1(range->count, &range->value));
  if (node->type == GR_NODE_SCALAR)
    return GrKeyNumberOrWord(node, key, NULL, range->value);
  PetscCall(GrKeyCheckUnits(node));
  for (const GrNode *child = node->first; child; child = child->next)
    PetscCall(GrKeyNumberOrWord(child, key, NULL, &range->value[child->position]));
  return 0;
}

static void WriteRange(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrRange *range = (const GrRange *)(base + key->offset);
  if (!range->value) {
    GrKeyWriteSection(out, key, base, writing);
    return;
  }
  for (PetscInt64 i = 0; i < range->count; i++) {
    GrTextPrint(out, i ? ", " : "[");
    GrTextNumber(out, range->value[i]);
  }
  GrTextPrint(out, "]");
}

/* An optional range that the input does not give is empty. */
static bool LeavesRange(const GrKey *key, const char *base)
{
  return ((const GrRange *)(base + key->offset))->count == 0;
}

static PetscErrorCode FreeRange(const GrKey *key, char *base)
{
  return PetscFree(((GrRange *)(base + key->offset))->value);
}

const GrKeyKind GrKeyRange = {"number, list of numbers or range",
                              ReadRange,
                              .write = WriteRange,
                              .leaves = LeavesRange,
                              .free = FreeRange,
                              .schema = "\"anyOf\": [{@number}, {\"type\": \"array\", \"minItems\": 1, \"items\": "
                                        "{@number}}, {@keys}]"};
