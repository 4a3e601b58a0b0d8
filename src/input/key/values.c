/* Kinds of values of input keys that are written in brackets: a vector, or three words true or false, stored in the
   struct itself; lists of numbers or names, stored in allocated memory. In dimension 2 the third component of a vector
   may be omitted: it is 0, or false. */
#include "base/excerpt.h"
#include "base/math/vector.h"
#include "input/key/key.h"
#include <string.h>

enum { AXES = 3 };

/* Reads the items into memory for all of them. */
static PetscErrorCode ReadItems(const GrNode *node, const GrKey *key, unsigned scope, char *items)
{
  GrKey one = *key;
  one.offset = 0;
  for (const GrNode *child = node->first; child; child = child->next)
    PetscCall(key->kind->item->read(child, &one, scope, items + (size_t)child->position * key->kind->size));
  return 0;
}

static void WriteItems(GrText *out, const GrKey *key, const char *items, int n, const GrKeyWriting *writing)
{
  GrKey one = *key;
  one.offset = 0;
  GrTextPrint(out, "[");
  for (int i = 0; i < n; i++) {
    GrTextPrint(out, "%s", i ? ", " : "");
    key->kind->item->write(out, &one, items + (size_t)i * key->kind->size, writing);
  }
  GrTextPrint(out, "]");
}

/* ---- three components ---- */

/* Divides a vector by its length, unless this is 1 up to rounding, so that doing so twice changes nothing. */
static void DivideByLength(double v[AXES])
{
  const double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
  if (fabs(GrDot3(v, v) - 1.0) <= 8 * PETSC_MACHINE_EPSILON)
    return;
  for (int i = 0; i < AXES; i++)
    v[i] /= largest;
  const double length = GrNorm3(v);
  for (int i = 0; i < AXES; i++)
    v[i] /= length;
}

static PetscErrorCode CheckVector(const GrNode *node, const GrKey *key, bool plane, double v[AXES])
{
  const unsigned condition = key->kind->vector;
  const bool along_z = v[0] == 0.0 && v[1] == 0.0;
  if ((condition & GR_VECTOR_NONZERO) && !GrIsNonzero3(v))
    return GrNodeComplain(node, "has no direction; write one such as [0, 0, -1]");
  if (plane && v[2] != 0.0 && (condition & GR_VECTOR_IN_PLANE) && !(along_z && (condition & GR_VECTOR_ALONG_Z)))
    return GrNodeComplain(GrNodeAt(node, 2), "points out of the plane of dimension 2; write 0, or dimension: 3");
  if (plane && !along_z && condition & GR_VECTOR_ALONG_Z && !(condition & GR_VECTOR_IN_PLANE))
    return GrNodeComplain(node, "turns out of the plane of dimension 2; write [0, 0, w], or dimension: 3");
  if (condition & GR_VECTOR_UNIT)
    DivideByLength(v);
  return 0;
}

/* A default is a vector without conditions, such as [0, 0, 0] for no direction. */
static PetscErrorCode ReadTriple(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const bool plane = scope == GR_IN_PLANE, flags = key->kind == &GrKeyFlags;
  char *values = base + key->offset;
  if (node->type != GR_NODE_LIST || !(node->n == AXES || (plane && node->n == AXES - 1)))
    return GrNodeComplain(node, "is not a list of three%s; write %s: %s", plane ? " or two" : "",
                          flags ? "[true, true, false]" : "[x, y, z]", key->meaning);
  memset(values, 0, AXES * key->kind->size);
  PetscCall(ReadItems(node, key, scope, values));
  return flags || node->origin == GrKeyDefault ? 0 : CheckVector(node, key, plane, (double *)values);
}

/* A check computes the vector. */
static PetscErrorCode LeaveVector(const GrKey *key, char *base)
{
  double *vector = (double *)(base + key->offset);
  vector[0] = vector[1] = vector[2] = NAN;
  return 0;
}

static void WriteTriple(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  WriteItems(out, key, base + key->offset, AXES, writing);
}

#define TRIPLE "\"type\": \"array\", \"minItems\": @axes, \"maxItems\": 3, \"items\": {@item}"
#define VECTOR(conditions)                                                                                             \
  {                                                                                                                    \
    "vector", ReadTriple, LeaveVector, WriteTriple, TRIPLE, GrKeyLeavesNumber,                                         \
        .example = "[0, 0, #]", .number = true, .item = &GrKeyQuantity, .size = sizeof(double), .vector = (conditions) \
  }
const GrKeyKind GrKeyPoint = VECTOR(0), GrKeyVector = VECTOR(GR_VECTOR_IN_PLANE), GrKeySpin = VECTOR(GR_VECTOR_ALONG_Z),
                GrKeyNormal = VECTOR(GR_VECTOR_IN_PLANE | GR_VECTOR_NONZERO),
                GrKeyDirection = VECTOR(GR_VECTOR_IN_PLANE | GR_VECTOR_NONZERO | GR_VECTOR_UNIT),
                GrKeyAxis = VECTOR(GR_VECTOR_IN_PLANE | GR_VECTOR_ALONG_Z | GR_VECTOR_NONZERO | GR_VECTOR_UNIT),
                GrKeySpinAxis = VECTOR(GR_VECTOR_ALONG_Z | GR_VECTOR_NONZERO | GR_VECTOR_UNIT);
const GrKeyKind GrKeyFlags = {"three of true, false",
                              ReadTriple,
                              .write = WriteTriple,
                              .schema = TRIPLE,
                              .item = &GrKeyBoolean,
                              .size = sizeof(bool),
                              .example = "[true, true, false]"};

static bool LeavesCounts(const GrKey *key, const char *base)
{
  const PetscInt64 *n = (const PetscInt64 *)(base + key->offset);
  return n[0] == 0 && n[1] == 0 && n[2] == 0;
}
const GrKeyKind GrKeyCounts = {"three whole numbers",
                               ReadTriple,
                               NULL,
                               WriteTriple,
                               TRIPLE,
                               LeavesCounts,
                               .example = "[#, #, #]",
                               .number = true,
                               .item = &GrKeyInteger,
                               .size = sizeof(PetscInt64)};

/* ---- lists ---- */

static PetscErrorCode ReadValues(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  char *items;
  if (node->type != GR_NODE_LIST || node->n < key->kind->least)
    return GrNodeComplain(node, "is not a %s; write %s in brackets", key->kind->type, key->meaning);
  PetscCall(PetscCalloc((size_t)node->n * key->kind->size, &items));
  *(char **)(base + key->offset) = items;
  *(int *)(base + key->count) = node->n;
  if (key->kind->number)
    PetscCall(GrKeyCheckUnits(node));
  PetscCall(ReadItems(node, key, scope, items));
  const size_t size = key->kind->size;
  for (int i = 0; key->kind->names && i < node->n; i++)
    for (int k = 0; k < i; k++)
      if (memcmp(items + (size_t)i * size, items + (size_t)k * size, size) == 0)
        return GrNodeComplain(GrNodeAt(node, i), "'%s' is named twice; keep one",
                              GrExcerptOf(GrNodeAt(node, i)->text).text);
  return 0;
}

static bool LeavesValues(const GrKey *key, const char *base)
{
  return key->kind->least > 0 && !*(char *const *)(base + key->offset);
}

static void WriteValues(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  WriteItems(out, key, *(char *const *)(base + key->offset), *(const int *)(base + key->count), writing);
}

#define VALUES(type, kind, bytes, at_least, unique, form)                                                              \
  {                                                                                                                    \
    type, ReadValues, NULL, WriteValues,                                                                               \
        "\"type\": \"array\", \"minItems\": " #at_least ", " unique "\"items\": {@item}", LeavesValues,                \
        GrKeyFreePointer, form, .item = &kind, .size = bytes, .least = at_least                                        \
  }
#define NUMBERS .example = "[#]", .number = true
#define NAMES .example = "[NAME, ..]", .names = true
#define UNIQUE "\"uniqueItems\": true, "
const GrKeyKind GrKeyQuantities = VALUES("list of numbers", GrKeyQuantity, sizeof(double), 1, "", NUMBERS);
const GrKeyKind GrKeyIntegers = VALUES("list of whole numbers", GrKeyInteger, sizeof(PetscInt64), 1, UNIQUE, NUMBERS);
const GrKeyKind GrKeyNames = VALUES("list of names", GrKeyName, sizeof(int), 0, UNIQUE, NAMES);
