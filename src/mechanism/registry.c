/* The list of mechanisms; see registry.h. */
#include "mechanism/registry.h"

#include "base/registry.h"

#define ADDRESS(name) &GrMechanism_##name
static const GrMechanism *const mechanisms[] = {GR_MECHANISMS(ADDRESS)};
static GrRegistry registry = {.own = (const void *const *)mechanisms, .n_own = sizeof mechanisms / sizeof *mechanisms};

const GrMechanism *GrMechanismAt(int index)
{
  return GrRegistryAt(&registry, index);
}

const GrMechanism *GrMechanismFind(const char *name)
{
  return GrRegistryFind(&registry, name);
}

static bool IsComplete(const GrMechanism *m)
{
  int n = 0;

  if (!m->parameters || !m->prepare || !m->body_mass || !m->start || !m->mass || !m->force ||
      (m->n_contacts && !m->touch))
    return false;
  while (m->parameters[n].name)
    n++;
  return n <= GR_MECHANISM_PARAMETERS_MAX && m->n_coordinates >= 1 &&
         m->n_coordinates <= GR_MECHANISM_COORDINATES_MAX && m->n_observables <= GR_MECHANISM_OBSERVABLES_MAX &&
         (!m->n_observables || m->observe) && m->n_surfaces <= GR_MECHANISM_SURFACES_MAX &&
         m->n_contacts <= GR_MECHANISM_CONTACTS_MAX && m->n_coefficients <= GR_MECHANISM_COEFFICIENTS_MAX;
}

int GrMechanismRegister(const GrMechanism *mechanism)
{
  return IsComplete(mechanism) && GrRegistryAdd(&registry, mechanism) ? 0 : 1;
}
