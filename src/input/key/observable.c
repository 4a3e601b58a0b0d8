/* observable: reads observables in expressions; see observable.h. */
#include "input/key/observable.h"
#include "base/excerpt.h"
#include "base/math/nearest.h"
#include "input/key/kinds.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 2, FORM_MAX = 120 };

bool GrKeyObservableAt(const char *word, size_t length, GrIndicator *m)
{
  for (int i = 0; length > 0 && GrIndicatorAt(i, m); i++)
    if (strlen(m->name) == length && strncmp(m->name, word, length) == 0)
      return true;
  return false;
}

void GrKeyObservableAdvise(const char *word, char problem[GR_PROBLEM_MAX])
{
  GrNearest nearest = GrNearestBegin(word);
  GrIndicator m;

  for (int i = 0; GrIndicatorAt(i, &m); i++)
    GrNearestTry(&nearest, m.name);
  if (nearest.best)
    snprintf(problem, GR_PROBLEM_MAX,
             "has '%.60s', which is neither a constant nor a unit nor an observable; did you mean %s?", word,
             nearest.best);
}

/* The kind of the input: its dimension, or 0 for other problems. */
static int DimensionOf(const GrNode *root)
{
  const char *problem = GrNodeText(root, "problem");
  return *problem && strcmp(problem, "particles") != 0 ? 0 : atoi(GrNodeText(root, "dimension"));
}

static const char *ComponentsOf(const GrIndicator *m, int dimension)
{
  return dimension == 2 && m->plane_components ? m->plane_components : m->components;
}

/* Writes the form of an observable: "wall_force(WALL, x|y|z)". */
static void WriteForm(const GrIndicator *m, const char *components, char form[FORM_MAX])
{
  const bool object = m->kind->object;
  const int n = snprintf(form, FORM_MAX, "%s", m->name);

  if (object || components)
    snprintf(form + n, (size_t)(FORM_MAX - n), "(%s%s%s)",
             !object                                ? ""
             : strcmp(m->kind->object, "wall") == 0 ? "WALL"
                                                    : "COUNTER",
             object && components ? ", " : "", components ? components : "");
}

/* Reads the arguments in brackets, at most two. Returns their number; -1: there is no bracket at the end. */
static int ReadArguments(const char **at, char argument[ARGUMENTS][GR_NAME_MAX])
{
  int n = 0;

  *at += strspn(*at, " ");
  if (**at != '(')
    return 0;
  for (bool more = true; more && n < ARGUMENTS; n++) {
    const char *begin = *at + 1 + strspn(*at + 1, " ");
    size_t length = strcspn(begin, ",()");
    *at = begin + length;
    more = **at == ',';
    while (length > 0 && begin[length - 1] == ' ')
      length--;
    snprintf(argument[n], GR_NAME_MAX, "%.*s", (int)length, begin);
  }
  if (**at != ')')
    return -1;
  ++*at;
  return n;
}

/* Finds the wall or the counter. */
static bool FindObject(const GrNode *root, const GrIndicator *m, const char *name, GrCondition *observed,
                       char problem[GR_PROBLEM_MAX])
{
  const GrNode *section = GrNodeBelow(root, m->kind->section), *found = GrNodeGet(section, name);
  GrNearest nearest = GrNearestBegin(name);

  if (found) {
    observed->object = found->position;
    return true;
  }
  for (const GrNode *child = section && section->type == GR_NODE_MAP ? section->first : NULL; child;
       child = child->next)
    GrNearestTry(&nearest, child->key);
  snprintf(problem, GR_PROBLEM_MAX, "has the observable %s of the %s '%s', which %s does not have; %s%.60s%s", m->name,
           m->kind->object, GrExcerptOf(name).text, m->kind->section, nearest.best ? "did you mean '" : "add it there",
           nearest.best ? nearest.best : "", nearest.best ? "'?" : "");
  return false;
}

bool GrKeyObservableRead(const GrNode *root, const GrIndicator *m, const char **at, GrCondition *observed,
                         GrMeasure *value, char problem[GR_PROBLEM_MAX])
{
  const int dimension = DimensionOf(root);
  const char *components = ComponentsOf(m, dimension);
  const char *unit = dimension == 2 && m->plane_unit ? m->plane_unit : m->unit;
  const int wanted = (m->kind->object != NULL) + (components != NULL);
  char argument[ARGUMENTS][GR_NAME_MAX], form[FORM_MAX];

  *observed = (GrCondition){.indicator = *m, .object = -1, .component = -1, .above = NAN, .below = NAN, .time = NAN};
  *value = (GrMeasure){.scale = 1};
  WriteForm(m, components, form);
  if (dimension != 2 && dimension != 3) {
    snprintf(problem, GR_PROBLEM_MAX,
             "has the observable %s, which only assemblies have; write an expression without it, or dimension: 2 or 3",
             m->name);
    return false;
  }
  if (m->needs && !GrNodeBelow(root, m->needs)) {
    snprintf(problem, GR_PROBLEM_MAX, "has the observable %s, which needs %s; add it, or write another observable",
             m->name, m->needs);
    return false;
  }
  if (ReadArguments(at, argument) != wanted) {
    snprintf(problem, GR_PROBLEM_MAX,
             "has the observable %s with wrong arguments; write %s, the whole expression in quotes", m->name, form);
    return false;
  }
  if (m->kind->object && components && GrKeyWordFind(components, argument[0]) >= 0 &&
      GrKeyWordFind(components, argument[1]) < 0) {
    snprintf(problem, GR_PROBLEM_MAX, "has the arguments of %s in the wrong order; write %s(%s, %s)", m->name, m->name,
             GrExcerptOf(argument[1]).text, argument[0]);
    return false;
  }
  if (m->kind->object && !FindObject(root, m, argument[0], observed, problem))
    return false;
  if (components)
    observed->component = GrKeyWordFind(components, argument[wanted - 1]);
  if (components && observed->component < 0) {
    snprintf(problem, GR_PROBLEM_MAX, "has no component '%s' of the observable %s; write %s",
             GrExcerptOf(argument[wanted - 1]).text, m->name, form);
    return false;
  }
  return strcmp(unit, "1") == 0 || GrUnitRead(unit, value, problem);
}
