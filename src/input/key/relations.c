/* Relations between the keys of a section, defined by the members `excludes`, `needs`, `unless`, `with`, `above`,
   `like` and `ascending` of the rows (GrKey). They are checked after the section has been read. The schema and the
   reference of keys also contain them. */
#include "input/key/key.h"

#include <string.h>

/* Whether a list or a text is the default of its key, as the resolved case writes it. */
static bool IsUsual(const GrNode *node, const GrKey *key)
{
  GrText text = {0};
  char *flat = NULL;

  if (key->kind == &GrKeyText && node->type == GR_NODE_SCALAR && key->fallback)
    return strcmp(node->text, key->fallback) == 0;
  if (node->type != GR_NODE_LIST || !key->fallback)
    return false;
  GrNodeWriteFlat(&text, node);
  const bool same = !GrTextTake(&text, &flat) && strcmp(flat, key->fallback) == 0;
  PetscCallAbort(PETSC_COMM_SELF, PetscFree(flat));
  return same;
}

/* The node of a key that the user has given. NULL: the key is missing, is an empty map, or has its default value. */
static const GrNode *FindGiven(const GrNode *map, const GrKey *key, unsigned scope)
{
  const GrNode *node = GrNodeGet(map, key->name);
  const bool plain = key->kind == &GrKeyQuantity || key->kind == &GrKeyBoolean;
  const GrNode fallback = {.type = GR_NODE_SCALAR, .text = key->fallback, .origin = GrKeyDefault, .key = key->name};
  double value = 0, usual = 0;
  GrKey row = *key;

  row.offset = 0;
  if (!node || (node->type == GR_NODE_MAP && node->n == 0) || IsUsual(node, key))
    return NULL;
  if (!plain || !key->fallback || !*key->fallback)
    return node;
  if (key->kind->read(node, &row, scope, (char *)&value) || key->kind->read(&fallback, &row, scope, (char *)&usual))
    return node;
  return memcmp(&value, &usual, sizeof value) ? node : NULL;
}

/* The row of the n-th name in a list of names; NULL: the key belongs to other kinds of cases. */
static const GrKey *FindRow(const GrKey *keys, const char *names, int n, unsigned scope)
{
  const GrKey *row = GrKeyFind(keys, GrKeyWordAt(names, n).text, scope);
  return row && GrKeyApplies(row, scope) ? row : NULL;
}

/* The first key but `self` that the user has given. */
static const GrKey *FindAnyGiven(const GrNode *map, const GrKey *keys, const GrKey *self, const char *names,
                                 unsigned scope)
{
  for (int n = 0; n < GrKeyWordCount(names); n++) {
    const GrKey *key = FindRow(keys, names, n, scope);
    if (key && key != self && FindGiven(map, key, scope))
      return key;
  }
  return NULL;
}

/* Copies the first group of `needs` and returns the text after it, or NULL. Commas separate the groups; the user must
   give one key of each group. */
static const char *NextGroup(const char *needs, char group[GR_KEY_LIST_MAX])
{
  const size_t length = strcspn(needs, ",");
  snprintf(group, GR_KEY_LIST_MAX, "%.*s", (int)length, needs);
  return needs[length] ? needs + length + 1 : NULL;
}

/* Whether the map has one of the keys. An empty map counts: in a stage `servo: {}` removes the load of a wall and keeps
   its direction. */
static bool IsAnyThere(const GrNode *map, const char *names)
{
  for (int n = 0; n < GrKeyWordCount(names); n++)
    if (GrNodeGet(map, GrKeyWordAt(names, n).text))
      return true;
  return false;
}

static PetscErrorCode CheckNeeds(const GrNode *map, const GrKey *key)
{
  char group[GR_KEY_LIST_MAX], list[GR_KEY_LIST_MAX];
  for (const char *at = key->needs; at;) {
    at = NextGroup(at, group);
    if (IsAnyThere(map, group))
      continue;
    GrKeyWordList(group, " or ", list);
    return GrNodeComplainMissing(map, GrKeyWordAt(group, 0).text, "is missing, and %s needs it; give %s, or remove %s",
                                 key->name, list, key->name);
  }
  return 0;
}

static double NumberAt(const GrKey *key, const char *base, int i)
{
  const char *numbers = *(const char *const *)(base + key->offset);
  return key->kind == &GrKeyIntegers ? (double)((const PetscInt64 *)numbers)[i] : ((const double *)numbers)[i];
}

static PetscErrorCode CheckList(const GrNode *map, const GrKey *key, const char *base)
{
  const GrNode *list = GrNodeGet(map, key->name), *like = key->like ? GrNodeGet(map, key->like) : list;
  for (int i = 1; key->ascending && i < list->n; i++)
    if (!(NumberAt(key, base, i) > NumberAt(key, base, i - 1)))
      return GrNodeComplain(GrNodeAt(list, i), "must be above the %.15g before it; write them in ascending order",
                            NumberAt(key, base, i - 1));
  if (like && list->n != like->n)
    return GrNodeComplain(list, "has %d numbers, and %s has %d; write one for each", list->n, key->like, like->n);
  return 0;
}

/* The key before '=' and the words after it. */
typedef struct {
  GrKeyWordText key;
  const char *words;
} With;

static With SplitWith(const GrKey *key)
{
  const char *equals = strchr(key->with, '=');
  With with = {.words = equals + 1};
  snprintf(with.key.text, sizeof with.key.text, "%.*s", (int)(equals - key->with), key->with);
  return with;
}

/* A key that belongs to some words of another key is given with these words only. */
static PetscErrorCode CheckWith(const GrNode *map, const GrKey *keys, const GrKey *key, const GrNode *given,
                                unsigned scope)
{
  const With with = SplitWith(key);
  const GrKey *other = FindRow(keys, with.key.text, 0, scope);
  const char *word = GrNodeGet(map, other->name) ? GrNodeText(map, other->name) : other->fallback;
  const bool holds = GrKeyWordFind(with.words, word) >= 0;
  char list[GR_KEY_LIST_MAX];
  GrKeyWordList(with.words, " or ", list);
  if (given && !holds)
    return GrNodeComplainKey(given, "has no meaning with %s: %s; remove it, or write %s: %s", other->name, word,
                             other->name, list);
  if (!given && holds && !key->fallback)
    return GrNodeComplainMissing(map, key->name, "is missing, and %s: %s needs it; give %s, or another %s", other->name,
                                 word, key->meaning, other->name);
  return 0;
}

static PetscErrorCode CheckAbove(const GrNode *given, const GrKey *keys, const GrKey *key, unsigned scope,
                                 const char *base)
{
  const GrKey *other = FindRow(keys, key->above, 0, scope);
  const double value = *(const double *)(base + key->offset), least = *(const double *)(base + other->offset);
  const bool time = strcmp(key->unit, "s") == 0;
  if (value > least || isnan(least))
    return 0;
  return GrNodeComplain(given, "is not %s %s, %.15g %s; write a %s", time ? "after" : "above", other->name, least,
                        key->unit, time ? "later time" : "larger number");
}

static PetscErrorCode CheckKey(const GrNode *map, const GrKey *keys, const GrKey *key, unsigned scope, const char *base)
{
  const GrNode *given = FindGiven(map, key, scope);
  const GrKey *other = given && key->excludes ? FindAnyGiven(map, keys, key, key->excludes, scope) : NULL;
  char list[GR_KEY_LIST_MAX];
  if (other)
    return GrNodeComplainKey(given, "%s and %s are both given; keep one of them", other->name, key->name);
  if (given && key->needs)
    PetscCall(CheckNeeds(map, key));
  if (!given && key->unless && !FindAnyGiven(map, keys, key, key->unless, scope)) {
    GrKeyWordList(key->unless, " or ", list);
    return GrNodeComplainMissing(map, key->name, "is missing; give %s, or %s", key->meaning, list);
  }
  if (key->with)
    PetscCall(CheckWith(map, keys, key, given, scope));
  if (given && key->above)
    PetscCall(CheckAbove(given, keys, key, scope, base));
  return given && (key->like || key->ascending) ? CheckList(map, key, base) : 0;
}

PetscErrorCode GrKeyRelationsCheck(const GrNode *map, const GrKey *keys, unsigned scope, const char *base)
{
  for (const GrKey *key = keys; key->name; key++)
    if (GrKeyApplies(key, scope))
      PetscCall(CheckKey(map, keys, key, scope, base));
  return 0;
}

/* ---- schema and reference ---- */

/* {"required": ["a"]} for each name, as members of a list. */
static void SchemaRequired(GrText *out, const char *names)
{
  for (int k = 0; k < GrKeyWordCount(names); k++)
    GrTextPrint(out, "%s{\"required\": [\"%s\"]}", k ? ", " : "", GrKeyWordAt(names, k).text);
}

/* Whether the schema can express `excludes`. It cannot if a key has a default: the user may give this value together
   with the other keys. */
static bool IsPlain(const GrKey *keys, const GrKey *key, unsigned scope)
{
  bool plain = key->fallback && !*key->fallback;
  for (int k = 0; key->excludes && k < GrKeyWordCount(key->excludes); k++) {
    const GrKey *other = FindRow(keys, key->excludes, k, scope);
    plain = plain && (!other || (other->fallback && !*other->fallback));
  }
  return plain;
}

/* Prints the members of "allOf" for a key. Returns the separator for the next member. */
static const char *SchemaNeeds(GrText *out, const GrKey *key, const char *separator)
{
  char group[GR_KEY_LIST_MAX];
  for (const char *at = key->needs; at; separator = ", ") {
    at = NextGroup(at, group);
    GrTextPrint(out, "%s{\"if\": {\"required\": [\"%s\"]}, \"then\": {\"anyOf\": [", separator, key->name);
    SchemaRequired(out, group);
    GrTextPrint(out, "]}}");
  }
  return separator;
}

static void SchemaWith(GrText *out, const GrKey *keys, const GrKey *key, unsigned scope)
{
  const With with = SplitWith(key);
  const GrKey *other = FindRow(keys, with.key.text, 0, scope);
  const bool by_default = other->fallback && GrKeyWordFind(with.words, other->fallback) >= 0;
  GrTextPrint(out, "{\"if\": {\"properties\": {\"%s\": {", other->name);
  GrKeySchemaWords(out, with.words);
  GrTextPrint(out, "}}");
  if (!by_default)
    GrTextPrint(out, ", \"required\": [\"%s\"]", other->name);
  GrTextPrint(out, "}");
  if (!key->fallback)
    GrTextPrint(out, ", \"then\": {\"required\": [\"%s\"]}", key->name);
  GrTextPrint(out, ", \"else\": {\"not\": {\"required\": [\"%s\"]}}}", key->name);
}

void GrKeyRelationsSchema(GrText *out, const GrKey *keys, unsigned scope)
{
  static const char first[] = ", \"allOf\": [";
  const char *separator = first;
  for (const GrKey *key = keys; key->name; key++) {
    if (!GrKeyApplies(key, scope))
      continue;
    separator = SchemaNeeds(out, key, separator);
    if (key->excludes && key->kind != &GrKeyGenerator && IsPlain(keys, key, scope)) {
      GrTextPrint(out, "%s{\"not\": {\"required\": [\"%s\"], \"anyOf\": [", separator, key->name);
      SchemaRequired(out, key->excludes);
      GrTextPrint(out, "]}}");
      separator = ", ";
    }
    if (key->unless) {
      GrTextPrint(out, "%s{\"anyOf\": [{\"required\": [\"%s\"]}, ", separator, key->name);
      SchemaRequired(out, key->unless);
      GrTextPrint(out, "]}");
      separator = ", ";
    }
    if (key->with && !(key->fallback && *key->fallback)) {
      GrTextPrint(out, "%s", separator);
      SchemaWith(out, keys, key, scope);
      separator = ", ";
    }
  }
  GrTextPrint(out, "%s", separator == first ? "" : "]");
}

void GrKeyRelationsPrint(GrText *out, const GrKey *key)
{
  char list[GR_KEY_LIST_MAX], group[GR_KEY_LIST_MAX];
  if (key->unless) {
    GrKeyWordList(key->unless, " or ", list);
    GrTextPrint(out, "; required unless %s is given", list);
  }
  if (key->excludes && key->kind != &GrKeyGenerator) {
    GrKeyWordList(key->excludes, " or ", list);
    GrTextPrint(out, "; not with %s", list);
  }
  for (const char *at = key->needs; at;) {
    at = NextGroup(at, group);
    GrKeyWordList(group, " or ", list);
    GrTextPrint(out, "; needs %s", list);
  }
  if (key->with) {
    const With with = SplitWith(key);
    GrKeyWordList(with.words, " or ", list);
    GrTextPrint(out, "; only with %s: %s", with.key.text, list);
  }
  if (key->above)
    GrTextPrint(out, "; more than %s", key->above);
  if (key->like)
    GrTextPrint(out, "; as many as %s", key->like);
}
