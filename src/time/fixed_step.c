/* fixed_step: the TS type of all integrators with a rule (granum/integrator.h).

   At the beginning of a step the state and the accelerations in the memory of the world belong to t_n, at its end to
   t_{n+1}. A step is one evaluation of forces, which moves the particles by the weights of the rule (world/step.h).
   One step of the TS may consist of several steps; all but the last are committed here (MakeFusedSteps). The step
   count of the TS is increased accordingly.

   Option: -ts_NAME_velocity <full,half>, which overrides time.velocity of the case; NAME: of the integrator. There is
   no error estimate: the step is fixed, except that the last steps are fitted to the final time. Steps can be rejected
   (TSAdaptCheckStage, function domain errors) and rolled back (events).

   Limit: a program that changes the solution between steps must change it on all ranks; then the acceleration is
   computed again. */
#include "base/petsc_compat.h"
#include "time/rhs.h"
#include "world/step.h"
#include "world/world_impl.h"

#define TS_FIXED_STEP "granum_fixed_step" /* no type of PETSc has this name */

/* The state to which the accelerations in the memory of the world belong. */
typedef enum { OF_NO_STATE, OF_SOLUTION, OF_OBJECT_STATE } StateOfRates;

typedef struct {
  GrWorld world;
  const GrIntegrator *integrator;
  const GrStepRule *rule; /* the rule in use: integrator->rule or integrator->half */
  GrLayout layout;
  PetscInt n_rates;  /* accelerations on this rank */
  PetscReal *rates;  /* accelerations; memory of the world */
  PetscReal *before; /* [length + n_rates] state and accelerations before the step, if it may be taken back */
  bool begun;        /* the last fused step has already advanced the particles by this step */
  bool kept;         /* `before` holds the last step's start */
  /* OF_SOLUTION: the accelerations belong to the solution vector; OF_OBJECT_STATE: until it has another state */
  StateOfRates of;
  PetscObjectState state;
  GrStepClock clock;
} FixedStep;

static const char *const VelocityNames[] = {"full", "half", "VelocityAtForce", "VELOCITY_", NULL};

static void SelectRule(FixedStep *fixed, bool half)
{
  fixed->rule = half && fixed->integrator->half ? fixed->integrator->half : fixed->integrator->rule;
}

static bool IsHalf(const FixedStep *fixed)
{
  return fixed->rule == fixed->integrator->half;
}

/* The acceleration at the start of a step, unless the last step left it. */
static PetscErrorCode PrepareAcceleration(TS ts)
{
  FixedStep *fixed = (FixedStep *)ts->data;
  const GrStep none = {.rule = &GrStepStages, .rates = fixed->rates};
  PetscObjectState state;
  const PetscReal *u;

  PetscCall(PetscObjectStateGet((PetscObject)ts->vec_sol, &state));
  const bool valid = fixed->of == OF_OBJECT_STATE && state == fixed->state && !ts->steprestart && !ts->steprollback;
  if (fixed->of != OF_SOLUTION && !valid) {
    PetscCall(VecGetArrayRead(ts->vec_sol, &u));
    PetscCall(GrWorldEvaluate(fixed->world, ts->ptime, u, &none));
    PetscCall(VecRestoreArrayRead(ts->vec_sol, &u));
  }
  fixed->of = OF_OBJECT_STATE;
  return 0;
}

/* Where a step of length h from t ends. Counted from where steps of this length began: the error of a sum of steps
   would grow with their number, and the end of the run would be missed. */
static PetscReal EndOfStep(GrStepClock *clock, PetscReal t, PetscReal h)
{
  if (h != clock->step || t != clock->begin + (PetscReal)clock->count * h)
    *clock = (GrStepClock){.begin = t, .step = h};
  return clock->begin + (PetscReal)(clock->count + 1) * clock->step;
}

/* The step that ended at time `after` is one of the run. */
static void AcceptStep(TS ts, PetscReal after)
{
  ts->ptime = after;
  ((FixedStep *)ts->data)->clock.count++;
}

static PetscErrorCode AttemptStep(TS ts, PetscReal after, PetscReal h)
{
  FixedStep *fixed = (FixedStep *)ts->data;
  GrStep step = GrStepOf(fixed->rule, h, fixed->rates);
  PetscReal *u;

  step.begun = fixed->begun;
  fixed->begun = false;
  PetscCall(VecGetArray(ts->vec_sol, &u));
  PetscCall(GrWorldEvaluate(fixed->world, after, u, &step));
  return VecRestoreArray(ts->vec_sol, &u);
}

/* Whether a commit looks at the state: the fluid takes energy there, and bonds that break have a place. */
static bool CommitLooks(GrWorld w)
{
  bool bonds = false;

  for (int k = 0; k < w->the_case->n_rules; k++)
    bonds = bonds || w->the_case->rules[k].bond;
  return bonds || GrWorldDrags(w);
}

/* Makes the steps without output or checks (GrStepPlan); the step of the TS is the step after them. The work of PETSc
   and of the run for a step costs as much as the physics of some hundred beads. In an assembly the end of a step and
   the beginning of the next step are one pass over the particles. */
static PetscErrorCode MakeFusedSteps(TS ts)
{
  FixedStep *fixed = (FixedStep *)ts->data;
  const GrStepPlan *plan = &fixed->world->clock.plan;
  const PetscReal until = PetscMin(plan->until, ts->max_time);
  PetscInt64 left = PetscMin(plan->steps, ts->max_steps - ts->steps - 2); /* seen before PETSc's count is full */
  const bool joins = fixed->layout.kind != GR_LAYOUT_CHAIN && !CommitLooks(fixed->world);
  PetscBool seen = PETSC_TRUE;
  PetscReal *u, after;

  if (left > 0)
    PetscCall(GrTSSeesSteps(ts, &seen));
  if (seen)
    return 0;
  PetscCall(VecGetArray(ts->vec_sol, &u));
  GrStep step = GrStepOf(fixed->rule, ts->time_step, fixed->rates);
  step.begun = fixed->begun;
  step.joins = joins;
  while (left-- > 0 && (after = EndOfStep(&fixed->clock, ts->ptime, step.length)) < until) {
    PetscCall(GrWorldEvaluate(fixed->world, after, u, &step));
    step.begun = fixed->begun = joins;
    PetscCall(GrWorldCommit(fixed->world, after, u));
    AcceptStep(ts, after);
    ts->steps++;
  }
  return VecRestoreArray(ts->vec_sol, &u);
}

static PetscErrorCode KeepStart(TS ts)
{
  FixedStep *fixed = (FixedStep *)ts->data;
  const PetscReal *u;

  fixed->kept = GrTSMayRollBack(ts);
  if (!fixed->kept)
    return 0;
  if (!fixed->before)
    PetscCall(PetscMalloc1(fixed->layout.length + fixed->n_rates, &fixed->before));
  PetscCall(VecGetArrayRead(ts->vec_sol, &u));
  PetscCall(PetscArraycpy(fixed->before, u, fixed->layout.length));
  PetscCall(VecRestoreArrayRead(ts->vec_sol, &u));
  return PetscArraycpy(fixed->before + fixed->layout.length, fixed->rates, fixed->n_rates);
}

static PetscErrorCode TSRollBack_Fixed(TS ts)
{
  FixedStep *fixed = (FixedStep *)ts->data;
  PetscReal *u;

  PetscCheck(fixed->kept, PetscObjectComm((PetscObject)ts), PETSC_ERR_PLIB,
             "%s: the step cannot be taken back, its start was not kept", fixed->integrator->name);
  PetscCall(VecGetArray(ts->vec_sol, &u));
  PetscCall(PetscArraycpy(u, fixed->before, fixed->layout.length));
  PetscCall(VecRestoreArray(ts->vec_sol, &u));
  PetscCall(PetscArraycpy(fixed->rates, fixed->before + fixed->layout.length, fixed->n_rates));
  return PetscObjectStateGet((PetscObject)ts->vec_sol, &fixed->state);
}

static PetscErrorCode TSStep_Fixed(TS ts)
{
  FixedStep *fixed = (FixedStep *)ts->data;
  PetscBool accept = PETSC_FALSE;
  PetscReal h, next, after;

  PetscCall(PrepareAcceleration(ts));
  PetscCall(MakeFusedSteps(ts));
  PetscCall(KeepStart(ts));
  for (PetscInt rejections = 0;; rejections++) {
    h = next = ts->time_step;
    after = EndOfStep(&fixed->clock, ts->ptime, h);
    PetscCall(TSPreStage(ts, after));
    PetscCall(AttemptStep(ts, after, h));
    PetscCall(TSPostStage(ts, after, 0, &ts->vec_sol));
    PetscCall(TSAdaptCheckStage(ts->adapt, ts, after, ts->vec_sol, &accept)); /* shortens time_step if not */
    if (accept) {
      if (!ts->adapt->candidates.n) /* there is one, the same in every step */
        PetscCall(TSAdaptCandidateAdd(ts->adapt, NULL, 2, 1, 1.0, 1.0, true));
      PetscCall(TSAdaptChoose(ts->adapt, ts, h, NULL, &next, &accept));
      if (accept)
        break;
      ts->time_step = next;
    }
    PetscCall(TSRollBack_Fixed(ts));
    ts->reject++;
    if (ts->max_reject >= 0 && rejections >= ts->max_reject) {
      ts->reason = TS_DIVERGED_STEP_REJECTED;
      return 0;
    }
  }
  PetscCall(PetscObjectStateGet((PetscObject)ts->vec_sol, &fixed->state));
  AcceptStep(ts, after);
  ts->time_step = next;
  return 0;
}

/* Taylor's series about the end of the last step, to second order: x + b (v + b/2 a), v + b a; b: time until t [s]. */
static PetscErrorCode TSInterpolate_Fixed(TS ts, PetscReal t, Vec at)
{
  const FixedStep *fixed = (const FixedStep *)ts->data;
  const bool line = fixed->layout.kind == GR_LAYOUT_CHAIN;
  const PetscInt n = fixed->layout.n, each = line ? 1 : 3;
  const PetscReal b = t - ts->ptime;
  PetscReal *u;

  PetscCall(VecCopy(ts->vec_sol, at));
  PetscCall(VecGetArray(at, &u));
  for (PetscInt i = 0; i < each * n; i++) {
    PetscReal *x = line ? u + i : u + GR_STATE * (i / 3) + i % 3, *v = line ? x + n : x + 3;
    const PetscReal a = fixed->rates[line ? i : GR_RATES * (i / 3) + i % 3];
    *x += b * (*v + 0.5 * b * a);
    *v += b * a;
    if (!line)
      v[3] += b * fixed->rates[GR_RATES * (i / 3) + 3 + i % 3];
  }
  return VecRestoreArray(at, &u);
}

static PetscErrorCode TSReset_Fixed(TS ts)
{
  FixedStep *fixed = (FixedStep *)ts->data;

  PetscCall(PetscFree(fixed->before));
  fixed->of = OF_NO_STATE;
  fixed->kept = false;
  return 0;
}

static PetscErrorCode TSDestroy_Fixed(TS ts)
{
  PetscCall(TSReset_Fixed(ts));
  return PetscFree(ts->data);
}

static PetscErrorCode TSSetFromOptions_Fixed(TS ts, GR_OPTIONS_ARGUMENT)
{
  FixedStep *fixed = (FixedStep *)ts->data;
  PetscEnum velocity = (PetscEnum)IsHalf(fixed);
  char option[64];

  if (!fixed->integrator->half)
    return 0;
  PetscCall(PetscSNPrintf(option, sizeof(option), "-ts_%s_velocity", fixed->integrator->name));
  PetscOptionsHeadBegin(PetscOptionsObject, "fixed step options");
  PetscCall(PetscOptionsEnum(option, "Velocity at force time", NULL, VelocityNames, velocity, &velocity, NULL));
  PetscOptionsHeadEnd();
  SelectRule(fixed, velocity != 0);
  return 0;
}

static PetscErrorCode TSView_Fixed(TS ts, PetscViewer viewer)
{
  const FixedStep *fixed = (const FixedStep *)ts->data;
  PetscBool ascii;

  PetscCall(PetscObjectTypeCompare((PetscObject)viewer, PETSCVIEWERASCII, &ascii));
  if (ascii)
    PetscCall(PetscViewerASCIIPrintf(viewer, "  %s, velocity at force time: %s step\n", fixed->integrator->summary,
                                     VelocityNames[IsHalf(fixed)]));
  return 0;
}

static PetscErrorCode TSCreate_Fixed(TS ts)
{
  FixedStep *fixed;

  PetscCall(PetscNew(&fixed));
  ts->data = fixed;
  ts->ops->step = TSStep_Fixed;
  ts->ops->rollback = TSRollBack_Fixed;
  ts->ops->interpolate = TSInterpolate_Fixed;
  ts->ops->reset = TSReset_Fixed;
  ts->ops->destroy = TSDestroy_Fixed;
  ts->ops->setfromoptions = TSSetFromOptions_Fixed;
  ts->ops->view = TSView_Fixed;
  ts->default_adapt_type = TSADAPTNONE;
  ts->usessnes = false;
  return 0;
}

PetscErrorCode GrIntegratorFixedSetUp(TS ts, const GrIntegrator *integrator)
{
  PetscCall(TSRegister(TS_FIXED_STEP, TSCreate_Fixed));
  PetscCall(TSSetType(ts, TS_FIXED_STEP));
  ((FixedStep *)ts->data)->integrator = integrator;
  return 0;
}

PetscErrorCode GrIntegratorFixedBegin(TS ts, GrWorld world, bool current)
{
  FixedStep *fixed = (FixedStep *)ts->data;
  PetscBool right;

  PetscCall(PetscObjectTypeCompare((PetscObject)ts, TS_FIXED_STEP, &right));
  PetscCheck(right, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONG, "the TS is not of type " TS_FIXED_STEP);
  fixed->world = world;
  fixed->layout = GrWorldLayout(world);
  fixed->n_rates = (fixed->layout.kind == GR_LAYOUT_CHAIN ? 1 : GR_RATES) * fixed->layout.n;
  fixed->rates = GrWorldAcceleration(world);
  fixed->of = current ? OF_SOLUTION : OF_NO_STATE;
  return 0;
}

void GrIntegratorFixedGetClock(TS ts, GrStepClock *clock, bool *half)
{
  const FixedStep *fixed = (const FixedStep *)ts->data;

  *clock = fixed->clock;
  *half = IsHalf(fixed);
}

void GrIntegratorFixedSetClock(TS ts, const GrStepClock *clock, bool half)
{
  FixedStep *fixed = (FixedStep *)ts->data;

  fixed->clock = *clock;
  SelectRule(fixed, half);
}
