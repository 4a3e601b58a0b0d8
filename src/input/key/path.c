/* Kinds of values of input keys: the name of a file; a map whose first key is the name of a file, or only this name. */
#include "input/key/key.h"

static PetscErrorCode ReadPath(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  char **path = (char **)(base + key->offset);
  const char *text = NULL;
  PetscCall(GrKeyScalarText(node, key, &text));
  if (!*text)
    return GrNodeComplain(node, "is empty; write the name of a file");
  return PetscStrallocpy(text, path);
}

static bool LeavesPath(const GrKey *key, const char *base)
{
  return !*(char *const *)(base + key->offset);
}

/* Where the first key of a section, the name of a file, goes alone: nothing else would be written. */
static bool IsPathAlone(const GrKey *key, const char *base)
{
  for (const GrKey *other = key->section + 1; other->name; other++) {
    const bool usual = other->kind == &GrKeyInteger && other->choices &&
                       *(const PetscInt64 *)(base + other->offset) == (PetscInt64)other->word;
    if (!usual && !(other->kind->leaves && other->kind->leaves(other, base)))
      return false;
  }
  return true;
}

static PetscErrorCode ReadPathOrMap(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type == GR_NODE_MAP)
    return GrKeysRead(node, key->section, scope, base);
  PetscCall(ReadPath(node, key->section, scope, base));
  for (const GrKey *other = key->section + 1; other->name; other++)
    PetscCall(GrKeyReadDefault(node, other, scope, base));
  return 0;
}

static void WritePathOrMap(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  if (IsPathAlone(key, base))
    GrKeyWriteText(out, key->section, base, writing);
  else
    GrKeyWriteSection(out, key, base, writing);
}

#define PATH "\"type\": \"string\", \"minLength\": 1"
const GrKeyKind GrKeyPathOrMap = {"name of a file, or map",           ReadPathOrMap,           NULL, WritePathOrMap,
                                  "\"anyOf\": [{" PATH "}, {@keys}]", .free = GrKeyFreeSection};
const GrKeyKind GrKeyPath = {"name of a file",        ReadPath, NULL, GrKeyWriteText, PATH, LeavesPath,
                             .free = GrKeyFreePointer};
