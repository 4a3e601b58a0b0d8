/* Time steps of a mechanism with PETSc's time integrator TS. Each step starts from the last accepted state. The error
   control of TS chooses the length of an adaptive step; the caller chooses the length of a trial step. Several trial
   steps can start from the same state. */
#ifndef GRANUM_MECHANISM_STEPPING_H
#define GRANUM_MECHANISM_STEPPING_H

#include "mechanism/dynamics.h"
#include <petscts.h>

/* Integration of a mechanism: the last accepted state, the last step, and the integrators. */
typedef struct {
  const GrMechanismDynamics *dynamics; /* equations of motion; not owned */
  double tolerance; /* largest error of a step, relative to the scale of each number of the state [1] */
  TS free;          /* integrator for adaptive steps */
  TS fixed;         /* integrator for steps of a given length */
  Vec state;        /* solution vector of both integrators; its memory is the array `end` */
  Vec absolute;     /* absolute tolerance of each number of the state for the error control */
  /* time of the state `start` [s]; the integrators themselves begin each step at the time 0 */
  double time;
  double start[GR_STATE_MAX]; /* last accepted state */
  double end[GR_STATE_MAX];   /* state at the end of the last step, adaptive or trial */
  double scale[GR_STATE_MAX]; /* largest absolute value of each number of the state since the start of the run */
  double length;              /* length of the last adaptive step [s] */
  double next;                /* length that the error control proposes for the next adaptive step [s] */
  const char *why;            /* reason for which the last adaptive step failed; NULL: it did not fail */
} GrMechanismStepping;

/* Creates the two integrators for a case, and sets `start` to the state at t = 0. */
PetscErrorCode GrMechanismSteppingCreate(const GrCase *the_case, const GrMechanismDynamics *dynamics,
                                         GrMechanismStepping *stepping);

/* Destroys the two integrators and their vectors. */
PetscErrorCode GrMechanismSteppingDestroy(GrMechanismStepping *stepping);

/* Makes an adaptive step from `start`. Its length is at most `longest` [s]. Sets the members end, length and next.
   Sets `why` if no step length satisfies the tolerance. */
PetscErrorCode GrMechanismSteppingStep(GrMechanismStepping *stepping, double longest);

/* Makes a trial step of the given length [s] from `start`, and sets `end`. The length must not exceed the length of
   the last adaptive step. */
PetscErrorCode GrMechanismSteppingTry(GrMechanismStepping *stepping, double length);

/* Accepts the last step, whose length [s] is given: `end` becomes the new `start`. */
void GrMechanismSteppingAccept(GrMechanismStepping *stepping, double length);

#endif
