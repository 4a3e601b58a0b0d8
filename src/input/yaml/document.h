/* A document: a YAML text as a tree of nodes (node.h), to which values of `--set` are applied. */
#ifndef GRANUM_INPUT_YAML_DOCUMENT_H
#define GRANUM_INPUT_YAML_DOCUMENT_H

#include "input/yaml/node.h"

enum {
  GR_INPUT_MAX = 4 << 20,    /* largest size of an input text [bytes] */
  GR_SCALAR_MAX = 4096,      /* largest size of one value [bytes] */
  GR_DEPTH_MAX = 32,         /* largest nesting depth of lists and maps */
  GR_NODES_MAX = 1000 * 1000 /* largest number of values, lists and maps of a text, with aliases expanded */
};

typedef struct {
  GrNodeArena arena;
  GrNode *root; /* always a map */
  int n_nodes;
} GrDocument;

/* Reads a text whose top level is a map. `name` is the file name in messages. Destroy the document also after a
   failure. */
PetscErrorCode GrDocumentRead(GrDocument *document, const char *name, const char *text);

/* Replaces or adds one value. set: "PATH=VALUE". PATH consists of keys separated by dots, or positions in lists, from
   0; VALUE is YAML. Exception: in variants.NAME.PATH and sweep.PATH the inner PATH is one key. */
PetscErrorCode GrKeySetValue(GrDocument *document, const char *set);

/* Reads a text and applies the n_set texts set[] by GrKeySetValue. name: file name in messages. */
PetscErrorCode GrKeyOpenDocument(GrDocument *document, const char *name, const char *text, int n_set,
                                 const char *const set[]);

/* Replaces each expression in the tree, such as =d/2, by its number, and removes the key `constants`. */
PetscErrorCode GrKeyEvaluate(GrDocument *document);

/* Inserts a copy of the node `value` at a path of keys separated by dots. where: the node of the input that causes the
   insertion, for line and column of messages. */
PetscErrorCode GrKeyPlaceValue(GrDocument *document, const char *path, const GrNode *value, const GrNode *where);
/* Frees a document. */
PetscErrorCode GrDocumentDestroy(GrDocument *document);

/* Parses one YAML value into a node without parent; an empty text becomes an empty scalar. origin: GrNode.origin of the
   nodes; is_file: whether the nodes get lines and columns. For GrKeySetValue. */
PetscErrorCode GrDocumentParse(GrDocument *document, const char *origin, bool is_file, const char *text, GrNode **node);

#endif
