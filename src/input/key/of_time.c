/* Kind of value of an input key: a vector whose components may be functions of time: [0, 0, =-9.81 m/s^2*t/(1 s)].
   The reader of expressions (constants.c) has compiled the functions. */
#include "case/function.h"
#include "input/key/key.h"
#include "input/unit/unit.h"
#include <string.h>

enum { AXES = 3, UNIT_TEXT = GR_FUNCTION_UNIT + 4 };

/* Checks the unit of a function, and stores it. */
static PetscErrorCode ReadFunction(const GrNode *node, const GrKey *key, unsigned scope, GrFunction *function)
{
  char text[UNIT_TEXT], problem[GR_PROBLEM_MAX];
  double one;
  snprintf(text, sizeof text, "1 %s", node->function->unit);
  if (!GrUnitParse(text, key->unit, &one, problem))
    return GrNodeComplain(node, "%s", problem);
  if (scope == GR_IN_PLANE && node->position == 2)
    return GrNodeComplain(node, "points out of the plane of dimension 2; write 0, or dimension: 3");
  *function = *node->function;
  return 0;
}

static PetscErrorCode ReadVector(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrFunction *function = (GrFunction *)(base + key->count);
  GrNode list = *node, item[AXES];
  memset(function, 0, AXES * sizeof *function);
  list.first = list.last = NULL;
  list.n = 0;
  for (const GrNode *child = node->first; child && list.n < AXES && node->type == GR_NODE_LIST; child = child->next) {
    GrNode *copy = &item[list.n];
    *copy = *child;
    copy->next = NULL;
    if (child->function) {
      PetscCall(ReadFunction(child, key, scope, &function[child->position]));
      copy->function = NULL;
      copy->text = "0";
    }
    GrNodeAppend(&list, copy);
  }
  list.n = node->n;
  return GrKeyVector.read(&list, key, scope, base);
}

static void WriteVector(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrFunction *function = (const GrFunction *)(base + key->count);
  const double *number = (const double *)(base + key->offset);
  for (int k = 0; k < AXES; k++) {
    GrTextPrint(out, k ? ", " : "[");
    if (function[k].n > 0)
      GrTextQuoted(out, function[k].text);
    else
      GrTextNumber(out, number[k]);
  }
  GrTextPrint(out, "]");
}

const GrKeyKind GrKeyVectorOfTime = {"vector",
                                     ReadVector,
                                     NULL,
                                     WriteVector,
                                     "\"type\": \"array\", \"minItems\": @axes, \"maxItems\": 3, \"items\": {@item}",
                                     GrKeyLeavesNumber,
                                     .example = "[0, 0, #]",
                                     .number = true,
                                     .item = &GrKeyQuantity,
                                     .size = sizeof(double),
                                     .vector = GR_VECTOR_IN_PLANE};
