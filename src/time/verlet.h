/* verlet: a TS type for x'' = a(t, x, v), kick-drift-kick.

   The solution vector holds on each rank a state as in granum/world.h, of either layout. See verlet.c for the scheme
   and its order. */
#ifndef GRANUM_TIME_VERLET_H
#define GRANUM_TIME_VERLET_H

#include "world/world.h"
#include <petscts.h>

#define GR_TSVERLET "verlet"

/* Accelerations at (t, u), handed over as a hooks asks (granum/world.h); called on all ranks together. */
typedef PetscErrorCode (*GrVerletForces)(TS ts, PetscReal t, const PetscReal *u, const GrStepHooks *hooks,
                                         void *context);

/* Makes `verlet` known to TSSetType and -ts_type; once after PetscInitialize. */
PetscErrorCode GrVerletRegister(void);

/* For a TS of this type, and anew whenever the layout has changed. `a`: memory for the accelerations, which stays the
   caller's: n numbers on a line, 6 n in space. `current`: they belong to the solution already, from the step before. */
PetscErrorCode GrVerletSetForces(TS ts, GrVerletForces forces, void *context, GrLayout layout, PetscReal *a,
                                 PetscBool current);

/* What a later run needs to go on exactly: the clock, and whether forces see the velocity of the half step. */
PetscErrorCode GrVerletGetClock(TS ts, GrStepClock *clock, PetscBool *half);
PetscErrorCode GrVerletSetClock(TS ts, const GrStepClock *clock, PetscBool half);

#endif
