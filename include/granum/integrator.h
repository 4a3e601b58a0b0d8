/* granum/integrator.h: time integrators of the particles, as types of PETSc's TS.

   To add an integrator: write a file that defines a `const GrIntegrator` and add a row to src/time/integrator.c, or
   call GrIntegratorRegister from your own program. Any TS type that needs only a right-hand side can be used. The
   properties define how the other parts of granum treat an integrator; no part tests its name. */
#ifndef GRANUM_INTEGRATOR_H
#define GRANUM_INTEGRATOR_H

#include <petscts.h>

#ifdef __cplusplus
extern "C" {
#endif

struct GrWorld_;

/* Clock of an integrator with fixed steps: the time after `count` steps is begin + count * step. */
typedef struct {
  PetscReal begin, step; /* [s] */
  PetscInt64 count;
} GrStepClock;

typedef struct GrIntegrator {
  const char *name;    /* name of the integrator: the value of time.integrator in the input */
  const char *summary; /* description of a few words, for lists of integrators */

  /* Whether all steps except the last of the run or of a stage have the same length, the time step of the case.
     Otherwise the TS chooses each step by its error estimate, and steps end at output times. */
  PetscBool fixed_step;

  /* Whether the steps of the integrator call the evaluation of forces directly and keep state and accelerations in the
     world's memory (src/world/world.h). An integrator with this property has the functions begin, get_clock and
     set_clock; in others they are NULL. */
  PetscBool carries_acceleration;

  /* Whether, in a chain (dimension 1), the work of dashpots and drives is part of the state, so that the energy ledger
     is as accurate as the motion. Otherwise this work is integrated by the trapezoidal rule. */
  PetscBool integrates_work;

  /* Sets type and options of the TS. method: value of time.method in the case. */
  PetscErrorCode (*set_up)(TS ts, const char *method);

  /* Called at the beginning of an epoch, the time between two rebuilds of the neighbour list. current: whether the
     accelerations in the world's memory were computed for the current state. */
  PetscErrorCode (*begin)(TS ts, struct GrWorld_ *world, PetscBool current);

  /* Read and set the state of the clock, for checkpoints. half: whether forces are computed with the velocity of the
     half step (GR_VELOCITY_HALF). */
  PetscErrorCode (*get_clock)(TS ts, GrStepClock *clock, PetscBool *half);
  PetscErrorCode (*set_clock)(TS ts, const GrStepClock *clock, PetscBool half);
} GrIntegrator;

/* Returns integrator number `index` of the registry; NULL after the last. */
const GrIntegrator *GrIntegratorAt(int index);

/* Registers an integrator of a program; the descriptor must remain valid. Returns 0, or 1 if the name is taken, the
   registry is full, or a function is missing. */
int GrIntegratorRegister(const GrIntegrator *integrator);

#ifdef __cplusplus
}
#endif

#endif
