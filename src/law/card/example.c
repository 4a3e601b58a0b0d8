/* The spheres and the parameter values of the worked example of a law's card. */
#include "law/card/example.h"
#include "base/math/elementary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void GrExamplePair(GrLawPair *pair)
{
  const GrLawBody steel = {7800, 207e9, 0.3, 1030e6};
  const GrLawBody body[2] = {steel, steel};
  const double radius[2] = {0.02, 0.02};
  double mass = 4.0 / 3.0 * GR_PI * (radius[0] * radius[0] * radius[0]) * steel.density;
  GrLawPairSpheres(body, radius, (const double[2]){mass, mass}, pair);
}

double GrExampleYield(const GrLawPair *pair)
{
  double p_y = 1.61 * pair->yield_stress;
  return GR_PI * GR_PI * pair->radius * (p_y * p_y) / (4.0 * (pair->modulus * pair->modulus));
}

int GrChoicesCount(const char *choices)
{
  int n = 1;
  for (; *choices; choices++)
    n += *choices == '|';
  return n;
}

const char *GrChoicesAt(const char *choices, int position)
{
  for (; position > 0; position--)
    choices += strcspn(choices, "|") + 1;
  return choices;
}

int GrChoicesFind(const char *choices, const char *word)
{
  size_t length = strlen(word);
  for (int i = 0;; i++) {
    size_t this = strcspn(choices, "|");
    if (this == length && !strncmp(choices, word, length))
      return i;
    if (!choices[this])
      return -1;
    choices += this + 1;
  }
}

/* The value the example uses for a parameter: the default, else the example's number, else the first word. */
static GrLawValue ValueForExample(const GrLawParameter *p)
{
  const char *fallback = p->fallback && *p->fallback ? p->fallback : NULL;
  GrLawValue value = {.given = true, .choice = -1, .number = p->example};
  if (p->fallback && !fallback && p->example == 0)
    return (GrLawValue){.given = false, .choice = -1, .number = NAN};
  if (p->choices)
    value.choice = fallback ? GrChoicesFind(p->choices, fallback) : p->unit ? -1 : 0;
  if (fallback && value.choice < 0)
    value.number = strtod(fallback, NULL);
  return value;
}

void GrExampleValues(const GrLaw *law, GrLawValue *value)
{
  for (int p = 0; law->parameters[p].name; p++)
    value[p] = ValueForExample(&law->parameters[p]);
}

/* The coefficients with the `choice`-th word of a parameter (NULL: of none) and a number of the parameter `over` (-1:
   none), all else by default. */
static const char *PrepareExample(const GrLaw *law, const GrLawParameter *words, int choice, int over, double number,
                                  double *coefficient)
{
  GrLawValue value[GR_LAW_PARAMETERS_MAX];
  GrLawPair pair;
  GrExamplePair(&pair);
  GrExampleValues(law, value);
  for (int p = 0; law->parameters[p].name; p++)
    if (&law->parameters[p] == words)
      value[p].choice = choice;
  if (over >= 0)
    value[over] = (GrLawValue){.given = true, .choice = -1, .number = number};
  return law->prepare(&pair, value, coefficient);
}

const GrLawParameter *GrExampleWords(const GrLaw *law)
{
  for (const GrLawParameter *p = law->parameters; p->name; p++) {
    double first[GR_LAW_COEFFICIENTS_MAX] = {0}, second[GR_LAW_COEFFICIENTS_MAX] = {0};
    if (!p->choices || p->unit || GrChoicesCount(p->choices) < 2)
      continue;
    (void)PrepareExample(law, p, 0, -1, NAN, first);
    (void)PrepareExample(law, p, 1, -1, NAN, second);
    if (memcmp(first, second, sizeof first))
      return p;
  }
  return NULL;
}

const char *GrExampleCoefficients(const GrLaw *law, int choice, double *coefficient)
{
  return PrepareExample(law, GrExampleWords(law), choice, -1, NAN, coefficient);
}

const char *GrExampleCoefficientsOver(const GrLaw *law, int choice, int p, double number, double *coefficient)
{
  return PrepareExample(law, GrExampleWords(law), choice, p, number, coefficient);
}
