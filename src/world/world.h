/* Functions of a world for integrators and recorders: evaluation of all forces, commit, and epochs. granum/world.h has
   the functions for all programs. Dimension 1 is a chain, dimension 2 and 3 an assembly.

   Trial and committed: GrWorldEvaluate (world/world_impl.h) is a function of (committed history, t, u). It writes trial
   history and may be called any number of times for any trial step. GrWorldCommit accepts the last evaluation, which
   must have been made for the accepted time. A rejected step needs no undo. */
#ifndef GRANUM_WORLD_WORLD_H
#define GRANUM_WORLD_WORLD_H

#include <granum/world.h>

/* In dimension 1: writes the initial state to u[GrLayout.length]. In dimension 2 and 3 the initial state is in the
   memory GrWorldState. */
void GrWorldInitial(GrWorld world, double *u);

/* Step hooks: functions of an integrator that an evaluation of forces calls for particles first to last - 1. In
   dimension 2 and 3 the evaluation consists of passes over all particles, and each hook is called for all particles in
   its pass. In dimension 1 all passes are made for a block of particles before the next block, so that a step reads the
   memory once: chains larger than the cache are 20 % faster. */
typedef struct {
  /* Advances the states of the particles by a step, to the time of the evaluation; NULL: no step is made. */
  void (*advance)(void *context, PetscInt first, PetscInt last);
  /* In dimension 1, called after advance: sets displacement [m] and velocity [m/s] of beads with a prescribed motion.
     Not NULL if advance is not NULL. */
  void (*prescribe)(void *context, PetscInt first, PetscInt last, double x, double v);
  /* Receives the accelerations a at the end of the evaluation, which then no longer needs the velocities. In dimension
     1 a[last - first] [m/s^2]; in dimension 2 and 3 a[6 (last - first)], for each particle acceleration [m/s^2] and
     angular acceleration [rad/s^2]. */
  void (*finish)(void *context, PetscInt first, PetscInt last, const double *a);
  void *context;
  /* dimension 2 and 3: whether the previous evaluation has already advanced the particles by this step */
  PetscBool begun;
  PetscBool mean;      /* whether the velocities are means over the step, not values at its end */
  PetscBool predicted; /* whether the velocities are predicted for the end of the step from the previous acceleration */
  /* For rigid bodies, which the evaluation itself advances and finishes, as the integrator advances and finishes the
     particles: */
  PetscBool keeps; /* whether `finish` stores the accelerations for the next step */
  PetscBool joins; /* whether `finish` also advances the particles by the next step */
  double step;     /* length of the step [s]; 0: no step is made */
  double predict;  /* time from the middle of the step to the time for which velocities are predicted [s] */
} GrStepHooks;

/* In dimension 1: sets power[n] [W] to the power of the dashpot in the contact on the right of each owned bead in the
   last evaluation. */
void GrChainPower(GrWorld world, double *power);

/* In dimension 1: sets power[n] [W] to the power of the drive of each owned bead with a prescribed motion, and to 0 for
   other beads. v: velocities of the beads in the last evaluation [m/s]. */
void GrChainDrivePower(GrWorld world, const double *v, double *power);

/* Marks the last evaluation as an intermediate stage of a Runge-Kutta step. GrWorldCommit then does not accept this
   evaluation. */
void GrWorldNoSolution(GrWorld world);

/* Commits the step that ended at time t [s] with the state u. If the last evaluation was not at this time and state,
   evaluates the forces again. Collective. */
PetscErrorCode GrWorldCommit(GrWorld world, double t, const double *u);

/* Unseen steps: the next steps, if none of them has output or checks. The integrator may make and commit them without
   the loop of the run, which takes longer than a step if there are few particles. */
typedef struct {
  PetscInt64 steps; /* largest number of unseen steps */
  double until;     /* the unseen steps must end before this time [s] */
} GrUnseen;

/* To be called after a committed step at time t [s] with the state u. Sets *ends to whether the epoch must end, because
   a contact might be missed or the next stage begins. The result is the same on all ranks. Every few steps it makes one
   scalar reduction. Collective. */
PetscErrorCode GrWorldEpochEnds(GrWorld world, double t, const double *u, PetscBool *ends);

/* Returns the number of next steps after which GrWorldEpochEnds need not be called; negative: it must be called after
   the next step. Equal on all ranks. */
PetscInt64 GrWorldUnseen(GrWorld world);

/* Begins the next epoch: moves particles to the ranks that own them and rebuilds the neighbour list. The layout of the
   state changes. Collective. */
PetscErrorCode GrWorldEpoch(GrWorld world);

/* Returns the world's memory for the state (in dimension 1: NULL). Its address changes with each epoch; its content
   remains valid. */
double *GrWorldState(GrWorld world);

/* Returns the world's memory for the accelerations: [n] in dimension 1, otherwise [6 n], as in GrStepHooks.finish. */
double *GrWorldAcceleration(GrWorld world);

/* Stability check: fails (GR_EXIT_PHYSICS) on all ranks if a committed step on any rank has broken a limit since the
   start. One scalar reduction. Collective. */
PetscErrorCode GrWorldGuard(GrWorld world);

/* In dimension 1: returns the mean of the two contact forces on an owned bead at the committed state [N]. A missing
   neighbour counts as zero force. For a plane, which has only one side, returns the force of its contact. */
double GrChainBeadForce(GrWorld world, PetscInt bead);

/* Sets the time step [s] of an integrator with fixed steps for the stability check: the run fails if an overlap becomes
   so large that this step is unstable. */
PetscErrorCode GrWorldSetStep(GrWorld world, double step);

/* Computes typical values > 0 of length [m], speed [m/s] and energy [J] of the case, the scales of the error control of
   the time step. */
void GrWorldScales(GrWorld world, double *length, double *speed, double *energy);

#endif
