/* The parts of a step of `verlet` (verlet.c) that an evaluation calls (GrStepHooks), for both layouts of the state. */
#ifndef GRANUM_TIME_VERLET_HOOKS_H
#define GRANUM_TIME_VERLET_HOOKS_H

#include "world/world.h"

/* One attempt at a step. */
typedef struct {
  PetscReal h, predict; /* w = v_{n+1/2} + predict a_n [s] */
  PetscReal *u, *x, *v, *a;
} GrVerletStep;

/* Sub-steps 1 and 2, sub-step 4, and the accelerations alone (context: where they go). */
void GrVerletAdvanceChain(void *context, PetscInt first, PetscInt last);
void GrVerletAdvanceBulk(void *context, PetscInt first, PetscInt last);
void GrVerletPrescribeChain(void *context, PetscInt first, PetscInt last, double x, double v);
void GrVerletFinishChain(void *context, PetscInt first, PetscInt last, const PetscReal *a);
void GrVerletFinishBulk(void *context, PetscInt first, PetscInt last, const PetscReal *a);
void GrVerletStoreChain(void *context, PetscInt first, PetscInt last, const PetscReal *a);
void GrVerletStoreBulk(void *context, PetscInt first, PetscInt last, const PetscReal *a);

#endif
