/* End and beginning of an epoch of an assembly. An epoch lasts from one rebuild of the neighbour list to the next
   (bulk.h). */
#ifndef GRANUM_BULK_EPOCH_H
#define GRANUM_BULK_EPOCH_H

#include "world/world_impl.h"

/* Checks after a commit at time t [s] and state u [GR_STATE n] whether the epoch must end. Reasons: a contact might be
   missed, a stage ends, particles are to be inserted or removed, or the load is to be balanced. If so, sets *ends to
   PETSC_TRUE; otherwise leaves *ends unchanged. The result is equal on all ranks. Collective if displacements or a
   condition of a stage are checked. */
PetscErrorCode GrBulkCheckEpoch(GrWorld world, double t, const double *u, PetscBool *ends);

/* Returns the number of steps that can follow without a call of GrBulkCheckEpoch. */
PetscInt64 GrBulkStepsToCheck(GrWorld world);

/* Ends the epoch and begins the next epoch: makes the reneighbouring if it is due, rebuilds the neighbour list, and
   begins the next stage if it is due. Collective. */
PetscErrorCode GrBulkBeginEpoch(GrWorld world);

/* Fails if a periodic side of the box is not longer than the diameter of the largest particle plus the reach of its
   adhesion. In longer boxes at most one periodic image of a particle touches another particle, and no particle touches
   its own image. */
PetscErrorCode GrBulkCheckBox(GrWorld world);

/* Checks the displacements of particles and walls since the last reneighbouring, after a commit at time t [s] and state
   u [GR_STATE n] (displacement.c). h: length of the next step [s]. If a contact might be missed in the next step, the
   function requests reneighbouring and sets *ends to PETSC_TRUE. Otherwise it computes the step at which the next check
   is made. Collective. */
PetscErrorCode GrBulkCheckDisplacements(GrWorld world, double t, const double *u, double h, PetscBool *ends);

/* Creates the contact model of the current case, and sets the type number of each particle in this model. */
PetscErrorCode GrBulkCreateModel(GrWorld world);

/* Sets wall_motion.moves and wall_motion.turns: whether walls of the current case move or rotate. */
void GrBulkFindWallMotions(GrWorld world);

#endif
