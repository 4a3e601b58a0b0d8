/* The tables of keys, printed: as a JSON Schema for editors, and as a reference in Markdown. */
#include "parameters.h"
#include <string.h>

/* Hands a text to a stream. */
static PetscErrorCode Pour(GrText *text, FILE *out)
{
  char *characters;
  PetscCall(GrTextTake(text, &characters));
  fputs(characters, out);
  return PetscFree(characters);
}

/* A case is of the kind that `problem` and `dimension` say; then the keys of that kind are known. */
static void SchemaKind(GrText *out, const char *condition, unsigned scope)
{
  GrTextPrint(out, ",\n{\"if\": {%s}, \"then\": {", condition);
  GrSectionSchema(out, GrCaseKeys, scope);
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

PetscErrorCode GrSchemaPrint(FILE *out)
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
  SchemaKind(&text, "\"properties\": {\"dimension\": {\"enum\": [2, 3]}}, \"required\": [\"dimension\"]", GR_IN_BULK);
  GrTextPrint(&text, "]}\n");
  PetscCall(Pour(&text, out));
  PetscFunctionReturn(0);
}

static void PrintRange(GrText *out, const GrKey *key)
{
  bool number = key->kind == &GrKeyQuantity || key->kind == &GrKeyInteger || key->kind == &GrKeyIntegers ||
                key->kind == &GrKeyDigit || key->kind == &GrKeyRange || key->kind == &GrKeyVector ||
                key->kind == &GrKeyQuantities || key->kind == &GrKeyRadii || key->kind == &GrKeyRadius;
  bool words = key->choices && key->kind != &GrKeyName;
  if (number && key->lower > -INFINITY)
    GrTextPrint(out, "%s %.15g", key->lower_open ? ">" : ">=", key->lower);
  if (number && key->upper < INFINITY)
    GrTextPrint(out, "%s%s %.15g", key->lower > -INFINITY ? ", " : "", key->upper_open ? "<" : "<=", key->upper);
  for (int i = 0; words && i < GrWordCount(key->choices); i++)
    GrTextPrint(out, "%s`%s`", i || number ? ", " : "", GrWordAt(key->choices, i).text);
}

/* The kinds of cases that a key belongs to. */
static const char *ScopeText(unsigned scope)
{
  static const struct {
    unsigned scope;
    const char *text;
  } texts[] = {{0, "all"},
               {GR_IN_IMPACT, "`impact`"},
               {GR_IN_BOUNCE, "`bounce`"},
               {GR_IN_COLLISION, "`impact`, `bounce`"},
               {GR_IN_MECHANISM, "`mechanism`"},
               {GR_IN_STUDY, "`impact`, `bounce`, `mechanism`"},
               {GR_IN_BULK | GR_IN_MECHANISM, "dimension 2, 3, `mechanism`"},
               {GR_IN_PARTICLES, "`particles`"},
               {GR_IN_CHAIN, "dimension 1"},
               {GR_IN_BULK, "dimension 2, 3"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (texts[i].scope == scope)
      return texts[i].text;
  }
  return "";
}

static void PrintRow(GrText *out, const GrKey *key, bool scoped)
{
  bool number = key->kind == &GrKeyQuantity || key->kind == &GrKeyInteger;
  const char *or_word = number && key->choices ? " or word" : "";
  GrTextPrint(out, "| `%s` | ", key->name);
  if (scoped)
    GrTextPrint(out, "%s | ", ScopeText(key->scope));
  GrTextPrint(out, "%s%s | %s | ", key->kind->type, or_word, key->unit ? key->unit : "");
  PrintRange(out, key);
  if (!key->fallback)
    GrTextPrint(out, " | required");
  else if (!*key->fallback)
    GrTextPrint(out, " | none");
  else
    GrTextPrint(out, " | `%s`", key->fallback);
  GrTextPrint(out, " | %s |\n", key->meaning);
}

/* Where keys belong to different kinds of cases, a column says to which. */
static void PrintTable(GrText *out, const GrKey *keys)
{
  bool scoped = false;
  for (const GrKey *key = keys; key->name; key++)
    scoped = scoped || (key->scope && key->kind != &GrKeyRefused);
  GrTextPrint(out, "| key | %svalue | unit | range | default | meaning |\n", scoped ? "problem | " : "");
  GrTextPrint(out, "|---|---|---|---|---|---|%s\n", scoped ? "---|" : "");
  for (const GrKey *key = keys; key->name; key++) {
    if (key->kind != &GrKeyRefused)
      PrintRow(out, key, scoped);
  }
}

/* The map of a law or a mechanism. */
static void PrintParameters(GrText *out, const char *path, const GrParameters *of, const char *summary)
{
  GrKey keys[GR_PARAMETERS_MAX + 1] = {{0}};
  for (int j = 0; of->parameters[j].name; j++)
    keys[j] = GrKeyOfParameter(&of->parameters[j]);
  GrTextPrint(out, "\n## %s with %s: %s\n\n%s\n\n", path, of->key, of->name, summary);
  if (keys[0].name)
    PrintTable(out, keys);
  else
    GrTextPrint(out, "No parameters.\n");
}

static void PrintLaws(GrText *out, GrLawKind kind, const char *path)
{
  for (int i = 0; GrLawAt(i); i++) {
    const GrParameters of = GrParametersOfLaw(GrLawAt(i));
    if (GrLawAt(i)->kind == kind)
      PrintParameters(out, path, &of, GrLawAt(i)->summary);
  }
}

static void PrintMechanisms(GrText *out, const char *path)
{
  for (int i = 0; GrMechanismAt(i); i++) {
    const GrMechanism *m = GrMechanismAt(i);
    const GrParameters of = GrParametersOfMechanism(m);
    PrintParameters(out, path, &of, m->summary);
    GrTextPrint(out, "\nIts surfaces: ");
    for (int j = 0; j < m->n_surfaces; j++)
      GrTextPrint(out, "%s`%s`, %s", j ? "; " : "", m->surface[j].name, m->surface[j].meaning);
    GrTextPrint(out, ".\n");
  }
}

static const char *ElementOf(const GrKey *key)
{
  bool list = key->element;
  if (key->kind == &GrKeySweep)
    return ".PATH";
  return key->kind == &GrKeyNamed ? ".NAME" : list ? ".N" : "";
}

static void PrintSections(GrText *out, const GrKey *keys, const char *path)
{
  char below[256];
  for (const GrKey *key = keys; key->name; key++) {
    snprintf(below, sizeof below, "%s%s%s%s", path, *path ? "." : "", key->name, key->section ? ElementOf(key) : "");
    if (key->kind == &GrKeyLaw)
      PrintLaws(out, key->law, below);
    if (key->kind == &GrKeyMechanism)
      PrintMechanisms(out, below);
    if (!key->section)
      continue;
    bool by_dimension = key->scope == GR_IN_CHAIN || key->scope == GR_IN_BULK;
    GrTextPrint(out, "\n## %s%s%s%s\n\n", below, by_dimension ? " (" : "", by_dimension ? ScopeText(key->scope) : "",
                by_dimension ? ")" : "");
    PrintTable(out, key->section);
    PrintSections(out, key->section, below);
  }
}

PetscErrorCode GrKeysPrint(FILE *out)
{
  GrText text = {0};
  PetscFunctionBeginUser;
  GrTextPrint(&text, "# Keys of the input\n\nA number is in SI, or a text with a unit such as `2.38 mm`.\n\n");
  PrintTable(&text, GrCaseKeys);
  PrintSections(&text, GrCaseKeys, "");
  PetscCall(Pour(&text, out));
  PetscFunctionReturn(0);
}
