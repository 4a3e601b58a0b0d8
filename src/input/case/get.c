/* Writes the resolved text of a case, reads its values by their paths, and prints a case as JSON: both from the tree of
   its resolved text. */
#include "base/json.h"
#include "base/math/nearest.h"
#include "case/case.h"
#include "input/case/input.h"
#include "input/key/key.h"
#include "input/yaml/document.h"
#include "input/yaml/read.h"
#include <granum/error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 256 }; /* size of the largest part of a path between dots */

PetscErrorCode GrCaseResolve(GrCase *the_case)
{
  GrText out = {0};
  PetscCall(PetscFree(the_case->resolved));
  GrTextPrint(&out, "# The case as granum understood it: every default filled in, every number in SI.\n");
  GrKeysWrite(&out, GrCaseKeys, (const char *)the_case, (GrKeyWriting){.the_case = the_case, .indent = 0});
  return GrTextTake(&out, &the_case->resolved);
}

const char *GrCaseResolved(const GrCase *the_case)
{
  return the_case->resolved;
}

/* Sets *number to the number of a scalar. Returns false, and NaN, if the node has no number. */
static bool IsNumber(const GrNode *node, double *number)
{
  char *end = NULL;

  *number = NAN;
  if (node->type != GR_NODE_SCALAR || node->quoted || !*node->text)
    return false;
  const double found = strtod(node->text, &end);
  if (*end || isnan(found))
    return false;
  *number = found;
  return true;
}

/* Returns the child of a list or map that the part of a path names; NULL: there is none. */
static const GrNode *FindChild(const GrNode *node, const char *part)
{
  char *end;

  if (node->type != GR_NODE_LIST)
    return GrNodeGet(node, part);
  const long index = strtol(part, &end, 10);
  return *part && !*end && index >= 0 && index < node->n ? GrNodeAt(node, (int)index) : NULL;
}

/* Reports that `node`, at the first `length` characters of the path, does not have the part that follows. */
static PetscErrorCode ComplainPath(const GrCase *c, const GrNode *node, const char *path, int length, const char *part)
{
  const char *where = length ? path : "the case";
  const int n = length ? length : (int)strlen(where);
  GrNearest nearest = GrNearestBegin(part);
  GrText keys = {0};
  char *list;

  if (node->type == GR_NODE_SCALAR)
    return GrFail(GR_EXIT_INPUT, "%s: %s: %.*s is a value and has no keys; write %.*s", c->file, path, n, where, n,
                  where);
  if (node->type == GR_NODE_LIST)
    return GrFail(GR_EXIT_INPUT, "%s: %s: %.*s is a list of %d and has no item %s; write an index from 0 to %d",
                  c->file, path, n, where, node->n, part, node->n - 1);
  for (const GrNode *child = node->first; child; child = child->next) {
    GrNearestTry(&nearest, child->key);
    GrTextPrint(&keys, "%s%s", keys.used ? ", " : "", child->key);
  }
  PetscCall(GrTextTake(&keys, &list));
  const PetscErrorCode code =
      GrFail(GR_EXIT_INPUT, "%s: %s: %.*s has no key %s; %s%s", c->file, path, n, where, part,
             nearest.best ? "did you mean " : "write one of ", nearest.best ? nearest.best : list);
  PetscCall(PetscFree(list));
  return code;
}

/* Sets *node to the node at a path below the root. */
static PetscErrorCode FollowPath(const GrCase *c, const GrNode *root, const char *path, const GrNode **node)
{
  *node = root;
  for (const char *at = path; *at;) {
    const size_t length = strcspn(at, ".");
    char part[PART];
    snprintf(part, sizeof(part), "%.*s", (int)length, at);
    const GrNode *child = FindChild(*node, part);
    if (!child)
      return ComplainPath(c, *node, path, at > path ? (int)(at - path) - 1 : 0, part);
    *node = child;
    at += length + (at[length] == '.');
  }
  return 0;
}

static PetscErrorCode ReadValue(const GrNode *node, double *number, size_t size, char text[])
{
  GrText flat = {0};
  double found;
  char *value;

  IsNumber(node, &found);
  if (number)
    *number = found;
  if (!text)
    return 0;
  if (node->type == GR_NODE_SCALAR)
    return PetscStrncpy(text, node->text, size);
  GrNodeWriteFlat(&flat, node);
  PetscCall(GrTextTake(&flat, &value));
  PetscCall(PetscStrncpy(text, value, size));
  return PetscFree(value);
}

PetscErrorCode GrCaseGet(const GrCase *the_case, const char *path, double *number, size_t size, char text[])
{
  const locale_t before = GrDocumentLocaleBegin();
  const GrNode *node = NULL;
  GrDocument document;

  PetscErrorCode code = GrDocumentRead(&document, the_case->file, the_case->resolved);
  if (!code)
    code = FollowPath(the_case, document.root, path, &node);
  if (!code)
    code = ReadValue(node, number, size, text);
  GrDocumentLocaleEnd(before);
  PetscCall(GrDocumentDestroy(&document));
  return code;
}

void GrCaseWriteNode(GrJson *json, const GrNode *node)
{
  const bool map = node->type == GR_NODE_MAP;
  double number;

  if (node->type != GR_NODE_SCALAR) {
    GrJsonBegin(json, node->key, map ? '{' : '[');
    for (const GrNode *child = node->first; child; child = child->next)
      GrCaseWriteNode(json, child);
    GrJsonEnd(json, map ? '}' : ']');
  } else if (IsNumber(node, &number) && isfinite(number)) {
    GrJsonNumber(json, node->key, number);
  } else if (!node->quoted && (!strcmp(node->text, "true") || !strcmp(node->text, "false"))) {
    GrJsonBoolean(json, node->key, node->text[0] == 't');
  } else {
    GrJsonText(json, node->key, GrNodeEmpty(node) ? NULL : node->text);
  }
}

PetscErrorCode GrCasePrintJson(const GrCase *the_case, FILE *out)
{
  const locale_t before = GrDocumentLocaleBegin();
  GrDocument document;
  GrJson json = {0};

  PetscErrorCode code = GrDocumentRead(&document, the_case->file, the_case->resolved);
  if (!code)
    GrCaseWriteNode(&json, document.root);
  GrDocumentLocaleEnd(before);
  PetscCall(GrDocumentDestroy(&document));
  PetscCall(code);
  return GrTextPour(&json.text, out);
}
