/* Steps of a mechanism by PETSc TS: one that chooses its length, and trials of a given length from the same start. */
#ifndef GRANUM_MECHANISM_MARCH_H
#define GRANUM_MECHANISM_MARCH_H

#include "mechanism/dynamics.h"
#include <petscts.h>

typedef struct {
  const GrDynamics *dynamics;
  double tolerance;
  TS free, fixed;             /* adaptive; of a given length */
  Vec state, trial, absolute; /* in work by each; error allowed in each number */
  double time;                /* of `start`: TS counts from 0 in each step, so that lengths are exact */
  double start[GR_STATE_MAX]; /* accepted */
  double end[GR_STATE_MAX];   /* of the last step or trial */
  double scale[GR_STATE_MAX]; /* largest size so far of each number */
  double length, next;        /* of the last step; proposed for the next one [s] */
  const char *why;            /* NULL, or why there is no step */
} GrMarch;

PetscErrorCode GrMarchCreate(const GrCase *the_case, const GrDynamics *dynamics, GrMarch *march);
PetscErrorCode GrMarchDestroy(GrMarch *march);

/* A step from `start` to `end`, at most as long as this; sets `length` and `next`. */
PetscErrorCode GrMarchStep(GrMarch *march, double longest);

/* The state this long after `start`, in `end`; at most the length of a step. */
PetscErrorCode GrMarchTry(GrMarch *march, double length);

/* `end` becomes `start`, this long after it. */
void GrMarchAccept(GrMarch *march, double length);

#endif
