/* march: see march.h. */
#include "mechanism/march.h"

#include "base/petsc_compat.h"
#include <math.h>
#include <string.h>

enum { ATTEMPTS = 200 };
static const double SMALLEST = 1e-6; /* sizes below count as this, so that what starts at rest has a scale */
static const double FIRST = 1e-6;    /* length that the first step tries [s] */
static const double FOREVER = 1e30;  /* TS insists on an end */

static PetscErrorCode DeriveState(TS ts, PetscReal t, Vec state, Vec derivative, void *context)
{
  const GrMarch *march = (const GrMarch *)context;
  const GrDynamics *d = march->dynamics;
  const PetscReal *u;
  PetscReal *du;
  GrInstant now;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(state, &u));
  PetscCall(VecGetArrayWrite(derivative, &du));
  GrDynamicsEvaluate(d, march->time + t, u, &now);
  for (int i = 0; i < d->n; i++) {
    du[i] = u[d->n + i];
    du[d->n + i] = now.acceleration[i];
  }
  for (int i = 0; i < d->works; i++)
    du[2 * d->n + i] = now.power[i];
  PetscCall(VecRestoreArrayWrite(derivative, &du));
  PetscCall(VecRestoreArrayRead(state, &u));
  PetscFunctionReturn(0);
}

static PetscErrorCode CreateTS(GrMarch *march, const char *method, TSAdaptType type, Vec state, TS *ts)
{
  TSAdapt adapt;

  PetscFunctionBeginUser;
  PetscCall(TSCreate(PETSC_COMM_SELF, ts));
  PetscCall(TSSetProblemType(*ts, TS_NONLINEAR));
  PetscCall(TSSetRHSFunction(*ts, NULL, DeriveState, march));
  PetscCall(TSSetType(*ts, TSRK));
  PetscCall(TSRKSetType(*ts, method));
  PetscCall(TSGetAdapt(*ts, &adapt));
  PetscCall(TSAdaptSetType(adapt, type));
  PetscCall(TSAdaptSetStepLimits(adapt, 0, PETSC_MAX_REAL));
  GrTSAdaptUseInfinityNorm(adapt);
  PetscCall(TSSetMaxStepRejections(*ts, 0));
  PetscCall(TSSetMaxTime(*ts, FOREVER));
  PetscCall(TSSetMaxSteps(*ts, PETSC_MAX_INT));
  PetscCall(TSSetExactFinalTime(*ts, TS_EXACTFINALTIME_STEPOVER));
  PetscCall(TSSetErrorIfStepFails(*ts, PETSC_FALSE));
  PetscCall(TSSetSolution(*ts, state));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMarchCreate(const GrCase *the_case, const GrDynamics *d, GrMarch *march)
{
  PetscFunctionBeginUser;
  *march = (GrMarch){.dynamics = d, .tolerance = the_case->impact.tolerance, .next = FIRST};
  GrDynamicsStart(d, march->start);
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, d->length, &march->state));
  PetscCall(VecDuplicate(march->state, &march->trial));
  PetscCall(VecDuplicate(march->state, &march->absolute));
  PetscCall(CreateTS(march, the_case->impact.method, TSADAPTBASIC, march->state, &march->free));
  PetscCall(CreateTS(march, the_case->impact.method, TSADAPTNONE, march->trial, &march->fixed));
  GrMarchAccept(march, 0);
  PetscFunctionReturn(0);
}

PetscErrorCode GrMarchDestroy(GrMarch *march)
{
  PetscFunctionBeginUser;
  PetscCall(TSDestroy(&march->free));
  PetscCall(TSDestroy(&march->fixed));
  PetscCall(VecDestroy(&march->state));
  PetscCall(VecDestroy(&march->trial));
  PetscCall(VecDestroy(&march->absolute));
  PetscFunctionReturn(0);
}

/* One step of either TS from `start`; `rejected` if it is too long. */
static PetscErrorCode StepFromStart(GrMarch *march, TS ts, Vec state, double length, PetscBool *rejected)
{
  TSConvergedReason reason;
  const PetscReal *u;
  PetscReal *w;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayWrite(state, &w));
  PetscCall(PetscArraycpy(w, march->start, march->dynamics->length));
  PetscCall(VecRestoreArrayWrite(state, &w));
  PetscCall(TSSetTime(ts, 0));
  PetscCall(TSSetStepNumber(ts, 0));
  PetscCall(TSSetTimeStep(ts, length));
  PetscCall(TSSetConvergedReason(ts, TS_CONVERGED_ITERATING));
  PetscCall(TSRestartStep(ts));
  PetscCall(TSStep(ts));
  PetscCall(TSGetConvergedReason(ts, &reason));
  *rejected = (PetscBool)(reason < 0);
  PetscCall(VecGetArrayRead(state, &u));
  PetscCall(PetscArraycpy(march->end, u, march->dynamics->length));
  PetscCall(VecRestoreArrayRead(state, &u));
  PetscFunctionReturn(0);
}

/* Errors are weighed by the largest size so far of a number, of energies by that of all: a velocity that passes
   through 0 makes no smaller errors welcome. */
static PetscErrorCode SetTolerances(GrMarch *march)
{
  const GrDynamics *d = march->dynamics;
  const double energy = fmax(march->scale[2 * d->n], SMALLEST * SMALLEST);
  PetscReal *w;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayWrite(march->absolute, &w));
  for (int i = 0; i < d->length; i++)
    w[i] = march->tolerance * (i < 2 * d->n ? fmax(march->scale[i], SMALLEST) : energy);
  PetscCall(VecRestoreArrayWrite(march->absolute, &w));
  PetscCall(TSSetTolerances(march->free, 0, march->absolute, 0, NULL));
  PetscFunctionReturn(0);
}

static PetscBool IsFinite(const GrMarch *march)
{
  for (int i = 0; i < march->dynamics->length; i++)
    if (!isfinite(march->end[i]))
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* TSRK takes a rejected step back by subtracting what it had added, which leaves the rounding of numbers that may be
   huge, so each attempt starts anew. */
PetscErrorCode GrMarchStep(GrMarch *march, double longest)
{
  const PetscBool cut = (PetscBool)(march->next >= longest);
  const double wanted = march->next;
  PetscBool rejected = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(SetTolerances(march));
  march->length = cut ? longest : wanted;
  for (int i = 0; rejected && i < ATTEMPTS; i++) {
    PetscCall(StepFromStart(march, march->free, march->state, march->length, &rejected));
    PetscCall(TSGetTimeStep(march->free, &march->next));
    rejected = (PetscBool)(rejected || !IsFinite(march)); /* an error that is not a number is accepted */
    if (rejected)
      march->length = march->next < march->length ? march->next : 0.1 * march->length;
  }
  if (rejected)
    march->why = "no step is short enough for the tolerance";
  if (cut && march->length == longest) /* what was cut short says little about the next one */
    march->next = fmax(march->next, wanted);
  PetscFunctionReturn(0);
}

PetscErrorCode GrMarchTry(GrMarch *march, double length)
{
  PetscBool rejected;

  PetscFunctionBeginUser;
  PetscCall(StepFromStart(march, march->fixed, march->trial, length, &rejected));
  PetscFunctionReturn(0);
}

void GrMarchAccept(GrMarch *march, double length)
{
  const GrDynamics *d = march->dynamics;
  if (length > 0)
    memcpy(march->start, march->end, sizeof(march->start));
  march->time += length;
  for (int i = 0; i < 2 * d->n; i++)
    march->scale[i] = fmax(march->scale[i], fabs(march->start[i]));
  march->scale[2 * d->n] = fmax(march->scale[2 * d->n], GrDynamicsKinetic(d, march->start));
}
