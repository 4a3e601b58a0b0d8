/* Step bound of an assembly: the longest stable and the longest accurate time step (step_bound.c). */
#ifndef GRANUM_BULK_BOUND_H
#define GRANUM_BULK_BOUND_H

#include "world/world_impl.h"

/* Largest speed [m/s] and largest overlap [m] of particles. */
typedef struct {
  double speed, overlap;
} GrBulkApproach;

/* Sets own->speed to the largest speed of the particles of this rank and of particles to be inserted, own->overlap to
   0. */
void GrBulkMeasureApproach(GrWorld world, GrBulkApproach *own);

/* Sets each value of `approach` to the larger of its value in `approach` and in `other`. */
void GrBulkMergeApproaches(GrBulkApproach *approach, const GrBulkApproach *other);

/* Computes GrBulkWallMotion.gap[n_walls]: for each wall that has a mass, the distance to the nearest particle of all
   ranks [m]; infinite for other walls. Collective. */
void GrBulkFindWallGaps(GrWorld world);

/* Returns the largest expected impact speed of two particles, or of a particle and a wall [m/s]. all: the largest
   values over all ranks. Uses wall_motion.gap. */
double GrBulkFindLargestSpeed(GrWorld world, const GrBulkApproach *all);

/* Creates the contact models (contact/model.h) from which the step bound is computed, one for each stage. */
PetscErrorCode GrBulkBoundsCreate(GrWorld world);

/* Frees the contact models of the step bound. */
PetscErrorCode GrBulkBoundsDestroy(GrBulk bulk);

/* Finds the longest stable and the longest accurate time step: the minima over the current and all later stages.
   Collective. */
PetscErrorCode GrBulkFindStepBound(GrWorld world, GrStepBound *bound);

/* Prepares the contact model for a time step [s], and computes the overlap of each particle that is stable at this step
   (store.safe). */
PetscErrorCode GrBulkSetStep(GrWorld world, double step);

/* Estimates a typical length [m], speed [m/s] and energy [J] of the contacts. Collective. */
void GrBulkFindScales(GrWorld world, double *length, double *speed, double *energy);

#endif
