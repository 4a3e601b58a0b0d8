/* Kinds of values: how the particles of a group are made; the name of a file. */
#include "input/key/key.h"

static PetscErrorCode ReadPath(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  char **path = (char **)(base + key->offset);
  const char *text = NULL;
  PetscCall(GrScalarText(node, key, &text));
  if (!*text)
    return GrComplain(node, "is empty; write the name of a file");
  PetscCall(PetscFree(*path)); /* `file` and `previous` may both be there until they are checked */
  return PetscStrallocpy(text, path);
}

static bool LeavesPath(const GrKey *key, const char *base)
{
  return !*(char *const *)(base + key->offset);
}

static void SchemaPath(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "\"type\": \"string\", \"minLength\": 1");
}

const GrKeyKind GrKeyPath = {"name of a file", ReadPath, NULL, GrKeyWriteText, SchemaPath, LeavesPath};

/* What it is like inside: a list, a map whose keys are those of the group itself, or the name of a file. */
static const GrKeyKind *KindInside(const GrKey *key)
{
  return key->element ? &GrKeyOneOrList : key->section ? &GrKeySection : &GrKeyPath;
}

static PetscErrorCode ReadGenerator(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  ((GrGrains *)base)->generate = (GrGenerate)key->word;
  return KindInside(key)->read(node, key, scope, base);
}

static bool LeavesGenerator(const GrKey *key, const char *base)
{
  return ((const GrGrains *)base)->generate != (GrGenerate)key->word;
}

static void WriteGenerator(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  KindInside(key)->write(out, key, base, writing);
}

static void SchemaGenerator(GrText *out, const GrKey *key, unsigned scope)
{
  KindInside(key)->schema(out, key, scope);
}

const GrKeyKind GrKeyGenerator = {
    "map, list, or name of a file", ReadGenerator, NULL, WriteGenerator, SchemaGenerator, LeavesGenerator};
