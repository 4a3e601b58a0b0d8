/* A document: an input in YAML, parsed into a tree of nodes (node.h). Values of the option `--set` are applied to
   the tree. */
#ifndef GRANUM_INPUT_YAML_DOCUMENT_H
#define GRANUM_INPUT_YAML_DOCUMENT_H

#include "input/yaml/node.h"
#include <stdbool.h>
#include <stdio.h>

enum {
  GR_INPUT_MAX = 4 << 20, /* largest size of an input [bytes] */
  GR_SCALAR_MAX = 4096,   /* largest size of one value [bytes] */
  GR_DEPTH_MAX = 32,      /* largest number of nested lists and maps */
  /* largest number of values, lists and maps of an input, after aliases have been expanded */
  GR_NODES_MAX = 1000 * 1000
};

/* An input as a tree of nodes. */
typedef struct {
  GrNodeArena arena; /* memory of all nodes and texts, which is freed as a whole */
  GrNode *root;      /* root of the tree, always a map */
  int n_nodes;       /* number of nodes: values, lists and maps */
  /* functions of time in the tree (GrNode.function), a list; the case that is created from the document takes them */
  struct GrFunction_ *functions;
} GrDocument;

/* Parses a YAML text whose top level is a map. name: file name for messages. The caller must destroy the document
   also after a failure. */
PetscErrorCode GrDocumentRead(GrDocument *document, const char *name, const char *text);

/* Replaces or adds one value. set: text "PATH=VALUE" of the option `--set`. PATH consists of keys and of indices of
   list items (from 0), separated by dots. VALUE is YAML. Exception: in variants.NAME.PATH and in sweep.PATH the
   inner PATH is a single key, although it contains dots. */
PetscErrorCode GrKeySetValue(GrDocument *document, const char *set);

/* Parses a YAML text whose top level is a map, and then applies set[n_set], the texts "PATH=VALUE" of the options
   `--set`, in their order. name: file name for messages. */
PetscErrorCode GrKeyOpenDocument(GrDocument *document, const char *name, const char *text, int n_set,
                                 const char *const set[]);

/* Replaces each expression in the tree, for example =d/2, by its value, and removes the key `constants`. */
PetscErrorCode GrKeyEvaluate(GrDocument *document);

/* Makes a node the function of time `function`, which PetscNew has allocated, and adds it to GrDocument.functions. The
   node becomes a scalar; the caller sets its text. */
void GrDocumentAddFunction(GrDocument *document, struct GrFunction_ *function, GrNode *node);

/* Inserts a copy of the node `value` into the tree. path: keys separated by dots. where: the node of the input that
   causes the insertion; messages about the copy give its line and column. */
PetscErrorCode GrKeyPlaceValue(GrDocument *document, const char *path, const GrNode *value, const GrNode *where);
/* Parses a YAML text whose top level is a map, and prints its tree as JSON (GrNodeWriteJson). name: file name for
   messages. Needs no PetscInitialize. */
PetscErrorCode GrDocumentPrintJson(const char *name, const char *text, FILE *out);
/* Frees a document. */
PetscErrorCode GrDocumentDestroy(GrDocument *document);

/* Parses the text of one YAML value into a node that is not part of the tree. An empty text becomes an empty scalar.
   origin: value of GrNode.origin for the new nodes. is_file: whether the text is a file, so that the nodes get line and
   column. */
PetscErrorCode GrDocumentParse(GrDocument *document, const char *origin, bool is_file, const char *text, GrNode **node);

#endif
