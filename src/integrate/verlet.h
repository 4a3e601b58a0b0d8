/* verlet: a TS type for x'' = a(t, x, v), kick-drift-kick.

   The solution vector holds, on each rank, [x | v] of equal length. See verlet.c for the scheme and its order. */
#ifndef GRANUM_VERLET_H
#define GRANUM_VERLET_H

#include <petscts.h>

#define GR_TSVERLET "verlet"

/* Accelerations at (t, x, v); called on all ranks together. */
typedef PetscErrorCode (*GrVerletAcceleration)(TS ts, PetscReal t, const PetscReal *x, const PetscReal *v, PetscReal *a, void *context);

/* Makes `verlet` known to TSSetType and -ts_type; once after PetscInitialize. */
PetscErrorCode GrVerletRegister(void);

/* For a TS of this type. */
PetscErrorCode GrVerletSetAcceleration(TS ts, GrVerletAcceleration acceleration, void *context);

#endif
