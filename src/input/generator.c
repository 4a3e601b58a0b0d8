/* Kinds of values: how the particles of a group are made; the name of a file. */
#include "key.h"

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

static void WritePath(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  GrTextPrint(out, " ");
  GrTextQuoted(out, *(char *const *)(base + key->offset));
  GrTextPrint(out, "\n");
}

static bool LeavesPath(const GrKey *key, const char *base)
{
  return !*(char *const *)(base + key->offset);
}

static void SchemaPath(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "\"type\": \"string\", \"minLength\": 1");
}

const GrKeyKind GrKeyPath = {"name of a file", ReadPath, NULL, WritePath, SchemaPath, LeavesPath};

/* The keys of a generator are those of the group itself. */
static PetscErrorCode ReadGenerator(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  ((GrGrains *)base)->generate = (GrGenerate)key->word;
  return key->section ? GrSectionRead(node, key->section, scope, base) : ReadPath(node, key, scope, base);
}

static bool LeavesGenerator(const GrKey *key, const char *base)
{
  return ((const GrGrains *)base)->generate != (GrGenerate)key->word;
}

static void WriteGenerator(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  (key->section ? GrKeySection.write : WritePath)(out, key, base, writing);
}

static void SchemaGenerator(GrText *out, const GrKey *key, unsigned scope)
{
  (key->section ? GrKeySection.schema : SchemaPath)(out, key, scope);
}

const GrKeyKind GrKeyGenerator = {"map, or name of a file", ReadGenerator,   NULL,
                                  WriteGenerator,           SchemaGenerator, LeavesGenerator};
