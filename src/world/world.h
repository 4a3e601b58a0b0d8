/* Functions of a world for integrators and recorders: evaluation of all forces, commit, and epochs. granum/world.h has
   the functions for all programs. Dimension 1 is a chain, dimension 2 and 3 an assembly.

   Trial and committed: GrWorldEvaluate (world/world_impl.h) is a function of (committed history, t, u). It writes trial
   history and may be called any number of times for any trial step. GrWorldCommit accepts the last evaluation, which
   must have been made for the accepted time. A rejected step needs no undo. */
#ifndef GRANUM_WORLD_WORLD_H
#define GRANUM_WORLD_WORLD_H

#include <granum/world.h>

/* In dimension 1: writes the initial state, with the length of the layout. In dimension 2 and 3 GrWorldState has it. */
void GrWorldInitial(GrWorld world, double *u);

/* Step hooks: functions of an integrator for particles [first, last) that an evaluation calls. In dimension 2
   and 3 the evaluation consists of plain passes, and each hook is called for all particles before the next pass. In
   dimension 1 the passes alternate block by block, so that a step reads the memory once: chains larger than the cache
   are 20 % faster. */
typedef struct {
  /* Advances the particles by a step, to the time of the evaluation; NULL: no step is made. */
  void (*advance)(void *context, PetscInt first, PetscInt last);
  /* In dimension 1, called after advance: sets displacement [m] and velocity [m/s] of beads with a prescribed motion.
     Not NULL if advance is not NULL. */
  void (*prescribe)(void *context, PetscInt first, PetscInt last, double x, double v);
  /* Receives the accelerations at the end of the evaluation, which then needs the velocities no longer. In dimension 1
     a[last - first] [m/s^2]; in dimension 2 and 3 a[6 (last - first)], for each particle acceleration [m/s^2] and
     angular acceleration [rad/s^2]. */
  void (*finish)(void *context, PetscInt first, PetscInt last, const double *a);
  void *context;
  PetscBool begun;     /* dimension 2 and 3: the previous evaluation has already advanced the particles by this step */
  PetscBool mean;      /* the velocities are the means over the step, not the values at its end */
  PetscBool predicted; /* the velocities are predicted for the end of the step from the previous acceleration */
  /* For rigid bodies, which the evaluation itself advances and finishes as the integrator does the particles: */
  PetscBool keeps; /* `finish` keeps the accelerations for the next step */
  PetscBool joins; /* `finish` also advances the particles by the next step */
  double step;     /* length of the step [s]; 0: no step is made */
  double predict;  /* time by which velocities are predicted beyond the half step [s] */
} GrStepHooks;

/* In dimension 1: power of the dashpots [W] in the contact on the right of each owned bead in the last evaluation. */
void GrChainPower(GrWorld world, double *power);

/* In dimension 1: power of the drive [W] of each owned bead with a prescribed motion, 0 for others. v: velocities of
   the last evaluation. */
void GrChainDrivePower(GrWorld world, const double *v, double *power);

/* Marks the last evaluation as an intermediate stage of a Runge-Kutta step, so that GrWorldCommit does not accept it.
   */
void GrWorldNoSolution(GrWorld world);

/* Accepts the step that ended at time t. If the last evaluation was for another time, evaluates again at (t, u).
   Collective. */
PetscErrorCode GrWorldCommit(GrWorld world, double t, const double *u);

/* Unseen steps: next steps without output or checks. The integrator may commit them itself, because for few particles
   the loop of the run takes longer than a step. */
typedef struct {
  PetscInt64 steps; /* largest number of such steps */
  double until;     /* they must end before this time [s] */
} GrUnseen;

/* To be called after a committed step. Sets *ends to whether the epoch must end, because a contact might be missed or
   the next stage begins. The result is the same on all ranks. Every few steps it makes one scalar reduction.
   Collective. */
PetscErrorCode GrWorldEpochEnds(GrWorld world, double t, const double *u, PetscBool *ends);

/* Number of next steps without a call of GrWorldEpochEnds; negative: it must be called after the next step. The same on
   all ranks. */
PetscInt64 GrWorldUnseen(GrWorld world);

/* Begins the next epoch: migrates particles to their owners and rebuilds the list of candidates. The layout changes.
   Collective. */
PetscErrorCode GrWorldEpoch(GrWorld world);

/* The world's memory for the state (in dimension 1: NULL). It changes with each epoch; the content is kept. */
double *GrWorldState(GrWorld world);

/* The world's memory for the accelerations, [n] in dimension 1, otherwise [6 n], as in GrStepHooks.finish. */
double *GrWorldAcceleration(GrWorld world);

/* Stability check: fails (GR_EXIT_PHYSICS) on all ranks if a committed step on any rank has broken a limit since the
   start. One scalar reduction. Collective. */
PetscErrorCode GrWorldGuard(GrWorld world);

/* In dimension 1: mean of the two contact forces [N] on an owned bead at the committed state; a missing neighbour
   counts as zero force. For a plane, which has one side, the force of its contact. */
double GrChainBeadForce(GrWorld world, PetscInt bead);

/* Sets the step of a fixed-step integrator [s] for the stability check: an overlap at which this step is unstable
   becomes an error. */
PetscErrorCode GrWorldSetStep(GrWorld world, double step);

/* Computes typical values > 0 of length [m], speed [m/s] and energy [J] of the case, which error control uses as
   scales. */
void GrWorldScales(GrWorld world, double *length, double *speed, double *energy);

#endif
