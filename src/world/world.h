/* Functions of a world, the simulated particles and their contacts, for integrators and recorders. They evaluate all
   forces, commit steps, and begin epochs (an epoch is the time between two rebuilds of the neighbour list).
   granum/world.h declares the functions for all programs. A world of dimension 1 is a chain of beads, a world of
   dimension 2 or 3 an assembly of particles.

   Trial and committed state: GrWorldEvaluate (world/world_impl.h) computes the forces from the committed contact
   history, the time t and the state u. It writes only the trial history and may be called any number of times for any
   trial step. GrWorldCommit accepts a step: the trial history of the last evaluation becomes the committed history. A
   rejected step needs no action. */
#ifndef GRANUM_WORLD_WORLD_H
#define GRANUM_WORLD_WORLD_H

#include "world/step_bound.h"

/* In dimension 1, sets power[i] for each owned bead i to the power that the dashpot in the contact with its right
   neighbour dissipates [W], in the last evaluation of forces. */
void GrChainPower(GrWorld world, double *power);

/* In dimension 1, sets power[i] for each owned bead i to the power [W] of its prescribed motion or of the custom force
   (GrForce) on it; 0: it has neither. v: velocities of the beads in the last evaluation [m/s]. */
void GrChainDrivePower(GrWorld world, const double *v, double *power);

/* Works in the state vector of an assembly with a Runge-Kutta integrator, after the GR_STATE values of all particles.
   Each is an array with a value for each particle: its work in the current step [J], which is 0 at the start of the
   step. If walls move, an array for each wall follows: the work of the wall on each particle. */
enum {
  GR_STEP_VISCOUS,  /* energy dissipated by the normal dashpots */
  GR_STEP_SLIDING,  /* energy lost to sliding, rolling and twisting */
  GR_STEP_DRAG,     /* energy dissipated by drag */
  GR_STEP_EXTERNAL, /* work of moving walls, prescribed motions and a custom force (GrForce) */
  GR_STEP_WORKS     /* number of works of a particle */
};

/* In dimension 2 and 3, sets power[] to the time derivatives [W] of the works in the state vector of a Runge-Kutta
   integrator (GR_STEP_VISCOUS, ...), in the last evaluation of forces. u: state of the particles. */
void GrBulkPower(GrWorld world, const double *u, double *power);

/* Marks the last evaluation of forces as an intermediate stage of a Runge-Kutta step. Its contact histories cannot be
   committed, so GrWorldCommit then evaluates the forces again. */
void GrWorldNoSolution(GrWorld world);

/* Accepts the step that ended at time t [s] with the state u: its trial contact histories become the committed
   histories. If the last evaluation was made for another time, or was an intermediate stage (GrWorldNoSolution), the
   function first evaluates the forces again. Collective. */
PetscErrorCode GrWorldCommit(GrWorld world, double t, const double *u);

/* Checks after a committed step whether the neighbour list must be rebuilt or the last stage has ended, and sets
   plan.next of the world, which the run has set to END or STEP before. t: time [s], u: state after the step. The result
   is the same on all ranks. Makes a reduction over all ranks every few steps. Collective. */
PetscErrorCode GrWorldPlanNext(GrWorld world, double t, const double *u);

/* Returns the number of steps that can follow before GrWorldPlanNext must be called again. It is equal on all ranks. 0
   or less: GrWorldPlanNext must be called after the next step. */
PetscInt64 GrWorldFusedSteps(GrWorld world);

/* Moves particles to the ranks that own them, and rebuilds the neighbour list. A new epoch begins, with a new size and
   order of the state vector u. Collective. */
PetscErrorCode GrWorldEpoch(GrWorld world);

/* Returns the array in which the world stores the state vector u; NULL in dimension 1. The address of the array changes
   when the neighbour list is rebuilt (GrWorldEpoch). */
double *GrWorldState(GrWorld world);

/* Returns the array in which the world stores the accelerations of its n owned particles. In dimension 1: [n] [m/s^2].
   In dimension 2 and 3: [6 n], for each particle acceleration [m/s^2] and angular acceleration [rad/s^2]. */
double *GrWorldAcceleration(GrWorld world);

/* Stability check. Fails with GR_EXIT_PHYSICS on all ranks if any rank has found, in a committed step since the start,
   that a limit was exceeded (for example an overlap limit). Reduces a scalar over all ranks. Collective. */
PetscErrorCode GrWorldGuard(GrWorld world);

/* In dimension 1, returns the mean of the two contact forces on an owned bead at the committed state [N]. If a bead has
   only one neighbour, the missing force counts as 0. A plane (bead of radius 0) has one contact only; for a plane the
   function returns the force of this contact. */
double GrChainBeadForce(GrWorld world, PetscInt bead);

/* Passes the time step [s] of an integrator with fixed steps to the stability check. The run fails if an overlap
   becomes so large that this time step is unstable. */
void GrWorldSetStep(GrWorld world, double step);

/* Computes the limits of the time step; with stages, of the present or later one with the shortest step. Collective. */
PetscErrorCode GrWorldFindStepBound(GrWorld world, GrStepBound *bound);

/* Returns the longest step [s] in which a contact may act if the integrator varies the step. bound: limits of the step.
   In an assembly it is the automatic step of `verlet`, because the histories of sliding contacts have second order with
   each integrator; in a chain half the stable step. */
double GrWorldContactStep(GrWorld world, const GrStepBound *bound);

/* Returns typical values of length [m], speed [m/s] and energy [J] of the case, all > 0. The error control of the time
   step uses them as scales. */
const double *GrWorldScales(GrWorld world);

#endif
