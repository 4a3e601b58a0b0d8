/* Writes a document as JSON, with the line and the column of each value, for programs that check their own keys. */
#include "base/json.h"
#include "input/yaml/document.h"

/* Writes the node as an object: line and column of the value, those of its key, and `text` (a value), `map` or `list`
   (the children). */
static void WriteNode(GrJson *json, const GrNode *node)
{
  GrJsonBegin(json, NULL, '{');
  if (node->key) {
    GrJsonText(json, "key", node->key);
    GrJsonNumber(json, "key_line", node->key_place.line);
    GrJsonNumber(json, "key_column", node->key_place.column);
  }
  GrJsonNumber(json, "line", node->place.line);
  GrJsonNumber(json, "column", node->place.column);
  if (node->type == GR_NODE_SCALAR) {
    GrJsonText(json, "text", node->text);
    GrJsonBoolean(json, "quoted", node->quoted);
  } else {
    GrJsonBegin(json, node->type == GR_NODE_MAP ? "map" : "list", '[');
    for (const GrNode *child = node->first; child; child = child->next)
      WriteNode(json, child);
    GrJsonEnd(json, ']');
  }
  GrJsonEnd(json, '}');
}

PetscErrorCode GrDocumentPrintJson(const char *name, const char *text, FILE *out)
{
  GrDocument document;
  GrJson json = {0};

  PetscErrorCode error = GrDocumentRead(&document, name, text);
  if (!error) {
    WriteNode(&json, document.root);
    error = GrTextPour(&json.text, out);
  }
  PetscErrorCode freed = GrDocumentDestroy(&document);
  return error ? error : freed;
}
