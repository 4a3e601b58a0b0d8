/* Rebuilds of the neighbour list of an assembly. An epoch is the time from one rebuild to the next. Displacements of
   particles are measured from their reference positions. Reneighbouring is a rebuild that first sets the reference
   positions to the current positions (bulk.h). */
#ifndef GRANUM_BULK_EPOCH_H
#define GRANUM_BULK_EPOCH_H

#include "world/world_impl.h"
#include <stdbool.h>

/* Checks after an accepted step whether the neighbour list must be rebuilt, which ends the epoch. Reasons: a contact
   might be missed, a stage ends, particles must be inserted or removed, or space must be partitioned again (input key
   time.rebalance). If so, sets *ends to true; otherwise leaves *ends unchanged. t: end of the step [s]; u
   [GR_STATE n]: state of the n particles of this rank at t. All ranks get the same result. Collective if displacements
   or the condition of a stage are checked. */
PetscErrorCode GrBulkCheckEpoch(GrWorld world, double t, const double *u, bool *ends);

/* Returns the number of steps that can follow without a call of GrBulkCheckEpoch. */
PetscInt64 GrBulkStepsToCheck(GrWorld world);

/* Rebuilds the neighbour list, which begins the next epoch. If GrBulkNumbers.reneighbour_due is set, first sets new
   reference positions of the particles. If the next stage is due, begins it after the rebuild. Collective. */
PetscErrorCode GrBulkBeginEpoch(GrWorld world);

/* Fails if the distance of two opposite periodic sides of the box is not larger than the largest particle diameter plus
   the reach of adhesion (the largest distance at which two surfaces attract each other). In a smaller box a particle
   could touch its own periodic image, or two images of the same particle. */
PetscErrorCode GrBulkCheckBox(GrWorld world);

/* Checks the displacements of particles and walls from their reference positions (displacement.c). If the neighbour
   list might miss a contact in the next step, requests a rebuild with new reference positions and sets *ends to
   true. Otherwise computes at which step the next check is due. t: end of the last accepted step [s]; u [GR_STATE
   n]: state at t; h: length of the next step [s]. Collective. */
PetscErrorCode GrBulkCheckDisplacements(GrWorld world, double t, const double *u, double h, bool *ends);

/* Creates the contact model (contact rules and their coefficients) of the current case. Sets the type number of each
   particle in this model. */
PetscErrorCode GrBulkCreateModel(GrWorld world);

/* Sets wall_motion.moves and wall_motion.turns: whether walls of the current case move or rotate. */
void GrBulkFindWallMotions(GrWorld world);

#endif
