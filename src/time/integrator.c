/* The table of integrators. To add one: see granum/integrator.h. */
#include "time/rhs.h"

#include "base/registry.h"
#include <math.h>

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

/* Without decay, walls and boxes need equal weights `predict` and `back`, and a drift over the whole step. */
static bool IsComplete(const GrStepRule *rule)
{
  const double h = 0.125;

  if (!rule->weigh)
    return false;
  const GrStepWeights w = rule->weigh(h, 0, (const double[2]){1, 0.5});
  return w.drift == h && fabs(w.predict - w.back) <= 1e-15 * h && w.rate == 0;
}

int GrIntegratorRegister(const GrIntegrator *i)
{
  const bool complete =
      i->summary &&
      (i->rule ? i->fixed_step && IsComplete(i->rule) && (!i->half || IsComplete(i->half)) : i->set_up != NULL);
  return complete && GrRegistryAdd(&registry, i) ? 0 : 1;
}
