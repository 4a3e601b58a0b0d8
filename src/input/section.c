/* Maps with fixed keys, maps of named things, and lists: the readers and writers that walk the tables. */
#include "excerpt.h"
#include "key.h"
#include "nearest.h"
#include <string.h>

enum { LIST_MAX = 512 };

static const GrKey *FindKey(const GrKey *keys, const char *name)
{
  while (keys->name && strcmp(keys->name, name) != 0)
    keys++;
  return keys->name ? keys : NULL;
}

static PetscErrorCode ComplainProblem(const GrNode *node, const GrKey *key)
{
  GrWordText name =
      GrWordAt(GR_PROBLEM_NAMES, key->problems == GR_IN_IMPACT ? GR_PROBLEM_IMPACT : GR_PROBLEM_PARTICLES);
  return GrComplainKey(node, "belongs to problem: %s; remove it, or write problem: %s", name.text, name.text);
}

static PetscErrorCode ComplainUnknown(const GrNode *node, const GrKey *keys, unsigned problems)
{
  char list[LIST_MAX] = "";
  GrNearest nearest = GrNearestBegin(node->key);
  for (const GrKey *key = keys; key->name; key++) {
    size_t used = strlen(list);
    if (key->kind == &GrKeyRefused || !GrKeyApplies(key, problems))
      continue;
    GrNearestTry(&nearest, key->name);
    snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", key->name);
  }
  if (nearest.best)
    return GrComplainKey(node, "unknown key; did you mean '%s'?", nearest.best);
  return GrComplainKey(node, "unknown key; known here: %s", list);
}

/* A default is read like any other text, from a node of its own. */
static PetscErrorCode ReadDefault(const GrNode *map, const GrKey *key, char *base)
{
  if (!key->fallback)
    return GrComplainMissing(map, key->name, "is missing; give %s", key->meaning);
  if (!*key->fallback)
    return key->kind->absent ? key->kind->absent(key, base) : 0;
  GrNodeType type = *key->fallback == '{' ? GR_NODE_MAP : *key->fallback == '[' ? GR_NODE_LIST : GR_NODE_SCALAR;
  GrNode node = {.type = type, .text = key->fallback, .origin = "default", .key = key->name};
  return key->kind->read(&node, key, base);
}

/* Every key of the map is one of the table, and of the problem. */
static PetscErrorCode CheckKeys(const GrNode *node, const GrKey *keys, unsigned problems)
{
  for (const GrNode *child = node->first; child; child = child->next) {
    const GrKey *key = FindKey(keys, child->key);
    if (!key)
      return ComplainUnknown(child, keys, problems);
    if (!GrKeyApplies(key, problems))
      return ComplainProblem(child, key);
  }
  return 0;
}

PetscErrorCode GrSectionRead(const GrNode *node, const GrKey *keys, unsigned problems, char *base)
{
  if (node->type != GR_NODE_MAP)
    return GrComplainKey(node, "is no map of keys; write %s: below it", keys->name);
  PetscCall(CheckKeys(node, keys, problems));
  for (const GrKey *key = keys; key->name; key++) {
    const GrNode *child = GrNodeGet(node, key->name);
    if (!GrKeyApplies(key, problems))
      continue;
    if (child)
      PetscCall(key->kind->read(child, key, base));
    else
      PetscCall(ReadDefault(node, key, base));
  }
  return 0;
}

void GrSectionWrite(GrText *out, const GrKey *keys, const char *base, GrWriting writing)
{
  for (const GrKey *key = keys; key->name; key++) {
    bool leaves = key->kind->leaves && key->kind->leaves(key, base);
    if (leaves || !GrKeyApplies(key, 1u << writing.the_case->problem))
      continue;
    if (writing.bullet)
      GrTextPrint(out, "%*s- %s:", writing.indent - 2, "", key->name);
    else
      GrTextPrint(out, "%*s%s:", writing.indent, "", key->name);
    writing.bullet = false;
    key->kind->write(out, key, base, &writing);
  }
}

/* The keys that must be there: those of all problems (problems 0), or those of one. */
static void SchemaRequired(GrText *out, const GrKey *keys, unsigned problems)
{
  const char *separator = "";
  GrTextPrint(out, "\"required\": [");
  for (const GrKey *key = keys; key->name; key++) {
    if (key->fallback || key->problems != problems)
      continue;
    GrTextPrint(out, "%s\"%s\"", separator, key->name);
    separator = ", ";
  }
  GrTextPrint(out, "]");
}

/* Where the problem is this one, its keys are required and those of others forbidden. */
static void SchemaProblem(GrText *out, const GrKey *keys, int problem)
{
  const char *separator = "";
  GrTextPrint(out, "{\"if\": {\"properties\": {\"problem\": {\"const\": \"%s\"}}%s}, \"then\": {",
              GrWordAt(GR_PROBLEM_NAMES, problem).text,
              problem == GR_PROBLEM_PARTICLES ? "" : ", \"required\": [\"problem\"]");
  SchemaRequired(out, keys, 1u << problem);
  GrTextPrint(out, ", \"properties\": {");
  for (const GrKey *key = keys; key->name; key++) {
    if (GrKeyApplies(key, 1u << problem))
      continue;
    GrTextPrint(out, "%s\"%s\": false", separator, key->name);
    separator = ", ";
  }
  GrTextPrint(out, "}}}");
}

void GrSectionSchema(GrText *out, const GrKey *keys)
{
  const char *separator = "";
  unsigned problems = 0;
  GrTextPrint(out, "\"type\": \"object\", \"additionalProperties\": false, \"properties\": {");
  for (const GrKey *key = keys; key->name; key++) {
    problems |= key->problems;
    if (key->kind == &GrKeyRefused)
      continue;
    GrTextPrint(out, "%s\n\"%s\": {\"description\": ", separator, key->name);
    GrTextQuoted(out, key->meaning);
    GrTextPrint(out, ", ");
    key->kind->schema(out, key);
    GrTextPrint(out, "}");
    separator = ",";
  }
  GrTextPrint(out, "}, ");
  SchemaRequired(out, keys, 0);
  for (int i = 0; problems && i < GrWordCount(GR_PROBLEM_NAMES); i++) {
    GrTextPrint(out, i ? ",\n" : ", \"allOf\": [");
    SchemaProblem(out, keys, i);
  }
  GrTextPrint(out, problems ? "]" : "");
}

static PetscErrorCode ReadMap(const GrNode *node, const GrKey *key, char *base)
{
  return GrSectionRead(node, key->section, GR_IN_ALL, base + key->offset);
}

static void WriteMap(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  GrTextPrint(out, "\n");
  GrSectionWrite(out, key->section, base + key->offset, (GrWriting){writing->the_case, writing->indent + 2, false});
}

static void SchemaMap(GrText *out, const GrKey *key)
{
  GrSectionSchema(out, key->section);
}

/* Names become parts of paths and of datasets. */
PetscErrorCode GrNameCheck(const GrNode *node, bool dots)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  const char *others = dots ? "0123456789-." : "0123456789-";
  size_t length = 0;
  while (node->key[length] && (strchr(letters, node->key[length]) || (length && strchr(others, node->key[length]))))
    length++;
  if (!length || node->key[length])
    return GrComplainKey(node, "is no name; write letters, digits, %s, beginning with a letter",
                         dots ? "'_', '-' and '.'" : "'_' and '-'");
  if (length >= GR_NAME_MAX)
    return GrComplainKey(node, "is a name of more than %d characters; shorten it", GR_NAME_MAX - 1);
  return 0;
}

static PetscErrorCode ReadElements(const GrNode *node, const GrKey *key, char *base)
{
  const GrElement *element = key->element;
  char *elements;
  PetscCall(PetscCalloc((size_t)node->n * element->size, &elements));
  *(char **)(base + key->offset) = elements;
  *(int *)(base + key->count) = node->n;
  for (const GrNode *child = node->first; child; child = child->next) {
    char *at = elements + (size_t)child->position * element->size;
    if (element->name >= 0) {
      PetscCall(GrNameCheck(child, false));
      snprintf(at + element->name, GR_NAME_MAX, "%s", child->key);
    }
    if (element->place >= 0)
      *(GrPlace *)(at + element->place) = child->key ? child->key_place : child->place;
    PetscCall(GrSectionRead(child, key->section, GR_IN_ALL, at));
  }
  return 0;
}

static PetscErrorCode ReadNamed(const GrNode *node, const GrKey *key, char *base)
{
  if (node->type != GR_NODE_MAP || node->n == 0)
    return GrComplainKey(node, "is no map of names; give %s", key->meaning);
  return ReadElements(node, key, base);
}

static PetscErrorCode ReadList(const GrNode *node, const GrKey *key, char *base)
{
  if (node->type != GR_NODE_LIST)
    return GrComplainKey(node, "is no list; give %s, each with a dash before it", key->meaning);
  return ReadElements(node, key, base);
}

/* One map stands for a list of one. */
static PetscErrorCode ReadOneOrList(const GrNode *node, const GrKey *key, char *base)
{
  if (node->type != GR_NODE_MAP)
    return ReadList(node, key, base);
  PetscCall(PetscCalloc(key->element->size, base + key->offset));
  *(int *)(base + key->count) = 1;
  return GrSectionRead(node, key->section, GR_IN_ALL, *(char **)(base + key->offset));
}

static void WriteNamed(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  const char *elements = *(const char *const *)(base + key->offset);
  int n = *(const int *)(base + key->count);
  GrTextPrint(out, "\n");
  for (int i = 0; i < n; i++, elements += key->element->size) {
    GrTextPrint(out, "%*s%s:", writing->indent + 2, "", elements + key->element->name);
    GrText inside = {0};
    GrSectionWrite(&inside, key->section, elements, (GrWriting){writing->the_case, writing->indent + 4, false});
    GrTextPrint(out, inside.used ? "\n%s" : " {}\n", inside.used ? inside.data : "");
    out->failed = inside.failed ? inside.failed : out->failed;
    inside.failed = PetscFree(inside.data);
  }
}

static void WriteList(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  const char *elements = *(const char *const *)(base + key->offset);
  int n = *(const int *)(base + key->count);
  GrTextPrint(out, n ? "\n" : " []\n");
  for (int i = 0; i < n; i++, elements += key->element->size)
    GrSectionWrite(out, key->section, elements, (GrWriting){writing->the_case, writing->indent + 4, true});
}

static void SchemaNamed(GrText *out, const GrKey *key)
{
  GrTextPrint(out,
              "\"type\": \"object\", \"minProperties\": 1, \"propertyNames\": {\"pattern\": "
              "\"^[A-Za-z_][A-Za-z0-9_-]{0,%d}$\"}",
              GR_NAME_MAX - 2);
  GrTextPrint(out, ", \"additionalProperties\": {");
  GrSectionSchema(out, key->section);
  GrTextPrint(out, "}");
}

static void SchemaList(GrText *out, const GrKey *key)
{
  GrTextPrint(out, "\"type\": \"array\", \"items\": {");
  GrSectionSchema(out, key->section);
  GrTextPrint(out, "}");
}

static void SchemaOneOrList(GrText *out, const GrKey *key)
{
  GrTextPrint(out, "\"anyOf\": [{");
  GrSectionSchema(out, key->section);
  GrTextPrint(out, "}, {");
  SchemaList(out, key);
  GrTextPrint(out, "}]");
}

const GrKeyKind GrKeySection = {"map", ReadMap, NULL, WriteMap, SchemaMap, NULL};
const GrKeyKind GrKeyNamed = {"map of names", ReadNamed, NULL, WriteNamed, SchemaNamed, NULL};
const GrKeyKind GrKeyList = {"list", ReadList, NULL, WriteList, SchemaList, NULL};
const GrKeyKind GrKeyOneOrList = {"map or list", ReadOneOrList, NULL, WriteList, SchemaOneOrList, NULL};
