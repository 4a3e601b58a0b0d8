/* The right-hand side of the equations of motion, for every TS type, and the state vector of an epoch. */
#ifndef GRANUM_TIME_RHS_H
#define GRANUM_TIME_RHS_H

#include "world/world.h"
#include <petscts.h>

/* Creates the TS with its type, right-hand side and first step `step`, without a solution. */
PetscErrorCode GrIntegratorTSCreate(GrWorld world, double step, TS *ts);

/* Sets the state vector of the TS at the beginning of an epoch: the initial state, or the state of the previous epoch.
   */
PetscErrorCode GrIntegratorTSBegin(GrWorld world, TS ts, PetscBool current, Vec *state);

/* Ends the epoch: copies the state back to the world if the vector has its own memory, and destroys the vector. */
PetscErrorCode GrIntegratorTSEnd(GrWorld world, TS ts, Vec *state);

#endif
