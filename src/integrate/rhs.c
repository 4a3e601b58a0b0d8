/* rhs: x' = v, v' = a(t, x, v), and with `rk` D' = P, the power of the dashpots, so that the ledger is as accurate as
   the motion.

   `verlet` calls the same evaluation of forces (GrWorldEvaluate) on runs of beads. */
#include "integrate/rhs.h"

#include "integrate/petsc_compat.h"
#include "integrate/verlet.h"

static void Store(void *context, PetscInt first, PetscInt last, const double *a)
{
  for (PetscInt i = first; i < last; i++)
    ((double *)context)[i] = a[i - first];
}

static PetscErrorCode RightHandSide(TS ts, PetscReal t, Vec state, Vec derivative, void *context)
{
  GrWorld world = (GrWorld)context;
  PetscInt n = (PetscInt)GrWorldRows(world).count, length;
  const PetscReal *u;
  PetscReal *du;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(state, &length));
  PetscCall(VecGetArrayRead(state, &u));
  PetscCall(VecGetArrayWrite(derivative, &du));
  PetscCall(PetscArraycpy(du, u + n, n));
  const GrSweep store = {.kick = Store, .context = du + n};
  PetscCall(GrWorldEvaluate(world, t, u, u + n, &store));
  if (length == GR_STATE_RK * n)
    GrWorldPower(world, du + 2 * n);
  GrWorldStage(world);
  PetscCall(VecRestoreArrayWrite(derivative, &du));
  PetscCall(VecRestoreArrayRead(state, &u));
  PetscFunctionReturn(0);
}

static PetscErrorCode Forces(TS ts, PetscReal t, const PetscReal *x, const PetscReal *v, const GrSweep *sweep,
                             void *context)
{
  PetscFunctionBeginUser;
  PetscCall(GrWorldEvaluate((GrWorld)context, t, x, v, sweep));
  PetscFunctionReturn(0);
}

static PetscErrorCode InitialState(GrWorld world, PetscInt fields, Vec *state)
{
  PetscInt n = (PetscInt)GrWorldRows(world).count;
  PetscReal *u;

  PetscFunctionBeginUser;
  PetscCall(VecCreate(GrWorldComm(world), state));
  PetscCall(VecSetSizes(*state, fields * n, PETSC_DETERMINE));
  PetscCall(VecSetType(*state, VECSTANDARD));
  PetscCall(VecSet(*state, 0));
  PetscCall(VecGetArray(*state, &u));
  GrWorldInitial(world, u, u + n);
  PetscCall(VecRestoreArray(*state, &u));
  PetscFunctionReturn(0);
}

/* Absolute errors per step: `tolerance` times the case's scales of length, speed and energy; no relative part, because
   a displacement grows without making errors in it more welcome. */
static PetscErrorCode Tolerances(GrWorld world, TS ts, Vec state)
{
  const double tolerance = GrWorldCase(world)->time.tolerance;
  PetscInt n = (PetscInt)GrWorldRows(world).count;
  double scale[GR_STATE_RK];
  PetscReal *value;
  Vec absolute;

  PetscFunctionBeginUser;
  GrWorldScales(world, &scale[0], &scale[1], &scale[2]);
  PetscCall(VecDuplicate(state, &absolute));
  PetscCall(VecGetArrayWrite(absolute, &value));
  for (PetscInt i = 0; i < GR_STATE_RK * n; i++)
    value[i] = tolerance * scale[i / n];
  PetscCall(VecRestoreArrayWrite(absolute, &value));
  PetscCall(TSSetTolerances(ts, tolerance, absolute, 0, NULL));
  PetscCall(VecDestroy(&absolute));
  PetscFunctionReturn(0);
}

static PetscErrorCode UseRungeKutta(GrWorld world, TS ts, Vec state)
{
  TSAdapt adapt;

  PetscFunctionBeginUser;
  PetscCall(TSSetType(ts, TSRK));
  PetscCall(TSRKSetType(ts, GrWorldCase(world)->time.method));
  PetscCall(TSGetAdapt(ts, &adapt));
  GrTSAdaptUseInfinityNorm(adapt);
  PetscCall(
      TSSetMaxStepRejections(ts, 100)); /* the first touch of two fast beads may shorten the step by many orders */
  PetscCall(Tolerances(world, ts, state));
  PetscFunctionReturn(0);
}

PetscErrorCode GrTSCreate(GrWorld world, double step, TS *ts, Vec *state)
{
  const GrCase *c = GrWorldCase(world);
  const PetscBool verlet = (PetscBool)(c->time.integrator == GR_INTEGRATOR_VERLET);

  PetscFunctionBeginUser;
  PetscCall(InitialState(world, verlet ? GR_STATE_VERLET : GR_STATE_RK, state));
  PetscCall(TSCreate(GrWorldComm(world), ts));
  PetscCall(TSSetProblemType(*ts, TS_NONLINEAR));
  PetscCall(TSSetRHSFunction(*ts, NULL, RightHandSide, world));
  PetscCall(TSSetSolution(*ts, *state));
  if (verlet) {
    PetscCall(GrVerletRegister());
    PetscCall(TSSetType(*ts, GR_TSVERLET));
    PetscCall(GrVerletSetForces(*ts, Forces, world));
  } else {
    PetscCall(UseRungeKutta(world, *ts, *state));
  }
  PetscCall(TSSetTime(*ts, 0));
  PetscCall(TSSetMaxTime(*ts, c->time.end));
  PetscCall(TSSetMaxSteps(*ts, PETSC_MAX_INT));
  PetscCall(TSSetTimeStep(*ts, step));
  PetscCall(TSSetExactFinalTime(*ts, TS_EXACTFINALTIME_MATCHSTEP));
  PetscCall(TSSetErrorIfStepFails(*ts, PETSC_FALSE));
  PetscCall(TSSetFromOptions(*ts));
  PetscFunctionReturn(0);
}
