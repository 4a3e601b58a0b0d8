/* The world as integrators and recorders use it (granum/world.h for all): one evaluation of all forces, its acceptance,
   and epochs.

   Trial and committed: GrWorldEvaluate (world/world_impl.h) is a function of (committed history, t, u). It writes trial
   history and may be called any number of times for any trial step. GrWorldCommit accepts the last evaluation, which
   must have been made for the accepted time. A rejected step needs no undo. */
#ifndef GRANUM_WORLD_WORLD_H
#define GRANUM_WORLD_WORLD_H

#include <granum/world.h>

/* On a line: writes the initial state, with the length of the layout. In space it is in GrWorldState. */
void GrWorldInitial(GrWorld world, double *u);

/* Step hooks: functions of an integrator for particles [first, last) that an evaluation calls. In space the evaluation
   consists of plain passes, and each hook is called for all particles before the next pass. On a line the passes
   alternate block by block, so that a step reads the memory once: chains larger than the cache are 20 % faster. */
typedef struct {
  /* Advances the particles by a step, to the time of the evaluation; NULL: no step is made. */
  void (*advance)(void *context, PetscInt first, PetscInt last);
  /* On a line, after advance: sets displacement and velocity of beads with a prescribed motion. Required if advance is.
     */
  void (*prescribe)(void *context, PetscInt first, PetscInt last, double x, double v);
  /* Receives the accelerations, when the velocities are no longer needed: a[last - first] on a line [m/s^2]; in space 6
     numbers each, of velocity and spin [m/s^2], [rad/s^2]. */
  void (*finish)(void *context, PetscInt first, PetscInt last, const double *a);
  void *context;
  PetscBool begun;     /* in space: the particles have already been advanced, at the end of the previous step */
  PetscBool mean;      /* the velocities are the means over the step, not the values at its end */
  PetscBool predicted; /* the velocities are predicted for the end of the step from the previous acceleration */
  /* Rigid bodies in space, which the evaluation itself advances and finishes as the integrator does the particles: */
  PetscBool keeps; /* `finish` keeps the accelerations for the next step */
  PetscBool joins; /* `finish` also advances the particles by the next step */
  double step;     /* length of the step [s]; 0: no step is made */
  double predict;  /* time by which velocities are predicted beyond the half step [s] */
} GrStepHooks;

/* On a line: power of the dashpots [W] in the contact on the right of each owned bead, from the last evaluation. */
void GrChainPower(GrWorld world, double *power);

/* On a line: power of the drive [W] of each owned bead with a prescribed motion, 0 for others. v: velocities of the
   last evaluation. */
void GrChainDrivePower(GrWorld world, const double *v, double *power);

/* Marks the last evaluation as a stage that is no solution, so that GrWorldCommit does not accept it. */
void GrWorldNoSolution(GrWorld world);

/* Accepts the step that ended at time t. If the last evaluation was for another time, evaluates again at (t, u).
   Collective. */
PetscErrorCode GrWorldCommit(GrWorld world, double t, const double *u);

/* Next steps without output or checks. The integrator may commit them itself, so that a step of a few particles is not
   dominated by the loop of the run. */
typedef struct {
  PetscInt64 steps; /* largest number of such steps */
  double until;     /* they must end before this time [s] */
} GrUnseen;

/* After a committed step: whether the epoch must end, because a contact might be missed or the next stage begins. The
   same on all ranks; every few steps one scalar reduction. Collective. */
PetscErrorCode GrWorldEpochEnds(GrWorld world, double t, const double *u, PetscBool *ends);

/* Number of next steps without a call of GrWorldEpochEnds; negative: it must be called after the next step. The same on
   all ranks. */
PetscInt64 GrWorldUnseen(GrWorld world);

/* Begins the next epoch: migrates particles to their owners and rebuilds the list of candidates. The layout changes.
   Collective. */
PetscErrorCode GrWorldEpoch(GrWorld world);

/* The world's memory for the state (on a line: NULL). It changes with each epoch; the content is kept. */
double *GrWorldState(GrWorld world);

/* The world's memory for the accelerations, [n] on a line, [6 n] in space, as above. */
double *GrWorldAcceleration(GrWorld world);

/* Stability check: fails (GR_EXIT_PHYSICS) on all ranks if a committed step on any rank has broken a limit since the
   start. One scalar reduction. Collective. */
PetscErrorCode GrWorldGuard(GrWorld world);

/* On a line: mean of the two contact forces [N] on an owned bead at the committed state; a missing neighbour counts as
   zero force. For a plane, which has one side, the force of its contact. */
double GrChainBeadForce(GrWorld world, PetscInt bead);

/* Sets the step of a fixed-step integrator [s] for the stability check: an overlap at which this step is unstable
   becomes an error. */
PetscErrorCode GrWorldSetStep(GrWorld world, double step);

/* Scales of length [m], speed [m/s] and energy [J] of the case, for error control; positive. */
void GrWorldScales(GrWorld world, double *length, double *speed, double *energy);

#endif
