/* The integrator `rk`: PETSc's Runge-Kutta methods with variable steps; the key time.method selects a method. */
#include "time/rhs.h"

#include "base/petsc_compat.h"

static PetscErrorCode SetUpRungeKutta(TS ts, const char *method)
{
  TSAdapt adapt;

  PetscCall(TSSetType(ts, TSRK));
  PetscCall(TSRKSetType(ts, method));
  PetscCall(TSGetAdapt(ts, &adapt));
  GrTSAdaptUseInfinityNorm(adapt);
  PetscCall(
      TSSetMaxStepRejections(ts, 100)); /* the first touch of two fast beads may shorten the step by many orders */
  return 0;
}

const GrIntegrator GrIntegrator_rk = {
    .name = "rk", .summary = "adaptive Runge-Kutta", .integrates_work = true, .set_up = SetUpRungeKutta};
