/* The tree of an input text: values, lists and maps with their places. All nodes of a document are in its arena. */
#ifndef GRANUM_INPUT_YAML_NODE_H
#define GRANUM_INPUT_YAML_NODE_H

#include "base/text.h"
#include <granum/case.h>
#include <stdbool.h>

typedef enum { GR_NODE_SCALAR, GR_NODE_LIST, GR_NODE_MAP } GrNodeType;

typedef struct GrNode GrNode;
struct GrNode {
  GrNodeType type;
  GrPlace place;      /* line and column of the value; line 0: not from a file */
  const char *origin; /* printable name of the file, or "--set PATH=VALUE" */
  const char *text;   /* scalar: its characters */
  bool quoted;        /* scalar: written in quotes, so that "" and "~" are texts */
  const char *key;    /* child of a map: its key */
  GrPlace key_place;
  int position; /* position among the children of its parent, from 0 */
  GrNode *parent, *next;
  GrNode *first, *last; /* list, map: children in the order of the text */
  int n;                /* number of children */
  const char **unit;    /* when the number is read, *unit is set to its SI unit; NULL: not needed */
  const char *label;    /* root: name of the case among several cases, for messages; NULL: there is one case */
};

typedef struct GrNodeArena_ *GrNodeArena;

/* Allocates zeroed memory, which remains valid until the arena is destroyed. *arena is NULL before the first call. */
PetscErrorCode GrNodeArenaAllocate(GrNodeArena *arena, size_t size, void *memory);
/* Copies a text into the arena. */
PetscErrorCode GrNodeArenaCopy(GrNodeArena *arena, const char *text, const char **copy);
/* Frees all memory of an arena. */
PetscErrorCode GrNodeArenaDestroy(GrNodeArena *arena);

/* Appends a child to a list or map. */
void GrNodeAppend(GrNode *parent, GrNode *child);

/* Replaces the child `old` of its parent by `node`, with the same key. */
void GrNodeReplace(GrNode *old, GrNode *node);

/* Copies a node and all nodes below it. The copy has no parent and shares the texts. */
PetscErrorCode GrNodeCopy(GrNodeArena *arena, const GrNode *from, GrNode **copy);

/* Removes a child from its map. */
void GrNodeRemove(GrNode *map, GrNode *child);

/* Writes a tree as YAML, from which the same tree can be read, except for lines and columns. The root must be a map. */
void GrNodeWrite(GrText *out, const GrNode *root);

/* The value of a node as YAML on one line: `word`, `[1, 2]`, `{law: hertz}`. */
void GrNodeWriteFlat(GrText *out, const GrNode *node);

/* Returns the root of the tree of a node. */
const GrNode *GrNodeRoot(const GrNode *node);
/* Returns the child of a map with this key. */
GrNode *GrNodeGet(const GrNode *map, const char *key); /* NULL: the key is missing, or `map` is NULL or no map */
/* Returns the child of a list at this position, from 0. */
GrNode *GrNodeAt(const GrNode *list, int position);

/* Whether a node is an empty scalar: no characters, ~ or null, without quotes. */
bool GrNodeEmpty(const GrNode *node);

/* Text of the scalar with this key; "" if the key is missing or the scalar is empty. */
const char *GrNodeText(const GrNode *map, const char *key);

/* Finds the first child of a map that has the same key as an earlier child; NULL: there is none. */
PetscErrorCode GrNodeTwice(const GrNode *map, const GrNode **twice);

/* Report bad input by GrFail with "origin:line:column: key: message", with the line and column of the value, of the
   key, or, if `key` is missing from `map`, of the key of the map. */
#define GrNodeComplain(node, ...) GrNodeComplainAt(node, false, NULL, __VA_ARGS__)
#define GrNodeComplainKey(node, ...) GrNodeComplainAt(node, true, NULL, __VA_ARGS__)
#define GrNodeComplainMissing(map, key, ...) GrNodeComplainAt(map, true, key, __VA_ARGS__)
PetscErrorCode GrNodeComplainAt(const GrNode *node, bool at_key, const char *missing, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
