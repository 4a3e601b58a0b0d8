/* Kinds of values in brackets: a vector, each component a number with unit; three words true or false; a list of
   numbers. In dimension 2 the third component may be left out: it is 0, or false. */
#include "input/key/key.h"

/* Three children, or two in the plane. */
static PetscErrorCode CheckTriple(const GrNode *node, const GrKey *key, unsigned scope, const char *example)
{
  bool plane = scope == GR_IN_PLANE;
  if (node->type == GR_NODE_LIST && (node->n == 3 || (plane && node->n == 2)))
    return 0;
  return GrComplain(node, "is no list of three%s; write %s: %s", plane ? " or two" : "", example, key->meaning);
}

static PetscErrorCode ReadVector(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  double *vector = (double *)(base + key->offset);
  int choice;
  PetscCall(CheckTriple(node, key, scope, "[x, y, z]"));
  vector[2] = 0.0;
  for (const GrNode *child = node->first; child; child = child->next)
    PetscCall(GrNumberOrWord(child, key, &choice, &vector[child->position]));
  return 0;
}

/* Until a check knows what it is by default. */
static PetscErrorCode LeaveVector(const GrKey *key, char *base)
{
  double *vector = (double *)(base + key->offset);
  vector[0] = vector[1] = vector[2] = NAN;
  return 0;
}

static bool LeavesVector(const GrKey *key, const char *base)
{
  return key->fallback && !*key->fallback && isnan(*(const double *)(base + key->offset));
}

static void WriteNumbers(GrText *out, const double *number, int n)
{
  for (int i = 0; i < n; i++) {
    GrTextPrint(out, i ? ", " : " [");
    GrTextNumber(out, number[i]);
  }
  GrTextPrint(out, "]\n");
}

static void WriteVector(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  WriteNumbers(out, (const double *)(base + key->offset), 3);
}

static void SchemaTriple(GrText *out, unsigned scope)
{
  GrTextPrint(out, "\"type\": \"array\", \"minItems\": %d, \"maxItems\": 3, \"items\": {", scope & GR_IN_PLANE ? 2 : 3);
}

static void SchemaVector(GrText *out, const GrKey *key, unsigned scope)
{
  SchemaTriple(out, scope);
  GrKeyQuantity.schema(out, key, scope);
  GrTextPrint(out, "}");
}

static PetscErrorCode ReadFlags(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  PetscBool *flags = (PetscBool *)(base + key->offset);
  const GrKey flag = {.name = key->name, .meaning = key->meaning};
  PetscCall(CheckTriple(node, key, scope, "[true, true, false]"));
  flags[2] = PETSC_FALSE;
  for (const GrNode *child = node->first; child; child = child->next)
    PetscCall(GrKeyBoolean.read(child, &flag, scope, (char *)&flags[child->position]));
  return 0;
}

static void WriteFlags(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const PetscBool *flags = (const PetscBool *)(base + key->offset);
  for (int i = 0; i < 3; i++)
    GrTextPrint(out, "%s%s", i ? ", " : " [", flags[i] ? "true" : "false");
  GrTextPrint(out, "]\n");
}

static void SchemaFlags(GrText *out, const GrKey *key, unsigned scope)
{
  SchemaTriple(out, scope);
  GrKeyBoolean.schema(out, key, scope);
  GrTextPrint(out, "}");
}

static PetscErrorCode ReadQuantities(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  double **numbers = (double **)(base + key->offset);
  int choice;
  if (node->type != GR_NODE_LIST || node->n == 0)
    return GrComplain(node, "is no list of numbers; write %s in brackets", key->meaning);
  PetscCall(PetscCalloc1(node->n, numbers));
  *(int *)(base + key->count) = node->n;
  for (const GrNode *child = node->first; child; child = child->next)
    PetscCall(GrNumberOrWord(child, key, &choice, &(*numbers)[child->position]));
  return 0;
}

static bool LeavesQuantities(const GrKey *key, const char *base)
{
  return !*(double *const *)(base + key->offset);
}

static void WriteQuantities(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  WriteNumbers(out, *(double *const *)(base + key->offset), *(const int *)(base + key->count));
}

static void SchemaQuantities(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "\"type\": \"array\", \"minItems\": 1, \"items\": {");
  GrKeyQuantity.schema(out, key, scope);
  GrTextPrint(out, "}");
}

const GrKeyKind GrKeyVector = {"vector", ReadVector, LeaveVector, WriteVector, SchemaVector, LeavesVector, NULL};
const GrKeyKind GrKeyFlags = {"three of true, false", ReadFlags, NULL, WriteFlags, SchemaFlags, NULL, NULL};
const GrKeyKind GrKeyQuantities = {"list of numbers", ReadQuantities,  NULL, WriteQuantities, SchemaQuantities,
                                   LeavesQuantities,  GrKeyFreePointer};
