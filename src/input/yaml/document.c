/* Converts YAML text to a tree of nodes, with libyaml.

   granum reads the events of libyaml, not its document tree, because it can then limit depth and number of nodes while
   it reads. An input with many brackets or nested aliases therefore cannot exhaust memory. Duplicate keys are errors.
   Limits: one document, UTF-8, only the tags of plain YAML, keys are plain values. An alias becomes a copy of the node
   that its anchor marks; its line and column are the line and column of the anchor.

   The merge key `<<` (yaml.org/type/merge.html) takes the keys of a map, or of several maps in a list, that its own map
   does not have; of several maps, the first one that has a key counts. Merged keys keep their lines and columns. */
#include "input/yaml/document.h"

#include "base/excerpt.h"
#include "base/json.h"
#include <granum/error.h>
#include <string.h>
#include <yaml.h>

/* MERGE_MAX: largest product of the numbers of keys of two merged maps, which bounds the time of the search. */
enum { MERGE_MAX = 10 * 1000 * 1000 };

typedef struct Anchor Anchor;
struct Anchor {
  const char *name;
  const GrNode *node; /* NULL while it is being read */
  Anchor *next;
};

typedef struct {
  GrDocument *document;
  yaml_parser_t parser;
  yaml_event_t event; /* the one being looked at */
  const char *text, *origin;
  bool is_file;
  Anchor *anchors;
} Reading;

static PetscErrorCode ReadNode(Reading *reading, int depth, GrNode **node);

static GrPlace PlaceOf(const Reading *reading, yaml_mark_t mark)
{
  return reading->is_file ? (GrPlace){(int)mark.line + 1, (int)mark.column + 1} : (GrPlace){0, 0};
}

/* A failure that concerns the text rather than a key. */
static PetscErrorCode FailAt(const Reading *reading, yaml_mark_t mark, const char *message)
{
  GrNode node = {.origin = reading->origin, .place = PlaceOf(reading, mark)};
  return GrNodeComplain(&node, "%s", message);
}

/* libyaml counts bytes, not lines, where the text is not even characters. */
static yaml_mark_t MarkOfByte(const char *text, size_t offset)
{
  yaml_mark_t mark = {.index = offset};
  for (size_t i = 0; i < offset && text[i]; i++) {
    mark.column = text[i] == '\n' ? 0 : mark.column + 1;
    mark.line += text[i] == '\n';
  }
  return mark;
}

/* Other marks count characters. */
static const char *CharacterAt(const char *text, size_t index)
{
  for (; *text && index; index--) {
    do
      text++;
    while ((*text & 0xc0) == 0x80);
  }
  return text;
}

static PetscErrorCode FailSyntax(const Reading *reading)
{
  const yaml_parser_t *parser = &reading->parser;
  char message[256];
  if (parser->error == YAML_MEMORY_ERROR)
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_MEM, "libyaml ran out of memory");
  if (parser->error == YAML_READER_ERROR)
    return FailAt(reading, MarkOfByte(reading->text, parser->problem_offset),
                  "is not a text in UTF-8 (a byte that is not a character, or a control character); write the input as "
                  "plain YAML");
  const char *at = CharacterAt(reading->text, parser->problem_mark.index);
  bool unclosed = !*at && parser->context; /* where it was opened says more than where the text ends */
  const char *advice = *at == '\t' ? "indent with spaces, not tabs" : "check indentation, quotes and brackets here";
  snprintf(message, sizeof message, "is not YAML: %s%s%s; %s", parser->problem, parser->context ? " " : "",
           parser->context ? parser->context : "", advice);
  return FailAt(reading, unclosed ? parser->context_mark : parser->problem_mark, message);
}

static PetscErrorCode ParseNextEvent(Reading *reading)
{
  yaml_event_delete(&reading->event);
  if (!yaml_parser_parse(&reading->parser, &reading->event))
    return FailSyntax(reading);
  return 0;
}

static PetscErrorCode NewNode(Reading *reading, GrNodeType type, GrNode **node)
{
  yaml_mark_t mark = reading->event.start_mark;
  if (++reading->document->n_nodes > GR_NODES_MAX)
    return FailAt(reading, mark, "the input has more than a million values; describe beads in groups");
  PetscCall(GrNodeArenaAllocate(&reading->document->arena, sizeof **node, node));
  (*node)->type = type;
  (*node)->origin = reading->origin;
  (*node)->place = PlaceOf(reading, mark);
  return 0;
}

static PetscErrorCode CheckTag(const Reading *reading, const yaml_char_t *tag)
{
  static const char *const known[] = {"!", YAML_STR_TAG, YAML_SEQ_TAG, YAML_MAP_TAG};
  bool is_known = !tag;
  for (size_t i = 0; !is_known && i < sizeof known / sizeof *known; i++)
    is_known = strcmp((const char *)tag, known[i]) == 0;
  if (!is_known)
    return FailAt(reading, reading->event.start_mark, "a YAML tag (!...) has no meaning here; leave it out");
  return 0;
}

/* Registers an anchor before its value is read, so that an alias inside the value is detected as recursion. */
static PetscErrorCode AddAnchor(Reading *reading, const yaml_char_t *name, Anchor **anchor)
{
  *anchor = NULL;
  if (!name)
    return 0;
  PetscCall(GrNodeArenaAllocate(&reading->document->arena, sizeof **anchor, anchor));
  PetscCall(GrNodeArenaCopy(&reading->document->arena, (const char *)name, &(*anchor)->name));
  (*anchor)->next = reading->anchors;
  reading->anchors = *anchor;
  return 0;
}

static PetscErrorCode CopyNode(Reading *reading, const GrNode *from, int depth, GrNode **copy)
{
  if (depth > GR_DEPTH_MAX)
    return FailAt(reading, reading->event.start_mark, "lists and maps are nested too deep; no key needs this");
  PetscCall(NewNode(reading, from->type, copy));
  (*copy)->place = from->place;
  (*copy)->text = from->text;
  (*copy)->quoted = from->quoted;
  (*copy)->function = from->function;
  for (const GrNode *child = from->first; child; child = child->next) {
    GrNode *twin;
    PetscCall(CopyNode(reading, child, depth + 1, &twin));
    twin->key = child->key;
    twin->key_place = child->key_place;
    GrNodeAppend(*copy, twin);
  }
  return 0;
}

static PetscErrorCode ReadAlias(Reading *reading, int depth, GrNode **node)
{
  const char *name = (const char *)reading->event.data.alias.anchor;
  const Anchor *anchor = reading->anchors;
  while (anchor && strcmp(anchor->name, name) != 0)
    anchor = anchor->next;
  if (!anchor)
    return FailAt(reading, reading->event.start_mark,
                  "an alias (*name) without its anchor; mark a value with &name before, or quote '*'");
  if (!anchor->node)
    return FailAt(reading, reading->event.start_mark,
                  "an alias inside its own anchor never ends; write the values out");
  return CopyNode(reading, anchor->node, depth, node);
}

static PetscErrorCode ReadScalar(Reading *reading, GrNode **node)
{
  const char *text = (const char *)reading->event.data.scalar.value;
  size_t length = reading->event.data.scalar.length;
  if (length > GR_SCALAR_MAX)
    return FailAt(reading, reading->event.start_mark, "a value longer than 4096 bytes; shorten it");
  if (strlen(text) != length)
    return FailAt(reading, reading->event.start_mark, "a value with a NUL character; leave it out");
  PetscCall(CheckTag(reading, reading->event.data.scalar.tag));
  PetscCall(NewNode(reading, GR_NODE_SCALAR, node));
  (*node)->quoted = reading->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
  return GrNodeArenaCopy(&reading->document->arena, text, &(*node)->text);
}

static PetscErrorCode ReadMember(Reading *reading, int depth, GrNode *map)
{
  GrNode *key, *value;
  if (reading->event.type != YAML_SCALAR_EVENT)
    return FailAt(reading, reading->event.start_mark, "a key must be a plain word; write key: value");
  PetscCall(ReadScalar(reading, &key));
  PetscCall(ParseNextEvent(reading));
  PetscCall(ReadNode(reading, depth + 1, &value));
  value->key = key->text;
  value->key_place = key->place;
  GrNodeAppend(map, value);
  return 0;
}

/* Appends copies of the keys of a map that `map` does not have. */
static PetscErrorCode MergeMap(Reading *reading, int depth, const GrNode *from, GrNode *map)
{
  const GrNode place = {.origin = reading->origin, .place = from->place};
  if (from->type != GR_NODE_MAP)
    return GrNodeComplain(&place, "<<: is not a map; write <<: *name with the anchor &name at a map, or a list of "
                                  "such aliases");
  if ((double)from->n * map->n > MERGE_MAX)
    return FailAt(reading, reading->event.start_mark, "<<: merges maps with too many keys; write the keys out");
  for (const GrNode *child = from->first; child; child = child->next) {
    GrNode *copy;
    if (GrNodeGet(map, child->key))
      continue;
    PetscCall(CopyNode(reading, child, depth + 1, &copy));
    copy->key = child->key;
    copy->key_place = child->key_place;
    GrNodeAppend(map, copy);
  }
  return 0;
}

/* Replaces the key `<<` by the keys of its value. */
static PetscErrorCode ExpandMerge(Reading *reading, int depth, GrNode *map)
{
  GrNode *merge = GrNodeGet(map, "<<");
  if (!merge)
    return 0;
  GrNodeRemove(map, merge);
  if (merge->type != GR_NODE_LIST)
    return MergeMap(reading, depth, merge, map);
  for (const GrNode *from = merge->first; from; from = from->next)
    PetscCall(MergeMap(reading, depth, from, map));
  return 0;
}

static PetscErrorCode ReadCollection(Reading *reading, int depth, GrNodeType type, GrNode **node)
{
  bool is_map = type == GR_NODE_MAP;
  yaml_event_type_t end = is_map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
  if (depth > GR_DEPTH_MAX)
    return FailAt(reading, reading->event.start_mark, "lists and maps are nested too deep; no key needs this");
  PetscCall(CheckTag(reading, is_map ? reading->event.data.mapping_start.tag : reading->event.data.sequence_start.tag));
  PetscCall(NewNode(reading, type, node));
  PetscCall(ParseNextEvent(reading));
  while (reading->event.type != end) {
    if (is_map) {
      PetscCall(ReadMember(reading, depth, *node));
    } else {
      GrNode *item;
      PetscCall(ReadNode(reading, depth + 1, &item));
      GrNodeAppend(*node, item);
    }
  }
  const GrNode *twice = NULL;
  if (is_map)
    PetscCall(GrNodeTwice(*node, &twice));
  if (!twice)
    return is_map ? ExpandMerge(reading, depth, *node) : 0;
  GrNode place = {.origin = reading->origin, .place = twice->key_place};
  return GrNodeComplain(&place, "%s: the map has this key twice; remove or rename one", GrExcerptOf(twice->key).text);
}

/* Reads the value that starts at the present event, and moves to the event after it. */
static PetscErrorCode ReadNode(Reading *reading, int depth, GrNode **node)
{
  const yaml_event_t *event = &reading->event;
  Anchor *anchor = NULL;
  if (event->type == YAML_ALIAS_EVENT) {
    PetscCall(ReadAlias(reading, depth, node));
  } else if (event->type == YAML_SCALAR_EVENT) {
    PetscCall(AddAnchor(reading, event->data.scalar.anchor, &anchor));
    PetscCall(ReadScalar(reading, node));
  } else if (event->type == YAML_MAPPING_START_EVENT) {
    PetscCall(AddAnchor(reading, event->data.mapping_start.anchor, &anchor));
    PetscCall(ReadCollection(reading, depth, GR_NODE_MAP, node));
  } else {
    PetscCall(AddAnchor(reading, event->data.sequence_start.anchor, &anchor));
    PetscCall(ReadCollection(reading, depth, GR_NODE_LIST, node));
  }
  if (anchor)
    anchor->node = *node;
  return ParseNextEvent(reading);
}

static PetscErrorCode ReadStream(Reading *reading, GrNode **node)
{
  PetscCall(ParseNextEvent(reading)); /* start of the stream */
  PetscCall(ParseNextEvent(reading));
  if (reading->event.type == YAML_STREAM_END_EVENT) {
    PetscCall(NewNode(reading, GR_NODE_SCALAR, node));
    (*node)->text = "";
    return 0;
  }
  PetscCall(ParseNextEvent(reading)); /* start of the document */
  PetscCall(ReadNode(reading, 1, node));
  PetscCall(ParseNextEvent(reading)); /* end of the document */
  if (reading->event.type != YAML_STREAM_END_EVENT)
    return FailAt(reading, reading->event.start_mark, "a second YAML document; keep one case in one file");
  return 0;
}

PetscErrorCode GrDocumentParse(GrDocument *document, const char *origin, bool is_file, const char *text, GrNode **node)
{
  Reading reading = {.document = document, .text = text, .origin = origin, .is_file = is_file};
  PetscCheck(yaml_parser_initialize(&reading.parser), PETSC_COMM_SELF, PETSC_ERR_MEM, "libyaml ran out of memory");
  yaml_parser_set_encoding(&reading.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&reading.parser, (const unsigned char *)text, strlen(text));
  PetscErrorCode code = ReadStream(&reading, node);
  yaml_event_delete(&reading.event);
  yaml_parser_delete(&reading.parser);
  return code;
}

PetscErrorCode GrDocumentRead(GrDocument *document, const char *name, const char *text)
{
  static const char mark[] = "\xef\xbb\xbf"; /* which some editors put before UTF-8 */
  GrNode *root, start = {.place = {1, 1}};
  char printable[1024];
  const char *origin;
  *document = (GrDocument){0};
  GrExcerptCopy(name, printable, sizeof printable);
  PetscCall(GrNodeArenaCopy(&document->arena, printable, &origin));
  start.origin = origin;
  if (strlen(text) > GR_INPUT_MAX)
    return GrNodeComplain(&start, "is larger than 4 MiB; describe beads in groups");
  PetscCall(
      GrDocumentParse(document, origin, true, strncmp(text, mark, strlen(mark)) ? text : text + strlen(mark), &root));
  if (GrNodeEmpty(root))
    return GrNodeComplain(&start, "is empty; write a case, beginning with dimension: 1");
  if (root->type != GR_NODE_MAP)
    return GrNodeComplain(root,
                          "is not a map of keys at the top level; write key: value lines, beginning with dimension: 1");
  document->root = root;
  return 0;
}

void GrDocumentAddFunction(GrDocument *document, GrFunction *function, GrNode *node)
{
  function->node = node;
  function->next = document->functions;
  document->functions = function;
  function->lower = -INFINITY;
  function->upper = INFINITY;
  node->function = function;
  node->type = GR_NODE_SCALAR;
  node->first = node->last = NULL;
  node->n = 0;
}

PetscErrorCode GrDocumentPrintJson(const char *name, const char *text, FILE *out)
{
  GrDocument document;
  GrJson json = {0};

  PetscErrorCode error = GrDocumentRead(&document, name, text);
  if (!error) {
    GrNodeWriteJson(&json, document.root);
    error = GrTextPour(&json.text, out);
  }
  PetscErrorCode freed = GrDocumentDestroy(&document);
  return error ? error : freed;
}

PetscErrorCode GrDocumentDestroy(GrDocument *document)
{
  PetscCall(GrNodeArenaDestroy(&document->arena));
  PetscCall(GrFunctionsDestroy(&document->functions));
  *document = (GrDocument){0};
  return 0;
}
