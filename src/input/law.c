/* Kind of value: a law of a contact rule with its parameters, whose rows come from the law itself. */
#include "excerpt.h"
#include "key.h"
#include "nearest.h"
#include <string.h>

enum { LIST_MAX = 1024 };

/* The keys of a contact rule, in the order of GrLawKind. */
static const char *const key_of_kind[] = {"normal", "adhesion", "tangential", "rolling", "twisting"};

GrKey GrKeyOfParameter(const GrLawParameter *parameter)
{
  return (GrKey){.name = parameter->name,
                 .kind = parameter->unit ? &GrKeyQuantity : &GrKeyChoice,
                 .meaning = parameter->meaning,
                 .unit = parameter->unit,
                 .fallback = parameter->fallback,
                 .choices = parameter->choices,
                 .lower = parameter->lower,
                 .upper = parameter->upper,
                 .lower_open = parameter->lower_open,
                 .upper_open = parameter->upper_open};
}

/* Only laws of the kind asked for are suggested. */
static PetscErrorCode FindLaw(const GrNode *node, GrLawKind kind, const GrLaw **law)
{
  char list[LIST_MAX] = "";
  const char *name;
  GrKey key = {.meaning = "the name of a law"};
  PetscCall(GrScalarText(node, &key, &name));
  *law = GrLawFind(name);
  if (*law && (*law)->kind == kind)
    return 0;
  GrNearest nearest = GrNearestBegin(name);
  for (int i = 0; GrLawAt(i); i++) {
    size_t used = strlen(list);
    if (GrLawAt(i)->kind != kind)
      continue;
    snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", GrLawAt(i)->name);
    GrNearestTry(&nearest, GrLawAt(i)->name);
  }
  if (*law)
    return GrComplain(node, "'%s' is a law for %s:, not for %s:; write one of: %s", name, key_of_kind[(*law)->kind],
                      key_of_kind[kind], *list ? list : "none");
  if (nearest.best)
    return GrComplain(node, "there is no law '%s'; did you mean '%s'?", GrExcerptOf(name).text, nearest.best);
  return GrComplain(node, "there is no law '%s' for %s:; write one of: %s", GrExcerptOf(name).text, key_of_kind[kind],
                    *list ? list : "none");
}

static PetscErrorCode CheckParameters(const GrNode *node, const GrLaw *law)
{
  char list[LIST_MAX] = "";
  for (const GrNode *child = node->first; child; child = child->next) {
    bool known = strcmp(child->key, "law") == 0;
    GrNearest nearest = GrNearestBegin(child->key);
    list[0] = '\0';
    for (const GrLawParameter *p = law->parameters; p->name; p++) {
      size_t used = strlen(list);
      known = known || strcmp(child->key, p->name) == 0;
      snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", p->name);
      GrNearestTry(&nearest, p->name);
    }
    if (known)
      continue;
    if (nearest.best)
      return GrComplainKey(child, "unknown parameter of the law %s; did you mean '%s'?", law->name, nearest.best);
    return GrComplainKey(child, "unknown parameter of the law %s; its parameters are: %s", law->name,
                         *list ? list : "none");
  }
  return 0;
}

static PetscErrorCode ComplainParameter(const GrNode *map, const GrLawParameter *parameter)
{
  bool dimension = parameter->unit && strcmp(parameter->unit, "1") != 0;
  return GrComplainMissing(map, parameter->name, "is missing; give a %s%s%s: %s", parameter->unit ? "number" : "word",
                           dimension ? " in " : "", dimension ? parameter->unit : "", parameter->meaning);
}

static PetscErrorCode ReadParameter(const GrNode *map, const GrLawParameter *parameter, GrLawValue *value)
{
  GrKey key = GrKeyOfParameter(parameter);
  const GrNode *node = GrNodeGet(map, parameter->name);
  GrNode fallback = {.type = GR_NODE_SCALAR, .origin = "default", .key = parameter->name, .text = parameter->fallback};
  *value = (GrLawValue){.given = false, .choice = -1, .number = NAN};
  if (!node && !parameter->fallback)
    return ComplainParameter(map, parameter);
  if (!node && !*parameter->fallback)
    return 0;
  value->given = true;
  return GrNumberOrWord(node ? node : &fallback, &key, &value->choice, &value->number);
}

static PetscErrorCode ReadLaw(const GrNode *node, GrLawKind kind, const GrLaw **law, GrLawValue *value)
{
  if (node->type != GR_NODE_MAP)
    return GrComplain(node, "is no map; write {law: NAME, ...} with the parameters of the law");
  if (!GrNodeGet(node, "law"))
    return GrComplainMissing(node, "law", "is missing; give the name of a law%s (granum laws lists them)",
                             kind == GR_LAW_NORMAL ? ", such as hertz" : "");
  PetscCall(FindLaw(GrNodeGet(node, "law"), kind, law));
  PetscCall(CheckParameters(node, *law));
  for (int i = 0; (*law)->parameters[i].name; i++)
    PetscCall(ReadParameter(node, &(*law)->parameters[i], &value[i]));
  return 0;
}

PetscErrorCode GrLawChangesRead(const GrNode *map, const GrLaw *law, GrLawValue value[])
{
  PetscCall(CheckParameters(map, law));
  if (GrNodeGet(map, "law"))
    return GrComplainKey(GrNodeGet(map, "law"), "cannot change, its parameters can; remove it");
  for (int i = 0; law->parameters[i].name; i++) {
    value[i].given = GrNodeGet(map, law->parameters[i].name) != NULL;
    if (value[i].given)
      PetscCall(ReadParameter(map, &law->parameters[i], &value[i]));
  }
  return 0;
}

/* Where a rule keeps its law of a kind, and the values of its parameters. */
static const GrLaw **PlaceOf(GrContactRule *rule, GrLawKind kind, GrLawValue **value)
{
  int slide = (int)kind - GR_LAW_TANGENTIAL;
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
  return ReadLaw(node, key->law, law, value);
}

static void WriteValues(GrText *out, const GrLaw *law, const GrLawValue *value, int indent)
{
  for (const GrLawParameter *parameter = law->parameters; parameter->name; parameter++, value++) {
    if (!value->given)
      continue;
    GrTextPrint(out, "%*s%s: ", indent, "", parameter->name);
    if (value->choice >= 0)
      GrTextPrint(out, "%s", GrWordAt(parameter->choices, value->choice).text);
    else
      GrTextNumber(out, value->number);
    GrTextPrint(out, "\n");
  }
}

static void WriteLaw(GrText *out, const GrLaw *law, const GrLawValue *value, int indent)
{
  GrTextPrint(out, "\n%*slaw: %s\n", indent, "", law->name);
  WriteValues(out, law, value, indent);
}

static void WriteRuleLaw(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
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
  const char *separator = "";
  GrTextPrint(out, "\"type\": \"object\", \"oneOf\": [");
  for (int i = 0; GrLawAt(i); i++) {
    if (GrLawAt(i)->kind != key->law)
      continue;
    GrKey keys[GR_LAW_PARAMETERS_MAX + 2] = {
        {.name = "law", .kind = &GrKeyChoice, .meaning = GrLawAt(i)->summary, .choices = GrLawAt(i)->name}};
    for (int j = 0; GrLawAt(i)->parameters[j].name; j++)
      keys[j + 1] = GrKeyOfParameter(&GrLawAt(i)->parameters[j]);
    GrTextPrint(out, "%s{", separator);
    separator = ",\n";
    GrSectionSchema(out, keys, scope);
    GrTextPrint(out, "}");
  }
  GrTextPrint(out, *separator ? "]" : "{\"not\": {}}]");
}

const GrKeyKind GrKeyLaw = {"law and its parameters", ReadRuleLaw, NULL, WriteRuleLaw, SchemaRuleLaw, LeavesRuleLaw};

/* ---- changes of a law's parameters: read when the law is known ---- */

static PetscErrorCode ReadChanges(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  if (node->type != GR_NODE_MAP || node->n == 0)
    return GrComplainKey(node, "is no map of parameters; give %s", key->meaning);
  return 0;
}

static void WriteChanges(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  const GrContactRule *rule;
  GrLawPair pair;
  GrCaseImpactPair(writing->the_case, &pair, &rule);
  GrTextPrint(out, "\n");
  WriteValues(out, rule->law, ((const GrBounceChange *)base)->value, writing->indent + 2);
}

static void SchemaChanges(GrText *out, const GrKey *key, unsigned scope)
{
  GrTextPrint(out, "\"type\": \"object\", \"minProperties\": 1");
}

const GrKeyKind GrKeyChanges = {"map of parameters", ReadChanges, NULL, WriteChanges, SchemaChanges, NULL};
