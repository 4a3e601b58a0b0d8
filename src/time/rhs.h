/* rhs: the right-hand side of the equations of motion, for every TS type. */
#ifndef GRANUM_TIME_RHS_H
#define GRANUM_TIME_RHS_H

#include "world/world.h"
#include <petscts.h>

/* Creates the TS with its type, right-hand side and first step `step`, without a solution. */
PetscErrorCode GrTSCreate(GrWorld world, double step, TS *ts);

/* Gives the TS the state vector of the epoch that begins: the initial state, or what the world carried over. `current`:
   the accelerations in the world's memory belong to it. */
PetscErrorCode GrTSBegin(GrWorld world, TS ts, PetscBool current, Vec *state);

/* Ends the epoch: the state goes back to the world, and the vector. */
PetscErrorCode GrTSEnd(GrWorld world, TS ts, Vec *state);

#endif
