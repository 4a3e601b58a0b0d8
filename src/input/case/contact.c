/* Kind of value of an input key: the pair of materials of a contact rule. */
#include "input/key/key.h"
#include <string.h>

static PetscErrorCode ReadMaterial(const GrNode *node, unsigned scope, int *material)
{
  GrKey key = {.kind = &GrKeyName, .choices = "materials", .meaning = "a material or '*'"};
  if (node->type == GR_NODE_SCALAR && strcmp(node->text, "*") == 0) {
    *material = GR_ANY;
    return 0;
  }
  return GrKeyName.read(node, &key, scope, (char *)material);
}

static PetscErrorCode ReadPair(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  int *material = (int *)(base + key->offset);
  if (node->type == GR_NODE_SCALAR && strcmp(node->text, "*") == 0) {
    material[0] = material[1] = GR_ANY;
    return 0;
  }
  if (node->type != GR_NODE_LIST || node->n != 2)
    return GrNodeComplain(
        node, "is not a pair; write two materials such as [steel, steel], one and any [steel, '*'], or '*'");
  PetscCall(ReadMaterial(GrNodeAt(node, 0), scope, &material[0]));
  return ReadMaterial(GrNodeAt(node, 1), scope, &material[1]);
}

static const char *MaterialName(const GrCase *the_case, int material)
{
  return material == GR_ANY ? "'*'" : the_case->materials[material].name;
}

static void WritePair(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const int *material = (const int *)(base + key->offset);
  GrTextPrint(out, "[%s, %s]", MaterialName(writing->the_case, material[0]),
              MaterialName(writing->the_case, material[1]));
}

const GrKeyKind GrKeyPair = {"pair of materials, or '*'", ReadPair, .write = WritePair,
                             .schema = "\"anyOf\": [{\"const\": \"*\"}, {\"type\": \"array\", \"minItems\": 2, "
                                       "\"maxItems\": 2, \"items\": {\"type\": \"string\"}}]"};
