/* The integrator `verlet`: velocity Verlet with fixed steps. The weights of a step, with the equations: world/step.c.
   The steps: time/fixed_step.c. */
#include "time/rhs.h"
#include "world/step.h"

const GrIntegrator GrIntegrator_verlet = {.name = "verlet",
                                          .summary = "fixed step, second order",
                                          .fixed_step = true,
                                          .rule = &GrStepVerlet,
                                          .half = &GrStepVerletHalf};
