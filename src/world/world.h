/* The world as integrators and recorders see it (granum/world.h for all): one evaluation of all forces, its acceptance,
   and epochs.

   Trial and committed: GrWorldEvaluate (world/world_impl.h) is a pure function of (committed history, t, u). It writes
   trial history and may be called any number of times for any trial step. GrWorldCommit accepts the last evaluation,
   which must have been made at the accepted time; nothing ever has to be undone. */
#ifndef GRANUM_WORLD_WORLD_H
#define GRANUM_WORLD_WORLD_H

#include <granum/world.h>

/* On a line: the initial state, into an array of the layout's length. In space it is in GrWorldState. */
void GrWorldInitial(GrWorld world, double *u);

/* Step hooks: what an integrator does to particles [first, last) in the course of an evaluation. In space the
   evaluation is made of plain passes, and each hook is called over all particles before the next pass begins. On a line
   the passes follow each other chunk by chunk, so that a step goes through memory once: chains longer than the cache
   are 20 % faster for it. */
typedef struct {
  /* Brings them to the time of the evaluation, a step further; NULL: no step is made. */
  void (*advance)(void *context, PetscInt first, PetscInt last);
  /* On a line, after advance: sets displacement and velocity of beads with a prescribed motion. There if advance is. */
  void (*prescribe)(void *context, PetscInt first, PetscInt last, double x, double v);
  /* Takes their accelerations, when their velocities are needed no more: a[0 .. last - first) [m/s^2] on a line, in
     space 6 numbers each, of velocity and spin [m/s^2], [rad/s^2]. */
  void (*finish)(void *context, PetscInt first, PetscInt last, const double *a);
  void *context;
  PetscBool begun;     /* in space: they are there already, advance was made when the step before ended */
  PetscBool mean;      /* the velocities are the mean ones of the step, not those at its end */
  PetscBool predicted; /* the velocities are predicted for the end of the step from the acceleration before it */
} GrStepHooks;

/* On a line: the dashpots' power [W] of the contact on the right of each owned bead, from the last evaluation. */
void GrChainPower(GrWorld world, double *power);

/* On a line: the power [W] of the drive of each owned bead whose motion is prescribed, 0 for others; v: the velocities
   of that evaluation. */
void GrChainDrivePower(GrWorld world, const double *v, double *power);

/* Marks the last evaluation as a stage that is not a solution: GrWorldCommit will not take it. */
void GrWorldNoSolution(GrWorld world);

/* Accepts the step that ended at time t. If the last evaluation was not made at t, evaluates again at (t, u). */
PetscErrorCode GrWorldCommit(GrWorld world, double t, const double *u);

/* Steps to come at whose ends nobody looks: nothing is due, nor asked. The integrator may commit them by itself, so
   that a step of a few particles does not cost more around the physics than in it. */
typedef struct {
  PetscInt64 steps; /* so many at most... */
  double until;     /* ...of those that end before this time [s] */
} GrUnseen;

/* After a committed step: whether the epoch must end here, since a candidate might be missed otherwise or the next
   stage begins. The same on all ranks; a scalar maximum every few steps. */
PetscErrorCode GrWorldEpochEnds(GrWorld world, double t, const double *u, PetscBool *ends);

/* Steps to come after which that need not be asked; below 0: it must be after the next one. The same on all ranks. */
PetscInt64 GrWorldUnseen(GrWorld world);

/* Begins the next epoch: brings particles to their owners and lists the candidates anew. The layout changes. */
PetscErrorCode GrWorldEpoch(GrWorld world);

/* The world's memory for the state (on a line: NULL) and for its accelerations, [n] on a line, [6 n] in space. It is
   another one in each epoch; both are carried over from the one before. */
double *GrWorldState(GrWorld world);
double *GrWorldAcceleration(GrWorld world);

/* Stability check: fails (GR_EXIT_PHYSICS) on all ranks if a committed step on any rank broke a limit since the start.
   Collective: one scalar reduction. */
PetscErrorCode GrWorldGuard(GrWorld world);

/* On a line: mean of the two contact forces [N] on an owned bead at the committed state; a missing neighbour counts as
   zero force. On a plane, which has one side, the force of its one contact. */
double GrChainBeadForce(GrWorld world, PetscInt bead);

/* Sets the step of a fixed-step integrator [s] for the stability check: an overlap at which this step would be unstable
   becomes an error. */
PetscErrorCode GrWorldSetStep(GrWorld world, double step);

/* Scales of length, speed and energy of the case, for error control. Never zero. */
void GrWorldScales(GrWorld world, double *length, double *speed, double *energy);

#endif
