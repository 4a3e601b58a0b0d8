/* Kinds of values of input keys: changes that a stage of a run makes to walls, contact rules, the drag and the box.

   The rows are the rows of the changed section, and each key is optional. One bit per row marks whether the stage gives
   the key (GrStageChange). This file reads, checks and writes each change alone. src/input/case/stages.c applies the
   changes to the case. */
#include "input/key/registry.h"
#include "input/key/rows.h"
#include <string.h>

enum { ROWS_MAX = 32 }; /* bits */

static unsigned RowsGiven(const GrNode *node, const GrKey *rows, unsigned scope)
{
  unsigned given = 0;
  for (int k = 0; rows[k].name; k++)
    if (GrKeyApplies(&rows[k], scope) && GrNodeGet(node, rows[k].name))
      given |= 1u << k;
  return given;
}

/* Writes the rows that the stage gives. An empty section removes the earlier one. */
static void WriteGiven(GrText *out, const GrKey *rows, unsigned given, const char *base, GrKeyWriting writing)
{
  GrKey row[ROWS_MAX + 1] = {{0}};
  int n = 0;
  for (int k = 0; rows[k].name; k++)
    if (given >> k & 1 && !(rows[k].kind->leaves && rows[k].kind->leaves(&rows[k], base)))
      row[n++] = rows[k];
  GrKeysWrite(out, row, base, writing);
  for (int k = 0; rows[k].name; k++)
    if (given >> k & 1 && rows[k].kind->leaves && rows[k].kind->leaves(&rows[k], base)) {
      if (rows[k].kind == &GrKeySection || rows[k].kind == &GrKeyList)
        GrTextPrint(out, "%*s%s: %s\n", writing.indent, "", rows[k].name, rows[k].kind == &GrKeyList ? "[]" : "{}");
    }
}

/* ---- walls ---- */

/* The position of a wall by its name, which is a key here. */
static PetscErrorCode FindWall(const GrNode *node, unsigned scope, int *wall)
{
  const GrKey key = {.choices = "walls", .meaning = "the name of a wall"};
  GrNode name = *node;
  name.type = GR_NODE_SCALAR;
  name.text = node->key;
  name.quoted = true;
  name.place = node->key_place;
  return GrKeyName.read(&name, &key, scope, (char *)wall);
}

static PetscErrorCode ReadWalls(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrStageChange *change;
  if (node->type != GR_NODE_MAP || node->n == 0)
    return GrNodeComplainKey(node, "is not a map of names; give %s", key->meaning);
  PetscCall(PetscCalloc1(node->n, &change));
  *(GrStageChange **)(base + key->offset) = change;
  *(int *)(base + key->count) = node->n;
  for (const GrNode *child = node->first; child; child = child->next, change++) {
    GrWall wall = {.since = 0};
    PetscCall(FindWall(child, scope, &change->of));
    for (int k = 0; k < GR_WALL_ROWS_KEPT; k++)
      if (GrNodeGet(child, GrCaseWallKeys[k].name))
        return GrNodeComplainKey(
            GrNodeGet(child, GrCaseWallKeys[k].name),
            "stays the same in all stages; remove it, or give another wall that is absent until then");
    PetscCall(GrKeysReadPart(child, key->section, scope, (char *)&wall));
    PetscCall(GrKeysFree(key->section, (char *)&wall));
    change->given = RowsGiven(child, key->section, scope);
    change->velocity = GrNodeGet(child, "velocity") != NULL;
    change->oscillation = GrNodeGet(child, "oscillation") != NULL;
    change->rotation = GrNodeGet(child, "rotation") != NULL;
    change->motion = change->velocity || change->oscillation || change->rotation || GrNodeGet(child, "acceleration") ||
                     GrNodeGet(child, "motions");
  }
  return 0;
}

static void WriteWalls(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrStage *stage = (const GrStage *)base;
  GrTextPrint(out, "\n");
  for (int i = 0; i < stage->n_wall_changes; i++) {
    const GrStageChange *change = &stage->wall_changes[i];
    GrTextPrint(out, "%*s%s:\n", writing->indent + 2, "", writing->the_case->walls[change->of].name);
    WriteGiven(out, key->section, change->given, (const char *)&stage->walls[change->of],
               (GrKeyWriting){writing->the_case, writing->indent + 4, false});
  }
}

/* ---- contact rules ---- */

/* A rule may give its laws and the tension; between says which it is. */
static bool MayChange(const GrKey *row)
{
  return row->kind == &GrKeyLaw || row->kind == &GrKeyPair || strcmp(row->name, "tension") == 0;
}

static PetscErrorCode CheckRuleKeys(const GrNode *rule, unsigned scope)
{
  for (const GrNode *child = rule->first; child; child = child->next) {
    const GrKey *row = GrKeyFind(GrCaseContactKeys, child->key, scope);
    if (!row || !GrKeyApplies(row, scope) || !MayChange(row))
      return GrNodeComplainKey(child,
                               "is nothing that a stage changes of a contact rule; write between, which says the "
                               "rule, and tension or one of its laws with parameters");
  }
  return 0;
}

static PetscErrorCode ReadContacts(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrStageChange *change;
  if (node->type != GR_NODE_LIST || node->n == 0)
    return GrNodeComplainKey(node, "is not a list; give %s, each with a dash before it", key->meaning);
  PetscCall(PetscCalloc1(node->n, &change));
  *(GrStageChange **)(base + key->offset) = change;
  *(int *)(base + key->count) = node->n;
  for (const GrNode *child = node->first; child; child = child->next, change++) {
    if (child->type != GR_NODE_MAP)
      return GrNodeComplain(child, "is not a map of keys; write between: below it");
    PetscCall(CheckRuleKeys(child, scope));
    change->given = RowsGiven(child, GrCaseContactKeys, scope);
  }
  return 0;
}

static void WriteContacts(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrStage *stage = (const GrStage *)base;
  GrTextPrint(out, "\n");
  for (int i = 0; i < stage->n_rule_changes; i++)
    WriteGiven(out, GrCaseContactKeys, stage->rule_changes[i].given,
               (const char *)&stage->rules[stage->rule_changes[i].of],
               (GrKeyWriting){writing->the_case, writing->indent + 4, true});
}

void GrKeyStageRules(GrText *out, const GrKey *key, unsigned scope)
{
  const char *separator = "";
  GrTextPrint(out,
              "\"type\": \"array\", \"minItems\": 1, \"items\": {\"type\": \"object\", \"required\": [\"between\"], "
              "\"additionalProperties\": false, \"properties\": {");
  for (const GrKey *row = GrCaseContactKeys; row->name; row++) {
    if (!GrKeyApplies(row, scope) || row->kind == &GrKeyRefused || !MayChange(row))
      continue;
    GrTextPrint(out, "%s\"%s\": {", separator, row->name);
    if (row->kind == &GrKeyLaw)
      GrTextPrint(out, "\"type\": \"object\", \"minProperties\": 1");
    else
      GrKeySchema(out, row, scope);
    GrTextPrint(out, "}");
    separator = ", ";
  }
  GrTextPrint(out, "}}");
}

/* ---- drag and cell ---- */

static PetscErrorCode ReadPart(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  union {
    GrDrag drag;
    GrDomain domain;
  } part;
  PetscCall(GrKeysRead(node, key->section, scope, (char *)&part));
  *(unsigned *)(base + key->count) = RowsGiven(node, key->section, scope);
  return 0;
}

static void WritePart(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, "\n");
  WriteGiven(out, key->section, *(const unsigned *)(base + key->count), base + key->offset,
             (GrKeyWriting){writing->the_case, writing->indent + 2, false});
}

static bool LeavesPart(const GrKey *key, const char *base)
{
  return *(const unsigned *)(base + key->count) == 0;
}

const GrKeyKind GrKeyStageWalls = {"map of names",
                                   ReadWalls,
                                   NULL,
                                   WriteWalls,
                                   "\"type\": \"object\", \"minProperties\": 1, \"additionalProperties\": {@keys}",
                                   GrKeyLeavesList,
                                   .free = GrKeyFreePointer};
const GrKeyKind GrKeyStageContacts = {
    "list", ReadContacts, NULL, WriteContacts, "@rules", GrKeyLeavesList, .free = GrKeyFreePointer};
const GrKeyKind GrKeyStagePart = {"map", ReadPart, NULL, WritePart, "@keys", .leaves = LeavesPart};
