/* A YAML text as a tree of nodes, with overrides from the command line. */
#ifndef GRANUM_INPUT_YAML_DOCUMENT_H
#define GRANUM_INPUT_YAML_DOCUMENT_H

#include "input/yaml/node.h"

enum {
  GR_INPUT_MAX = 4 << 20,    /* bytes of an input text */
  GR_SCALAR_MAX = 4096,      /* bytes of one value */
  GR_DEPTH_MAX = 32,         /* nesting depth of lists and maps */
  GR_NODES_MAX = 1000 * 1000 /* values, lists and maps of a text, aliases expanded */
};

typedef struct {
  GrNodeArena arena;
  GrNode *root; /* always a map */
  int n_nodes;
} GrDocument;

/* Reads a text whose top level is a map. `name` is the file name in messages. Destroy the document also after a
   failure. */
PetscErrorCode GrDocumentRead(GrDocument *document, const char *name, const char *text);

/* Replaces or adds one value. set: "PATH=VALUE" with a path of keys separated by dots (positions in lists count from 0)
   and a value in YAML. In variants.NAME.PATH and sweep.PATH the inner PATH is one key. */
PetscErrorCode GrKeySetValue(GrDocument *document, const char *set);

/* Reads a text and applies `set`. */
PetscErrorCode GrKeyOpenDocument(GrDocument *document, const char *name, const char *text, int n_set,
                                 const char *const set[]);

/* Replaces expressions such as =d/2 by their numbers, and removes the constants. */
PetscErrorCode GrKeyEvaluate(GrDocument *document);

/* Inserts a copy of `value` at the path of keys separated by dots. where: the node of the input that requires it; gives
   line and column of messages. */
PetscErrorCode GrKeyPlaceValue(GrDocument *document, const char *path, const GrNode *value, const GrNode *where);
/* Frees a document. */
PetscErrorCode GrDocumentDestroy(GrDocument *document);

/* For GrKeySetValue: parses one YAML value into a node without parent; an empty text becomes an empty scalar. Nodes
   have lines and columns only if `is_file` is set. */
PetscErrorCode GrDocumentParse(GrDocument *document, const char *origin, bool is_file, const char *text, GrNode **node);

#endif
