/* Kind of value of an input key: a key of the case that a stage of the run changes.

   src/input/case/stages.c merges the map of a stage into the input, reads the merged input, and stores the paths of the
   given keys in GrStage.given. This file writes these keys to the resolved case, and prepares the rows that the schema
   and the reference print. */
#include "input/key/registry.h"
#include <string.h>

enum { ROWS_MAX = 32, PATH_LENGTH = 256 };

static const GrKey *RowOfCase(const GrKey *key)
{
  return GrKeyFind(key->section, key->name, GR_IN_BULK);
}

/* ---- schema and reference ---- */

/* The row of a key that a stage may give. A contact rule is found by its pair of materials. */
static GrKey PartOf(const GrKey *row)
{
  GrKey part = *row;
  part.fallback = row->kind == &GrKeyPair ? NULL : "";
  part.scope = (row->scope & GR_IN_BULK) == GR_IN_BULK ? 0 : row->scope;
  part.excludes = part.needs = part.unless = part.with = part.above = part.like = NULL;
  if (row->kind == &GrKeyLaw) {
    part.kind = &GrKeyChanges;
    part.section = NULL;
  }
  return part;
}

void GrKeyStagedRow(const GrKey *key, GrKeyGiven *given)
{
  const GrKey *of = RowOfCase(key);
  GrKey *to = given->inside;
  *given = (GrKeyGiven){.row = *of};
  given->row.meaning = key->meaning;
  given->row.fallback = "";
  given->row.scope = 0;
  if (of->stage != GR_STAGE_MERGES)
    return;
  given->row.lower = of->element ? 1 : 0;
  given->row.section = given->inside;
  for (const GrKey *row = of->section; row->name; row++)
    if (GrKeyApplies(row, GR_IN_BULK) && (row->stage != GR_STAGE_KEEPS || row->kind == &GrKeyPair))
      *to++ = PartOf(row);
}

/* ---- reading and writing ---- */

static PetscErrorCode ReadStaged(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const GrKeyElement *element = RowOfCase(key)->element;
  if (element && element->name >= 0 && (node->type != GR_NODE_MAP || node->n == 0))
    return GrNodeComplainKey(node, "is not a map of names; give %s", key->meaning);
  if (element && element->name < 0 && (node->type != GR_NODE_LIST || node->n == 0))
    return GrNodeComplainKey(node, "is not a list; give %s, each with a dash before it", key->meaning);
  return 0;
}

/* Whether the stage gives the key at this path, or a key below it. */
static bool Gives(const GrStage *stage, const char *path)
{
  const size_t length = strlen(path);
  for (const char *at = stage->given; at && *at; at += strcspn(at, "|"), at += *at == '|')
    if (strncmp(at, path, length) == 0 && (!at[length] || strchr("|.", at[length])))
      return true;
  return false;
}

/* Path of the key in the case. */
static void PathOf(const GrKey *key, char path[PATH_LENGTH])
{
  snprintf(path, PATH_LENGTH, "%s%s%s", key->choices ? key->choices : "", key->choices ? "." : "", key->name);
}

static bool LeavesStaged(const GrKey *key, const char *base)
{
  char path[PATH_LENGTH];
  PathOf(key, path);
  return !Gives((const GrStage *)base, path);
}

/* Writes the keys of a map of the case that the stage gives. An empty section removes the earlier one. */
static void WriteGiven(GrText *out, const GrStage *stage, const char *path, const GrKey *rows, const char *base,
                       GrKeyWriting writing)
{
  GrKey row[ROWS_MAX + 1] = {{0}};
  char of_key[PATH_LENGTH];
  for (int n = 0; rows->name && n < ROWS_MAX; rows++) {
    (void)PetscSNPrintf(of_key, sizeof of_key, "%s.%s", path, rows->name);
    if (rows->kind == &GrKeyPair || Gives(stage, of_key))
      row[n++] = *rows;
  }
  writing.empty = true;
  GrKeysWrite(out, row, base, writing);
}

/* Writes the changes of the entries of a map of names, or of a list. items: structs of the entries. */
static void WriteEntries(GrText *out, const GrStage *stage, const char *path, const GrKey *row, int n,
                         const char *items, GrKeyWriting writing)
{
  for (int i = 0; i < n; i++, items += row->element->size) {
    char of_entry[PATH_LENGTH];
    writing.bullet = row->element->name < 0;
    if (writing.bullet)
      (void)PetscSNPrintf(of_entry, sizeof of_entry, "%s.%d", path, i);
    else
      (void)PetscSNPrintf(of_entry, sizeof of_entry, "%s.%s", path, items + row->element->name);
    if (!Gives(stage, of_entry))
      continue;
    if (!writing.bullet)
      GrTextPrint(out, "%*s%s:\n", writing.indent - 2, "", items + row->element->name);
    WriteGiven(out, stage, of_entry, row->section, items, writing);
  }
}

static void WriteStaged(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrStage *stage = (const GrStage *)base;
  const GrKey *row = RowOfCase(key);
  const GrCase now = GrCaseInStage(writing->the_case, stage);
  const char *map = (const char *)&now + key->offset;
  char path[PATH_LENGTH];
  PathOf(key, path);
  if (row->stage != GR_STAGE_MERGES) {
    row->kind->write(out, row, map, writing);
    return;
  }
  GrTextPrint(out, "\n");
  if (row->element)
    WriteEntries(out, stage, path, row, *(const int *)(map + row->count), *(const char *const *)(map + row->offset),
                 (GrKeyWriting){.the_case = writing->the_case, .indent = writing->indent + 4});
  else
    WriteGiven(out, stage, path, row->section, map + row->offset,
               (GrKeyWriting){.the_case = writing->the_case, .indent = writing->indent + 2});
}

/* Reference and schema print the row that GrKeyGivenOf returns. */
const GrKeyKind GrKeyStaged = {"", ReadStaged, .write = WriteStaged, .schema = "", .leaves = LeavesStaged};
