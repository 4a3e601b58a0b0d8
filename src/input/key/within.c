/* Kind of value of an input key: the shape inside which particles are kept. It is a map with one of several keys, for
   example `box` or `sphere`. */
#include "particle/fill/within.h"
#include "input/key/key.h"

static PetscErrorCode ReadWithin(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrWithin *within = (GrWithin *)(base + key->offset);
  const GrNode *shape = node->first;
  char names[GR_NAME_MAX] = "";

  PetscCall(GrKeysRead(node, key->section, scope, (char *)within));
  for (const GrKey *row = key->section; row->name; row++)
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", row == key->section ? "" : ", ", row->name);
  if (!shape || shape->next)
    return GrNodeComplainKey(node, "has %s; give one of %s", shape ? "several shapes" : "no shape", names);
  while (strcmp(key->section[within->shape].name, shape->key) != 0)
    within->shape++;
  within->shape++; /* GR_WITHIN_ALL has no row */
  const char *sentence = GrFillWithinCheck(within, scope == GR_IN_PLANE ? 2 : 3);
  return sentence ? GrNodeComplainKey(shape, "%s", sentence) : 0;
}

static bool LeavesWithin(const GrKey *key, const char *base)
{
  return ((const GrWithin *)(base + key->offset))->shape == GR_WITHIN_ALL;
}

static void WriteWithin(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrKey shape[] = {key->section[((const GrWithin *)(base + key->offset))->shape - 1], {0}};
  GrKey one = *key;
  one.section = shape;
  GrKeyWriteSection(out, &one, base, writing);
}

const GrKeyKind GrKeyWithin = {
    "map", ReadWithin, NULL, WriteWithin, "\"minProperties\": 1, \"maxProperties\": 1, @keys", .leaves = LeavesWithin};
