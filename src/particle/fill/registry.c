/* The table of generators of particles. To add one: write src/particle/fill/NAME.c that defines `const GrGenerator
   GrGenerator_NAME`, declare it in registry.h, and add its row below. */
#include "particle/fill/registry.h"

#include "base/registry.h"
#include <granum/case.h>

static const GrGenerator *const generators[] = {
    &GrGenerator_lattice,  &GrGenerator_random, &GrGenerator_file,
    &GrGenerator_previous, &GrGenerator_at,     &GrGenerator_insert,
};
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

const char *GrGeneratorFile(const GrGrains *grains)
{
  const GrGeneratorKey *first = grains->generator->keys;
  return first->kind == GR_GIVEN_FILE ? *(char *const *)((const char *)grains->given + first->offset) : NULL;
}
