/* Limits of the time step of an assembly of particles, estimated before the run: the longest stable step and the
   longest accurate step (step_bound.c). */
#ifndef GRANUM_BULK_BOUND_H
#define GRANUM_BULK_BOUND_H

#include "world/world_impl.h"
#include <stdbool.h>

/* Returns the largest speed of the particles of this rank and of the particles that will be inserted [m/s], in a
   deforming box relative to the affine flow of the box. */
double GrBulkMeasureSpeed(GrWorld world);

/* Computes the array GrBulkWallMotion.gap[n_walls]. For a load-controlled wall with a mass, the gap is the distance
   from the wall to the nearest particle of all ranks [m]. For other walls it is infinite. Collective. */
void GrBulkFindWallGaps(GrWorld world);

/* Returns the largest expected impact speed of two particles, or of a particle and a wall [m/s]. Speed gained by
   falling is not included. fastest: maximum of GrBulkMeasureSpeed over all ranks. Call GrBulkFindWallGaps first. */
double GrBulkFindLargestSpeed(GrWorld world, double fastest);

/* Creates the contact models (contact rules and their coefficients, contact/model.h) from which the limits of the time
   step are computed. There is a model for each stage of the case, or a single model without stages. */
PetscErrorCode GrBulkBoundsCreate(GrWorld world);
/* Frees them. */
PetscErrorCode GrBulkBoundsDestroy(GrBulk bulk);

/* Computes two limits of the time step for the current and for each later stage: the longest stable and the longest
   accurate step. Sets *bound to the limits of the stage for which granum would choose the shortest step. Collective. */
PetscErrorCode GrBulkFindStepBound(GrWorld world, GrStepBound *bound);

/* Whether a particle was faster at a reneighbouring than the expected speed of impacts. Sets *seen and
   *expected to both speeds [m/s]. The next call of GrBulkFindStepBound then expects impacts of 1.5 times this speed. */
bool GrBulkSpeedExceeds(GrWorld world, double *seen, double *expected);

/* Sets the expected speed of impacts, for which the step has been planned [m/s]; 0: the speeds of particles are not
   compared with it any more. All ranks must pass the same value. */
void GrBulkExpectSpeed(GrWorld world, double speed);

/* Prepares the contact model for the time step `step` [s]. Also computes GrStore.safe: for each particle, the largest
   overlap at which its contacts are stable at this time step [m]. */
void GrBulkSetStep(GrWorld world, double step);

/* Estimates a typical overlap `length` [m], impact speed [m/s] and impact energy [J]. The integrators of PETSc use them
   to scale their error tolerances. Collective. */
void GrBulkFindScales(GrWorld world, double *length, double *speed, double *energy);

#endif
