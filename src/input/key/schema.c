/* The tables of keys as a JSON Schema for editors. */
#include "input/key/registry.h"
#include "input/key/unit_pattern.h"
#include <string.h>

/* A case is of the kind that `problem` and `dimension` say; then the keys of that kind are known. */
static void SchemaKind(GrText *out, const char *condition, unsigned scope)
{
  GrTextPrint(out, ",\n{\"if\": {%s}, \"then\": {", condition);
  GrKeysSchema(out, GrCaseKeys, scope);
  GrTextPrint(out, "}}");
}

static void SchemaKey(GrText *out, const char *name)
{
  const GrKey *key = GrCaseKeys;
  while (strcmp(key->name, name) != 0)
    key++;
  GrTextPrint(out, "\"%s\": {", name);
  key->kind->schema(out, key, GR_IN_ALL);
  GrTextPrint(out, "}");
}

PetscErrorCode GrKeysPrintSchema(FILE *out)
{
  GrText text = {0};
  PetscFunctionBeginUser;
  GrTextPrint(&text, "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"title\": \"granum input\",\n"
                     "\"type\": \"object\", \"properties\": {");
  SchemaKey(&text, "problem");
  GrTextPrint(&text, ", ");
  SchemaKey(&text, "dimension");
  GrTextPrint(&text, "}, \"allOf\": [\n{\"if\": {\"properties\": {\"problem\": {\"const\": \"particles\"}}}, \"then\": "
                     "{\"required\": [\"dimension\"]}}");
  SchemaKind(&text, "\"properties\": {\"problem\": {\"const\": \"impact\"}}, \"required\": [\"problem\"]",
             GR_IN_IMPACT);
  SchemaKind(&text, "\"properties\": {\"problem\": {\"const\": \"bounce\"}}, \"required\": [\"problem\"]",
             GR_IN_BOUNCE);
  SchemaKind(&text, "\"properties\": {\"problem\": {\"const\": \"mechanism\"}}, \"required\": [\"problem\"]",
             GR_IN_MECHANISM);
  SchemaKind(&text, "\"properties\": {\"dimension\": {\"const\": 1}}, \"required\": [\"dimension\"]", GR_IN_CHAIN);
  SchemaKind(&text, "\"properties\": {\"dimension\": {\"const\": 2}}, \"required\": [\"dimension\"]", GR_IN_PLANE);
  SchemaKind(&text, "\"properties\": {\"dimension\": {\"const\": 3}}, \"required\": [\"dimension\"]", GR_IN_SPACE);
  GrTextPrint(&text, "],\n\"$defs\": {\n");
  GrKeyLawDefinitions(&text);
  GrKeyUnitDefinitions(&text);
  GrTextPrint(&text, "}}\n");
  PetscCall(GrTextPour(&text, out));
  PetscFunctionReturn(0);
}
