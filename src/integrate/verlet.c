/* verlet: kick-drift-kick with the velocity at force time predicted to full step.

   One step of length h, from x_n, v_n and a_n = a(t_n, x_n, v_n):
     1. half kick      v_{n+1/2} = v_n + h/2 a_n
     2. drift          x_{n+1}   = x_n + h v_{n+1/2}
     3. predict        w         = v_{n+1/2} + h/2 a_n            (`half`: w = v_{n+1/2})
     4. acceleration   a_{n+1}   = a(t_{n+1}, x_{n+1}, w)
     5. half kick      v_{n+1}   = v_{n+1/2} + h/2 a_{n+1}
   At entry x, v and a belong to t_n, at exit to t_{n+1}: one acceleration a step.

   Order: w differs from v_{n+1} by h/2 (a_{n+1} - a_n) = O(h^2), so the scheme stays second order with forces that depend on the
   velocity; with `half` w is O(h) off and damping makes it first order (the convention of LAMMPS, for comparisons). Forces that
   jump or have a kink reduce the order at the step where that happens.

   Option: -ts_verlet_velocity <full,half>. No error estimate: the step is fixed, except that the last ones are fitted to the
   final time. Steps can be rejected (TSAdaptCheckStage, function domain errors) and rolled back (events). Whoever changes
   the solution between steps must do so on all ranks: the acceleration is then computed anew. */
#include "integrate/verlet.h"

#include "integrate/petsc_compat.h"

typedef enum { VELOCITY_FULL, VELOCITY_HALF } VelocityAtForce;
static const char *const VelocityNames[] = {"full", "half", "VelocityAtForce", "VELOCITY_", NULL};

typedef struct {
  GrVerletAcceleration acceleration;
  void *context;
  VelocityAtForce velocity;
  PetscInt n;              /* length of x on this rank */
  PetscReal *a, *a_next;   /* at t_n and t_{n+1} */
  PetscReal *w;            /* velocity at force time */
  PetscReal *before;       /* [2 n] solution before the step, if it may be taken back */
  PetscBool kept;          /* `before` holds the last step's start */
  PetscBool current;       /* `a` belongs to the solution... */
  PetscObjectState state;  /* ...as it was at this state */
} Verlet;

/* Sub-steps 1 to 3. */
static void KickDrift(const Verlet *verlet, PetscReal h, PetscReal *restrict x, PetscReal *restrict v)
{
  const PetscReal *restrict a = verlet->a, half = 0.5 * h, predict = verlet->velocity == VELOCITY_FULL ? half : 0;
  PetscReal *restrict w = verlet->w;

  for (PetscInt i = 0; i < verlet->n; i++) {
    v[i] += half * a[i];
    x[i] += h * v[i];
    w[i] = v[i] + predict * a[i];
  }
}

/* Sub-step 5. */
static void Kick(const Verlet *verlet, PetscReal h, PetscReal *restrict v)
{
  const PetscReal *restrict a = verlet->a_next, half = 0.5 * h;

  for (PetscInt i = 0; i < verlet->n; i++)
    v[i] += half * a[i];
}

/* The acceleration at the start of a step, unless the last step left it. */
static PetscErrorCode Prepare(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscObjectState state;
  const PetscReal *u;

  PetscFunctionBegin;
  PetscCall(PetscObjectStateGet((PetscObject)ts->vec_sol, &state));
  if (verlet->current && state == verlet->state && !ts->steprestart && !ts->steprollback)
    PetscFunctionReturn(0);
  PetscCall(VecGetArrayRead(ts->vec_sol, &u));
  PetscCall(verlet->acceleration(ts, ts->ptime, u, u + verlet->n, verlet->a, verlet->context));
  PetscCall(VecRestoreArrayRead(ts->vec_sol, &u));
  verlet->current = PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* One attempt at a step of length h. */
static PetscErrorCode Attempt(TS ts, PetscReal h)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscReal *u;

  PetscFunctionBegin;
  PetscCall(VecGetArray(ts->vec_sol, &u));
  KickDrift(verlet, h, u, u + verlet->n);
  PetscCall(verlet->acceleration(ts, ts->ptime + h, u, verlet->w, verlet->a_next, verlet->context));
  Kick(verlet, h, u + verlet->n);
  PetscCall(VecRestoreArray(ts->vec_sol, &u));
  PetscFunctionReturn(0);
}

static PetscErrorCode Keep(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  const PetscReal *u;

  PetscFunctionBegin;
  verlet->kept = GrTSMayRollBack(ts);
  if (!verlet->kept)
    PetscFunctionReturn(0);
  if (!verlet->before)
    PetscCall(PetscMalloc1(2 * verlet->n, &verlet->before));
  PetscCall(VecGetArrayRead(ts->vec_sol, &u));
  PetscCall(PetscArraycpy(verlet->before, u, 2 * verlet->n));
  PetscCall(VecRestoreArrayRead(ts->vec_sol, &u));
  PetscFunctionReturn(0);
}

static PetscErrorCode TSRollBack_Verlet(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscReal *u;

  PetscFunctionBegin;
  PetscCheck(verlet->kept, PetscObjectComm((PetscObject)ts), PETSC_ERR_PLIB, "verlet: the step cannot be taken back, its start was not kept");
  PetscCall(VecGetArray(ts->vec_sol, &u));
  PetscCall(PetscArraycpy(u, verlet->before, 2 * verlet->n));
  PetscCall(VecRestoreArray(ts->vec_sol, &u));
  verlet->current = PETSC_FALSE;
  PetscFunctionReturn(0);
}

static PetscErrorCode TSStep_Verlet(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscBool accept = PETSC_FALSE;
  PetscReal h, next, *swap;

  PetscFunctionBegin;
  PetscCall(Prepare(ts));
  PetscCall(Keep(ts));
  for (PetscInt rejections = 0;; rejections++) {
    h = next = ts->time_step;
    PetscCall(TSPreStage(ts, ts->ptime + h));
    PetscCall(Attempt(ts, h));
    PetscCall(TSPostStage(ts, ts->ptime + h, 0, &ts->vec_sol));
    PetscCall(TSAdaptCheckStage(ts->adapt, ts, ts->ptime + h, ts->vec_sol, &accept)); /* shortens time_step if not */
    if (accept) {
      PetscCall(TSAdaptCandidatesClear(ts->adapt));
      PetscCall(TSAdaptCandidateAdd(ts->adapt, NULL, 2, 1, 1.0, 1.0, PETSC_TRUE));
      PetscCall(TSAdaptChoose(ts->adapt, ts, h, NULL, &next, &accept));
      if (accept)
        break;
      ts->time_step = next;
    }
    PetscCall(TSRollBack_Verlet(ts));
    verlet->current = PETSC_TRUE; /* `a` still belongs to the restored state */
    ts->reject++;
    if (ts->max_reject >= 0 && rejections >= ts->max_reject) {
      ts->reason = TS_DIVERGED_STEP_REJECTED;
      PetscFunctionReturn(0);
    }
  }
  swap = verlet->a;
  verlet->a = verlet->a_next;
  verlet->a_next = swap;
  PetscCall(PetscObjectStateGet((PetscObject)ts->vec_sol, &verlet->state));
  ts->ptime += h;
  ts->time_step = next;
  PetscFunctionReturn(0);
}

/* Cubic Hermite interpolation within the last step, from x and v at both ends (v: from v and a). Error O(h^4). */
static PetscErrorCode TSInterpolate_Verlet(TS ts, PetscReal t, Vec at)
{
  Verlet *verlet = (Verlet *)ts->data;
  const PetscReal h = ts->ptime - ts->ptime_prev, s = (t - ts->ptime_prev) / h;
  const PetscReal h00 = (1 + 2 * s) * (1 - s) * (1 - s), h10 = s * (1 - s) * (1 - s) * h, h01 = s * s * (3 - 2 * s), h11 = s * s * (s - 1) * h;
  const PetscReal *u;
  PetscReal *y;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(ts->vec_sol, &u));
  PetscCall(VecGetArrayWrite(at, &y));
  for (PetscInt i = 0, n = verlet->n; i < n; i++) { /* after a step a_next holds a_n */
    PetscReal x1 = u[i], v1 = u[n + i], a0 = verlet->a_next[i], a1 = verlet->a[i];
    PetscReal middle = v1 - 0.5 * h * a1, v0 = middle - 0.5 * h * a0, x0 = x1 - h * middle;
    y[i] = h00 * x0 + h10 * v0 + h01 * x1 + h11 * v1;
    y[n + i] = h00 * v0 + h10 * a0 + h01 * v1 + h11 * a1;
  }
  PetscCall(VecRestoreArrayWrite(at, &y));
  PetscCall(VecRestoreArrayRead(ts->vec_sol, &u));
  PetscFunctionReturn(0);
}

static PetscErrorCode TSSetUp_Verlet(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscInt length;

  PetscFunctionBegin;
  PetscCheck(verlet->acceleration, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONGSTATE, "verlet: call GrVerletSetAcceleration first");
  PetscCall(VecGetLocalSize(ts->vec_sol, &length));
  PetscCheck(length % 2 == 0, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ, "verlet: the solution must hold [x | v], its local length is %" PetscInt_FMT, length);
  verlet->n = length / 2;
  PetscCall(PetscMalloc3(verlet->n, &verlet->a, verlet->n, &verlet->a_next, verlet->n, &verlet->w));
  verlet->current = PETSC_FALSE;
  PetscFunctionReturn(0);
}

static PetscErrorCode TSReset_Verlet(TS ts)
{
  Verlet *verlet = (Verlet *)ts->data;

  PetscFunctionBegin;
  /* The two accelerations may have changed places an odd number of times; the first of the three owns the memory. */
  if (verlet->a && verlet->a_next < verlet->a) {
    PetscReal *swap = verlet->a;
    verlet->a = verlet->a_next;
    verlet->a_next = swap;
  }
  PetscCall(PetscFree3(verlet->a, verlet->a_next, verlet->w));
  PetscCall(PetscFree(verlet->before));
  verlet->current = verlet->kept = PETSC_FALSE;
  PetscFunctionReturn(0);
}

static PetscErrorCode TSDestroy_Verlet(TS ts)
{
  PetscFunctionBegin;
  PetscCall(TSReset_Verlet(ts));
  PetscCall(PetscFree(ts->data));
  PetscFunctionReturn(0);
}

static PetscErrorCode TSSetFromOptions_Verlet(TS ts, GR_OPTIONS_ARGUMENT)
{
  Verlet *verlet = (Verlet *)ts->data;

  PetscFunctionBegin;
  PetscOptionsHeadBegin(PetscOptionsObject, "kick-drift-kick options");
  PetscCall(PetscOptionsEnum("-ts_verlet_velocity", "Velocity at force time", "verlet.h", VelocityNames, (PetscEnum)verlet->velocity, (PetscEnum *)&verlet->velocity, NULL));
  PetscOptionsHeadEnd();
  PetscFunctionReturn(0);
}

static PetscErrorCode TSView_Verlet(TS ts, PetscViewer viewer)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscBool ascii;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare((PetscObject)viewer, PETSCVIEWERASCII, &ascii));
  if (ascii)
    PetscCall(PetscViewerASCIIPrintf(viewer, "  kick-drift-kick, velocity at force time: %s step\n", VelocityNames[verlet->velocity]));
  PetscFunctionReturn(0);
}

static PetscErrorCode TSCreate_Verlet(TS ts)
{
  Verlet *verlet;

  PetscFunctionBegin;
  PetscCall(PetscNew(&verlet));
  ts->data = verlet;
  ts->ops->setup = TSSetUp_Verlet;
  ts->ops->step = TSStep_Verlet;
  ts->ops->rollback = TSRollBack_Verlet;
  ts->ops->interpolate = TSInterpolate_Verlet;
  ts->ops->reset = TSReset_Verlet;
  ts->ops->destroy = TSDestroy_Verlet;
  ts->ops->setfromoptions = TSSetFromOptions_Verlet;
  ts->ops->view = TSView_Verlet;
  ts->default_adapt_type = TSADAPTNONE;
  ts->usessnes = PETSC_FALSE;
  PetscFunctionReturn(0);
}

PetscErrorCode GrVerletRegister(void)
{
  PetscFunctionBegin;
  PetscCall(TSRegister(GR_TSVERLET, TSCreate_Verlet));
  PetscFunctionReturn(0);
}

PetscErrorCode GrVerletSetAcceleration(TS ts, GrVerletAcceleration acceleration, void *context)
{
  Verlet *verlet = (Verlet *)ts->data;
  PetscBool right;

  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompare((PetscObject)ts, GR_TSVERLET, &right));
  PetscCheck(right, PetscObjectComm((PetscObject)ts), PETSC_ERR_ARG_WRONG, "the TS is not of type verlet");
  verlet->acceleration = acceleration;
  verlet->context = context;
  PetscFunctionReturn(0);
}
