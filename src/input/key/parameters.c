/* Parameters of a law or a mechanism: a map beside the key that says which one, with rows of its own. */
#include "input/key/parameters.h"
#include "base/math/nearest.h"
#include <string.h>

enum { LIST_MAX = 1024 };

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

PetscErrorCode GrParametersCheck(const GrNode *map, const GrParameters *of)
{
  char list[LIST_MAX] = "";
  for (const GrNode *child = map->first; child; child = child->next) {
    bool known = strcmp(child->key, of->key) == 0;
    GrNearest nearest = GrNearestBegin(child->key);
    list[0] = '\0';
    for (const GrLawParameter *p = of->parameters; p->name; p++) {
      size_t used = strlen(list);
      known = known || strcmp(child->key, p->name) == 0;
      snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", p->name);
      GrNearestTry(&nearest, p->name);
    }
    const char *lammps = strcmp(of->what, "law") == 0 ? GrKeyLammps(child) : NULL;
    if (lammps && (!known || strcmp(child->key, "damping") == 0))
      return GrComplainKey(child, "this is an option of LAMMPS; %s", lammps);
    if (known)
      continue;
    if (nearest.best)
      return GrComplainKey(child, "unknown parameter of the %s %s; did you mean '%s'?", of->what, of->name,
                           nearest.best);
    return GrComplainKey(child, "unknown parameter of the %s %s; its parameters are: %s", of->what, of->name,
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

PetscErrorCode GrParameterRead(const GrNode *map, const GrLawParameter *parameter, GrLawValue *value)
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

PetscErrorCode GrParametersRead(const GrNode *map, const GrParameters *of, GrLawValue *value)
{
  PetscCall(GrParametersCheck(map, of));
  for (int i = 0; of->parameters[i].name; i++)
    PetscCall(GrParameterRead(map, &of->parameters[i], &value[i]));
  return 0;
}

void GrValuesWrite(GrText *out, const GrLawParameter *parameter, const GrLawValue *value, int indent)
{
  for (; parameter->name; parameter++, value++) {
    if (!value->given)
      continue;
    GrTextPrint(out, "%*s%s: ", indent, "", parameter->name);
    if (value->choice >= 0)
      GrTextPrint(out, "%s", GrKeyWordAt(parameter->choices, value->choice).text);
    else
      GrTextNumber(out, value->number);
    GrTextPrint(out, "\n");
  }
}

/* An example of a law: its name, and the example's numbers of parameters that have no default. */
static void SchemaExample(GrText *out, const GrParameters *of)
{
  GrTextPrint(out, ", \"examples\": [{\"%s\": \"%s\"", of->key, of->name);
  for (const GrLawParameter *p = of->parameters; p->name; p++)
    if (p->unit && (!p->fallback || (!*p->fallback && p->example != 0))) {
      GrTextPrint(out, ", \"%s\": ", p->name);
      GrTextNumber(out, p->example);
    }
  GrTextPrint(out, "}]");
}

void GrParametersSchema(GrText *out, const GrParameters *of, const char *summary, unsigned scope)
{
  GrKey keys[GR_PARAMETERS_MAX + 2] = {
      {.name = of->key, .kind = &GrKeyChoice, .meaning = summary, .choices = of->name}};
  for (int j = 0; of->parameters[j].name; j++)
    keys[j + 1] = GrKeyOfParameter(&of->parameters[j]);
  GrTextPrint(out, "{");
  GrKeysSchema(out, keys, scope);
  if (strcmp(of->key, "law") == 0)
    SchemaExample(out, of);
  GrTextPrint(out, "}");
}
