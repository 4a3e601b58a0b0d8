/* Tree of a YAML text. Each node is a value (scalar), a list or a map, and stores its line and column in the text. An
   arena is the memory of all nodes of a document, which is freed as a whole. */
#ifndef GRANUM_INPUT_YAML_NODE_H
#define GRANUM_INPUT_YAML_NODE_H

#include "base/json.h"
#include "base/text.h"
#include "case/case.h"
#include <stdbool.h>

typedef enum { GR_NODE_SCALAR, GR_NODE_LIST, GR_NODE_MAP } GrNodeType;

typedef struct GrNode GrNode;
/* A node of the tree of a YAML text: a value (scalar), a list or a map. */
struct GrNode {
  GrNodeType type;
  GrPlace place; /* line and column of the value in the text; line 0: the node was not read from a text */
  /* where the value comes from, for messages: the name of the file, or the option "--set PATH=VALUE" */
  const char *origin;
  const char *text;     /* only scalars: the characters, without quotes */
  bool quoted;          /* only scalars: whether the text has quotes; quoted "" and "~" are texts, not empty values */
  const char *key;      /* key of the node in its map, if its parent is a map */
  GrPlace key_place;    /* line and column of `key` in the text */
  int position;         /* position in the list of its parent's children, from 0 */
  GrNode *parent;       /* the list or map that contains the node; NULL: the node is the root */
  GrNode *next;         /* next child of the same parent; NULL: the node is the last child */
  GrNode *first, *last; /* only lists and maps: first and last child, in the order of the text */
  int n;                /* number of children; 0 for a scalar */
  /* address of a variable that is set to the SI unit when the value is read as a number; NULL: no variable is set */
  const char **unit;
  /* only scalars: the function of time that the value is (case/function.h); NULL: it is none */
  struct GrFunction_ *function;
  const char *label; /* only in the root: name of the case for messages; NULL: the input has only one case */
};

typedef struct GrNodeArena_ *GrNodeArena;

/* Allocates `size` bytes in an arena, filled with zeros, and stores their address in *memory. The memory remains
   valid until the arena is destroyed. If *arena is NULL, the call creates the arena. */
PetscErrorCode GrNodeArenaAllocate(GrNodeArena *arena, size_t size, void *memory);
/* Copies a text into an arena and stores the address of the copy in *copy. */
PetscErrorCode GrNodeArenaCopy(GrNodeArena *arena, const char *text, const char **copy);
/* Frees all memory of an arena. */
PetscErrorCode GrNodeArenaDestroy(GrNodeArena *arena);

/* Appends a child to a list or map. */
void GrNodeAppend(GrNode *parent, GrNode *child);

/* Replaces `old`, a child of a list or map, by `node`. The new child gets the key of `old`. */
void GrNodeReplace(GrNode *old, GrNode *node);

/* Copies a node and all nodes below it. The copy has no parent. The texts are not copied: both trees refer to the
   same memory. */
PetscErrorCode GrNodeCopy(GrNodeArena *arena, const GrNode *from, GrNode **copy);

/* Removes a child from its map. */
void GrNodeRemove(GrNode *map, GrNode *child);

/* Writes a tree as YAML. Parsing this text gives the same tree with other lines and columns. The root must be a map. */
void GrNodeWrite(GrText *out, const GrNode *root);

/* Writes the value of a node as YAML on one line: `word`, `[1, 2]`, `{law: hertz}`. */
void GrNodeWriteFlat(GrText *out, const GrNode *node);

/* Writes a tree as JSON: a node is an object with line and column of its value, key and place of the key, and `text` (a
   value), `map` or `list` (the children). */
void GrNodeWriteJson(GrJson *json, const GrNode *node);

/* Returns the root of the tree that contains the node. */
const GrNode *GrNodeRoot(const GrNode *node);
/* Returns the child of a map that has this key. NULL: the key is missing, or `map` is NULL or not a map. */
GrNode *GrNodeGet(const GrNode *map, const char *key);
/* Returns the node at a path of keys joined by dots, such as "output.counters". NULL: there is none. */
GrNode *GrNodeBelow(const GrNode *map, const char *path);
/* Returns the child at this position of a list, from 0. */
GrNode *GrNodeAt(const GrNode *list, int position);

/* Returns whether a node is an empty scalar: its text is empty, `~` or `null`, and has no quotes. */
bool GrNodeEmpty(const GrNode *node);

/* Returns the text of the scalar that has this key in a map. "": the key is missing, or the scalar is empty. */
const char *GrNodeText(const GrNode *map, const char *key);

/* Sets *twice to the first child of a map that has the same key as an earlier child; NULL: all keys are different. */
PetscErrorCode GrNodeTwice(const GrNode *map, const GrNode **twice);

/* Report an error in the input: call GrFail with the message "origin:line:column: key: message", composed with printf.
     GrNodeComplain         line and column of the value of `node`
     GrNodeComplainKey      line and column of the key of `node`
     GrNodeComplainMissing  line and column of the key of `map`, in which the required key `key` is missing */
#define GrNodeComplain(node, ...) GrNodeComplainAt(node, false, NULL, __VA_ARGS__)
#define GrNodeComplainKey(node, ...) GrNodeComplainAt(node, true, NULL, __VA_ARGS__)
#define GrNodeComplainMissing(map, key, ...) GrNodeComplainAt(map, true, key, __VA_ARGS__)
PetscErrorCode GrNodeComplainAt(const GrNode *node, bool at_key, const char *missing, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
