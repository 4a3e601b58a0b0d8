/* The tree of an input text. A node is a value (scalar), a list or a map, with its place in the text. All nodes of a
   document are in its arena, memory that is freed as a whole. */
#ifndef GRANUM_INPUT_YAML_NODE_H
#define GRANUM_INPUT_YAML_NODE_H

#include "base/text.h"
#include <granum/case.h>
#include <stdbool.h>

typedef enum { GR_NODE_SCALAR, GR_NODE_LIST, GR_NODE_MAP } GrNodeType;

typedef struct GrNode GrNode;
struct GrNode {
  GrNodeType type;
  GrPlace place;      /* line and column of the value; line 0: the value is not from a file */
  const char *origin; /* printable name of the file, or "--set PATH=VALUE" */
  const char *text;   /* scalar: its characters, without quotes */
  bool quoted;        /* scalar: whether it is written in quotes, so that "" and "~" are texts */
  const char *key;    /* if the node is a child of a map: its key */
  GrPlace key_place;
  int position; /* position among the children of its parent, from 0 */
  GrNode *parent, *next;
  GrNode *first, *last; /* list, map: children in the order of the text */
  int n;                /* number of children */
  const char **unit;    /* when the value is read as a number, *unit is set to its SI unit; NULL: not needed */
  const char *label;    /* root: name of the case for messages; NULL: the input has only one case */
};

typedef struct GrNodeArena_ *GrNodeArena;

/* Allocates `size` bytes of zeroed memory in an arena; they remain valid until the arena is destroyed. *memory is set
   to their address. The first call creates the arena: *arena must be NULL. */
PetscErrorCode GrNodeArenaAllocate(GrNodeArena *arena, size_t size, void *memory);
/* Copies a text into the arena. */
PetscErrorCode GrNodeArenaCopy(GrNodeArena *arena, const char *text, const char **copy);
/* Frees all memory of an arena. */
PetscErrorCode GrNodeArenaDestroy(GrNodeArena *arena);

/* Appends a child to a list or map. */
void GrNodeAppend(GrNode *parent, GrNode *child);

/* Replaces the node `old`, a child of a list or map, by `node`, which gets the same key. */
void GrNodeReplace(GrNode *old, GrNode *node);

/* Copies a node and all nodes below it. The copy has no parent; its texts are those of the original. */
PetscErrorCode GrNodeCopy(GrNodeArena *arena, const GrNode *from, GrNode **copy);

/* Removes a child from its map. */
void GrNodeRemove(GrNode *map, GrNode *child);

/* Writes a tree as YAML. The same tree can be read from it, except for lines and columns. The root must be a map. */
void GrNodeWrite(GrText *out, const GrNode *root);

/* Writes the value of a node as YAML on one line: `word`, `[1, 2]`, `{law: hertz}`. */
void GrNodeWriteFlat(GrText *out, const GrNode *node);

/* Returns the root of the tree of a node. */
const GrNode *GrNodeRoot(const GrNode *node);
/* Returns the child of a map with this key. */
GrNode *GrNodeGet(const GrNode *map, const char *key); /* NULL: the key is missing, or `map` is NULL or not a map */
/* Returns the child of a list at this position, from 0. */
GrNode *GrNodeAt(const GrNode *list, int position);

/* Whether a node is an empty scalar: no characters, ~ or null, without quotes. */
bool GrNodeEmpty(const GrNode *node);

/* Returns the text of the scalar with this key in a map; "": the key is missing or the scalar is empty. */
const char *GrNodeText(const GrNode *map, const char *key);

/* Sets *twice to the first child of a map that has the same key as an earlier child; NULL: there is none. */
PetscErrorCode GrNodeTwice(const GrNode *map, const GrNode **twice);

/* Report an error in the input by GrFail with the message "origin:line:column: key: message". Line and column are those
   of the value of the node (GrNodeComplain), of its key (ComplainKey), or of the key of `map`, which lacks the key
   `key` (ComplainMissing). */
#define GrNodeComplain(node, ...) GrNodeComplainAt(node, false, NULL, __VA_ARGS__)
#define GrNodeComplainKey(node, ...) GrNodeComplainAt(node, true, NULL, __VA_ARGS__)
#define GrNodeComplainMissing(map, key, ...) GrNodeComplainAt(map, true, key, __VA_ARGS__)
PetscErrorCode GrNodeComplainAt(const GrNode *node, bool at_key, const char *missing, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
