/* Time steps of a mechanism by PETSc TS: an adaptive step, and trial steps of given lengths from the same start. */
#ifndef GRANUM_MECHANISM_STEPPING_H
#define GRANUM_MECHANISM_STEPPING_H

#include "mechanism/dynamics.h"
#include <petscts.h>

typedef struct {
  const GrMechanismDynamics *dynamics;
  double tolerance;
  TS free, fixed;             /* TS for adaptive steps; TS for steps of a given length */
  Vec state, absolute;        /* `end` as the solution vector of both TS; allowed error of each number of the state */
  double time;                /* time of `start` [s]; within each step the time of both TS begins at 0 */
  double start[GR_STATE_MAX]; /* last accepted state */
  double end[GR_STATE_MAX];   /* state at the end of the last adaptive step or trial step */
  double scale[GR_STATE_MAX]; /* largest absolute value of each number of the state so far */
  double length, next;        /* length of the last adaptive step, and proposed length of the next step [s] */
  const char *why;            /* reason why no step could be made; NULL: none */
} GrMechanismStepping;

/* Creates the two TS for a case, and sets `start` to the state at t = 0. */
PetscErrorCode GrMechanismSteppingCreate(const GrCase *the_case, const GrMechanismDynamics *dynamics,
                                         GrMechanismStepping *stepping);

/* Destroys the two TS and their vectors. */
PetscErrorCode GrMechanismSteppingDestroy(GrMechanismStepping *stepping);

/* Makes an adaptive step from `start` to `end`, at most `longest` [s]; sets `length` and `next`. If no step meets the
   tolerance, sets `why`. */
PetscErrorCode GrMechanismSteppingStep(GrMechanismStepping *stepping, double longest);

/* Makes a trial step: sets `end` to the state `length` [s] after `start`, by one step. `length` must not exceed that of
   the last adaptive step. */
PetscErrorCode GrMechanismSteppingTry(GrMechanismStepping *stepping, double length);

/* Accepts `end`, the state `length` [s] after `start`, as the new `start`. */
void GrMechanismSteppingAccept(GrMechanismStepping *stepping, double length);

#endif
