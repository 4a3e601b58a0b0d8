/* A YAML text as a tree of nodes, with overrides from the command line. */
#ifndef GRANUM_INPUT_YAML_DOCUMENT_H
#define GRANUM_INPUT_YAML_DOCUMENT_H

#include "input/yaml/node.h"

enum {
  GR_INPUT_MAX = 4 << 20,    /* bytes of an input text */
  GR_SCALAR_MAX = 4096,      /* bytes of one value */
  GR_DEPTH_MAX = 32,         /* lists and maps inside one another */
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

/* Replaces or adds one value: "path=value", the path dotted, positions in lists from 0, the value in YAML. In
   variants.NAME.PATH and sweep.PATH the inner path is one key. */
PetscErrorCode GrKeySetValue(GrDocument *document, const char *set);

/* Reads a text and applies `set`. */
PetscErrorCode GrKeyOpenDocument(GrDocument *document, const char *name, const char *text, int n_set,
                                 const char *const set[]);

/* Puts a copy of `value` at the dotted path. `where` is the node that asks for it, for messages and places. */
PetscErrorCode GrKeyPlaceValue(GrDocument *document, const char *path, const GrNode *value, const GrNode *where);
PetscErrorCode GrDocumentDestroy(GrDocument *document);

/* For GrKeySetValue: one YAML value as a node without parent; an empty text is an empty scalar. Places are left out if
   `origin` is no file. */
PetscErrorCode GrDocumentParse(GrDocument *document, const char *origin, bool is_file, const char *text, GrNode **node);

#endif
