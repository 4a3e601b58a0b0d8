/* The integrators, the right-hand side of the equations of motion for PETSc's TS, and the state vector. An epoch is the
   time from one rebuild of the neighbour list to the next; each epoch has its own state vector. */
#ifndef GRANUM_TIME_RHS_H
#define GRANUM_TIME_RHS_H

#include "world/world.h"
#include <granum/integrator.h>
#include <petscts.h>
#include <stdbool.h>

/* Clock of an integrator with fixed steps: the time after `count` steps is begin + count * step. */
typedef struct {
  PetscReal begin, step; /* time at count = 0, and length of a step [s] */
  PetscInt64 count;      /* number of steps since `begin` */
} GrStepClock;

/* The integrators of granum; the table in src/time/integrator.c lists them. */
extern const GrIntegrator GrIntegrator_verlet, GrIntegrator_rk;

/* The functions of time/fixed_step.c, for integrators with a rule (GrIntegrator.rule). */
/* Sets the type of the TS to the integrator. */
PetscErrorCode GrIntegratorFixedSetUp(TS ts, const GrIntegrator *integrator);
/* Prepares the next step, at the start and after each rebuild of the neighbour list. current: whether the accelerations
   in the memory of `world` belong to the current state; otherwise the next step computes them again. */
PetscErrorCode GrIntegratorFixedBegin(TS ts, GrWorld world, bool current);
/* Read and set the state of the TS that a resumed run needs. half: whether the rule GrIntegrator.half is in use. */
void GrIntegratorFixedGetClock(TS ts, GrStepClock *clock, bool *half);
void GrIntegratorFixedSetClock(TS ts, const GrStepClock *clock, bool half);

/* Creates the TS of a run and sets its type, its right-hand side and its first time step. step: first time step [s].
   The TS does not have a solution vector yet. */
PetscErrorCode GrIntegratorTSCreate(GrWorld world, double step, TS *ts);

/* Creates the state vector of the TS at the beginning of an epoch, that is, after the neighbour list has been rebuilt.
   Its values are the initial state or the state at the end of the previous epoch. current: whether the accelerations in
   the memory of `world` belong to this state; otherwise they must be computed again. */
PetscErrorCode GrIntegratorTSBegin(GrWorld world, TS ts, bool current, Vec *state);

/* Call after the commit of a step. For integrators without a rule: the next step evaluates the
   forces at its start again, because the last stage saw the contact histories before they were committed; and the works
   of the step in the state vector of an assembly, which the commit has added, begin at 0. Collective. */
PetscErrorCode GrIntegratorTSAccept(GrWorld world, TS ts, Vec state);

/* Destroys the state vector at the end of an epoch, before the neighbour list is rebuilt. If the vector has
   separate memory, first copies its state to the memory of `world`. */
PetscErrorCode GrIntegratorTSEnd(GrWorld world, TS ts, Vec *state);

#endif
