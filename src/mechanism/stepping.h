/* Steps of a mechanism by PETSc TS: adaptive steps, and trial steps of a given length from the same start. */
#ifndef GRANUM_MECHANISM_STEPPING_H
#define GRANUM_MECHANISM_STEPPING_H

#include "mechanism/dynamics.h"
#include <petscts.h>

typedef struct {
  const GrMechanismDynamics *dynamics;
  double tolerance;
  TS free, fixed;             /* TS for adaptive steps; TS for steps of a given length */
  Vec state, absolute;        /* `end` as the solution of both TS; allowed error of each number */
  double time;                /* time of `start` [s]; the time of both TS begins at 0 in each step */
  double start[GR_STATE_MAX]; /* accepted state */
  double end[GR_STATE_MAX];   /* state at the end of the last step or trial step */
  double scale[GR_STATE_MAX]; /* largest absolute value of each number so far */
  double length, next;        /* length of the last step; proposed length of the next step [s] */
  const char *why;            /* NULL, or the reason why there is no step */
} GrMechanismStepping;

/* Creates the two TS for a case, and sets `start` to the state at t = 0. */
PetscErrorCode GrMechanismSteppingCreate(const GrCase *the_case, const GrMechanismDynamics *dynamics,
                                         GrMechanismStepping *stepping);

/* Destroys the two TS and their vectors. */
PetscErrorCode GrMechanismSteppingDestroy(GrMechanismStepping *stepping);

/* Makes an adaptive step from `start` to `end`, at most `longest` [s]; sets `length` and `next`. Sets `why` if no step
   meets the tolerance. */
PetscErrorCode GrMechanismSteppingStep(GrMechanismStepping *stepping, double longest);

/* Sets `end` to the state `length` [s] after `start`, by one step; `length` is at most that of the last step. */
PetscErrorCode GrMechanismSteppingTry(GrMechanismStepping *stepping, double length);

/* Accepts `end`, which is `length` [s] after `start`, as the new `start`. */
void GrMechanismSteppingAccept(GrMechanismStepping *stepping, double length);

#endif
