/* The table of generators of particles; see registry.h. */
#include "particle/fill/registry.h"

#include "base/registry.h"
#include "case/case.h"
#include "particle/fill/distribution.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#define ADDRESS(name) &GrGenerator_##name
static const GrGenerator *const generators[] = {GR_GENERATORS(ADDRESS)};
static GrRegistry registry = {.own = (const void *const *)generators, .n_own = sizeof generators / sizeof *generators};

const GrGenerator *GrGeneratorAt(int index)
{
  return GrRegistryAt(&registry, index);
}

const GrGenerator *GrGeneratorFind(const char *name)
{
  return GrRegistryFind(&registry, name);
}

int GrGeneratorRegister(const GrGenerator *g)
{
  int n = 0;

  while (g->keys && g->keys[n].name)
    n++;
  const bool complete =
      g->summary && g->size && n >= 1 && n <= GR_GENERATOR_KEYS_MAX && (g->make || (g->place && g->count));
  return complete && GrRegistryAdd(&registry, g) ? 0 : 1;
}

const char *GrGeneratorComplain(GrGeneratorFault *fault, const char *key, GrWrong what, const char *format, ...)
{
  va_list arguments;

  fault->key = key;
  fault->what = what;
  va_start(arguments, format);
  vsnprintf(fault->text, sizeof fault->text, format, arguments);
  va_end(arguments);
  return fault->text;
}

GrGeneratorGroup GrGeneratorGroupOf(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii)
{
  const GrDomain *domain = &the_case->domain;
  GrGeneratorGroup group = {.given = grains->given,
                            .n_given = grains->n_given,
                            .seed = grains->seed,
                            .smallest = radii ? radii->smallest : NAN,
                            .largest = radii ? radii->largest : NAN,
                            .dimension = the_case->dimension};

  for (int k = 0; k < 3; k++) {
    group.lower[k] = domain->lower[k];
    group.upper[k] = domain->upper[k];
    group.periodic[k] = domain->periodic[k];
  }
  return group;
}

const char *GrGeneratorFile(const GrGrains *grains)
{
  const GrGeneratorKey *first = grains->generator->keys;
  return first->kind == GR_GIVEN_FILE ? *(char *const *)((const char *)grains->given + first->offset) : NULL;
}
