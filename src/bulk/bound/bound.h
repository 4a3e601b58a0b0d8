/* Limits of the time step of an assembly of particles: the longest stable step and the longest accurate step, estimated
   before the run (step_bound.c); the longest stable step of the contacts during the run, for particles (contacts.c) and
   for walls that forces accelerate (walls.c). */
#ifndef GRANUM_BULK_BOUND_H
#define GRANUM_BULK_BOUND_H

#include "bulk/numbers.h"
#include "contact/stable_step.h"
#include "wall/travel.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Creates the contact models (contact rules and their coefficients, contact/model.h) from which the limits of the time
   step are computed. There is a model for each stage of the case, or a single model without stages.
   Also sets neighbours.adhesion_reach, which GrBulkCheckBox and the search need. */
PetscErrorCode GrBulkLimitCreate(GrWorld world);
/* Frees them. */
PetscErrorCode GrBulkLimitDestroy(GrBulk bulk);

/* Computes two limits of the time step for the current and for each later stage: the longest stable and the longest
   accurate step. Sets *bound to the limits of the stage for which granum would choose the shortest step. Collective. */
PetscErrorCode GrBulkLimitFind(GrWorld world, GrStepBound *bound);

/* Prepares the contact model for the time step `step` [s]. Also computes GrStore.safe: for each particle, the largest
   overlap at which its contacts are stable at this time step [m]. */
void GrBulkLimitSetStep(GrWorld world, double step);

/* Estimates a typical overlap `length` [m], impact speed [m/s] and impact energy [J]. The integrators of PETSc use them
   to scale their error tolerances. Collective. */
void GrBulkLimitFindScales(GrWorld world, double *length, double *speed, double *energy);

/* Checks whether the fixed time step is stable for all contacts of each particle together, and of each wall that forces
   accelerate, by the bound of contact/stable_step.c without the dashpots of sliding, rolling and twisting. Records a
   fault if it is not. u [GR_STATE n]: state after the last accepted step. Collective. */
PetscErrorCode GrBulkLimitCheck(GrWorld world, const double *u);

/* Finds the particle of this rank or the wall for whose contacts, with all dashpots, the fixed time step is least
   stable, if this is due at the current step. u [GR_STATE n]: state after the last accepted step. own->inverse:
   eigenvalue of contact/stable_step.c divided by the step [1/s]; 0: it is not due, or nothing has a contact.
   Communicates with neighbour ranks only; collective if forces accelerate walls. */
PetscErrorCode GrBulkLimitWatch(GrWorld world, const double *u, GrBulkTightest *own);

/* Stores the particle or wall with the largest own->inverse of all ranks in GrBulkWatch.tightest, and sets *ends to
   true, if the fixed time step is unstable for it. own: result of GrBulkLimitWatch; inverse: maximum of own->inverse
   over all ranks. Collective. */
PetscErrorCode GrBulkLimitKeep(GrWorld world, const GrBulkTightest *own, double inverse, bool *ends);

/* Forgets GrBulkWatch.tightest. watched: whether the contacts of later steps are summed. */
void GrBulkLimitExpect(GrWorld world, bool watched);

/* Returns the particle or wall for whose contacts the fixed time step is too long; NULL: there is none. */
const GrBulkTightest *GrBulkLimitExceeds(GrWorld world);

/* Limits the longest stable step to that of the contacts that the run has found to be too stiff for its step. */
void GrBulkLimitByContacts(GrWorld world, GrStableStep *stable);

/* Finds the longest stable step of the walls that forces accelerate, with their springs and their contacts in the
   current state [s]; infinite: there are none. Collective. */
PetscErrorCode GrBulkLimitFindWallStep(GrWorld world, double *step);

/* Returns the largest number of particles of this radius [m] that touch a wall at the same time: the particles that
   fill a cross-section of the box, but not more than there are. */
double GrBulkLimitCountOnWall(GrWorld world, double radius);

/* Sums over the contacts of the walls that forces accelerate, and the result (walls.c). */
typedef struct {
  int n;               /* number of these walls */
  double f, g;         /* each contact counts with f k + g c; k stiffness [N/m], c damping [N s/m] */
  GrSum *sum;          /* sums of each load-controlled wall, in GrBulkWallMotion.sum; NULL: there are no walls to sum */
  int wall;            /* wall with the largest eigenvalue; -1: there is none */
  double most;         /* its eigenvalue, of the matrices f K + g C over the inertia */
  PetscInt64 contacts; /* number of its contacts */
} GrBulkLimitWalls;

/* Begins the sums. Call GrBulkLimitWallsAdd for all contacts, then GrBulkLimitWallsFinish. */
PetscErrorCode GrBulkLimitWallsBegin(GrWorld world, double f, double g, GrBulkLimitWalls *loads);

/* Adds contact i of a batch with walls to the sums, if there are any. one: its stiffness and damping; mass: of the
   particle [kg]. Returns the weight of the contact in the sums of the particle [1/kg]. */
double GrBulkLimitWallsAdd(GrWorld world, const GrContactSprings *one, const GrBatch *batch, int i, double mass,
                           GrBulkLimitWalls *loads);

/* Computes the largest eigenvalue of all walls, with the springs that hold them. Ends the sums. Collective if there
   are any. */
PetscErrorCode GrBulkLimitWallsFinish(GrWorld world, GrBulkLimitWalls *loads);

/* Returns the largest angular frequency of a wall on its springs, or the largest decay rate by its dashpots if that is
   more [rad/s]; 0: it has none. state: of its load-controlled motion. */
double GrBulkLimitWallFrequency(const GrWall *wall, const GrWallTravel *state);

#endif
