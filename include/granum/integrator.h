/* granum/integrator.h: how particles are carried from step to step, as types of PETSc's TS.

   To add one: write one file that defines a `const GrIntegrator` and add one row to src/time/integrator.c (or call
   GrIntegratorRegister from your own program). Any TS type that needs nothing but a right-hand side does; the
   properties say how the rest of granum is to treat it, which knows none by its name. */
#ifndef GRANUM_INTEGRATOR_H
#define GRANUM_INTEGRATOR_H

#include <petscts.h>

#ifdef __cplusplus
extern "C" {
#endif

struct GrWorld_;

/* The time after `count` steps of one length is begin + count step. */
typedef struct {
  PetscReal begin, step; /* [s] */
  PetscInt64 count;
} GrStepClock;

typedef struct GrIntegrator {
  const char *name;    /* word of `time.integrator` in the input */
  const char *summary; /* a few words */

  /* All steps but the last, of the run or of a stage, have one length, that of the case; otherwise an estimate of the
     error finds them, and they end where output is due. */
  PetscBool fixed_step;

  /* Its steps call the evaluation of forces themselves and keep the accelerations that belong to the state, both in the
     world's memory (src/world/world.h); then it has the three functions at the end, others have NULL. */
  PetscBool carries_acceleration;

  /* Of a chain the work of dashpots and drives is a part of the state, so that the ledger is as accurate as the motion;
     otherwise it is summed up by the trapezoidal rule. */
  PetscBool integrates_work;

  /* Gives the TS its type, and whatever the type needs. `method`: time.method of the case. */
  PetscErrorCode (*set_up)(TS ts, const char *method);

  /* An epoch begins. `current`: the accelerations in the world's memory belong to the state. */
  PetscErrorCode (*begin)(TS ts, struct GrWorld_ *world, PetscBool current);

  /* What a later run needs to go on exactly; half: forces see the velocity of the half step. */
  PetscErrorCode (*get_clock)(TS ts, GrStepClock *clock, PetscBool *half);
  PetscErrorCode (*set_clock)(TS ts, const GrStepClock *clock, PetscBool half);
} GrIntegrator;

/* All integrators, in the order of the registry; NULL after the last. */
const GrIntegrator *GrIntegratorAt(int index);

/* Adds one from outside the library, which must stay: 0 on success, 1 if the name is taken, the registry is full, or a
   function is missing. */
int GrIntegratorRegister(const GrIntegrator *integrator);

#ifdef __cplusplus
}
#endif

#endif
