/* The table of integrators. To add one: see granum/integrator.h. */
#include "time/rhs.h"

#include "base/registry.h"

static const GrIntegrator *const integrators[] = {
    &GrIntegrator_verlet,
    &GrIntegrator_rk,
};
static GrRegistry registry = {.own = (const void *const *)integrators,
                              .n_own = sizeof integrators / sizeof *integrators};

const GrIntegrator *GrIntegratorAt(int index)
{
  return GrRegistryAt(&registry, index);
}

int GrIntegratorRegister(const GrIntegrator *i)
{
  const PetscBool complete =
      (PetscBool)(i->summary && (i->rule ? i->fixed_step && i->rule->weigh != NULL : i->set_up != NULL));
  return complete && GrRegistryAdd(&registry, i) ? 0 : 1;
}
