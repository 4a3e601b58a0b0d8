/* Writes a tree of nodes as YAML. Lists and maps of single values are written on one line. Texts that are not plain
   words or numbers are written in quotes, which does not change their meaning. */
#include "input/yaml/node.h"
#include <ctype.h>
#include <string.h>

static void WriteMap(GrText *out, const GrNode *map, int indent, bool bullet);

/* Safe without quotes, in and out of brackets, as a key and as a value. */
static bool IsPlain(const char *text)
{
  static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-/^ ";
  size_t length = strlen(text), sign = strspn(text, "+-.") > 0;
  bool begins = sign ? isdigit((unsigned char)text[1]) : isalnum((unsigned char)text[0]) || text[0] == '_';
  return begins && strspn(text, safe) == length && text[length - 1] != ' ';
}

static void WriteKey(GrText *out, const char *key)
{
  if (IsPlain(key))
    GrTextPrint(out, "%s", key);
  else
    GrTextQuoted(out, key);
  GrTextPrint(out, ":");
}

static bool IsFlat(const GrNode *node)
{
  bool flat = true;
  for (const GrNode *child = node->first; child; child = child->next)
    flat = flat && child->type == GR_NODE_SCALAR;
  return flat;
}

void GrNodeWriteFlat(GrText *out, const GrNode *node)
{
  bool map = node->type == GR_NODE_MAP;
  if (node->type == GR_NODE_SCALAR) {
    GrNode bare = {.type = GR_NODE_SCALAR, .text = node->text};
    if (GrNodeEmpty(node))
      GrTextPrint(out, "null");
    else if (IsPlain(node->text) && !GrNodeEmpty(&bare))
      GrTextPrint(out, "%s", node->text);
    else
      GrTextQuoted(out, node->text);
    return;
  }
  GrTextPrint(out, map ? "{" : "[");
  for (const GrNode *child = node->first; child; child = child->next) {
    GrTextPrint(out, child == node->first ? "" : ", ");
    if (map) {
      WriteKey(out, child->key);
      GrTextPrint(out, " ");
    }
    GrNodeWriteFlat(out, child);
  }
  GrTextPrint(out, map ? "}" : "]");
}

/* Writes the value after "key:" or "-". */
static void WriteValue(GrText *out, const GrNode *node, int indent)
{
  if (IsFlat(node)) {
    GrTextPrint(out, " ");
    GrNodeWriteFlat(out, node);
    GrTextPrint(out, "\n");
    return;
  }
  GrTextPrint(out, "\n");
  if (node->type == GR_NODE_MAP) {
    WriteMap(out, node, indent + 2, false);
    return;
  }
  for (const GrNode *child = node->first; child; child = child->next) {
    if (child->type == GR_NODE_MAP && !IsFlat(child)) {
      WriteMap(out, child, indent + 4, true);
      continue;
    }
    GrTextPrint(out, "%*s-", indent + 2, "");
    WriteValue(out, child, indent + 2);
  }
}

/* With `bullet` the map is an item of a list. */
static void WriteMap(GrText *out, const GrNode *map, int indent, bool bullet)
{
  for (const GrNode *child = map->first; child; child = child->next) {
    bool dash = bullet && child == map->first;
    GrTextPrint(out, "%*s%s", dash ? indent - 2 : indent, "", dash ? "- " : "");
    WriteKey(out, child->key);
    WriteValue(out, child, indent);
  }
}

void GrNodeWrite(GrText *out, const GrNode *root)
{
  WriteMap(out, root, 0, false);
}

void GrNodeWriteJson(GrJson *json, const GrNode *node)
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
      GrNodeWriteJson(json, child);
    GrJsonEnd(json, ']');
  }
  GrJsonEnd(json, '}');
}
