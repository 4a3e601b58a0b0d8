/* Step bound of an assembly (step_bound.c). */
#ifndef GRANUM_BULK_BOUND_H
#define GRANUM_BULK_BOUND_H

#include "world/world_impl.h"

/* Largest values over the particles: speed [m/s], overlap [m]. */
typedef struct {
  double speed, overlap;
} GrBulkApproach;

/* Finds the largest speed of particles of this rank and of particles to be inserted; the overlap is 0. */
void GrBulkMeasureApproach(GrWorld world, GrBulkApproach *own);

/* Replaces each value of `approach` by the larger value of both structs. */
void GrBulkMergeApproaches(GrBulkApproach *approach, const GrBulkApproach *other);

/* Computes wall_motion.gap[n_walls]: the distance from each wall that has a mass to the nearest particle of all ranks
   [m], infinite for other walls. Collective. */
void GrBulkFindWallGaps(GrWorld world);

/* Largest expected impact speed of two particles, or of a particle and a wall [m/s]. Uses the wall gaps. */
double GrBulkFindLargestSpeed(GrWorld world, const GrBulkApproach *all);

/* Creates the models of the step bound, one for each stage. */
PetscErrorCode GrBulkBoundsCreate(GrWorld world);

/* Frees these models. */
PetscErrorCode GrBulkBoundsDestroy(GrBulk bulk);

/* Finds the longest stable and the longest accurate step, over the current and all later stages. Collective. */
PetscErrorCode GrBulkFindStepBound(GrWorld world, GrStepBound *bound);

/* Prepares the model and the safe overlaps for a step [s]. */
PetscErrorCode GrBulkSetStep(GrWorld world, double step);

/* Typical length [m], speed [m/s] and energy [J] of a contact. Collective. */
void GrBulkFindScales(GrWorld world, double *length, double *speed, double *energy);

#endif
