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

/* Returns what is wrong with a law; NULL: it is complete. */
static const char *FaultOf(const GrLaw *law)
{
  int n = 0;
  if (!law->name || strlen(law->name) >= GR_REGISTRY_NAME_MAX)
    return "it has no name, or a name of more than 63 characters";
  if (GrLawFind(law->name))
    return "there is a law of this name already";
  if (!law->parameters || !law->prepare || !law->stiffness)
    return "parameters, prepare or stiffness is missing";
  if (law->kind == GR_LAW_BOND && (!law->hold || law->n_history <= GR_BOND_LOST))
    return "a bond needs the function hold and the history values of bonds";
  if (law->kind >= GR_LAW_TANGENTIAL && law->kind != GR_LAW_BOND && !law->slide)
    return "the function slide is missing";
  if (law->kind < GR_LAW_TANGENTIAL && (!law->force || !law->energy))
    return "the function force or energy is missing";
  if ((law->kind == GR_LAW_ADHESION || law->kind == GR_LAW_BOND) && !law->reach)
    return "the function reach is missing";
  if (law->n_corners < 0 || law->n_corners > GR_LAW_CORNERS_MAX || (law->n_corners > 0 && !law->corners))
    return "n_corners needs the function corners, and is at most GR_LAW_CORNERS_MAX";
  if (law->end < 0 || law->end > law->n_corners)
    return "end is 0, or 1 + k with the number k of a corner";
  while (law->parameters[n].name)
    n++;
  if (n > GR_LAW_PARAMETERS_MAX || law->n_history > GR_LAW_HISTORY_MAX || law->n_coefficients > GR_LAW_COEFFICIENTS_MAX)
    return "it has more parameters, history values or coefficients than GR_LAW_PARAMETERS_MAX, GR_LAW_HISTORY_MAX, "
           "GR_LAW_COEFFICIENTS_MAX";
  return NULL;
}

/* Name and fault of the last law that was refused; NULL: none was. */
static const char *refused = NULL, *fault = NULL;

const char *GrLawRefused(const char **name)
{
  *name = refused;
  return fault;
}

int GrLawRegister(const GrLaw *law)
{
  const char *found = FaultOf(law);
  if (!found && GrRegistryAdd(&registry, law))
    return 0;
  fault = found ? found : "there are too many laws";
  refused = law->name ? law->name : "without a name";
  return 1;
}

const char *GrLawNearest(const char *name)
{
  GrNearest nearest = GrNearestBegin(name);
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++)
    GrNearestTry(&nearest, law->name);
  return nearest.best;
}
