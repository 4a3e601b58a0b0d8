/* Reads and writes a map of the input whose keys are the rows of a table. */
#include "base/excerpt.h"
#include "base/math/nearest.h"
#include "input/key/registry.h"
#include "law/card/card.h"
#include <string.h>

enum { LIST_MAX = 512, ITEMS_MAX = 3 };

/* Returns the key of a table that is most similar to a word, or the plural of the word (velocity, velocities), and that
   this kind of case has; "": there is none. */
static const char *NearKey(const char *word, const GrKey *keys, unsigned scope)
{
  enum { LEAST = 4 };
  const size_t stem = strlen(word) - 1;
  GrNearest nearest = GrNearestBegin(word);
  const char *plural = NULL;
  for (const GrKey *key = keys; key->name; key++) {
    if (key->kind == &GrKeyRefused || !GrKeyApplies(key, scope))
      continue;
    GrNearestTry(&nearest, key->name);
    if (stem >= LEAST && strncmp(key->name, word, stem) == 0 && strncmp(key->name + stem, "ies", 3) == 0)
      plural = key->name;
  }
  return nearest.best ? nearest.best : plural ? plural : "";
}

/* keys: the table of the key, in which a similar key of this kind of case is searched. */
static PetscErrorCode ComplainScope(const GrNode *node, const GrKey *key, const GrKey *keys, unsigned scope)
{
  bool chain = key->scope == GR_IN_CHAIN;
  if (scope == GR_IN_FIT && (key->scope & GR_IN_CHAIN))
    return GrNodeComplainKey(node, "belongs to a fit of a chain; remove it, or write dimension: 1");
  if (scope == GR_IN_FIT && (key->scope & GR_IN_PATH))
    return GrNodeComplainKey(node, "belongs to a fit of a prescribed path; remove it, or write time: {end: ..}");
  if ((key->scope | scope) & ~(unsigned)GR_IN_PARTICLES) {
    int problem = GR_PROBLEM_PARTICLES + 1;
    while (problem < GR_PROBLEM_COUNT && !(key->scope & GrKeyScopeOfProblem((GrProblem)problem)))
      problem++;
    GrKeyWordText name = GrKeyWordAt(GR_PROBLEM_NAMES, problem % GR_PROBLEM_COUNT); /* particles: of no other problem */
    const char *near = NearKey(node->key, keys, scope);
    return GrNodeComplainKey(node, "belongs to problem: %s; remove it, or write problem: %s%s%s", name.text, name.text,
                             *near ? "; or did you mean the key " : "", near);
  }
  const char *where = chain ? "1" : key->scope == GR_IN_SPACE ? "3" : "2 or 3";
  return GrNodeComplainKey(node, "belongs to dimension: %s; remove it, or write dimension: %s", where,
                           chain ? "1" : "3");
}

const char *GrKeyLammps(const GrNode *node)
{
  const bool damps = node->type == GR_NODE_SCALAR && !GrNodeEmpty(node) && strcmp(node->key, "damping") == 0;
  return GrLawLammps(damps ? node->text : node->key);
}

/* Lists the other entries of the registry, such as wall shapes, that have a key of this name; nothing if they are many.
 */
static void ListOwners(const GrNode *node, const GrKey *keys, size_t length, char *list)
{
  enum { FEW = 6 };
  const GrKeyRegistry *registry = keys->registry;
  const void *entry;
  int n = 0;

  *list = '\0';
  if (!registry || !registry->rows || keys->kind != &GrKeyEntry)
    return;
  for (int k = 0; (entry = registry->at(keys, k)); k++) {
    GrKeyRows rows = {.n = 0};
    bool has = false;
    registry->rows(entry, keys, &rows);
    for (int row = 0; row < rows.n; row++)
      has = has || strcmp(rows.row[row].name, node->key) == 0;
    const size_t used = strlen(list);
    if (has && n++ < FEW)
      snprintf(list + used, length - used, "%s%s", used ? ", " : "", GrKeyEntryName(entry));
  }
  if (n > FEW)
    *list = '\0';
}

static PetscErrorCode ComplainUnknown(const GrNode *node, const GrKey *keys, unsigned scope)
{
  char list[LIST_MAX] = "", owners[LIST_MAX], unknown[LIST_MAX] = "unknown key";
  GrNearest nearest = GrNearestBegin(node->key);
  if (keys->registry && keys->choices)
    snprintf(unknown, sizeof unknown, "%s %s", keys->registry->unknown, keys->choices);
  for (const GrKey *key = keys; key->name; key++) {
    if ((key->kind == &GrKeyLaw || key->registry == &GrKeyLaws) && GrKeyLammps(node))
      return GrNodeComplainKey(node, "this is an option of LAMMPS; %s", GrKeyLammps(node));
    size_t used = strlen(list);
    if (key->kind == &GrKeyRefused || !GrKeyApplies(key, scope))
      continue;
    GrNearestTry(&nearest, key->name);
    snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", key->name);
  }
  if (nearest.best)
    return GrNodeComplainKey(node, "%s; did you mean '%s'?", unknown, nearest.best);
  ListOwners(node, keys, sizeof owners, owners);
  if (*owners)
    return GrNodeComplainKey(node, "%s, a key of %s; remove it; known here: %s", unknown, owners, list);
  return GrNodeComplainKey(node, "%s; known here: %s", unknown, list);
}

const char GrKeyDefault[] = "default";

/* Whether the default of a key is an empty map, in which a required key is missing. */
static bool MustBeGiven(const GrKey *key, unsigned scope)
{
  const GrKey *inside = key->kind == &GrKeySection && strcmp(key->fallback, "{}") == 0 ? key->section : NULL;
  while (inside && inside->name && (inside->fallback || inside->with || !GrKeyApplies(inside, scope)))
    inside++;
  return inside && inside->name;
}

/* Reads a default in the same way as a value of the input, from a node that it makes. */
PetscErrorCode GrKeyReadDefault(const GrNode *map, const GrKey *key, unsigned scope, char *base)
{
  GrNode item[ITEMS_MAX];
  char text[ITEMS_MAX][GR_NAME_MAX];
  if (!key->fallback && !key->with) {
    char what[GR_NAME_MAX] = "";
    if (key->kind == &GrKeyValueWord || (key->kind == &GrKeyValue && strcmp(key->unit, "1") == 0))
      snprintf(what, sizeof what, "a %s: ", key->unit ? "number" : "word");
    else if (key->kind == &GrKeyValue)
      snprintf(what, sizeof what, "a number in %s: ", key->unit);
    return GrNodeComplainMissing(map, key->name, "is missing; give %s%s", what, key->meaning);
  }
  if (!key->fallback || !*key->fallback)
    return key->kind->absent ? key->kind->absent(key, base) : 0;
  if (MustBeGiven(key, scope))
    return GrNodeComplainMissing(map, key->name, "is missing; give %s", key->meaning);
  GrNodeType type = *key->fallback == '{' ? GR_NODE_MAP : *key->fallback == '[' ? GR_NODE_LIST : GR_NODE_SCALAR;
  GrNode node = {.type = type, .text = key->fallback, .origin = GrKeyDefault, .key = key->name};
  if (type == GR_NODE_LIST) { /* makes child nodes of the items of a default such as [0, 0, 0] */
    const char *at = node.text + 1;
    for (int i = 0; i < ITEMS_MAX && *at && *at != ']'; i++) {
      size_t length = strcspn(at, ",]");
      snprintf(text[i], GR_NAME_MAX, "%.*s", (int)length, at);
      item[i] = (GrNode){.type = GR_NODE_SCALAR, .text = text[i], .origin = node.origin};
      GrNodeAppend(&node, &item[i]);
      at += length + strspn(at + length, ", ");
    }
  }
  return key->kind->read(&node, key, scope, base);
}

/* Checks that the table has each key of the map, for this kind of case. */
static PetscErrorCode CheckKeys(const GrNode *node, const GrKey *keys, unsigned scope)
{
  for (const GrNode *child = node->first; child; child = child->next) {
    const GrKey *key = GrKeyFind(keys, child->key, scope);
    if (!key)
      return ComplainUnknown(child, keys, scope);
    if (!GrKeyApplies(key, scope))
      return ComplainScope(child, key, keys, scope);
  }
  return 0;
}

PetscErrorCode GrKeysReadPart(const GrNode *node, const GrKey *keys, unsigned scope, char *base)
{
  if (node->type != GR_NODE_MAP)
    return GrNodeComplainKey(node, "is not a map of keys; write %s: below it", keys->name);
  PetscCall(CheckKeys(node, keys, scope));
  for (const GrKey *key = keys; key->name; key++) {
    const GrNode *child = GrNodeGet(node, key->name);
    if (!GrKeyApplies(key, scope))
      continue;
    if (child)
      PetscCall(key->kind->read(child, key, scope, base));
    else
      PetscCall(GrKeyReadDefault(node, key, scope, base));
  }
  return 0;
}

/* The entry is read first, because it decides which other keys there are. */
PetscErrorCode GrKeysRead(const GrNode *node, const GrKey *keys, unsigned scope, char *base)
{
  const GrNode *entry = GrNodeGet(node, keys->name);
  GrKeyRows rows;
  if (GrKeyHasEntries(keys) && node->type == GR_NODE_MAP)
    PetscCall(entry ? keys->kind->read(entry, keys, scope, base) : GrKeyReadDefault(node, keys, scope, base));
  keys = GrKeyRowsIn(keys, base, &rows);
  PetscCall(GrKeysReadPart(node, keys, scope, base));
  return GrKeyRelationsCheck(node, keys, scope, base);
}

/* Puts a space before a value that is on the line of its key, and ends the line. */
static void EndLine(GrText *out, size_t begin, bool aside)
{
  const size_t length = out->used - begin;
  if (out->failed || length == 0 || out->data[begin] == '\n')
    return;
  GrTextPrint(out, " %s\n", aside ? GR_TEXT_ASIDE : "");
  if (out->failed)
    return;
  memmove(out->data + begin + 1, out->data + begin, length);
  out->data[begin] = ' ';
}

void GrKeysWrite(GrText *out, const GrKey *keys, const char *base, GrKeyWriting writing)
{
  GrKeyRows rows;
  for (const GrKey *key = GrKeyRowsIn(keys, base, &rows); key->name; key++) {
    if (!GrKeyApplies(key, GrKeyScopeOf(writing.the_case)) ||
        (!writing.empty && key->kind->leaves && key->kind->leaves(key, base)))
      continue;
    if (writing.bullet)
      GrTextPrint(out, "%*s- %s:", writing.indent - 2, "", key->name);
    else
      GrTextPrint(out, "%*s%s:", writing.indent, "", key->name);
    writing.bullet = false;
    const size_t begin = out->used;
    key->kind->write(out, key, base, &writing);
    EndLine(out, begin, key->aside);
  }
}

PetscErrorCode GrKeysFree(const GrKey *keys, char *base)
{
  GrKeyRows rows;
  for (const GrKey *key = GrKeyRowsIn(keys, base, &rows); key->name; key++)
    if (key->kind->free)
      PetscCall(key->kind->free(key, base));
  return 0;
}

PetscErrorCode GrKeyFreeSection(const GrKey *key, char *base)
{
  return GrKeysFree(key->section, base + key->offset);
}

PetscErrorCode GrKeyReadSection(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  return GrKeysRead(node, key->section, scope, base + key->offset);
}

void GrKeyWriteSection(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, GrKeyLeavesSection(key, base) ? "{}" : "\n");
  GrKeysWrite(out, key->section, base + key->offset,
              (GrKeyWriting){.the_case = writing->the_case, .indent = writing->indent + 2});
}

/* Whether no key of the section would be written. */
bool GrKeyLeavesSection(const GrKey *key, const char *base)
{
  for (const GrKey *inside = key->section; inside->name; inside++)
    if (!inside->kind->leaves || !inside->kind->leaves(inside, base + key->offset))
      return false;
  return true;
}

const GrKeyKind GrKeySection = {
    "map", GrKeyReadSection, NULL, GrKeyWriteSection, "@keys", GrKeyLeavesSection, .free = GrKeyFreeSection};
const GrKeyKind GrKeyBox = {"map, or previous",
                            GrKeyReadSection,
                            NULL,
                            GrKeyWriteSection,
                            "\"anyOf\": [{\"const\": \"previous\"}, {@keys}]",
                            GrKeyLeavesSection,
                            .free = GrKeyFreeSection};
