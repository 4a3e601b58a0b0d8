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
  GrPlace place;      /* of the value; line 0: not from a file */
  const char *origin; /* printable name of the file, or "--set PATH=VALUE" */
  const char *text;   /* scalar: its characters */
  bool quoted;        /* scalar: written in quotes, so that "" and "~" are texts */
  const char *key;    /* child of a map: its key */
  GrPlace key_place;
  int position; /* child: from 0 */
  GrNode *parent, *next;
  GrNode *first, *last; /* list, map: children in the order of the text */
  int n;                /* number of children */
  const char **unit;    /* where the unit of the number is noted when it is read; NULL: nowhere */
  const char *label;    /* root: which of several cases this is, for messages; NULL: there is one */
};

typedef struct GrNodeArena_ *GrNodeArena;

/* Zeroed memory that lives until the arena is destroyed; *arena is NULL at first. */
PetscErrorCode GrNodeArenaAllocate(GrNodeArena *arena, size_t size, void *memory);
PetscErrorCode GrNodeArenaCopy(GrNodeArena *arena, const char *text, const char **copy);
PetscErrorCode GrNodeArenaDestroy(GrNodeArena *arena);

void GrNodeAppend(GrNode *parent, GrNode *child);

/* Puts `node` where `old` is, under the same key. */
void GrNodeReplace(GrNode *old, GrNode *node);

/* A copy without parent, all inside it copied; texts are shared. */
PetscErrorCode GrNodeCopy(GrNodeArena *arena, const GrNode *from, GrNode **copy);

/* Cuts a child out of its map. */
void GrNodeRemove(GrNode *map, GrNode *child);

/* YAML that reads back as the same tree, but for places; the root must be a map. */
void GrNodeWrite(GrText *out, const GrNode *root);

/* The value of a node as YAML on one line: `word`, `[1, 2]`, `{law: hertz}`. */
void GrNodeWriteFlat(GrText *out, const GrNode *node);

const GrNode *GrNodeRoot(const GrNode *node);
GrNode *GrNodeGet(const GrNode *map, const char *key); /* NULL if there is none, or no map (or no node at all) */
GrNode *GrNodeAt(const GrNode *list, int position);

/* True for a scalar that says nothing: no characters, ~ or null, not in quotes. */
bool GrNodeEmpty(const GrNode *node);

/* The scalar of this key; "" if there is none, or it says nothing. */
const char *GrNodeText(const GrNode *map, const char *key);

/* The first child whose key an earlier child of the map has as well; NULL if there is none. */
PetscErrorCode GrNodeTwice(const GrNode *map, const GrNode **twice);

/* Reports bad input by GrFail with "origin:line:column: key: message". The place is the place of the value
   (GrNodeComplain) or of its key (GrNodeComplainKey). For a key that is missing from `map` it is the place of the key
   of the map. */
#define GrNodeComplain(node, ...) GrNodeComplainAt(node, false, NULL, __VA_ARGS__)
#define GrNodeComplainKey(node, ...) GrNodeComplainAt(node, true, NULL, __VA_ARGS__)
#define GrNodeComplainMissing(map, key, ...) GrNodeComplainAt(map, true, key, __VA_ARGS__)
PetscErrorCode GrNodeComplainAt(const GrNode *node, bool at_key, const char *missing, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
