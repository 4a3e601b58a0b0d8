/* Writes the tables of keys as a JSON Schema for editors. The kind of a value has a template of the schema, in which
   granum replaces each word after @ by a part that depends on the row. */
#include <granum/case.h>

#include "input/key/registry.h"
#include "input/key/unit_pattern.h"
#include <string.h>

GrKey GrKeyShown(const GrKey *key, GrKeyShownWords *words)
{
  GrKey row = key->kind == &GrKeyStaged ? *GrKeyGivenOf(key, &words->given) : *key;
  words->names[0] = words->summaries[0] = '\0';
  for (int i = 0; row.registry && row.registry->at(key, i); i++) {
    const void *entry = row.registry->at(key, i);
    const size_t names = strlen(words->names), summaries = strlen(words->summaries);
    snprintf(words->names + names, sizeof words->names - names, "%s%s", i ? "|" : "", GrKeyEntryName(entry));
    snprintf(words->summaries + summaries, sizeof words->summaries - summaries, "%s%s: %s", i ? "; " : "",
             GrKeyEntryName(entry), GrKeyEntrySummary(row.registry, entry));
  }
  row.choices = row.registry && !row.choices ? words->names : row.choices;
  row.meaning = row.meaning ? row.meaning : words->summaries;
  return row;
}

static void SchemaValue(GrText *out, const GrKey *key, unsigned scope);

/* ---- maps with fixed keys ---- */

static void SchemaTable(GrText *out, const GrKey *keys, unsigned scope)
{
  const char *separator = "";
  GrTextPrint(out, "\"type\": \"object\", \"additionalProperties\": false, \"properties\": {");
  for (const GrKey *key = keys; key->name; key++) {
    if (key->kind == &GrKeyRefused || !GrKeyApplies(key, scope))
      continue;
    GrKeyShownWords words;
    GrTextPrint(out, "%s\n\"%s\": {\"description\": ", separator, key->name);
    GrTextQuoted(out, GrKeyShown(key, &words).meaning);
    GrTextPrint(out, ", ");
    SchemaValue(out, key, scope);
    GrTextPrint(out, "}");
    separator = ",";
  }
  GrTextPrint(out, "}, \"required\": [");
  separator = "";
  for (const GrKey *key = keys; key->name; key++) {
    if (key->fallback || key->with || !GrKeyApplies(key, scope))
      continue;
    GrTextPrint(out, "%s\"%s\"", separator, key->name);
    separator = ", ";
  }
  GrTextPrint(out, "]");
  GrKeyRelationsSchema(out, keys, scope);
}

/* One of the tables of all entries. */
static void SchemaEntries(GrText *out, const GrKey *keys, unsigned scope)
{
  const void *entry;
  GrTextPrint(out, "\"type\": \"object\", \"oneOf\": [");
  for (int i = 0; (entry = keys->registry->at(keys, i)); i++) {
    GrKeyRows rows;
    GrKeyRowsOf(keys, entry, &rows);
    rows.row[0].meaning = GrKeyEntrySummary(keys->registry, entry);
    if (keys->fallback && strcmp(keys->fallback, GrKeyEntryName(entry)) != 0)
      rows.row[0].fallback = NULL;
    GrTextPrint(out, i ? ",\n{" : "{");
    SchemaTable(out, rows.row, scope);
    if (keys->registry == &GrKeyLaws) {
      GrTextPrint(out, ", \"examples\": [{\"%s\": \"%s\"", rows.row->name, rows.row->choices);
      for (const GrKey *key = rows.row + 1; key->name; key++)
        if (key->unit && (!key->fallback || (!*key->fallback && key->example != 0))) {
          GrTextPrint(out, ", \"%s\": ", key->name);
          GrTextNumber(out, key->example);
        }
      GrTextPrint(out, "}]");
    }
    GrTextPrint(out, "}");
  }
  GrTextPrint(out, "]");
}

static void SchemaKeys(GrText *out, const GrKey *key, unsigned scope)
{
  const GrKey *keys = key->section;
  GrKeyRows rows;
  if (GrKeyHasEntries(keys)) {
    SchemaEntries(out, keys, scope);
    return;
  }
  keys = GrKeyRowsOf(keys, NULL, &rows);
  SchemaTable(out, keys, scope);
  if (keys->kind == &GrKeyGenerator) {
    GrTextPrint(out, ", \"oneOf\": [");
    for (int i = 0; GrGeneratorAt(i); i++)
      GrTextPrint(out, "%s{\"required\": [\"%s\"]}", i ? ", " : "", GrGeneratorAt(i)->name);
    GrTextPrint(out, "]");
  }
}

/* ---- parts of the schemas of values ---- */

static void SchemaWords(GrText *out, const GrKey *key, unsigned scope)
{
  GrKeyShownWords names;
  GrKeySchemaWords(out, GrKeyShown(key, &names).choices);
}

static void PrintBounds(GrText *out, const GrKey *key)
{
  if (key->lower > -INFINITY) {
    GrTextPrint(out, ", \"%s\": ", key->lower_open ? "exclusiveMinimum" : "minimum");
    GrTextNumber(out, key->lower);
  }
  if (key->upper < INFINITY) {
    GrTextPrint(out, ", \"%s\": ", key->upper_open ? "exclusiveMaximum" : "maximum");
    GrTextNumber(out, key->upper);
  }
}

static GrKeySign SignOf(const GrKey *key)
{
  if (!(key->lower >= 0.0))
    return GR_SIGN_ANY;
  return key->lower > 0.0 || key->lower_open ? GR_SIGN_POSITIVE : GR_SIGN_NOT_NEGATIVE;
}

/* A number in SI, or a text of a number with its unit; or a word. */
static void SchemaNumber(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "\"anyOf\": [");
  if (key->unit) {
    GrTextPrint(out, "{\"type\": \"number\"");
    PrintBounds(out, key);
    GrTextPrint(out, "}, {");
    GrKeyUnitReference(out, key->unit, SignOf(key));
    GrTextPrint(out, key->choices ? "}, " : "}");
  }
  if (key->choices) {
    GrTextPrint(out, "{");
    SchemaWords(out, key, scope);
    GrTextPrint(out, "}");
  }
  GrTextPrint(out, "]");
}

static void SchemaInteger(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "\"anyOf\": [{\"type\": \"string\", \"pattern\": \"^=\"}, {");
  if (key->choices)
    GrTextPrint(out, "\"const\": \"%s\"}, {", key->choices);
  GrTextPrint(out, "\"type\": \"integer\"");
  PrintBounds(out, key);
  GrTextPrint(out, "}]");
}

static void SchemaCount(GrText *out, const GrKey *key, unsigned scope)
{
  if (key->lower > 0.0)
    GrTextPrint(out, "\"minItems\": %g, ", key->lower);
  if (key->upper > 0.0)
    GrTextPrint(out, "\"maxItems\": %g, ", key->upper);
}

static void SchemaAxes(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "%d", scope & GR_IN_PLANE ? 2 : 3);
}

/* A map of names that the user chooses. */
static void SchemaMap(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out,
              "\"type\": \"object\", \"minProperties\": %d, \"propertyNames\": {\"pattern\": "
              "\"^[A-Za-z_][A-Za-z0-9_-]{0,%d}$\"}, \"additionalProperties\": {",
              key->fallback && *key->fallback ? 0 : 1, GR_NAME_MAX - 2);
  SchemaKeys(out, key, scope);
  GrTextPrint(out, "}");
}

static void SchemaName(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "%s", key->name);
}

static void SchemaItem(GrText *out, const GrKey *key, unsigned scope)
{
  GrKey item = *key;
  item.kind = key->kind->item;
  SchemaValue(out, &item, scope);
}

static const struct {
  const char *word;
  void (*print)(GrText *out, const GrKey *key, unsigned scope);
} parts[] = {{"@words", SchemaWords}, {"@number", SchemaNumber}, {"@integer", SchemaInteger},
             {"@keys", SchemaKeys},   {"@map", SchemaMap},       {"@count", SchemaCount},
             {"@item", SchemaItem},   {"@axes", SchemaAxes},     {"@name", SchemaName}};

/* The schema of the value of a key. */
static void SchemaValue(GrText *out, const GrKey *key, unsigned scope)
{
  GrKeyGiven given;
  key = GrKeyGivenOf(key, &given);
  for (const char *at = key->kind->schema, *next; *at; at = next) {
    next = at + strcspn(at + 1, "@") + 1;
    size_t k = 0, n = sizeof parts / sizeof *parts;
    while (k < n && strncmp(at, parts[k].word, strlen(parts[k].word)) != 0)
      k++;
    if (k < n) {
      parts[k].print(out, key, scope);
      at += strlen(parts[k].word);
    }
    GrTextPrint(out, "%.*s", (int)(next - at), at);
  }
}

/* ---- the whole schema ---- */

/* A case is of the kind that `problem` and `dimension` say; then the keys of that kind are known. A fit in dimension 1
   has both. other: a condition on the other one of the two, or "". */
static void SchemaKind(GrText *out, const char *key, const char *value, const char *other, unsigned scope)
{
  GrTextPrint(out, ",\n{\"if\": {\"properties\": {\"%s\": {\"const\": %s}}, \"required\": [\"%s\"]%s}, ", key, value,
              key, other);
  GrTextPrint(out, "\"then\": {");
  SchemaKeys(out, &(GrKey){.section = GrCaseKeys}, scope);
  GrTextPrint(out, "}}");
}

static void SchemaKey(GrText *out, const char *name)
{
  GrTextPrint(out, "\"%s\": {", name);
  SchemaValue(out, GrKeyFind(GrCaseKeys, name, GR_IN_ALL), GR_IN_ALL);
  GrTextPrint(out, "}");
}

/* Items of `any` and `all`, which may contain these keys again. */
static void SchemaCondition(GrText *out, const char *name, unsigned scope)
{
  GrTextPrint(out, "\"%s\": {", name);
  SchemaValue(out, &(GrKey){.kind = &GrKeyCondition, .section = GrCaseConditionKeys}, scope);
  GrTextPrint(out, "},\n");
}

PetscErrorCode GrKeysPrintSchema(FILE *out)
{
  static const char neither[] = ", \"not\": {\"anyOf\": [{\"required\": [\"dimension\"]}, {\"required\": [\"time\"]}]}";
  char problem[GR_NAME_MAX + 2];
  GrText text = {0};
  GrTextPrint(&text, "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"title\": \"granum input\",\n"
                     "\"type\": \"object\", \"properties\": {");
  SchemaKey(&text, "problem");
  GrTextPrint(&text, ", ");
  SchemaKey(&text, "dimension");
  GrTextPrint(&text, "}, \"allOf\": [\n{\"if\": {\"properties\": {\"problem\": {\"const\": \"particles\"}}}, \"then\": "
                     "{\"required\": [\"dimension\"]}}");
  for (int p = GR_PROBLEM_PARTICLES + 1; p < GR_PROBLEM_COUNT; p++) {
    snprintf(problem, sizeof problem, "\"%s\"", GrKeyWordAt(GR_PROBLEM_NAMES, p).text);
    SchemaKind(&text, "problem", problem, p == GR_PROBLEM_FIT ? neither : "", GrKeyScopeOfProblem((GrProblem)p));
  }
  SchemaKind(&text, "problem", "\"fit\"",
             ", \"not\": {\"required\": [\"dimension\"]}, \"allOf\": [{\"required\": [\"time\"]}]",
             GR_IN_PATH | GR_IN_PATH_FIT);
  SchemaKind(&text, "problem", "\"fit\"", ", \"allOf\": [{\"required\": [\"dimension\"]}]",
             GR_IN_CHAIN | GR_IN_CHAIN_FIT);
  SchemaKind(&text, "dimension", "1",
             ", \"not\": {\"properties\": {\"problem\": {\"const\": \"fit\"}}, \"required\": [\"problem\"]}",
             GR_IN_CHAIN);
  SchemaKind(&text, "dimension", "2", "", GR_IN_PLANE);
  SchemaKind(&text, "dimension", "3", "", GR_IN_SPACE);
  GrTextPrint(&text, "],\n\"$defs\": {\n");
  for (const GrKey *key = GrCaseContactKeys; key->name; key++)
    if (key->kind == &GrKeyLaw) {
      GrTextPrint(&text, "\"%s_law\": {", key->name);
      SchemaKeys(&text, key, GR_IN_ALL);
      GrTextPrint(&text, "},\n");
    }
  SchemaCondition(&text, "condition_2", GR_IN_PLANE);
  SchemaCondition(&text, "condition_3", GR_IN_SPACE);
  GrKeyUnitDefinitions(&text);
  GrTextPrint(&text, "}}\n");
  return GrTextPour(&text, out);
}
