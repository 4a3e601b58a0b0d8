/* Replaces or adds values in the tree of an input at a path of keys separated by dots. The values come from the option
   --set path=value, from variants and from sweeps. */
#include "input/yaml/document.h"

#include "base/excerpt.h"
#include "base/math/nearest.h"
#include "input/key/key.h"
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_MAX = 256 };

/* Splits off the first part of the path; false if it is empty or too long. */
static bool NextStep(const char **path, size_t length, char step[STEP_MAX])
{
  if (length == 0 || length >= STEP_MAX)
    return false;
  memcpy(step, *path, length);
  step[length] = '\0';
  *path += length;
  return true;
}

/* The child of `at` that `step` names; NULL if a map has no such key yet. */
static PetscErrorCode FindChild(const GrNode *at, const GrNode *where, const char *step, GrNode **child)
{
  if (at->type == GR_NODE_SCALAR)
    return GrNodeComplainKey(where, "'%s' goes through a single value; shorten the path, or set the whole map",
                             GrExcerptOf(step).text);
  if (at->type == GR_NODE_MAP) {
    *child = GrNodeGet(at, step);
    return 0;
  }
  size_t digits = strspn(step, "0123456789");
  if (step[digits] || digits > 9)
    return GrNodeComplainKey(where, "'%s' must be a position in a list; write a number from 0", GrExcerptOf(step).text);
  *child = GrNodeAt(at, atoi(step));
  if (!*child)
    return GrNodeComplainKey(where, "'%s' is past the end of the list; positions run from 0, so write a smaller one",
                             GrExcerptOf(step).text);
  return 0;
}

static PetscErrorCode AddChild(GrDocument *document, GrNode *map, const char *key, const GrNode *where, GrNode *child)
{
  PetscCall(GrNodeArenaCopy(&document->arena, key, &child->key));
  child->key_place = where->key_place;
  GrNodeAppend(map, child);
  return 0;
}

/* The longest name in the map that the path begins with; if there is none, the part before the first dot. */
static size_t NameLength(const GrNode *map, const char *path)
{
  size_t longest = 0;
  for (const GrNode *child = map->type == GR_NODE_MAP ? map->first : NULL; child; child = child->next) {
    size_t length = strlen(child->key);
    if (length > longest && strncmp(path, child->key, length) == 0 && (path[length] == '.' || !path[length]))
      longest = length;
  }
  return longest ? longest : strcspn(path, ".");
}

/* Depth from which the rest of a path is a single key: sweep.PATH, variants.NAME.PATH; otherwise ALL_SPLIT. */
enum { SWEEP = 1, VARIANT = 2, ALL_SPLIT = GR_DEPTH_MAX };

/* Length of the part of the path at this depth, below `at`. Names of variants may have dots. */
static size_t StepLength(const GrNode *at, const char *path, int depth, int whole)
{
  if (depth == whole)
    return strlen(path);
  return whole == VARIANT && depth == 1 ? NameLength(at, path) : strcspn(path, ".");
}

/* Whether the keys of a map are names that the user chooses, as in materials, particles, walls and surfaces. */
static bool HoldsNames(const GrNode *map)
{
  const GrKey *key = map->key ? GrKeyFind(GrCaseKeys, map->key, GR_IN_ALL) : NULL;
  return key && key->kind == &GrKeyNamed && map->parent && !map->parent->parent;
}

/* An unknown name in a longer path is probably misspelt, because a new entry is given as a whole map. */
static PetscErrorCode ComplainName(const GrNode *map, const GrNode *where, const char *name)
{
  GrNearest nearest = GrNearestBegin(name);
  for (const GrNode *child = map->type == GR_NODE_MAP ? map->first : NULL; child; child = child->next)
    GrNearestTry(&nearest, child->key);
  const GrExcerpt near = GrExcerptOf(nearest.best ? nearest.best : "");
  return GrNodeComplainKey(where,
                           "there is no '%s' in %s; %s%s%sto add it, give it whole: %s.%s with a map of its keys",
                           GrExcerptOf(name).text, map->key, *near.text ? "did you mean '" : "", near.text,
                           *near.text ? "'? Or, " : "", map->key, GrExcerptOf(name).text);
}

/* Puts `value`, which has no parent, at the path. whole: see StepLength. */
static PetscErrorCode PlaceValue(GrDocument *document, const char *path, int whole, const GrNode *where, GrNode *value)
{
  GrNode *at = document->root, *child;
  char step[STEP_MAX];
  for (int depth = 0;; depth++, path++) {
    if (!NextStep(&path, StepLength(at, path, depth, whole), step) || depth >= GR_DEPTH_MAX)
      return GrNodeComplainKey(where,
                               "the path has an empty or overlong part, or too many; write a path like time.end");
    PetscCall(FindChild(at, where, step, &child));
    if (!*path)
      break;
    if (!child && HoldsNames(at))
      return ComplainName(at, where, step);
    if (!child) {
      PetscCall(GrNodeArenaAllocate(&document->arena, sizeof *child, &child));
      *child = (GrNode){.type = GR_NODE_MAP, .origin = where->origin, .place = where->place};
      PetscCall(AddChild(document, at, step, where, child));
    } else if (GrNodeEmpty(child)) {
      child->type = GR_NODE_MAP; /* `output:` with nothing below it */
    }
    at = child;
  }
  if (!child)
    return AddChild(document, at, step, where, value);
  const GrPlace place = where->key_place; /* `where` may be `value` */
  GrNodeReplace(child, value);
  value->key_place = place;
  return 0;
}

PetscErrorCode GrKeyPlaceValue(GrDocument *document, const char *path, const GrNode *value, const GrNode *where)
{
  GrNode *copy;
  PetscCall(GrNodeCopy(&document->arena, value, &copy));
  return PlaceValue(document, path, ALL_SPLIT, where, copy);
}

PetscErrorCode GrKeySetValue(GrDocument *document, const char *set)
{
  GrNode *value;
  const char *origin, *copy;
  char printable[GR_EXCERPT_MAX * 2];
  snprintf(printable, sizeof printable, "--set ");
  GrExcerptCopy(set, printable + strlen(printable), sizeof printable - strlen(printable));
  PetscCall(GrNodeArenaCopy(&document->arena, printable, &origin));
  size_t length = strcspn(set, "=");
  if (!set[length])
    return GrFail(GR_EXIT_INPUT, "%s: there is no '='; write --set path=value", origin);
  PetscCall(GrNodeArenaCopy(&document->arena, set, &copy));
  ((char *)copy)[length] = '\0';
  PetscCall(GrDocumentParse(document, origin, false, set + length + 1, &value));
  const bool sweep = strncmp(copy, "sweep.", strlen("sweep.")) == 0;
  const bool variant = strncmp(copy, "variants.", strlen("variants.")) == 0;
  return PlaceValue(document, copy, sweep ? SWEEP : variant ? VARIANT : ALL_SPLIT, value, value);
}

/* The sweep would replace the value without a word. */
static PetscErrorCode CheckSwept(const GrNode *root, const char *set)
{
  const GrNode *sweep = GrNodeGet(root, "sweep");
  for (const GrNode *key = sweep && sweep->type == GR_NODE_MAP ? sweep->first : NULL; key; key = key->next) {
    const size_t length = strlen(key->key);
    if (strncmp(set, key->key, length) == 0 && set[length] == '=')
      return GrFail(GR_EXIT_INPUT, "--set %s: the sweep of the input replaces this value; type --set sweep.%s='[%s]'",
                    GrExcerptOf(set).text, key->key, GrExcerptOf(set + length + 1).text);
  }
  return 0;
}

PetscErrorCode GrKeyOpenDocument(GrDocument *document, const char *name, const char *text, int n_set,
                                 const char *const set[])
{
  PetscCall(GrDocumentRead(document, name, text));
  for (int i = 0; i < n_set; i++)
    PetscCall(GrKeySetValue(document, set[i]));
  for (int i = 0; i < n_set; i++)
    PetscCall(CheckSwept(document->root, set[i]));
  return 0;
}
