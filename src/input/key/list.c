/* Kinds of values of input keys: lists, and maps whose keys are names that the user chooses. Each item is a map with
   the keys of a table. */
#include "input/key/key.h"
#include <string.h>

/* Names become parts of paths and of datasets. */
PetscErrorCode GrKeyNameCheck(const GrNode *node, bool dots)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  const char *others = dots ? "0123456789-." : "0123456789-";
  size_t length = 0;
  while (node->key[length] && (strchr(letters, node->key[length]) || (length && strchr(others, node->key[length]))))
    length++;
  if (!length || node->key[length])
    return GrNodeComplainKey(node, "is not a name; write letters, digits, %s, beginning with a letter",
                             dots ? "'_', '-' and '.'" : "'_' and '-'");
  if (length >= GR_NAME_MAX)
    return GrNodeComplainKey(node, "is a name of more than %d characters; shorten it", GR_NAME_MAX - 1);
  return 0;
}

static PetscErrorCode ReadElements(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const GrKeyElement *element = key->element;
  char *elements;
  PetscCall(PetscCalloc((size_t)node->n * element->size, &elements));
  *(char **)(base + key->offset) = elements;
  *(int *)(base + key->count) = node->n;
  for (const GrNode *child = node->first; child; child = child->next) {
    char *at = elements + (size_t)child->position * element->size;
    if (element->name >= 0) {
      PetscCall(GrKeyNameCheck(child, false));
      snprintf(at + element->name, GR_NAME_MAX, "%s", child->key);
    }
    if (element->place >= 0)
      *(GrPlace *)(at + element->place) = child->key ? child->key_place : child->place;
    PetscCall(GrKeysRead(child, key->section, scope, at));
  }
  return 0;
}

static PetscErrorCode ReadNamed(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const bool some = !key->fallback || !*key->fallback; /* an empty map is allowed only if the default is empty */
  if (node->type != GR_NODE_MAP || (node->n == 0 && some))
    return GrNodeComplainKey(node, "is not a map of names; give %s", key->meaning);
  return ReadElements(node, key, scope, base);
}

PetscErrorCode GrKeyReadList(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type != GR_NODE_LIST)
    return GrNodeComplainKey(node, "is not a list; give %s, each with a dash before it", key->meaning);
  return ReadElements(node, key, scope, base);
}

/* A map is read as a list of one element. */
static PetscErrorCode ReadOneOrList(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type != GR_NODE_MAP)
    return GrKeyReadList(node, key, scope, base);
  PetscCall(PetscCalloc(key->element->size, base + key->offset));
  *(int *)(base + key->count) = 1;
  return GrKeysRead(node, key->section, scope, *(char **)(base + key->offset));
}

static void WriteNamed(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const char *elements = *(const char *const *)(base + key->offset);
  int n = *(const int *)(base + key->count);
  GrTextPrint(out, n ? "\n" : "{}");
  for (int i = 0; i < n; i++, elements += key->element->size) {
    GrTextPrint(out, "%*s%s:", writing->indent + 2, "", elements + key->element->name);
    GrText inside = {0};
    GrKeysWrite(&inside, key->section, elements,
                (GrKeyWriting){.the_case = writing->the_case, .indent = writing->indent + 4});
    GrTextPrint(out, inside.used ? "\n%s" : " {}\n", inside.used ? inside.data : "");
    out->failed = inside.failed ? inside.failed : out->failed;
    inside.failed = PetscFree(inside.data);
  }
}

void GrKeyWriteList(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const char *elements = *(const char *const *)(base + key->offset);
  int n = *(const int *)(base + key->count);
  GrTextPrint(out, n ? "\n" : "[]");
  for (int i = 0; i < n; i++, elements += key->element->size)
    GrKeysWrite(out, key->section, elements,
                (GrKeyWriting){.the_case = writing->the_case, .indent = writing->indent + 4, .bullet = true});
}

/* An optional map or list that the input omits. */
bool GrKeyLeavesList(const GrKey *key, const char *base)
{
  return key->fallback && !*key->fallback && *(const int *)(base + key->count) == 0;
}

PetscErrorCode GrKeyFreeList(const GrKey *key, char *base)
{
  char *elements = *(char **)(base + key->offset);
  const int n = elements ? *(const int *)(base + key->count) : 0;
  for (int i = 0; i < n; i++)
    PetscCall(GrKeysFree(key->section, elements + (size_t)i * key->element->size));
  return GrKeyFreePointer(key, base);
}

#define LIST "\"type\": \"array\", @count\"items\": {@keys}"
const GrKeyKind GrKeyNamed = {"map of names",  ReadNamed,       NULL,          WriteNamed,
                              "@map",          GrKeyLeavesList, GrKeyFreeList, .example = "{NAME: {@: ..}}",
                              .below = ".NAME"};
const GrKeyKind GrKeyList = {"list",        GrKeyReadList,          NULL,         GrKeyWriteList, LIST, GrKeyLeavesList,
                             GrKeyFreeList, .example = "[{@: ..}]", .below = ".N"};
const GrKeyKind GrKeyOneOrList = {
    "map or list",         ReadOneOrList, NULL, GrKeyWriteList, "\"anyOf\": [{@keys}, {" LIST "}]",
    .free = GrKeyFreeList, .below = ".N"};
