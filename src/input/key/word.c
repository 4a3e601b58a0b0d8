/* Kinds of values of input keys: a text, one of several accepted words, true or false, and a name that another section
   of the input defines. */
#include "base/excerpt.h"
#include "base/math/nearest.h"
#include "input/key/key.h"
#include <stdlib.h>
#include <string.h>

const GrKey *GrKeyFind(const GrKey *keys, const char *name, unsigned scope)
{
  const GrKey *found = NULL;
  for (; keys->name; keys++) {
    bool same = strcmp(keys->name, name) == 0;
    if (same && (!found || GrKeyApplies(keys, scope)))
      found = keys;
  }
  return found;
}

GrKeyWordText GrKeyWordAt(const char *choices, int n)
{
  GrKeyWordText word = {""};
  for (; n > 0 && choices; n--) {
    choices = strchr(choices, '|');
    choices = choices ? choices + 1 : NULL;
  }
  if (choices)
    snprintf(word.text, sizeof word.text, "%.*s", (int)strcspn(choices, "|="), choices);
  return word;
}

bool GrKeyWordNumber(const char *choices, int n, double *number)
{
  for (; n > 0; n--)
    choices += strcspn(choices, "|") + 1;
  choices += strcspn(choices, "|=");
  if (*choices == '=')
    *number = strtod(choices + 1, NULL);
  return *choices == '=';
}

int GrKeyWordCount(const char *choices)
{
  int n = 1;
  for (; *choices; choices++)
    n += *choices == '|';
  return n;
}

int GrKeyWordFind(const char *choices, const char *word)
{
  for (int i = 0; i < GrKeyWordCount(choices); i++) {
    if (strcmp(GrKeyWordAt(choices, i).text, word) == 0)
      return i;
  }
  return -1;
}

void GrKeyWordList(const char *choices, const char *last, char list[GR_KEY_LIST_MAX])
{
  const int n = GrKeyWordCount(choices);
  list[0] = '\0';
  for (int i = 0; i < n; i++) {
    const size_t used = strlen(list);
    const char *separator = i == 0 ? "" : i + 1 < n ? ", " : last;
    snprintf(list + used, GR_KEY_LIST_MAX - used, "%s%s", separator, GrKeyWordAt(choices, i).text);
  }
}

enum { LISTED_MAX = 240 }; /* length from which a message does not list all words */

PetscErrorCode GrKeyComplainWord(const GrNode *node, const GrKey *key, const char *word)
{
  char list[GR_KEY_LIST_MAX];
  GrKeyWordText best = {""};
  GrKeyWordList(key->choices, ", ", list);
  GrNearest nearest = GrNearestBegin(word);
  for (int i = 0; i < GrKeyWordCount(key->choices); i++) {
    GrKeyWordText candidate = GrKeyWordAt(key->choices, i);
    GrNearestTry(&nearest, candidate.text);
    if (nearest.best == candidate.text)
      best = candidate;
    nearest.best = NULL;
  }
  if (*best.text)
    return GrNodeComplain(node, "'%s' is not known; did you mean '%s'?", GrExcerptOf(word).text, best.text);
  char *cut = strlen(list) > LISTED_MAX ? strchr(list + LISTED_MAX, ',') : NULL;
  if (cut)
    *cut = '\0';
  return GrNodeComplain(node, "'%s' is not known; write %s%s%s%s%s%s", GrExcerptOf(word).text,
                        key->unit ? "a number or " : "", strchr(list, ',') ? "one of: " : "", list,
                        cut ? ", .. (`granum keys " : "", cut ? key->name : "", cut ? "` lists all)" : "");
}

PetscErrorCode GrKeyScalarText(const GrNode *node, const GrKey *key, const char **text)
{
  if (node->type != GR_NODE_SCALAR)
    return GrNodeComplain(node, "is a %s; write a single value: %s", node->type == GR_NODE_MAP ? "map" : "list",
                          key->meaning);
  if (GrNodeEmpty(node))
    return GrNodeComplainKey(node, "has no value; give %s", key->meaning);
  *text = node->text;
  return 0;
}

static PetscErrorCode ReadText(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type != GR_NODE_SCALAR)
    return GrNodeComplain(node, "is a %s; write a text", node->type == GR_NODE_MAP ? "map" : "list");
  return PetscStrallocpy(GrNodeEmpty(node) ? "" : node->text, (char **)(base + key->offset));
}

static PetscErrorCode LeaveText(const GrKey *key, char *base)
{
  return PetscStrallocpy("", (char **)(base + key->offset));
}

void GrKeyWriteText(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextQuoted(out, *(char *const *)(base + key->offset));
}

PetscErrorCode GrKeyFreePointer(const GrKey *key, char *base)
{
  return PetscFree(*(void **)(base + key->offset));
}

PetscErrorCode GrKeyFindWord(const GrNode *node, const GrKey *key, int *choice)
{
  const char *text = NULL;
  PetscCall(GrKeyScalarText(node, key, &text));
  *choice = GrKeyWordFind(key->choices, text);
  return *choice < 0 ? GrKeyComplainWord(node, key, text) : 0;
}

static PetscErrorCode ReadWord(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  int choice = -1;
  PetscCall(GrKeyFindWord(node, key, &choice));
  snprintf(base + key->offset, GR_NAME_MAX, "%s", GrKeyWordAt(key->choices, choice).text);
  return 0;
}

static void WriteWord(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, "%s", base + key->offset);
}

/* A word that begins with a digit may be a number to a YAML editor: 4, 1fe. */
void GrKeySchemaWords(GrText *out, const char *choices)
{
  GrTextPrint(out, "\"enum\": [");
  for (int i = 0; i < GrKeyWordCount(choices); i++) {
    GrKeyWordText word = GrKeyWordAt(choices, i);
    GrTextPrint(out, "%s\"%s\"", i ? ", " : "", word.text);
    if (word.text[strspn(word.text, "0123456789")] == '\0')
      GrTextPrint(out, ", %s", word.text);
  }
  GrTextPrint(out, "]");
}

static PetscErrorCode ReadChoice(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  return GrKeyFindWord(node, key, (int *)(base + key->offset));
}

static void WriteChoice(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, "%s", GrKeyWordAt(key->choices, *(const int *)(base + key->offset)).text);
}

static PetscErrorCode ReadBoolean(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const char *text = NULL;
  PetscCall(GrKeyScalarText(node, key, &text));
  bool yes = strcmp(text, "true") == 0;
  if (!yes && strcmp(text, "false") != 0)
    return GrNodeComplain(node, "'%s' is neither true nor false; write true or false", GrExcerptOf(text).text);
  *(bool *)(base + key->offset) = yes ? true : false;
  return 0;
}

static void WriteBoolean(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, "%s", *(const bool *)(base + key->offset) ? "true" : "false");
}

/* The position of a name among the keys of a map, such as materials or output.counters. */
static PetscErrorCode ReadName(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const char *text = NULL;
  PetscCall(GrKeyScalarText(node, key, &text));
  const GrNode *defined = GrNodeBelow(GrNodeRoot(node), key->choices), *found = GrNodeGet(defined, text);
  if (found) {
    *(int *)(base + key->offset) = found->position;
    return 0;
  }
  GrNearest nearest = GrNearestBegin(text);
  for (const GrNode *child = defined && defined->type == GR_NODE_MAP ? defined->first : NULL; child;
       child = child->next)
    GrNearestTry(&nearest, child->key);
  if (nearest.best)
    return GrNodeComplain(node, "'%s' is not defined in %s; did you mean '%s'?", GrExcerptOf(text).text, key->choices,
                          GrExcerptOf(nearest.best).text);
  return GrNodeComplain(node, "'%s' is not defined; add it to %s", GrExcerptOf(text).text, key->choices);
}

/* The row of a path of keys such as output.counters. Adds the offsets of the sections in the path to *base. */
static const GrKey *FindPath(const char *path, unsigned scope, const char **base)
{
  const GrKey *row = NULL;
  for (const GrKey *keys = GrCaseKeys; keys; path += *path == '.', keys = *path ? row->section : NULL) {
    char name[GR_NAME_MAX];
    *base += row ? row->offset : 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path, "."), path);
    row = GrKeyFind(keys, name, scope);
    path += strcspn(path, ".");
  }
  return row;
}

static void WriteName(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const int position = *(const int *)(base + key->offset);
  const char *map = (const char *)writing->the_case;
  const GrKey *named = FindPath(key->choices, GrKeyScopeOf(writing->the_case), &map);
  const char *elements = *(const char *const *)(map + named->offset);
  GrTextPrint(out, "%s", elements + (size_t)position * named->element->size + named->element->name);
}

/* An optional name or word that the input omits is -1. */
static PetscErrorCode LeavePosition(const GrKey *key, char *base)
{
  *(int *)(base + key->offset) = -1;
  return 0;
}

static bool LeavesPosition(const GrKey *key, const char *base)
{
  return key->fallback && !*key->fallback && *(const int *)(base + key->offset) < 0;
}

static PetscErrorCode ReadRefused(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  return GrNodeComplainKey(node, "%s", key->meaning);
}

static PetscErrorCode ReadShorthand(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  int choice;
  return GrKeyFindWord(node, key, &choice);
}

bool GrKeyLeavesAlways(const GrKey *key, const char *base)
{
  return true;
}

#define TEXT "\"type\": \"string\""
const GrKeyKind GrKeyText = {"text", ReadText, LeaveText, GrKeyWriteText, TEXT, .free = GrKeyFreePointer};
const GrKeyKind GrKeyWord = {"word", ReadWord, NULL, WriteWord, .schema = "@words"};
const GrKeyKind GrKeyChoice = {"word", ReadChoice, LeavePosition, WriteChoice, "@words", .leaves = LeavesPosition};
const GrKeyKind GrKeyBoolean = {"true or false",         ReadBoolean,      NULL, WriteBoolean,
                                "\"type\": \"boolean\"", .example = "true"};
const GrKeyKind GrKeyName = {"name", ReadName,       LeavePosition,     WriteName,
                             TEXT,   LeavesPosition, .example = "NAME", .names = true};
const GrKeyKind GrKeyRefused = {"refused", ReadRefused, .leaves = GrKeyLeavesAlways};
const GrKeyKind GrKeyShorthand = {"word", ReadShorthand, .schema = "@words", .leaves = GrKeyLeavesAlways};
