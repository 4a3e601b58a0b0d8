/* Kind of value of an input key: a law of a contact rule, with its parameters. The rows of the parameters come from the
   law. */
#include "input/key/registry.h"
#include "law/card/card.h"
#include <string.h>

/* The keys of a contact rule, by GrLawKind. */
static const char *const key_of_kind[] = {"normal", "adhesion", "tangential", "rolling", "twisting", "bond"};

/* Laws that have been merged into another one, which gets one more parameter; still read, with a warning (GrStudyWarn).
 */
static const struct {
  const char *old, *law, *parameter, *word;
} renamed_laws[] = {
    {"mindlin_force", "mindlin", "area", "force"},
    {"mindlin_rescale", "mindlin", "area", "rescale"},
    {"mindlin_rescale_force", "mindlin", "area", "thornton"},
};

/* Row of a name in renamed_laws, or -1. */
static int FindRenamed(const char *name)
{
  for (size_t i = 0; i < sizeof renamed_laws / sizeof *renamed_laws; i++)
    if (!strcmp(name, renamed_laws[i].old))
      return (int)i;
  return -1;
}

static const void *LawAt(const GrKey *key, int index)
{
  for (int i = 0; GrLawAt(i); i++)
    if (GrLawAt(i)->kind == key->law && index-- == 0)
      return GrLawAt(i);
  return NULL;
}

static void AddLaw(const void *entry, const GrKey *key, GrKeyRows *rows)
{
  GrKeyRowsOfParameters(((const GrLaw *)entry)->parameters, key, rows);
}

static const char *CurrentName(const char *name)
{
  const int renamed = FindRenamed(name);
  return renamed < 0 ? NULL : renamed_laws[renamed].law;
}

static PetscErrorCode RefuseLaw(const GrNode *node, const GrKey *key, const char *name, const char *list)
{
  const GrLaw *law = GrLawFind(name);
  if (GrLawLammps(name))
    return GrNodeComplain(node, "'%s' is a word of LAMMPS or LIGGGHTS; %s", name, GrLawLammps(name));
  if (law)
    return GrNodeComplain(node, "'%s' is a law for `%s`, not for `%s`; write one of: %s", name, key_of_kind[law->kind],
                          key_of_kind[key->law], list);
  return 0;
}

const GrKeyRegistry GrKeyLaws = {
    "law", "unknown parameter of the law", offsetof(GrLaw, summary), LawAt, AddLaw, CurrentName, .refuse = RefuseLaw};

/* Sets the parameter that replaces a law, and keeps the warning. */
static void ReplaceRenamed(const GrNode *node, const GrKey *key, char *base)
{
  const int renamed = FindRenamed(GrNodeText(node, "law"));
  GrContactRule *rule = (GrContactRule *)base;
  GrKeyRows rows;
  if (renamed < 0)
    return;
  for (const GrKey *row = GrKeyRowsIn(key->section, base, &rows); row->name; row++)
    if (strcmp(row->name, renamed_laws[renamed].parameter) == 0)
      ((GrLawValue *)(base + row->offset))->choice = GrKeyWordFind(row->choices, renamed_laws[renamed].word);
  snprintf(rule->renamed, sizeof rule->renamed, "law: %s is now law: %s with %s: %s", renamed_laws[renamed].old,
           renamed_laws[renamed].law, renamed_laws[renamed].parameter, renamed_laws[renamed].word);
}

static PetscErrorCode ReadLaw(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  const GrNode *damping = GrNodeGet(node, "damping");
  if (damping && GrKeyLammps(damping))
    return GrNodeComplainKey(damping, "this is an option of LAMMPS; %s", GrKeyLammps(damping));
  PetscCall(GrKeysRead(node, key->section, scope, base));
  ReplaceRenamed(node, key, base);
  return 0;
}

static bool LeavesLaw(const GrKey *key, const char *base)
{
  return !*(const GrLaw *const *)(base + key->section->offset);
}

/* Laws are defined once in the schema. */
const GrKeyKind GrKeyLaw = {
    "law and its parameters", ReadLaw, NULL, GrKeyWriteSection, "\"$ref\": \"#/$defs/@name_law\"", .leaves = LeavesLaw};

/* ---- changes of a law's parameters, which are read when the law is known ---- */

/* The parameters of a law, each optional. */
static const GrKey *RowsOfChanges(const GrLaw *law, GrKeyRows *rows)
{
  const GrKey key = {.count = 0};
  *rows = (GrKeyRows){0};
  GrKeyRowsOfParameters(law->parameters, &key, rows);
  for (int k = 0; k < rows->n; k++)
    rows->row[k].fallback = "";
  return rows->row;
}

PetscErrorCode GrKeyLawChangesRead(const GrNode *map, const GrLaw *law, GrLawValue value[])
{
  GrKeyRows rows;
  if (GrNodeGet(map, "law"))
    return GrNodeComplainKey(GrNodeGet(map, "law"), "cannot change, its parameters can; remove it");
  return GrKeysReadPart(map, RowsOfChanges(law, &rows), GR_IN_ALL, (char *)value);
}

static PetscErrorCode ReadChanges(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type != GR_NODE_MAP || node->n == 0)
    return GrNodeComplainKey(node, "is not a map of parameters; give %s", key->meaning);
  return 0;
}

static void WriteChanges(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrContactRule *rule;
  GrLawPair pair;
  GrKeyRows rows;
  GrCaseImpactPair(writing->the_case, &pair, &rule);
  GrTextPrint(out, "\n");
  GrKeysWrite(out, RowsOfChanges(rule->law, &rows), (const char *)((const GrBounceChange *)base)->value,
              (GrKeyWriting){.the_case = writing->the_case, .indent = writing->indent + 2});
}

const GrKeyKind GrKeyChanges = {"map of parameters", ReadChanges, NULL, WriteChanges,
                                .schema = "\"type\": \"object\", \"minProperties\": 1"};
