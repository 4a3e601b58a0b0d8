/* verlet_set: the forces and the clock of a TS of type verlet; see verlet.h. */
#include "time/verlet_impl.h"

#include "base/petsc_compat.h"
#include "time/integrator.h"

PetscErrorCode GrVerletSetForces(TS ts, GrVerletForces forces, void *context, GrLayout layout, PetscReal *a,
                                 PetscBool current)
{
  GrVerlet *verlet = (GrVerlet *)ts->data;
  PetscBool right;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare((PetscObject)ts, GR_TSVERLET, &right));
  PetscCheck(right, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONG, "the TS is not of type verlet");
  verlet->forces = forces;
  verlet->context = context;
  verlet->layout = layout;
  verlet->rates = layout.kind == GR_LAYOUT_CHAIN ? layout.n : GR_RATES * layout.n;
  verlet->a = a;
  verlet->carried = current;
  PetscFunctionReturn(0);
}

PetscErrorCode GrVerletGetClock(TS ts, GrStepClock *clock, PetscBool *half)
{
  const GrVerlet *verlet = (const GrVerlet *)ts->data;

  PetscFunctionBegin;
  *clock = verlet->clock;
  *half = (PetscBool)(verlet->velocity == GR_VELOCITY_HALF);
  PetscFunctionReturn(0);
}

PetscErrorCode GrVerletSetClock(TS ts, const GrStepClock *clock, PetscBool half)
{
  GrVerlet *verlet = (GrVerlet *)ts->data;

  PetscFunctionBegin;
  verlet->clock = *clock;
  verlet->velocity = half ? GR_VELOCITY_HALF : GR_VELOCITY_FULL;
  PetscFunctionReturn(0);
}

static PetscErrorCode EvaluateForces(TS ts, PetscReal t, const PetscReal *u, const GrStepHooks *hooks, void *context)
{
  PetscFunctionBeginUser;
  PetscCall(GrWorldEvaluate((GrWorld)context, t, u, hooks));
  PetscFunctionReturn(0);
}

static PetscErrorCode SetUpVerlet(TS ts, const char *method)
{
  PetscFunctionBeginUser;
  PetscCall(GrVerletRegister());
  PetscCall(TSSetType(ts, GR_TSVERLET));
  PetscFunctionReturn(0);
}

static PetscErrorCode BeginVerlet(TS ts, GrWorld world, PetscBool current)
{
  PetscFunctionBeginUser;
  PetscCall(GrVerletSetForces(ts, EvaluateForces, world, GrWorldLayout(world), GrWorldAcceleration(world), current));
  PetscFunctionReturn(0);
}

const GrIntegrator GrIntegrator_verlet = {.name = "verlet",
                                          .summary = "fixed step, second order",
                                          .fixed_step = PETSC_TRUE,
                                          .carries_acceleration = PETSC_TRUE,
                                          .set_up = SetUpVerlet,
                                          .begin = BeginVerlet,
                                          .get_clock = GrVerletGetClock,
                                          .set_clock = GrVerletSetClock};
