/* Kind of value: a law of a contact rule with its parameters, whose rows come from the law itself. */
#include "base/excerpt.h"
#include "base/math/nearest.h"
#include "input/key/parameters.h"
#include "law/card/lammps.h"
#include <string.h>

enum { LIST_MAX = 1024 };

/* The keys of a contact rule, in the order of GrLawKind. */
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

/* Only laws of the kind asked for are suggested. renamed: row of renamed_laws, or -1. */
static PetscErrorCode FindLaw(const GrNode *node, GrLawKind kind, const GrLaw **law, int *renamed)
{
  char list[LIST_MAX] = "";
  const char *name;
  GrKey key = {.meaning = "the name of a law"};
  PetscCall(GrKeyScalarText(node, &key, &name));
  *renamed = FindRenamed(name);
  *law = GrLawFind(*renamed < 0 ? name : renamed_laws[*renamed].law);
  if (*law && (*law)->kind == kind)
    return 0;
  if (GrLawLammps(name))
    return GrComplain(node, "'%s' is a word of LAMMPS; %s", name, GrLawLammps(name));
  GrNearest nearest = GrNearestBegin(name);
  for (int i = 0; GrLawAt(i); i++) {
    size_t used = strlen(list);
    if (GrLawAt(i)->kind != kind)
      continue;
    snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", GrLawAt(i)->name);
    GrNearestTry(&nearest, GrLawAt(i)->name);
  }
  if (*law)
    return GrComplain(node, "'%s' is a law for `%s`, not for `%s`; write one of: %s", name, key_of_kind[(*law)->kind],
                      key_of_kind[kind], *list ? list : "none");
  if (nearest.best)
    return GrComplain(node, "there is no law '%s'; did you mean '%s'?", GrExcerptOf(name).text, nearest.best);
  return GrComplain(node, "there is no law '%s' for `%s`; write one of: %s", GrExcerptOf(name).text, key_of_kind[kind],
                    *list ? list : "none");
}

static PetscErrorCode ReadLaw(const GrNode *node, GrLawKind kind, const GrLaw **law, GrLawValue *value,
                              GrContactRule *rule)
{
  int renamed;
  if (node->type != GR_NODE_MAP)
    return GrComplain(node, "is no map; write {law: NAME, ...} with the parameters of the law");
  if (!GrNodeGet(node, "law"))
    return GrComplainMissing(node, "law", "is missing; give the name of a law%s (granum laws lists them)",
                             kind == GR_LAW_NORMAL ? ", such as hertz" : "");
  PetscCall(FindLaw(GrNodeGet(node, "law"), kind, law, &renamed));
  const GrParameters of = GrParametersOfLaw(*law);
  PetscCall(GrParametersRead(node, &of, value));
  for (int i = 0; renamed >= 0 && (*law)->parameters[i].name; i++)
    if (!strcmp((*law)->parameters[i].name, renamed_laws[renamed].parameter)) {
      value[i].choice = GrWordFind((*law)->parameters[i].choices, renamed_laws[renamed].word);
      snprintf(rule->renamed, sizeof rule->renamed, "law: %s is now law: %s with %s: %s", renamed_laws[renamed].old,
               renamed_laws[renamed].law, renamed_laws[renamed].parameter, renamed_laws[renamed].word);
    }
  return 0;
}

PetscErrorCode GrKeyLawChangesRead(const GrNode *map, const GrLaw *law, GrLawValue value[])
{
  const GrParameters of = GrParametersOfLaw(law);
  PetscCall(GrParametersCheck(map, &of));
  if (GrNodeGet(map, "law"))
    return GrComplainKey(GrNodeGet(map, "law"), "cannot change, its parameters can; remove it");
  for (int i = 0; law->parameters[i].name; i++) {
    value[i].given = GrNodeGet(map, law->parameters[i].name) != NULL;
    if (value[i].given)
      PetscCall(GrParameterRead(map, &law->parameters[i], &value[i]));
  }
  return 0;
}

/* Where a rule keeps its law of a kind, and the values of its parameters. */
static const GrLaw **PlaceOf(GrContactRule *rule, GrLawKind kind, GrLawValue **value)
{
  int slide = (int)kind - GR_LAW_TANGENTIAL;
  if (kind == GR_LAW_BOND) {
    *value = rule->bond_value;
    return &rule->bond;
  }
  if (slide >= 0) {
    *value = rule->slide_value[slide];
    return &rule->slide[slide];
  }
  *value = kind == GR_LAW_NORMAL ? rule->value : rule->adhesion_value;
  return kind == GR_LAW_NORMAL ? &rule->law : &rule->adhesion;
}

static PetscErrorCode ReadRuleLaw(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrLawValue *value;
  const GrLaw **law = PlaceOf((GrContactRule *)base, key->law, &value);
  return ReadLaw(node, key->law, law, value, (GrContactRule *)base);
}

static void WriteLaw(GrText *out, const GrLaw *law, const GrLawValue *value, int indent)
{
  GrTextPrint(out, "\n%*slaw: %s\n", indent, "", law->name);
  GrValuesWrite(out, law->parameters, value, indent);
}

static void WriteRuleLaw(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrContactRule rule = *(const GrContactRule *)base;
  GrLawValue *value;
  const GrLaw **law = PlaceOf(&rule, key->law, &value);
  WriteLaw(out, *law, value, writing->indent + 2);
}

static bool LeavesRuleLaw(const GrKey *key, const char *base)
{
  GrContactRule rule = *(const GrContactRule *)base;
  GrLawValue *value;
  return !*PlaceOf(&rule, key->law, &value);
}

static void SchemaRuleLaw(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "\"$ref\": \"#/$defs/%s_law\"", key_of_kind[key->law]);
}

static void DefineKind(GrText *out, GrLawKind kind)
{
  const char *separator = "";
  GrTextPrint(out, "\"%s_law\": {\"type\": \"object\", \"oneOf\": [", key_of_kind[kind]);
  for (int i = 0; GrLawAt(i); i++) {
    if (GrLawAt(i)->kind != kind)
      continue;
    const GrParameters of = GrParametersOfLaw(GrLawAt(i));
    GrTextPrint(out, "%s", separator);
    separator = ",\n";
    GrParametersSchema(out, &of, GrLawAt(i)->summary, GR_IN_ALL);
  }
  GrTextPrint(out, "]},\n");
}

void GrKeyLawDefinitions(GrText *out)
{
  for (size_t kind = 0; kind < sizeof key_of_kind / sizeof *key_of_kind; kind++)
    DefineKind(out, (GrLawKind)kind);
}

const GrKeyKind GrKeyLaw = {
    "law and its parameters", ReadRuleLaw, NULL, WriteRuleLaw, SchemaRuleLaw, LeavesRuleLaw, NULL};

/* ---- changes of a law's parameters: read when the law is known ---- */

static PetscErrorCode ReadChanges(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type != GR_NODE_MAP || node->n == 0)
    return GrComplainKey(node, "is no map of parameters; give %s", key->meaning);
  return 0;
}

static void WriteChanges(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrContactRule *rule;
  GrLawPair pair;
  GrCaseImpactPair(writing->the_case, &pair, &rule);
  GrTextPrint(out, "\n");
  GrValuesWrite(out, rule->law->parameters, ((const GrBounceChange *)base)->value, writing->indent + 2);
}

static void SchemaChanges(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "\"type\": \"object\", \"minProperties\": 1");
}

const GrKeyKind GrKeyChanges = {"map of parameters", ReadChanges, NULL, WriteChanges, SchemaChanges, NULL, NULL};
