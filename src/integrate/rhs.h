/* rhs: the right-hand side of the equations of motion, for every TS type. */
#ifndef GRANUM_RHS_H
#define GRANUM_RHS_H

#include <granum/world.h>
#include <petscts.h>

/* Fields of the state vector: x, v, and (rk) the energy dissipated by the dashpot on the right of each bead. */
enum { GR_STATE_VERLET = 2, GR_STATE_RK = 3 };

/* Creates the TS with its type, right-hand side, tolerances and first step `step`, and the state vector at t = 0. */
PetscErrorCode GrTSCreate(GrWorld world, double step, TS *ts, Vec *state);

#endif
