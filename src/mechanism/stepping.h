/* Steps of a mechanism by PETSc TS: one that chooses its length, and trials of a given length from the same start. */
#ifndef GRANUM_MECHANISM_STEPPING_H
#define GRANUM_MECHANISM_STEPPING_H

#include "mechanism/dynamics.h"
#include <petscts.h>

typedef struct {
  const GrMechanismDynamics *dynamics;
  double tolerance;
  TS free, fixed;             /* adaptive; of a given length */
  Vec state, trial, absolute; /* in work by each; error allowed in each number */
  double time;                /* of `start`: TS counts from 0 in each step, so that lengths are exact */
  double start[GR_STATE_MAX]; /* accepted */
  double end[GR_STATE_MAX];   /* of the last step or trial */
  double scale[GR_STATE_MAX]; /* largest size so far of each number */
  double length, next;        /* of the last step; proposed for the next one [s] */
  const char *why;            /* NULL, or why there is no step */
} GrMechanismStepping;

PetscErrorCode GrMechanismSteppingCreate(const GrCase *the_case, const GrMechanismDynamics *dynamics,
                                         GrMechanismStepping *stepping);
PetscErrorCode GrMechanismSteppingDestroy(GrMechanismStepping *stepping);

/* A step from `start` to `end`, at most as long as this; sets `length` and `next`. */
PetscErrorCode GrMechanismSteppingStep(GrMechanismStepping *stepping, double longest);

/* The state this long after `start`, in `end`; at most the length of a step. */
PetscErrorCode GrMechanismSteppingTry(GrMechanismStepping *stepping, double length);

/* `end` becomes `start`, this long after it. */
void GrMechanismSteppingAccept(GrMechanismStepping *stepping, double length);

#endif
