/* Overrides from the command line: --set path=value. */
#include "document.h"

#include "excerpt.h"
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

enum { SET_MAX = 64 * 1024, STEP_MAX = 256 };

/* Splits off the part of the path before the first dot; false if it is empty or too long. */
static bool NextStep(const char **path, char step[STEP_MAX])
{
  size_t length = strcspn(*path, ".");
  if (length == 0 || length >= STEP_MAX)
    return false;
  memcpy(step, *path, length);
  step[length] = '\0';
  *path += length;
  return true;
}

static PetscErrorCode Fail(const GrNode *value, const char *step, const char *message)
{
  return GrFail(GR_EXIT_INPUT, "%s: '%s' %s", value->origin, GrExcerptOf(step).text, message);
}

/* The child of `at` that `step` names; NULL if a map has no such key yet. */
static PetscErrorCode FindChild(const GrNode *at, const GrNode *value, const char *step, GrNode **child)
{
  if (at->type == GR_NODE_SCALAR)
    return Fail(value, step, "goes through a single value; shorten the path, or set the whole map");
  if (at->type == GR_NODE_MAP) {
    *child = GrNodeGet(at, step);
    return 0;
  }
  size_t digits = strspn(step, "0123456789");
  if (step[digits] || digits > 9)
    return Fail(value, step, "stands for a position in a list; write a number from 0");
  *child = GrNodeAt(at, atoi(step));
  if (!*child)
    return Fail(value, step, "is past the end of the list; positions run from 0");
  return 0;
}

static PetscErrorCode AddChild(GrDocument *document, GrNode *map, const char *key, GrNode *child)
{
  PetscCall(GrArenaCopy(&document->arena, key, &child->key));
  GrNodeAppend(map, child);
  return 0;
}

static PetscErrorCode Place(GrDocument *document, const char *path, GrNode *value)
{
  GrNode *at = document->root, *child;
  char step[STEP_MAX];
  for (;;) {
    if (!NextStep(&path, step))
      return GrFail(GR_EXIT_INPUT,
                    "%s: the path has an empty or overlong part; write --set path=value with a path like time.end",
                    value->origin);
    PetscCall(FindChild(at, value, step, &child));
    if (!*path)
      break;
    path++;
    if (!child) {
      PetscCall(GrArenaAllocate(&document->arena, sizeof *child, &child));
      *child = (GrNode){.type = GR_NODE_MAP, .origin = value->origin};
      PetscCall(AddChild(document, at, step, child));
    } else if (GrNodeEmpty(child)) {
      child->type = GR_NODE_MAP; /* `output:` with nothing below it */
    }
    at = child;
  }
  if (child) {
    GrNodeReplace(child, value);
    value->key_place = (GrPlace){0, 0};
    return 0;
  }
  return AddChild(document, at, step, value);
}

PetscErrorCode GrDocumentSet(GrDocument *document, const char *set)
{
  GrNode *value;
  const char *origin, *copy;
  char printable[GR_EXCERPT_MAX * 2];
  snprintf(printable, sizeof printable, "--set ");
  GrExcerptCopy(set, printable + strlen(printable), sizeof printable - strlen(printable));
  PetscCall(GrArenaCopy(&document->arena, printable, &origin));
  size_t length = strcspn(set, "=");
  if (!set[length])
    return GrFail(GR_EXIT_INPUT, "%s: there is no '='; write --set path=value", origin);
  if (strlen(set) > SET_MAX)
    return GrFail(GR_EXIT_INPUT, "%s: is longer than 64 KiB; put it into the input file", origin);
  PetscCall(GrArenaCopy(&document->arena, set, &copy));
  ((char *)copy)[length] = '\0';
  PetscCall(GrDocumentParse(document, origin, false, set + length + 1, &value));
  return Place(document, copy, value);
}
