/* The right-hand side of the equations of motion for PETSc's TS, and the state vector of an epoch, the life of one
   neighbour list. */
#ifndef GRANUM_TIME_RHS_H
#define GRANUM_TIME_RHS_H

#include "world/world.h"
#include <petscts.h>

/* Creates the TS of a run with type, right-hand side and first time step `step` [s], without a solution vector. */
PetscErrorCode GrIntegratorTSCreate(GrWorld world, double step, TS *ts);

/* Creates the state vector of the TS at the beginning of an epoch: the initial state, or the state at the end of the
   previous epoch. current: whether the accelerations in the world's memory belong to this state. */
PetscErrorCode GrIntegratorTSBegin(GrWorld world, TS ts, PetscBool current, Vec *state);

/* Destroys the state vector at the end of an epoch; if the vector has its own memory, first copies the state to the
   world. */
PetscErrorCode GrIntegratorTSEnd(GrWorld world, TS ts, Vec *state);

#endif
