/* granum/integrator.h: time integrators of the particles, as types of PETSc's TS.

   To add an integrator: write a file that defines a `const GrIntegrator` and add a row to src/time/integrator.c, or
   call GrIntegratorRegister from your own program. Any TS type that needs only a right-hand side can be used. Other
   parts of granum depend only on the properties in GrIntegrator, not on the name of an integrator. */
#ifndef GRANUM_INTEGRATOR_H
#define GRANUM_INTEGRATOR_H

#include <petscts.h>

#ifdef __cplusplus
extern "C" {
#endif

struct GrWorld_; /* the particles of a case during the simulation, with contacts and forces (granum/world.h) */

/* Clock of an integrator with fixed steps: the time after `count` steps is begin + count * step. */
typedef struct {
  PetscReal begin, step; /* time at count = 0, and length of a step [s] */
  PetscInt64 count;      /* number of steps since `begin` */
} GrStepClock;

/* A time integrator: its properties, and the functions that set up and restart the TS. */
typedef struct GrIntegrator {
  const char *name;    /* name of the integrator: the value of time.integrator in the input */
  const char *summary; /* description of a few words, for the list of integrators */

  /* PETSC_TRUE: all steps have the same length, except the last step of the run or of a stage. PETSC_FALSE: the TS
     chooses the length of each step from its error estimate, and a step ends at each output time. */
  PetscBool fixed_step;

  /* PETSC_TRUE: the integrator evaluates the forces itself and stores state and accelerations in the world
     (src/world/world.h). The functions `begin`, `get_clock` and `set_clock` are then required. PETSC_FALSE: the TS
     evaluates the forces by its right-hand side; these three functions are NULL. */
  PetscBool carries_acceleration;

  /* Only for chains (dimension 1). PETSC_TRUE: the work of dashpots and of prescribed motions is part of the state
     vector, so that the energy balance is as accurate as the motion. PETSC_FALSE: this work is integrated by the
     trapezoidal rule. */
  PetscBool integrates_work;

  /* Sets the type and the options of the TS. method: value of the input key time.method. */
  PetscErrorCode (*set_up)(TS ts, const char *method);

  /* Prepares the next step. granum calls it at the start and after each rebuild of the neighbour list. current: whether
     the accelerations in `world` belong to the current state; if not, the integrator must compute them again. */
  PetscErrorCode (*begin)(TS ts, struct GrWorld_ *world, PetscBool current);

  /* `get_clock` reads the clock of the TS for a checkpoint; `set_clock` sets it when a run is resumed. half: whether
     forces are computed from the velocity at the middle of the step (GR_VELOCITY_HALF). */
  PetscErrorCode (*get_clock)(TS ts, GrStepClock *clock, PetscBool *half);
  PetscErrorCode (*set_clock)(TS ts, const GrStepClock *clock, PetscBool half);
} GrIntegrator;

/* Returns integrator number `index`, from 0, of the list of all integrators; NULL after the last integrator. */
const GrIntegrator *GrIntegratorAt(int index);

/* Adds an integrator that your own program defines. The struct *integrator must remain valid. Returns 0 on
   success; 1 if an integrator of this name exists already, the list is full, or a member of the struct is missing. */
int GrIntegratorRegister(const GrIntegrator *integrator);

#ifdef __cplusplus
}
#endif

#endif
