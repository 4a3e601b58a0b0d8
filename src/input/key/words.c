/* Kinds of values of input keys: a list of accepted words; a map of names and values that granum passes to MPI-IO
   unchanged. */
#include "base/excerpt.h"
#include "input/key/key.h"
#include <string.h>

enum { NONE_LEFT_OUT = 0 };

static PetscErrorCode AddWord(const GrNode *node, const GrKey *key, unsigned *words)
{
  int choice = 0;
  PetscCall(GrKeyFindWord(node, key, &choice));
  if (*words & 1u << choice)
    return GrNodeComplain(node, "'%s' is named twice; keep one", GrExcerptOf(node->text).text);
  *words |= 1u << choice;
  return 0;
}

/* A bit for each word; NONE_LEFT_OUT: the word `all`. One word need not be in brackets. */
static PetscErrorCode ReadWords(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  unsigned *words = (unsigned *)(base + key->offset);
  *words = NONE_LEFT_OUT;
  if (node->type == GR_NODE_MAP || (node->type == GR_NODE_LIST && node->n == 0))
    return GrNodeComplain(node, "is %s; write all, or words in brackets: %s", node->n ? "a map" : "empty",
                          key->meaning);
  if (node->type == GR_NODE_SCALAR)
    return !GrNodeEmpty(node) && strcmp(node->text, "all") == 0 ? 0 : AddWord(node, key, words);
  for (const GrNode *child = node->first; child; child = child->next)
    PetscCall(AddWord(child, key, words));
  return 0;
}

static void WriteWords(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const unsigned words = *(const unsigned *)(base + key->offset);
  const char *before = "[";
  for (int i = 0; i < GrKeyWordCount(key->choices); i++)
    if (words & 1u << i) {
      GrTextPrint(out, "%s%s", before, GrKeyWordAt(key->choices, i).text);
      before = ", ";
    }
  GrTextPrint(out, words == NONE_LEFT_OUT ? "all" : "]");
}

/* "name=value;name=value": neither has a sign of these, nor blanks, which readers of hints do not expect either. */
static PetscErrorCode ReadHints(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  static const char barred[] = "=;,{}[]:#\"' \t\n";
  char **hints = (char **)(base + key->offset);
  GrText text = {0};

  if (node->type != GR_NODE_MAP)
    return GrNodeComplain(node, "is not a map; write %s", key->meaning);
  for (const GrNode *child = node->first; child; child = child->next) {
    if (child->type != GR_NODE_SCALAR || GrNodeEmpty(child) || child->text[strcspn(child->text, barred)] ||
        !*child->key || child->key[strcspn(child->key, barred)])
      return GrNodeComplain(child,
                            "is not one word or number; write it as it is handed to MPI, such as striping_factor: 8");
  }
  for (const GrNode *child = node->first; child; child = child->next)
    GrTextPrint(&text, "%s%s=%s", child->position ? ";" : "", child->key, child->text);
  GrTextPrint(&text, "%s", "");
  return GrTextTake(&text, hints);
}

static void WriteHints(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, "{");
  for (const char *at = *(char *const *)(base + key->offset); *at; at++) {
    if (*at == '=')
      GrTextPrint(out, ": ");
    else if (*at == ';')
      GrTextPrint(out, ", ");
    else
      GrTextPrint(out, "%c", *at);
  }
  GrTextPrint(out, "}");
}

const GrKeyKind GrKeyWords = {"words", ReadWords, .write = WriteWords,
                              .schema =
                                  "\"anyOf\": [{\"const\": \"all\"}, {@words}, {\"type\": \"array\", \"minItems\": 1, "
                                  "\"uniqueItems\": true, \"items\": {@words}}]"};
const GrKeyKind GrKeyHints = {"map", ReadHints, .write = WriteHints, .free = GrKeyFreePointer,
                              .schema = "\"type\": \"object\", \"additionalProperties\": "
                                        "{\"type\": [\"string\", \"number\", \"boolean\"]}"};
