/* Kinds of values of a contact rule: the pair of materials, and the law with its parameters, whose rows come from the
 * law itself. */
#include "excerpt.h"
#include "key.h"
#include "nearest.h"
#include <string.h>

enum { LIST_MAX = 1024 };

/* ---- between ---- */

static PetscErrorCode ReadMaterial(const GrNode *node, int *material)
{
  GrKey key = {.kind = &GrKeyName, .choices = "materials", .meaning = "a material or '*'"};
  if (node->type == GR_NODE_SCALAR && strcmp(node->text, "*") == 0) {
    *material = GR_ANY;
    return 0;
  }
  return GrKeyName.read(node, &key, (char *)material);
}

static PetscErrorCode ReadPair(const GrNode *node, const GrKey *key, char *base)
{
  int *material = (int *)(base + key->offset);
  if (node->type == GR_NODE_SCALAR && strcmp(node->text, "*") == 0) {
    material[0] = material[1] = GR_ANY;
    return 0;
  }
  if (node->type != GR_NODE_LIST || node->n != 2)
    return GrComplain(node, "is no pair; write two materials such as [steel, steel], one and any [steel, '*'], or '*'");
  PetscCall(ReadMaterial(GrNodeAt(node, 0), &material[0]));
  return ReadMaterial(GrNodeAt(node, 1), &material[1]);
}

static const char *MaterialName(const GrCase *the_case, int material)
{
  return material == GR_ANY ? "'*'" : the_case->materials[material].name;
}

static void WritePair(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  const int *material = (const int *)(base + key->offset);
  GrTextPrint(out, " [%s, %s]\n", MaterialName(writing->the_case, material[0]),
              MaterialName(writing->the_case, material[1]));
}

static void SchemaPair(GrText *out, const GrKey *key)
{
  GrTextPrint(
      out,
      "\"anyOf\": [{\"const\": \"*\"}, {\"type\": \"array\", \"minItems\": 2, \"maxItems\": 2, \"items\": {\"type\": "
      "\"string\"}}]");
}

/* ---- normal ---- */

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

static PetscErrorCode FindLaw(const GrNode *node, const GrLaw **law)
{
  char list[LIST_MAX] = "";
  const char *name;
  GrKey key = {.meaning = "the name of a law"};
  PetscCall(GrScalarText(node, &key, &name));
  *law = GrLawFind(name);
  if (*law)
    return 0;
  GrNearest nearest = GrNearestBegin(name);
  for (int i = 0; GrLawAt(i); i++) {
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", GrLawAt(i)->name);
    GrNearestTry(&nearest, GrLawAt(i)->name);
  }
  if (nearest.best)
    return GrComplain(node, "there is no law '%s'; did you mean '%s'?", GrExcerptOf(name).text, nearest.best);
  return GrComplain(node, "there is no law '%s'; write one of: %s", GrExcerptOf(name).text, list);
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

static PetscErrorCode ReadLaw(const GrNode *node, const GrKey *key, char *base)
{
  GrContactRule *rule = (GrContactRule *)base;
  if (node->type != GR_NODE_MAP)
    return GrComplain(node, "is no map; write {law: NAME, ...} with the parameters of the law");
  if (!GrNodeGet(node, "law"))
    return GrComplainMissing(node, "law", "is missing; give the name of a law, such as hertz (granum laws lists them)");
  PetscCall(FindLaw(GrNodeGet(node, "law"), &rule->law));
  PetscCall(CheckParameters(node, rule->law));
  for (int i = 0; rule->law->parameters[i].name; i++)
    PetscCall(ReadParameter(node, &rule->law->parameters[i], &rule->value[i]));
  return 0;
}

static void WriteLaw(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  const GrContactRule *rule = (const GrContactRule *)base;
  GrTextPrint(out, "\n%*slaw: %s\n", writing->indent + 2, "", rule->law->name);
  for (int i = 0; rule->law->parameters[i].name; i++) {
    const GrLawParameter *parameter = &rule->law->parameters[i];
    const GrLawValue *value = &rule->value[i];
    if (!value->given)
      continue;
    GrTextPrint(out, "%*s%s: ", writing->indent + 2, "", parameter->name);
    if (value->choice >= 0)
      GrTextPrint(out, "%s", GrWordAt(parameter->choices, value->choice).text);
    else
      GrTextNumber(out, value->number);
    GrTextPrint(out, "\n");
  }
}

static void SchemaLaw(GrText *out, const GrKey *key)
{
  GrTextPrint(out, "\"oneOf\": [");
  for (int i = 0; GrLawAt(i); i++) {
    GrKey keys[GR_LAW_PARAMETERS_MAX + 2] = {
        {.name = "law", .kind = &GrKeyChoice, .meaning = GrLawAt(i)->summary, .choices = GrLawAt(i)->name}};
    for (int j = 0; GrLawAt(i)->parameters[j].name; j++)
      keys[j + 1] = GrKeyOfParameter(&GrLawAt(i)->parameters[j]);
    GrTextPrint(out, "%s{", i ? ",\n" : "");
    GrSectionSchema(out, keys);
    GrTextPrint(out, "}");
  }
  GrTextPrint(out, "]");
}

const GrKeyKind GrKeyPair = {"pair of materials, or '*'", ReadPair, NULL, WritePair, SchemaPair};
const GrKeyKind GrKeyLaw = {"law and its parameters", ReadLaw, NULL, WriteLaw, SchemaLaw};
