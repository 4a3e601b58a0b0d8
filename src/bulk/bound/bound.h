/* Limits of the time step of an assembly of particles: the longest stable step and the longest accurate step, estimated
   before the run (step_bound.c); the longest stable step of the contacts during the run (contacts.c). */
#ifndef GRANUM_BULK_BOUND_H
#define GRANUM_BULK_BOUND_H

#include "bulk/numbers.h"
#include "contact/stable_step.h"
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

/* Checks whether the fixed time step is stable for all contacts of each particle together, by the bound of
   contact/stable_step.c without the dashpots of sliding, rolling and twisting. Records a fault if it is not. u
   [GR_STATE n]: state after the last accepted step. Collective. */
PetscErrorCode GrBulkLimitCheck(GrWorld world, const double *u);

/* Finds the particle of this rank for whose contacts, with all dashpots, the fixed time step is least stable, if this
   is due at the current step. u [GR_STATE n]: state after the last accepted step. own->inverse: eigenvalue of
   contact/stable_step.c divided by the step [1/s]; 0: it is not due, or no particle has a contact. Communicates with
   neighbour ranks only. */
PetscErrorCode GrBulkLimitWatch(GrWorld world, const double *u, GrBulkTightest *own);

/* Stores the particle with the largest own->inverse of all ranks in GrBulkWatch.tightest, and sets *ends to true, if
   the fixed time step is unstable for it. own: result of GrBulkLimitWatch; inverse: maximum of own->inverse over all
   ranks. Collective. */
PetscErrorCode GrBulkLimitKeep(GrWorld world, const GrBulkTightest *own, double inverse, bool *ends);

/* Forgets GrBulkWatch.tightest. watched: whether the contacts of later steps are summed. */
void GrBulkLimitExpect(GrWorld world, bool watched);

/* Returns the particle for whose contacts the fixed time step is too long; NULL: there is none. */
const GrBulkTightest *GrBulkLimitExceeds(GrWorld world);

/* Limits the longest stable step to that of the contacts that the run has found to be too stiff for its step. */
void GrBulkLimitByContacts(GrWorld world, GrStableStep *stable);

#endif
