/* The right-hand side of the equations of motion for PETSc's TS: x' = v, v' = a(t, x, v). x: positions [m], v:
   velocities [m/s], a: accelerations [m/s^2]. With `rk` also W' = P for each work W of the energy ledger [J], with its
   power P [W], so that the ledger is as accurate as the motion. In a chain W is the work since the start. In an
   assembly it is the work in the current step, which the commit adds to the works of the particles.

   Integrators with a rule do not use it (time/fixed_step.c). */
#include "time/rhs.h"
#include "world/step.h"
#include "world/world_impl.h"

#include "base/options.h"
#include "base/petsc_compat.h"
#include <petscdm.h>

static PetscErrorCode RatesOfChain(GrWorld world, GrLayout layout, PetscReal t, const PetscReal *u, PetscReal *du)
{
  const PetscInt n = layout.n;
  const GrStep none = {.rule = &GrStepStages, .rates = du + n};

  PetscCall(PetscArraycpy(du, u + n, n));
  PetscCall(GrWorldEvaluate(world, t, u, &none));
  if (layout.length >= GR_CHAIN_RK * n)
    GrChainPower(world, du + 2 * n);
  if (layout.length == GR_CHAIN_PARTS * n)
    GrChainDrivePower(world, u + n, du + 3 * n);
  return 0;
}

static PetscErrorCode RatesOfBulk(GrWorld world, GrLayout layout, PetscReal t, const PetscReal *u, PetscReal *du)
{
  const PetscInt n = layout.n;
  const GrStep none = {.rule = &GrStepStages, .rates = du + (GR_STATE - GR_RATES) * n};

  PetscCall(GrWorldEvaluate(world, t, u, &none));
  for (PetscInt i = 0; i < n; i++) { /* a row begins before the accelerations of its particle, and of all later ones */
    for (int k = 0; k < GR_RATES; k++)
      du[GR_STATE * i + 3 + k] = none.rates[GR_RATES * i + k];
    for (int k = 0; k < 3; k++)
      du[GR_STATE * i + k] = u[GR_STATE * i + 3 + k];
  }
  if (layout.length > GR_STATE * layout.n)
    GrBulkPower(world, u, du + GR_STATE * layout.n);
  return 0;
}

/* Records whether a contact acts in an evaluation of the current attempt to make a step. */
static PetscErrorCode RecordContacts(GrWorld world, TS ts)
{
  GrAttempt now = {.acts = world->ops->acts(world)};

  PetscCall(TSGetTime(ts, &now.time));
  PetscCall(TSGetTimeStep(ts, &now.step));
  if (now.time == world->clock.attempt.time && now.step == world->clock.attempt.step)
    now.acts = now.acts || world->clock.attempt.acts;
  world->clock.attempt = now;
  return 0;
}

/* Refuses an attempt at a step that is longer than a contact allows (GrWorld_.contact_step), if a contact acts in it. A
   step that is longer than the contact can miss it: a method of high order ignores the forces of some stages (their
   weights in the result and in the error estimate are 0), and the other stages may be on the far side of the contact.
   The estimate sees no error of contact histories, either: their rules are of second order. Collective. */
static PetscErrorCode CheckStage(TSAdapt adapt, TS ts, PetscReal t, Vec stage, PetscBool *accept)
{
  GrWorld world;
  double time, step;

  PetscCall(TSGetRHSFunction(ts, NULL, NULL, (void **)&world));
  PetscCall(TSGetTime(ts, &time));
  PetscCall(TSGetTimeStep(ts, &step));
  if (step <= world->clock.contact_step)
    return 0;
  int acts = world->clock.attempt.acts && world->clock.attempt.time == time && world->clock.attempt.step == step;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &acts, 1, MPI_INT, MPI_LOR, world->comm));
  *accept = !acts;
  return 0;
}

static PetscErrorCode RightHandSide(TS ts, PetscReal t, Vec state, Vec derivative, void *context)
{
  GrWorld world = (GrWorld)context;
  const GrLayout layout = GrWorldLayout(world);
  const PetscReal *u;
  PetscReal *du;

  PetscCall(VecGetArrayRead(state, &u));
  PetscCall(VecGetArrayWrite(derivative, &du));
  PetscCall((layout.kind == GR_LAYOUT_CHAIN ? RatesOfChain : RatesOfBulk)(world, layout, t, u, du));
  GrWorldNoSolution(world);
  PetscCall(RecordContacts(world, ts));
  PetscCall(VecRestoreArrayWrite(derivative, &du));
  return VecRestoreArrayRead(state, &u);
}

/* Scale of value i of the state vector of an assembly: a length, a speed, a spin or an energy. */
static double ScaleOfBulk(GrLayout layout, PetscInt i, const double *scale)
{
  const double space[3] = {scale[0], scale[1], scale[1] / scale[0]};
  return i < GR_STATE * layout.n ? space[i % GR_STATE / 3] : scale[2];
}

/* Absolute errors per step: `tolerance` times the case's scales of length, speed and energy (a spin: speed over
   radius, and taken as speed over length, which is weaker); no relative part, because a displacement grows without
   making errors in it more welcome. */
static PetscErrorCode SetTolerances(GrWorld world, TS ts, Vec state)
{
  const double tolerance = GrWorldCase(world)->time.tolerance, *scale = GrWorldScales(world);
  const GrLayout layout = GrWorldLayout(world);
  const double line[GR_CHAIN_PARTS] = {scale[0], scale[1], scale[2], scale[2]};
  PetscReal *value;
  Vec absolute;

  PetscCall(VecDuplicate(state, &absolute));
  PetscCall(VecGetArrayWrite(absolute, &value));
  for (PetscInt i = 0; i < layout.length; i++)
    value[i] = tolerance * (layout.kind == GR_LAYOUT_CHAIN ? line[i / layout.n] : ScaleOfBulk(layout, i, scale));
  PetscCall(VecRestoreArrayWrite(absolute, &value));
  PetscCall(TSSetTolerances(ts, tolerance, absolute, 0, NULL));
  return VecDestroy(&absolute);
}

PetscErrorCode GrIntegratorTSCreate(GrWorld world, double step, TS *ts)
{
  const GrCase *c = GrWorldCase(world);

  PetscCall(TSCreate(GrWorldComm(world), ts));
  PetscCall(TSSetProblemType(*ts, TS_NONLINEAR));
  PetscCall(TSSetRHSFunction(*ts, NULL, RightHandSide, world));
  if (c->time.integrator->rule)
    PetscCall(GrIntegratorFixedSetUp(*ts, c->time.integrator));
  else
    PetscCall(c->time.integrator->set_up(*ts, c->time.method));
  if (!c->time.integrator->fixed_step) {
    TSAdapt adapt;
    PetscCall(TSGetAdapt(*ts, &adapt));
    PetscCall(TSAdaptSetCheckStage(adapt, CheckStage));
  }
  if (c->time.integrator->rule) /* the options, which come later, may change the velocity again */
    GrIntegratorFixedSetClock(*ts, &(GrStepClock){0}, c->time.velocity == GR_VELOCITY_HALF);
  PetscCall(TSSetTime(*ts, 0));
  PetscCall(TSSetMaxTime(*ts, c->time.end));
  PetscCall(TSSetMaxSteps(*ts, PETSC_MAX_INT));
  PetscCall(TSSetTimeStep(*ts, step));
  PetscCall(TSSetExactFinalTime(*ts, TS_EXACTFINALTIME_STEPOVER)); /* the run ends it: GrRunStepFit */
  PetscCall(TSSetErrorIfStepFails(*ts, false));
  PetscCall(GrOptionsCheck());
  return GrOptionsSetTS(*ts);
}

/* Copies the states of the particles of an assembly; the works of a step are 0 between steps. */
static PetscErrorCode CopyParticles(GrLayout layout, const double *from, double *to)
{
  return PetscArraycpy(to, from, GR_STATE * layout.n);
}

/* An integrator with a rule works in the world's own memory, where the ghosts follow the owned
   particles. If only the loop of the run uses the vector, it belongs to this rank alone: the layout of a vector of all
   ranks stores a number for each rank and needs a message from all to all. */
static PetscErrorCode StateCreate(GrWorld world, TS ts, Vec *state)
{
  const bool carries = GrWorldCase(world)->time.integrator->rule != NULL;
  const GrLayout layout = GrWorldLayout(world);
  double *own = GrWorldState(world);
  PetscBool seen = PETSC_TRUE;
  PetscReal *u;

  if (world->alone && !PetscDefined(USE_DEBUG)) /* which compares communicators */
    PetscCall(GrTSSeesSteps(ts, &seen));
  if (own && carries && !seen) {
    PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, layout.length, own, state));
    return 0;
  }
  if (own && carries) {
    PetscCall(VecCreateMPIWithArray(GrWorldComm(world), 1, layout.length, PETSC_DETERMINE, own, state));
    return 0;
  }
  PetscCall(VecCreate(GrWorldComm(world), state));
  PetscCall(VecSetSizes(*state, layout.length, PETSC_DETERMINE));
  PetscCall(VecSetType(*state, VECSTANDARD));
  PetscCall(VecSet(*state, 0));
  PetscCall(VecGetArray(*state, &u));
  if (own)
    PetscCall(CopyParticles(layout, own, u));
  else
    world->ops->initial(world, u);
  return VecRestoreArray(*state, &u);
}

PetscErrorCode GrIntegratorTSBegin(GrWorld world, TS ts, bool current, Vec *state)
{
  PetscCall(StateCreate(world, ts, state));
  PetscCall(TSSetSolution(ts, *state));
  if (GrWorldCase(world)->time.integrator->rule)
    PetscCall(GrIntegratorFixedBegin(ts, world, current));
  else
    PetscCall(SetTolerances(world, ts, *state));
  return 0;
}

PetscErrorCode GrIntegratorTSAccept(GrWorld world, TS ts, Vec state)
{
  const GrLayout layout = GrWorldLayout(world);
  PetscReal *u;

  if (GrWorldCase(world)->time.integrator->rule)
    return 0;
  if (layout.kind == GR_LAYOUT_BULK) {
    PetscCall(VecGetArray(state, &u));
    PetscCall(PetscArrayzero(u + GR_STATE * layout.n, layout.length - GR_STATE * layout.n));
    PetscCall(VecRestoreArray(state, &u));
  }
  return TSRestartStep(ts);
}

PetscErrorCode GrIntegratorTSEnd(GrWorld world, TS ts, Vec *state)
{
  double *own = GrWorldState(world);
  const PetscReal *u;
  DM dm;

  PetscCall(VecGetArrayRead(*state, &u));
  if (own && own != u)
    PetscCall(CopyParticles(GrWorldLayout(world), u, own));
  PetscCall(VecRestoreArrayRead(*state, &u));
  PetscCall(TSReset(ts)); /* forgets the vector and everything of its size */
  PetscCall(TSGetDM(ts, &dm));
  PetscCall(DMClearGlobalVectors(dm)); /* of error control */
  return VecDestroy(state);
}
