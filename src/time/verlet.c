/* The integrator `verlet`: half kick, drift, half kick. Forces that depend on the velocity use the velocity predicted
   for the end of the step.

   One step of length h [s], from the positions x_n [m], velocities v_n [m/s] and a_n = a(t_n, x_n, v_n) [m/s^2]:
     1. half kick, drift   v_{n+1/2} = v_n + h/2 a_n,   x_{n+1} = x_n + h v_{n+1/2}
     2. predict            w = v_{n+1/2} + h/2 a_n            (`half`: w = v_{n+1/2})
     3. forces             a_{n+1} = a(t_{n+1}, x_{n+1}, w)
     4. half kick          v_{n+1} = w + h/2 (a_{n+1} - a_n)   (`half`: w + h/2 a_{n+1}),
                           which is v_{n+1/2} + h/2 a_{n+1}

   Drag on particles in space is part of a and is included exactly, by other weights of a_n and a_{n+1} in all sub-steps
   (bulk/drag/decay.h): a step has no limit from drag.

   At the beginning of a step x, v and a belong to t_n, at its end to t_{n+1}. A step has one evaluation of forces.
   During a step the memory of v contains w. The evaluation of forces calls sub-steps 1-2 and 4 (GrStepHooks).

   Order: w differs from v_{n+1} by h/2 (a_{n+1} - a_n) = O(h^2), so the scheme has second order also for forces that
   depend on the velocity. With `half` the error of w is O(h), and damping reduces the scheme to first order (the
   convention of LAMMPS, for comparisons). Forces that jump or have a kink reduce the order in the step with the jump.
   In assemblies the forces of contacts that close or open are corrected (contact/batch_force.c, law/slide/slide.h).

   One step of the TS may consist of several steps; all but the last are committed here (MakeUnseenSteps). The step
   count of the TS is increased accordingly.

   Option: -ts_verlet_velocity <full,half>, which overrides time.velocity of the case. There is no error estimate: the
   step is fixed, except that the last steps are fitted to the final time. Steps can be rejected (TSAdaptCheckStage,
   function domain errors) and rolled back (events).

   Limit: a program that changes the solution between steps must change it on all ranks; then the acceleration is
   computed again. */
#include "base/math/vec4.h"
#include "base/petsc_compat.h"
#include "bulk/bulk.h"
#include "time/rhs.h"
#include "world/world_impl.h"

/* One attempt at a step. */
typedef struct {
  PetscReal h, predict; /* w = v_{n+1/2} + predict a_n [s] */
  GrWorld world;
  PetscReal *u, *v, *a; /* state; in a chain, its displacements begin at u and its velocities at v; accelerations */
} GrVerletStep;

/* A record in space is x y z vx vy vz wx wy wz, and its rates are the derivatives of the last six numbers. Rows of four
   numbers overlap in two of them and compute the same values there. */
enum { V = 3, W = 5, LAST = 2 };

/* Sub-steps 1 and 2. */
static void AdvanceChain(void *context, PetscInt first, PetscInt last)
{
  const GrVerletStep *s = (const GrVerletStep *)context;
  const PetscReal h = s->h, half = 0.5 * h, predict = s->predict, *restrict a = s->a;
  PetscReal *restrict x = s->u, *restrict v = s->v;

  for (PetscInt i = first; i < last; i++) {
    PetscReal middle = v[i] + half * a[i];
    x[i] += h * middle;
    v[i] = middle + predict * a[i];
  }
}

/* Driven particles have zero acceleration, so that sub-step 4 does not change their velocity. */
static void PrescribeChain(void *context, PetscInt first, PetscInt last, double x, double v)
{
  const GrVerletStep *s = (const GrVerletStep *)context;

  for (PetscInt i = first; i < last; i++) {
    s->u[i] = x;
    s->v[i] = v;
  }
}

/* A particle's record and its rates, in rows. */
typedef struct {
  GrVec4 x, v, w;
} Record;
typedef struct {
  GrVec4 v, w;
} Rates;

GR_VEC4_INLINE void LoadRecord(const PetscReal *u, Record *r)
{
  GrVec4Load(u, &r->x);
  GrVec4Load(u + V, &r->v);
  GrVec4Load(u + W, &r->w);
}

GR_VEC4_INLINE void StoreRecord(const Record *r, PetscReal *u)
{
  GrVec4Store(&r->x, u); /* and vx, which the next one makes good */
  GrVec4Store(&r->v, u + V);
  GrVec4Store(&r->w, u + W);
}

GR_VEC4_INLINE void LoadRates(const PetscReal *a, Rates *r)
{
  GrVec4Load(a, &r->v);
  GrVec4Load(a + LAST, &r->w);
}

/* Sub-steps 1 and 2 in space: the spin, too, is kicked, but nothing drifts with it. */
GR_VEC4_INLINE void AdvanceRecord(const GrVerletStep *s, const Rates *a, Record *r)
{
  const PetscReal half = 0.5 * s->h;

  r->v += half * a->v;
  r->w += half * a->w;
  r->x += s->h * r->v;
  r->v += s->predict * a->v;
  r->w += s->predict * a->w;
}

static void AdvanceBulk(void *context, PetscInt first, PetscInt last)
{
  const GrVerletStep s = *(const GrVerletStep *)context;

  for (PetscInt i = first; i < last; i++) {
    Record r;
    Rates a;
    LoadRecord(s.u + GR_STATE * i, &r);
    LoadRates(s.a + GR_RATES * i, &a);
    AdvanceRecord(&s, &a, &r);
    StoreRecord(&r, s.u + GR_STATE * i);
  }
}

/* Sub-step 4. */
static void FinishChain(void *context, PetscInt first, PetscInt last, const PetscReal *next)
{
  const GrVerletStep *s = (const GrVerletStep *)context;
  const PetscReal half = 0.5 * s->h, predict = s->predict, *restrict after = next;
  PetscReal *restrict v = s->v + first, *restrict a = s->a + first;

  for (PetscInt i = 0; i < last - first; i++) {
    v[i] += half * after[i] - predict * a[i];
    a[i] = after[i];
  }
}

/* In space; `advance`: also sub-steps 1 and 2 of the next step, which has the same length. */
GR_VEC4_INLINE void FinishRecords(const GrVerletStep *step, PetscInt first, PetscInt last, const PetscReal *next,
                                  PetscBool advance)
{
  const GrVerletStep s = *step;
  const PetscReal half = 0.5 * s.h;

  for (PetscInt i = first; i < last; i++, next += GR_RATES) {
    PetscReal *restrict a = s.a + GR_RATES * i;
    Record r;
    Rates before, after;
    LoadRecord(s.u + GR_STATE * i, &r);
    LoadRates(a, &before);
    LoadRates(next, &after);
    r.v += half * after.v - s.predict * before.v;
    r.w += half * after.w - s.predict * before.w;
    if (advance)
      AdvanceRecord(&s, &after, &r);
    StoreRecord(&r, s.u + GR_STATE * i);
    GrVec4Store(&after.v, a);
    GrVec4Store(&after.w, a + LAST);
  }
}

static void FinishBulk(void *context, PetscInt first, PetscInt last, const PetscReal *next)
{
  FinishRecords(context, first, last, next, PETSC_FALSE);
}

static void FinishAndAdvanceBulk(void *context, PetscInt first, PetscInt last, const PetscReal *next)
{
  FinishRecords(context, first, last, next, PETSC_TRUE);
}

/* Sub-steps 1 and 2 with drag. */
static void AdvanceInFluid(void *context, PetscInt first, PetscInt last)
{
  const GrVerletStep s = *(const GrVerletStep *)context;

  for (PetscInt i = first; i < last; i++) {
    const GrDragOfSphere *drag = &s.world->bulk->step.drag[i];
    const PetscReal *restrict a = s.a + GR_RATES * i;
    PetscReal *restrict x = s.u + GR_STATE * i, *restrict v = x + 3, *restrict w = x + 6;
    for (int k = 0; k < 3; k++) {
      v[k] += drag->linear.mean * a[k];
      x[k] += s.h * v[k];
      v[k] += drag->linear.predict * a[k];
      w[k] += (drag->angular.mean + drag->angular.predict) * a[3 + k];
    }
  }
}

/* Sub-step 4 with drag. */
static void FinishInFluid(void *context, PetscInt first, PetscInt last, const PetscReal *next)
{
  const GrVerletStep s = *(const GrVerletStep *)context;

  for (PetscInt i = first; i < last; i++, next += GR_RATES) {
    const GrDragOfSphere *drag = &s.world->bulk->step.drag[i];
    PetscReal *restrict a = s.a + GR_RATES * i, *restrict v = s.u + GR_STATE * i + 3, before[GR_RATES];
    for (int k = 0; k < GR_RATES; k++) {
      const GrDragWeights *of = k < 3 ? &drag->linear : &drag->angular;
      const PetscReal change = of->mean * next[k] - of->back * a[k];
      before[k] = v[k] - (of->mean + of->predict) * a[k];
      v[k] += change;
      a[k] = next[k] - of->rate * change;
    }
    GrBulkDragKeep(s.world, i, s.h, before, v);
  }
}

#define TSVERLET "verlet"

typedef enum { VELOCITY_FULL, VELOCITY_HALF } VelocityAtForce;

typedef struct {
  GrWorld world;
  VelocityAtForce velocity;
  GrLayout layout;
  PetscInt rates;         /* accelerations on this rank */
  PetscReal *a;           /* at the time of the solution; the world's memory */
  PetscReal *before;      /* [length + rates] state and accelerations before the step, if it may be taken back */
  PetscBool begun;        /* the last unseen step has already advanced the particles by this step */
  PetscBool kept;         /* `before` holds the last step's start */
  PetscBool carried;      /* `a` was brought by the world and belongs to the solution */
  PetscBool current;      /* `a` belongs to the solution... */
  PetscObjectState state; /* ...as it was at this state */
  GrStepClock clock;
} Verlet;

static const char *const VelocityNames[] = {"full", "half", "VelocityAtForce", "VELOCITY_", NULL};

/* The acceleration at the start of a step, unless the last step left it. */
static PetscErrorCode PrepareAcceleration(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  const PetscBool line = (PetscBool)(verlet->layout.kind == GR_LAYOUT_CHAIN);
  const GrStepHooks store = {
      .finish = line ? GrWorldStoreLine : GrWorldStoreSpace, .context = verlet->a, .keeps = PETSC_TRUE};
  PetscObjectState state;
  const PetscReal *u;

  PetscCall(PetscObjectStateGet((PetscObject)ts->vec_sol, &state));
  if (verlet->carried || (verlet->current && state == verlet->state && !ts->steprestart && !ts->steprollback)) {
    verlet->carried = PETSC_FALSE;
    verlet->current = PETSC_TRUE;
    return 0;
  }
  PetscCall(VecGetArrayRead(ts->vec_sol, &u));
  PetscCall(GrWorldEvaluate(verlet->world, ts->ptime, u, &store));
  PetscCall(VecRestoreArrayRead(ts->vec_sol, &u));
  verlet->current = PETSC_TRUE;
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
  ((Verlet *)ts->data)->clock.count++;
}

static GrVerletStep StepOfLength(const Verlet *verlet, PetscReal *u, PetscReal h)
{
  return (GrVerletStep){.h = h,
                        .predict = verlet->velocity == VELOCITY_FULL ? 0.5 * h : 0,
                        .world = verlet->world,
                        .u = u,
                        .v = u + verlet->layout.n,
                        .a = verlet->a};
}

static GrStepHooks HooksOfStep(const Verlet *verlet, GrVerletStep *step)
{
  const PetscBool line = (PetscBool)(verlet->layout.kind == GR_LAYOUT_CHAIN);
  const PetscBool drags = (PetscBool)(!line && verlet->world->bulk->step.drag);

  return (GrStepHooks){.advance = line    ? AdvanceChain
                                  : drags ? AdvanceInFluid
                                          : AdvanceBulk,
                       .finish = line    ? FinishChain
                                 : drags ? FinishInFluid
                                         : FinishBulk,
                       .prescribe = PrescribeChain,
                       .context = step,
                       .begun = verlet->begun,
                       .mean = (PetscBool)(verlet->velocity == VELOCITY_HALF),
                       .predicted = (PetscBool)(verlet->velocity == VELOCITY_FULL),
                       .keeps = PETSC_TRUE,
                       .step = step->h,
                       .predict = step->predict};
}

static PetscErrorCode AttemptStep(TS ts, PetscReal after, PetscReal h)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscReal *u;

  PetscCall(VecGetArray(ts->vec_sol, &u));
  GrVerletStep step = StepOfLength(verlet, u, h);
  const GrStepHooks hooks = HooksOfStep(verlet, &step);
  verlet->begun = PETSC_FALSE;
  PetscCall(GrWorldEvaluate(verlet->world, after, u, &hooks));
  return VecRestoreArray(ts->vec_sol, &u);
}

/* Whether a commit looks at the state: the fluid takes energy there, and bonds that break have a place. */
static PetscBool CommitLooks(GrWorld w)
{
  PetscBool bonds = PETSC_FALSE;

  for (int k = 0; k < w->the_case->n_rules; k++)
    bonds = (PetscBool)(bonds || w->the_case->rules[k].bond);
  return (PetscBool)(bonds || GrWorldDrags(w));
}

/* Makes the steps without output or checks (GrUnseen); the step of the TS is the step after them. The work of PETSc and
   of the run for a step costs as much as the physics of some hundred beads. In space the end of a step and the
   beginning of the next step are one pass over the particles. */
static PetscErrorCode MakeUnseenSteps(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  const GrUnseen unseen = verlet->world->unseen;
  const PetscReal until = PetscMin(unseen.until, ts->max_time);
  PetscInt64 left = PetscMin(unseen.steps, ts->max_steps - ts->steps - 2); /* seen before PETSc's count is full */
  const PetscBool joins = (PetscBool)(verlet->layout.kind != GR_LAYOUT_CHAIN && !CommitLooks(verlet->world));
  PetscBool seen = PETSC_TRUE;
  PetscReal *u, after;

  if (left > 0)
    PetscCall(GrTSSeesSteps(ts, &seen));
  if (seen)
    return 0;
  PetscCall(VecGetArray(ts->vec_sol, &u));
  GrVerletStep step = StepOfLength(verlet, u, ts->time_step);
  GrStepHooks hooks = HooksOfStep(verlet, &step);
  hooks.finish = joins ? FinishAndAdvanceBulk : hooks.finish;
  hooks.joins = joins;
  while (left-- > 0 && (after = EndOfStep(&verlet->clock, ts->ptime, step.h)) < until) {
    PetscCall(GrWorldEvaluate(verlet->world, after, u, &hooks));
    hooks.begun = verlet->begun = joins;
    PetscCall(GrWorldCommit(verlet->world, after, u));
    AcceptStep(ts, after);
    ts->steps++;
  }
  return VecRestoreArray(ts->vec_sol, &u);
}

static PetscErrorCode KeepStart(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  const PetscReal *u;

  verlet->kept = GrTSMayRollBack(ts);
  if (!verlet->kept)
    return 0;
  if (!verlet->before)
    PetscCall(PetscMalloc1(verlet->layout.length + verlet->rates, &verlet->before));
  PetscCall(VecGetArrayRead(ts->vec_sol, &u));
  PetscCall(PetscArraycpy(verlet->before, u, verlet->layout.length));
  PetscCall(VecRestoreArrayRead(ts->vec_sol, &u));
  return PetscArraycpy(verlet->before + verlet->layout.length, verlet->a, verlet->rates);
}

static PetscErrorCode TSRollBack_Verlet(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscReal *u;

  PetscCheck(verlet->kept, PetscObjectComm((PetscObject)ts), PETSC_ERR_PLIB,
             "verlet: the step cannot be taken back, its start was not kept");
  PetscCall(VecGetArray(ts->vec_sol, &u));
  PetscCall(PetscArraycpy(u, verlet->before, verlet->layout.length));
  PetscCall(VecRestoreArray(ts->vec_sol, &u));
  PetscCall(PetscArraycpy(verlet->a, verlet->before + verlet->layout.length, verlet->rates));
  return PetscObjectStateGet((PetscObject)ts->vec_sol, &verlet->state);
}

static PetscErrorCode TSStep_Verlet(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscBool accept = PETSC_FALSE;
  PetscReal h, next, after;

  PetscCall(PrepareAcceleration(ts));
  PetscCall(MakeUnseenSteps(ts));
  PetscCall(KeepStart(ts));
  for (PetscInt rejections = 0;; rejections++) {
    h = next = ts->time_step;
    after = EndOfStep(&verlet->clock, ts->ptime, h);
    PetscCall(TSPreStage(ts, after));
    PetscCall(AttemptStep(ts, after, h));
    PetscCall(TSPostStage(ts, after, 0, &ts->vec_sol));
    PetscCall(TSAdaptCheckStage(ts->adapt, ts, after, ts->vec_sol, &accept)); /* shortens time_step if not */
    if (accept) {
      if (!ts->adapt->candidates.n) /* there is one, the same in every step */
        PetscCall(TSAdaptCandidateAdd(ts->adapt, NULL, 2, 1, 1.0, 1.0, PETSC_TRUE));
      PetscCall(TSAdaptChoose(ts->adapt, ts, h, NULL, &next, &accept));
      if (accept)
        break;
      ts->time_step = next;
    }
    PetscCall(TSRollBack_Verlet(ts));
    ts->reject++;
    if (ts->max_reject >= 0 && rejections >= ts->max_reject) {
      ts->reason = TS_DIVERGED_STEP_REJECTED;
      return 0;
    }
  }
  PetscCall(PetscObjectStateGet((PetscObject)ts->vec_sol, &verlet->state));
  AcceptStep(ts, after);
  ts->time_step = next;
  return 0;
}

/* Taylor's series about the end of the last step, to second order. */
static PetscErrorCode TSInterpolate_Verlet(TS ts, PetscReal t, Vec at)
{
  Verlet *verlet = (Verlet *)ts->data;
  const PetscReal back = t - ts->ptime;
  GrVerletStep step = {.h = back, .predict = 0.5 * back, .a = verlet->a};

  PetscCall(VecCopy(ts->vec_sol, at));
  PetscCall(VecGetArray(at, &step.u));
  step.v = step.u + verlet->layout.n;
  (verlet->layout.kind == GR_LAYOUT_CHAIN ? AdvanceChain : AdvanceBulk)(&step, 0, verlet->layout.n);
  return VecRestoreArray(at, &step.u);
}

static PetscErrorCode TSReset_Verlet(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;

  PetscCall(PetscFree(verlet->before));
  verlet->current = verlet->kept = PETSC_FALSE;
  return 0;
}

static PetscErrorCode TSDestroy_Verlet(TS ts)
{
  PetscCall(TSReset_Verlet(ts));
  return PetscFree(ts->data);
}

static PetscErrorCode TSSetFromOptions_Verlet(TS ts, GR_OPTIONS_ARGUMENT)
{
  Verlet *verlet = (Verlet *)ts->data;

  PetscOptionsHeadBegin(PetscOptionsObject, "kick-drift-kick options");
  PetscCall(PetscOptionsEnum("-ts_verlet_velocity", "Velocity at force time", "verlet.h", VelocityNames,
                             (PetscEnum)verlet->velocity, (PetscEnum *)&verlet->velocity, NULL));
  PetscOptionsHeadEnd();
  return 0;
}

static PetscErrorCode TSView_Verlet(TS ts, PetscViewer viewer)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscBool ascii;

  PetscCall(PetscObjectTypeCompare((PetscObject)viewer, PETSCVIEWERASCII, &ascii));
  if (ascii)
    PetscCall(PetscViewerASCIIPrintf(viewer, "  kick-drift-kick, velocity at force time: %s step\n",
                                     VelocityNames[verlet->velocity]));
  return 0;
}

static PetscErrorCode TSCreate_Verlet(TS ts)
{
  Verlet *verlet;

  PetscCall(PetscNew(&verlet));
  ts->data = verlet;
  ts->ops->step = TSStep_Verlet;
  ts->ops->rollback = TSRollBack_Verlet;
  ts->ops->interpolate = TSInterpolate_Verlet;
  ts->ops->reset = TSReset_Verlet;
  ts->ops->destroy = TSDestroy_Verlet;
  ts->ops->setfromoptions = TSSetFromOptions_Verlet;
  ts->ops->view = TSView_Verlet;
  ts->default_adapt_type = TSADAPTNONE;
  ts->usessnes = PETSC_FALSE;
  return 0;
}

static PetscErrorCode SetUpVerlet(TS ts, const char *method)
{
  PetscCall(TSRegister(TSVERLET, TSCreate_Verlet));
  return TSSetType(ts, TSVERLET);
}

/* At the start of every epoch; `current`: the accelerations belong to the solution already, from the step before. */
static PetscErrorCode BeginVerlet(TS ts, GrWorld world, PetscBool current)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscBool right;

  PetscCall(PetscObjectTypeCompare((PetscObject)ts, TSVERLET, &right));
  PetscCheck(right, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONG, "the TS is not of type verlet");
  verlet->world = world;
  verlet->layout = GrWorldLayout(world);
  verlet->rates = (verlet->layout.kind == GR_LAYOUT_CHAIN ? 1 : GR_RATES) * verlet->layout.n;
  verlet->a = GrWorldAcceleration(world);
  verlet->carried = current;
  return 0;
}

/* The state that a resumed run needs: the clock, and whether forces see the velocity of the half step. */
static PetscErrorCode GetClock(TS ts, GrStepClock *clock, PetscBool *half)
{
  const Verlet *verlet = (const Verlet *)ts->data;

  *clock = verlet->clock;
  *half = (PetscBool)(verlet->velocity == VELOCITY_HALF);
  return 0;
}

static PetscErrorCode SetClock(TS ts, const GrStepClock *clock, PetscBool half)
{
  Verlet *verlet = (Verlet *)ts->data;

  verlet->clock = *clock;
  verlet->velocity = half ? VELOCITY_HALF : VELOCITY_FULL;
  return 0;
}

const GrIntegrator GrIntegrator_verlet = {.name = "verlet",
                                          .summary = "fixed step, second order",
                                          .fixed_step = PETSC_TRUE,
                                          .carries_acceleration = PETSC_TRUE,
                                          .set_up = SetUpVerlet,
                                          .begin = BeginVerlet,
                                          .get_clock = GetClock,
                                          .set_clock = SetClock};
