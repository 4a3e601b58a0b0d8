/* Step bound of an assembly of particles: the longest stable time step and the longest accurate time step
   (step_bound.c). */
#ifndef GRANUM_BULK_BOUND_H
#define GRANUM_BULK_BOUND_H

#include "world/world_impl.h"

/* Largest speed of a particle [m/s], in a deforming box relative to the flow. Largest overlap of two particles, or of a
   particle and a wall [m]. */
typedef struct {
  double speed, overlap;
} GrBulkApproach;

/* Sets own->speed to the largest speed of all particles of this rank and all particles that will be inserted. Sets
   own->overlap to 0. */
void GrBulkMeasureApproach(GrWorld world, GrBulkApproach *own);

/* Computes the array GrBulkWallMotion.gap[n_walls]. For each load-controlled wall with a mass, gap is the distance
   between the wall and the nearest particle on all ranks [m]. For other walls it is infinite. Collective. */
void GrBulkFindWallGaps(GrWorld world);

/* Returns the largest expected impact speed of two particles, or of a particle and a wall [m/s]. Gravity is not
   included. all: maxima of GrBulkApproach over all ranks. GrBulkFindWallGaps must have been called. */
double GrBulkFindLargestSpeed(GrWorld world, const GrBulkApproach *all);

/* Creates the contact models (contact/model.h) that the step bound needs: a model for each stage of the case, or a
   single model if the case has no stages. */
PetscErrorCode GrBulkBoundsCreate(GrWorld world);

/* Finds the longest time step that is stable, and the longest that is accurate, in the current stage and in all later
   stages. Collective. */
PetscErrorCode GrBulkFindStepBound(GrWorld world, GrStepBound *bound);

/* Prepares the contact model for a time step [s]. Also computes GrStore.safe: for each particle the overlap up to which
   its contacts are stable at this time step [m]. */
PetscErrorCode GrBulkSetStep(GrWorld world, double step);

/* Estimates a typical length [m], speed [m/s] and energy [J] of the contacts. Collective. */
void GrBulkFindScales(GrWorld world, double *length, double *speed, double *energy);

#endif
