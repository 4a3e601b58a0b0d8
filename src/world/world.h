/* Functions of a world for integrators and recorders: evaluation of all forces, commit of steps, and epochs.
   granum/world.h declares the functions for all programs. A world of dimension 1 is a chain of beads, a world of
   dimension 2 or 3 an assembly of particles.

   Trial and committed state: GrWorldEvaluate (world/world_impl.h) computes the forces from the committed contact
   history, the time t and the state u. It writes only the trial history and may be called any number of times for any
   trial step. GrWorldCommit accepts a step: the trial history of the last evaluation becomes the committed history. A
   rejected step needs no action. */
#ifndef GRANUM_WORLD_WORLD_H
#define GRANUM_WORLD_WORLD_H

#include <granum/world.h>

/* Step hooks: functions of an integrator that the evaluation of forces calls for the particles first to last - 1. In
   dimension 2 and 3 the evaluation makes several passes over all particles. It calls each hook in one of these passes.
   In dimension 1 the evaluation makes all passes for one block of particles before it continues with the next block. A
   step then reads the memory only once, and chains larger than the cache are 20 % faster. */
typedef struct {
  /* Advances the states of these particles by one step, to the time of the evaluation; NULL: no step is made. */
  void (*advance)(void *context, PetscInt first, PetscInt last);
  /* Used in dimension 1 only. Called after `advance`: sets the displacement x [m] and the velocity v [m/s] of beads
     with a prescribed motion. Must not be NULL if `advance` is not NULL. */
  void (*prescribe)(void *context, PetscInt first, PetscInt last, double x, double v);
  /* Gets the accelerations `a` at the end of the evaluation. It may change the velocities, because the evaluation no
     longer needs them. In dimension 1: a[last - first] [m/s^2]. In dimension 2 and 3: a[6 (last - first)], for each
     particle three components of the acceleration [m/s^2] and three of the angular acceleration [rad/s^2]. */
  void (*finish)(void *context, PetscInt first, PetscInt last, const double *a);
  void *context;
  /* dimension 2 and 3: whether `finish` in the previous evaluation has already advanced the particles by this step (see
     `joins`) */
  PetscBool begun;
  PetscBool mean; /* whether the velocities in the state are means over the step, not values at its end */
  /* whether the velocities in the state are predicted values at the end of the step, computed from the previous
     accelerations */
  PetscBool predicted;
  /* The next members are for rigid bodies. The integrator advances only particles; the evaluation advances the rigid
     bodies in the same way, with the help of these members. */
  PetscBool keeps; /* whether `finish` stores the accelerations for the next step */
  PetscBool joins; /* whether `finish` also advances the particles by the next step */
  double step;     /* length of the step [s]; 0: no step is made */
  double predict;  /* time between the middle of the step and the time for which velocities are predicted [s] */
} GrStepHooks;

/* GrStepHooks.finish that only copies the accelerations to the array `context`: in dimension 1, and in dimension 2 and
   3. */
void GrWorldStoreLine(void *context, PetscInt first, PetscInt last, const double *a);
void GrWorldStoreSpace(void *context, PetscInt first, PetscInt last, const double *a);

/* In dimension 1, computes power[i] [W] for each owned bead i: the power of the dashpot in the contact with its right
   neighbour, in the last evaluation. */
void GrChainPower(GrWorld world, double *power);

/* In dimension 1, computes power[i] [W] for each owned bead i: the power of the external drive of a bead with a
   prescribed motion, and 0 for other beads. v: velocities of the beads in the last evaluation [m/s]. */
void GrChainDrivePower(GrWorld world, const double *v, double *power);

/* Marks the last evaluation as an intermediate stage of a Runge-Kutta step. GrWorldCommit then evaluates the forces
   again. */
void GrWorldNoSolution(GrWorld world);

/* Commits the step that ended at time t [s] with the state u. If the last evaluation was made for another time, or was
   an intermediate stage (GrWorldNoSolution), the function first evaluates the forces again. Collective. */
PetscErrorCode GrWorldCommit(GrWorld world, double t, const double *u);

/* Steps without output and without checks (unseen steps) that can follow the current step. The integrator may make and
   commit them without a return to the main loop of the run. If there are few particles, this saves time, because the
   loop then takes longer than a step. */
typedef struct {
  PetscInt64 steps; /* largest number of steps without output and checks that can follow */
  double until;     /* the integrator must end the unseen steps before this time [s] */
} GrUnseen;

/* Checks after a committed step at time t [s] with the state u whether the epoch must end, because a contact might be
   missed or the next stage begins. Sets *ends to the result, which is the same on all ranks. Every few steps the
   function makes one reduction of a scalar. Collective. */
PetscErrorCode GrWorldEpochEnds(GrWorld world, double t, const double *u, PetscBool *ends);

/* Returns the number of steps that can follow without a call of GrWorldEpochEnds. Equal on all ranks. 0 or negative:
   GrWorldEpochEnds must be called after the next step. */
PetscInt64 GrWorldUnseen(GrWorld world);

/* Begins the next epoch: moves particles to the ranks that own them, and rebuilds the neighbour list. The layout of the
   state u changes. Collective. */
PetscErrorCode GrWorldEpoch(GrWorld world);

/* Returns the array in which the world stores the state u; NULL in dimension 1. Each epoch changes the address of the
   array. The content remains valid. */
double *GrWorldState(GrWorld world);

/* Returns the array in which the world stores the accelerations: [n] in dimension 1, otherwise [6 n], in the order of
   the argument `a` of GrStepHooks.finish. */
double *GrWorldAcceleration(GrWorld world);

/* Stability check. Fails with GR_EXIT_PHYSICS on all ranks if any rank has found, in a committed step since the start,
   that a limit was exceeded (for example an overlap limit). Makes one reduction of a scalar. Collective. */
PetscErrorCode GrWorldGuard(GrWorld world);

/* In dimension 1, returns the mean of the two contact forces on an owned bead at the committed state [N]. If a bead has
   only one neighbour, the missing force counts as 0. A plane (bead of radius 0) has one contact only; for a plane the
   function returns the force of this contact. */
double GrChainBeadForce(GrWorld world, PetscInt bead);

/* Passes the time step [s] of an integrator with fixed steps to the stability check. The run fails if an overlap
   becomes so large that this time step is unstable. */
PetscErrorCode GrWorldSetStep(GrWorld world, double step);

/* Computes typical values of length [m], speed [m/s] and energy [J] of the case, all > 0. The error control of the time
   step uses them as scales. */
void GrWorldScales(GrWorld world, double *length, double *speed, double *energy);

#endif
