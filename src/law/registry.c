/* The list of laws; see registry.h. */
#include "law/registry.h"

#include "base/math/nearest.h"
#include "base/registry.h"
#include <string.h>

#define ADDRESS(name) &GrLaw_##name
static const GrLaw *const laws[] = {GR_LAWS(ADDRESS)};
static GrRegistry registry = {.own = (const void *const *)laws, .n_own = sizeof laws / sizeof *laws};

const GrLaw *GrLawAt(int index)
{
  return GrRegistryAt(&registry, index);
}

const GrLaw *GrLawFind(const char *name)
{
  return GrRegistryFind(&registry, name);
}

int GrLawHistoryFind(const GrLaw *law, const char *name)
{
  for (int k = 0; k < law->n_history; k++)
    if (strcmp(law->history[k].name, name) == 0)
      return k;
  return -1;
}

static bool IsComplete(const GrLaw *law)
{
  int n = 0;
  if (!law->parameters || !law->prepare || !law->stiffness)
    return false;
  if (law->kind == GR_LAW_BOND         ? !law->hold || law->n_history <= GR_BOND_LOST
      : law->kind >= GR_LAW_TANGENTIAL ? !law->slide
                                       : !law->force || !law->energy)
    return false;
  if ((law->kind == GR_LAW_ADHESION || law->kind == GR_LAW_BOND) && !law->reach)
    return false;
  while (law->parameters[n].name)
    n++;
  return n <= GR_LAW_PARAMETERS_MAX && law->n_history <= GR_LAW_HISTORY_MAX &&
         law->n_coefficients <= GR_LAW_COEFFICIENTS_MAX;
}

int GrLawRegister(const GrLaw *law)
{
  return IsComplete(law) && GrRegistryAdd(&registry, law) ? 0 : 1;
}

const char *GrLawNearest(const char *name)
{
  GrNearest nearest = GrNearestBegin(name);
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++)
    GrNearestTry(&nearest, law->name);
  return nearest.best;
}
