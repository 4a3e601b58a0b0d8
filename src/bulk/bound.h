/* Limits of the time step of an assembly of particles, estimated before the run: the longest stable step and the
   longest accurate step (step_bound.c). */
#ifndef GRANUM_BULK_BOUND_H
#define GRANUM_BULK_BOUND_H

#include "world/world_impl.h"
#include <stdbool.h>

/* Creates the contact models (contact rules and their coefficients, contact/model.h) from which the limits of the time
   step are computed. There is a model for each stage of the case, or a single model without stages.
   Also sets neighbours.adhesion_reach, which GrBulkCheckBox and the search need. */
PetscErrorCode GrBulkBoundsCreate(GrWorld world);
/* Frees them. */
PetscErrorCode GrBulkBoundsDestroy(GrBulk bulk);

/* Computes two limits of the time step for the current and for each later stage: the longest stable and the longest
   accurate step. Sets *bound to the limits of the stage for which granum would choose the shortest step. Collective. */
PetscErrorCode GrBulkFindStepBound(GrWorld world, GrStepBound *bound);

/* Prepares the contact model for the time step `step` [s]. Also computes GrStore.safe: for each particle, the largest
   overlap at which its contacts are stable at this time step [m]. */
void GrBulkSetStep(GrWorld world, double step);

/* Estimates a typical overlap `length` [m], impact speed [m/s] and impact energy [J]. The integrators of PETSc use them
   to scale their error tolerances. Collective. */
void GrBulkFindScales(GrWorld world, double *length, double *speed, double *energy);

#endif
