/* The tables of keys, printed: as a JSON Schema for editors, and as a reference in Markdown. */
#include "key.h"
#include <string.h>

/* Hands a text to a stream. */
static PetscErrorCode Pour(GrText *text, FILE *out)
{
  char *characters;
  PetscCall(GrTextTake(text, &characters));
  fputs(characters, out);
  return PetscFree(characters);
}

PetscErrorCode GrSchemaPrint(FILE *out)
{
  GrText text = {0};
  PetscFunctionBeginUser;
  GrTextPrint(&text, "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"title\": \"granum input\",\n");
  GrSectionSchema(&text, GrCaseKeys);
  GrTextPrint(&text, "}\n");
  PetscCall(Pour(&text, out));
  PetscFunctionReturn(0);
}

static void PrintRange(GrText *out, const GrKey *key)
{
  bool number = key->kind == &GrKeyQuantity || key->kind == &GrKeyInteger || key->kind == &GrKeyIntegers ||
                key->kind == &GrKeyDigit || key->kind == &GrKeyRange;
  bool words = key->choices && key->kind != &GrKeyName;
  if (number && key->lower > -INFINITY)
    GrTextPrint(out, "%s %.15g", key->lower_open ? ">" : ">=", key->lower);
  if (number && key->upper < INFINITY)
    GrTextPrint(out, "%s%s %.15g", key->lower > -INFINITY ? ", " : "", key->upper_open ? "<" : "<=", key->upper);
  for (int i = 0; words && i < GrWordCount(key->choices); i++)
    GrTextPrint(out, "%s`%s`", i || number ? ", " : "", GrWordAt(key->choices, i).text);
}

static void PrintRow(GrText *out, const GrKey *key, bool top)
{
  const char *or_word = key->kind == &GrKeyQuantity && key->choices ? " or word" : "";
  GrTextPrint(out, "| `%s` | ", key->name);
  for (int i = 0; top && i < GrWordCount(GR_PROBLEM_NAMES); i++) {
    if (key->problems == 1u << i)
      GrTextPrint(out, "`%s`", GrWordAt(GR_PROBLEM_NAMES, i).text);
  }
  GrTextPrint(out, top && !key->problems ? "all | " : top ? " | " : "");
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

/* The table of the top level says which problem a key belongs to. */
static void PrintTable(GrText *out, const GrKey *keys)
{
  bool top = keys == GrCaseKeys;
  GrTextPrint(out, "| key | %svalue | unit | range | default | meaning |\n", top ? "problem | " : "");
  GrTextPrint(out, "|---|---|---|---|---|---|%s\n", top ? "---|" : "");
  for (const GrKey *key = keys; key->name; key++) {
    if (key->kind != &GrKeyRefused)
      PrintRow(out, key, top);
  }
}

static void PrintLaws(GrText *out, GrLawKind kind, const char *path)
{
  for (int i = 0; GrLawAt(i); i++) {
    if (GrLawAt(i)->kind != kind)
      continue;
    GrKey keys[GR_LAW_PARAMETERS_MAX + 1] = {{0}};
    for (int j = 0; GrLawAt(i)->parameters[j].name; j++)
      keys[j] = GrKeyOfParameter(&GrLawAt(i)->parameters[j]);
    GrTextPrint(out, "\n## %s with law: %s\n\n%s\n\n", path, GrLawAt(i)->name, GrLawAt(i)->summary);
    if (keys[0].name)
      PrintTable(out, keys);
    else
      GrTextPrint(out, "No parameters.\n");
  }
}

static const char *ElementOf(const GrKey *key)
{
  bool plain = key->kind == &GrKeySection || key->kind == &GrKeyRange;
  if (key->kind == &GrKeySweep)
    return ".PATH";
  return key->kind == &GrKeyNamed ? ".NAME" : plain ? "" : ".N";
}

static void PrintSections(GrText *out, const GrKey *keys, const char *path)
{
  char below[256];
  for (const GrKey *key = keys; key->name; key++) {
    snprintf(below, sizeof below, "%s%s%s%s", path, *path ? "." : "", key->name, key->section ? ElementOf(key) : "");
    if (key->kind == &GrKeyNormal)
      PrintLaws(out, GR_LAW_NORMAL, below);
    if (key->kind == &GrKeyAdhesion)
      PrintLaws(out, GR_LAW_ADHESION, below);
    if (!key->section)
      continue;
    GrTextPrint(out, "\n## %s\n\n", below);
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
