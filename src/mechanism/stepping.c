/* Adaptive steps and trial steps of a mechanism with PETSc TS; see stepping.h. */
#include "mechanism/stepping.h"

#include "base/petsc_compat.h"
#include <math.h>
#include <string.h>

enum { ATTEMPTS = 200 };
static const double SMALLEST = 1e-6; /* smallest scale, so that coordinates at rest have a scale */
static const double FIRST = 1e-6;    /* first trial of the first step [s] */
static const double FOREVER = 1e30;  /* end time, which TS requires [s] */

static PetscErrorCode DeriveState(TS ts, PetscReal t, Vec state, Vec derivative, void *context)
{
  const GrMechanismStepping *stepping = (const GrMechanismStepping *)context;
  const GrMechanismDynamics *d = stepping->dynamics;
  const PetscReal *u;
  PetscReal *du;
  GrInstant now;

  PetscCall(VecGetArrayRead(state, &u));
  PetscCall(VecGetArrayWrite(derivative, &du));
  GrMechanismDynamicsEvaluate(d, stepping->time + t, u, &now);
  for (int i = 0; i < d->n; i++) {
    du[i] = u[d->n + i];
    du[d->n + i] = now.acceleration[i];
  }
  for (int i = 0; i < d->works; i++)
    du[2 * d->n + i] = now.power[i];
  PetscCall(VecRestoreArrayWrite(derivative, &du));
  return VecRestoreArrayRead(state, &u);
}

static PetscErrorCode CreateTS(GrMechanismStepping *stepping, const char *method, TSAdaptType type, TS *ts)
{
  TSAdapt adapt;

  PetscCall(TSCreate(PETSC_COMM_SELF, ts));
  PetscCall(TSSetProblemType(*ts, TS_NONLINEAR));
  PetscCall(TSSetRHSFunction(*ts, NULL, DeriveState, stepping));
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
  PetscCall(TSSetErrorIfStepFails(*ts, false));
  return TSSetSolution(*ts, stepping->state);
}

PetscErrorCode GrMechanismSteppingCreate(const GrCase *the_case, const GrMechanismDynamics *d,
                                         GrMechanismStepping *stepping)
{
  *stepping = (GrMechanismStepping){.dynamics = d, .tolerance = the_case->impact.tolerance, .next = FIRST};
  GrMechanismDynamicsStart(d, stepping->start);
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, d->length, stepping->end, &stepping->state));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, d->length, &stepping->absolute));
  PetscCall(CreateTS(stepping, the_case->impact.method, TSADAPTBASIC, &stepping->free));
  PetscCall(CreateTS(stepping, the_case->impact.method, TSADAPTNONE, &stepping->fixed));
  GrMechanismSteppingAccept(stepping, 0);
  return 0;
}

PetscErrorCode GrMechanismSteppingDestroy(GrMechanismStepping *stepping)
{
  PetscCall(TSDestroy(&stepping->free));
  PetscCall(TSDestroy(&stepping->fixed));
  PetscCall(VecDestroy(&stepping->state));
  return VecDestroy(&stepping->absolute);
}

/* Makes one step of a TS from `start` to `end`; `rejected`: the step is too long. */
static PetscErrorCode StepFromStart(GrMechanismStepping *stepping, TS ts, double length, bool *rejected)
{
  TSConvergedReason reason;

  PetscCall(PetscArraycpy(stepping->end, stepping->start, stepping->dynamics->length));
  PetscCall(PetscObjectStateIncrease((PetscObject)stepping->state));
  PetscCall(TSSetTime(ts, 0));
  PetscCall(TSSetStepNumber(ts, 0));
  PetscCall(TSSetTimeStep(ts, length));
  PetscCall(TSSetConvergedReason(ts, TS_CONVERGED_ITERATING));
  PetscCall(TSRestartStep(ts));
  PetscCall(TSStep(ts));
  PetscCall(TSGetConvergedReason(ts, &reason));
  *rejected = reason < 0;
  return 0;
}

static bool IsFinite(const GrMechanismStepping *stepping)
{
  for (int i = 0; i < stepping->dynamics->length; i++)
    if (!isfinite(stepping->end[i]))
      return false;
  return true;
}

/* TSRK undoes a rejected step by subtraction, which leaves rounding errors of possibly huge numbers. Each attempt
   therefore starts from a copy of `start`. */
PetscErrorCode GrMechanismSteppingStep(GrMechanismStepping *stepping, double longest)
{
  const bool cut = stepping->next >= longest;
  const double wanted = stepping->next;
  bool rejected = true;

  /* The scale of a coordinate is its largest absolute value so far, since a velocity may pass through 0; the scale of
     works is the largest kinetic energy. */
  const GrMechanismDynamics *d = stepping->dynamics;
  const double energy = fmax(stepping->scale[2 * d->n], SMALLEST * SMALLEST);
  PetscReal *w;
  PetscCall(VecGetArrayWrite(stepping->absolute, &w));
  for (int i = 0; i < d->length; i++)
    w[i] = stepping->tolerance * (i < 2 * d->n ? fmax(stepping->scale[i], SMALLEST) : energy);
  PetscCall(VecRestoreArrayWrite(stepping->absolute, &w));
  PetscCall(TSSetTolerances(stepping->free, 0, stepping->absolute, 0, NULL));
  stepping->length = cut ? longest : wanted;
  for (int i = 0; rejected && i < ATTEMPTS; i++) {
    PetscCall(StepFromStart(stepping, stepping->free, stepping->length, &rejected));
    PetscCall(TSGetTimeStep(stepping->free, &stepping->next));
    rejected = rejected || !IsFinite(stepping); /* TS accepts an error that is not a number */
    if (rejected)
      stepping->length = stepping->next < stepping->length ? stepping->next : 0.1 * stepping->length;
  }
  if (rejected)
    stepping->why = "no step is short enough for the tolerance";
  if (cut && stepping->length == longest) /* a shortened step does not limit the next step */
    stepping->next = fmax(stepping->next, wanted);
  return 0;
}

PetscErrorCode GrMechanismSteppingTry(GrMechanismStepping *stepping, double length)
{
  bool rejected;

  return StepFromStart(stepping, stepping->fixed, length, &rejected);
}

void GrMechanismSteppingAccept(GrMechanismStepping *stepping, double length)
{
  const GrMechanismDynamics *d = stepping->dynamics;
  if (length > 0)
    memcpy(stepping->start, stepping->end, sizeof(stepping->start));
  stepping->time += length;
  for (int i = 0; i < 2 * d->n; i++)
    stepping->scale[i] = fmax(stepping->scale[i], fabs(stepping->start[i]));
  stepping->scale[2 * d->n] = fmax(stepping->scale[2 * d->n], GrMechanismDynamicsKinetic(d, stepping->start));
}
