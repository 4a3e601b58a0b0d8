/* granum/integrator.h: time integrators of the particles.

   An integrator is a rule that gives the weights of a step (GrStepRule), by which granum moves particles, rigid bodies,
   load-controlled walls and deforming boxes; or it is a type of PETSc's TS that needs only a right-hand side.

   To add an integrator: write a file that defines a `const GrIntegrator` and add a row to src/time/integrator.c, or
   call GrIntegratorRegister from your own program. Other parts of granum depend only on the properties in GrIntegrator,
   not on the name of an integrator. */
#ifndef GRANUM_INTEGRATOR_H
#define GRANUM_INTEGRATOR_H

#include <granum/law_data.h>
#include <petscts.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Weights of a step from the position x [m], the velocity v [m/s] and the acceleration a [m/s^2] at its start:
     advance   v += start a,   x += drift v,   v += predict a
     forces    the acceleration a' at the end of the step, from x and v
     finish    change = end a' - back a,   v += change,   a = a' - rate change
   In the same way: orientation, angular momentum and torque of a rigid body. `drift` must be the length of the step,
   and without decay `predict` equal to `back`. */
typedef struct {
  double start, drift, predict, end, back; /* [s] */
  /* decay rate of the velocity [1/s], if the weights include its drag; 0: drag is a force like others */
  double rate;
} GrStepWeights;

/* A rule: how an integrator makes a step of fixed length. */
typedef struct {
  /* Returns the weights of a step of length h >= 0 [s] for a velocity with this decay rate >= 0 [1/s]. phi[0] =
     (1 - e^-x)/x and phi[1] = (1 - phi[0])/x with x = h rate; without decay 1 and 1/2. */
  GrStepWeights (*weigh)(double h, double rate, const double phi[2]);
  GrVelocityOf velocity; /* kind of the velocities that the forces see (granum/law_data.h) */
} GrStepRule;

/* A time integrator: its properties, and how it makes steps. */
typedef struct GrIntegrator {
  const char *name;    /* name of the integrator: the value of time.integrator in the input */
  const char *summary; /* description of a few words, for the list of integrators */

  /* true: all steps have the same length, except the last step of the run or of a stage. false: the TS
     chooses the length of each step from its error estimate, and a step ends at each output time. */
  bool fixed_step;

  /* Rule by which granum makes the steps; `fixed_step` is then true. NULL: a type of PETSc's TS makes them. */
  const GrStepRule *rule;
  const GrStepRule *half; /* rule for `time.velocity: half`; NULL: this value of the key is refused */

  /* The next two members are used only without `rule`. */
  PetscErrorCode (*set_up)(TS ts, const char *method); /* sets type and options of the TS; method: key time.method */
  /* Only for chains (dimension 1). true: the work of dashpots and of prescribed motions is part of the state
     vector, so that the energy balance is as accurate as the motion. false: this work is integrated by the
     trapezoidal rule. */
  bool integrates_work;
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
