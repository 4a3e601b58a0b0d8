/* Nodes of the tree of an input: allocation in an arena, search, and messages about nodes. */
#include "input/yaml/node.h"

#include "base/excerpt.h"
#include <granum/error.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_LENGTH = 256, SENTENCE_MAX = 2048, BLOCK_SIZE = 1 << 16 };

/* A block of memory; the arena is the list of its blocks, with the newest first. */
struct GrNodeArena_ {
  GrNodeArena next;
  size_t used, size;
  max_align_t memory[];
};

PetscErrorCode GrNodeArenaAllocate(GrNodeArena *arena, size_t size, void *memory)
{
  size_t step = sizeof(max_align_t), need = (size + step - 1) / step * step;
  GrNodeArena block = *arena;
  if (!block || block->size - block->used < need) {
    size_t capacity = need > BLOCK_SIZE ? need : BLOCK_SIZE;
    PetscCall(PetscCalloc(sizeof *block + capacity, &block));
    block->size = capacity;
    block->next = *arena;
    *arena = block;
  }
  void *place = (char *)block->memory + block->used;
  memcpy(memory, &place, sizeof place); /* `memory` is a pointer to a pointer of any type */
  block->used += need;
  return 0;
}

PetscErrorCode GrNodeArenaCopy(GrNodeArena *arena, const char *text, const char **copy)
{
  char *memory = NULL;
  size_t size = strlen(text) + 1;
  PetscCall(GrNodeArenaAllocate(arena, size, &memory));
  memcpy(memory, text, size);
  *copy = memory;
  return 0;
}

PetscErrorCode GrNodeArenaDestroy(GrNodeArena *arena)
{
  while (*arena) {
    GrNodeArena next = (*arena)->next;
    PetscCall(PetscFree(*arena));
    *arena = next;
  }
  return 0;
}

void GrNodeAppend(GrNode *parent, GrNode *child)
{
  child->parent = parent;
  child->position = parent->n++;
  if (parent->last)
    parent->last->next = child;
  else
    parent->first = child;
  parent->last = child;
}

void GrNodeReplace(GrNode *old, GrNode *node)
{
  GrNode *parent = old->parent;
  node->parent = parent;
  node->key = old->key;
  node->key_place = old->key_place;
  node->position = old->position;
  node->next = old->next;
  if (parent->last == old)
    parent->last = node;
  if (parent->first == old)
    parent->first = node;
  else
    GrNodeAt(parent, old->position - 1)->next = node;
}

PetscErrorCode GrNodeCopy(GrNodeArena *arena, const GrNode *from, GrNode **copy)
{
  PetscCall(GrNodeArenaAllocate(arena, sizeof **copy, copy));
  **copy = *from;
  (*copy)->parent = (*copy)->next = (*copy)->first = (*copy)->last = NULL;
  (*copy)->n = 0;
  for (const GrNode *child = from->first; child; child = child->next) {
    GrNode *twin;
    PetscCall(GrNodeCopy(arena, child, &twin));
    GrNodeAppend(*copy, twin);
  }
  return 0;
}

void GrNodeRemove(GrNode *map, GrNode *child)
{
  GrNode *next = map->first;
  map->first = map->last = NULL;
  map->n = 0;
  for (GrNode *at = next; at; at = next) {
    next = at->next;
    at->next = NULL;
    if (at != child)
      GrNodeAppend(map, at);
  }
}

const GrNode *GrNodeRoot(const GrNode *node)
{
  while (node->parent)
    node = node->parent;
  return node;
}

GrNode *GrNodeGet(const GrNode *map, const char *key)
{
  if (!map || map->type != GR_NODE_MAP)
    return NULL;
  GrNode *child = map->first;
  while (child && strcmp(child->key, key) != 0)
    child = child->next;
  return child;
}

GrNode *GrNodeBelow(const GrNode *map, const char *path)
{
  const size_t length = strcspn(path, ".");
  if (!map || map->type != GR_NODE_MAP)
    return NULL;
  GrNode *child = map->first;
  while (child && (strlen(child->key) != length || strncmp(child->key, path, length) != 0))
    child = child->next;
  return path[length] ? GrNodeBelow(child, path + length + 1) : child;
}

GrNode *GrNodeAt(const GrNode *list, int position)
{
  GrNode *child = list->first;
  while (child && child->position != position)
    child = child->next;
  return child;
}

bool GrNodeEmpty(const GrNode *node)
{
  static const char *const nothing[] = {"", "~", "null", "Null", "NULL"};
  bool empty = false;
  for (size_t i = 0; node->type == GR_NODE_SCALAR && !node->quoted && i < sizeof nothing / sizeof *nothing; i++)
    empty = empty || strcmp(node->text, nothing[i]) == 0;
  return empty;
}

const char *GrNodeText(const GrNode *map, const char *key)
{
  const GrNode *node = GrNodeGet(map, key);
  return node && node->type == GR_NODE_SCALAR && !GrNodeEmpty(node) ? node->text : "";
}

static int CompareKeys(const void *a, const void *b)
{
  const GrNode *x = *(const GrNode *const *)a, *y = *(const GrNode *const *)b;
  int order = strcmp(x->key, y->key);
  return order ? order : (x->position > y->position) - (x->position < y->position);
}

PetscErrorCode GrNodeTwice(const GrNode *map, const GrNode **twice)
{
  const GrNode **sorted;
  int i = 0;
  *twice = NULL;
  if (map->n < 2)
    return 0;
  PetscCall(PetscMalloc1(map->n, &sorted));
  for (const GrNode *child = map->first; child; child = child->next)
    sorted[i++] = child;
  qsort(sorted, (size_t)map->n, sizeof *sorted, CompareKeys);
  for (i = 1; i < map->n; i++) {
    if (strcmp(sorted[i - 1]->key, sorted[i]->key) == 0 && (!*twice || sorted[i]->position < (*twice)->position))
      *twice = sorted[i];
  }
  return PetscFree(sorted);
}

/* Dotted path of a node, from the root: particles.beads.radius, contacts.0.normal. */
static void PathOf(const GrNode *node, char *path, size_t size)
{
  path[0] = '\0';
  if (!node->parent)
    return;
  PathOf(node->parent, path, size);
  size_t used = strlen(path);
  const char *dot = used ? "." : "";
  if (node->key)
    snprintf(path + used, size - used, "%s%s", dot, GrExcerptOf(node->key).text);
  else
    snprintf(path + used, size - used, "%s%d", dot, node->position);
}

PetscErrorCode GrNodeComplainAt(const GrNode *node, bool at_key, const char *missing, const char *format, ...)
{
  const GrPlace place = at_key && node->key ? node->key_place : node->place;
  char path[PATH_MAX_LENGTH], sentence[SENTENCE_MAX], where[32] = "";
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  PathOf(node, path, sizeof path);
  if (place.line)
    snprintf(where, sizeof where, ":%d:%d", place.line, place.column);
  const char *label = GrNodeRoot(node)->label;
  const char *dot = *path && missing ? "." : "", *colon = *path || missing ? ": " : "";
  return GrFail(GR_EXIT_INPUT, "%s%s: %s%s%s%s%s%s%s%s", node->origin, where, path, dot, missing ? missing : "", colon,
                sentence, label ? " (" : "", label ? label : "", label ? ")" : "");
}
