/* verlet: a TS type for x'' = a(t, x, v), kick-drift-kick.

   The solution vector holds, on each rank, [x | v] of equal length. See verlet.c for the scheme and its order. */
#ifndef GRANUM_VERLET_H
#define GRANUM_VERLET_H

#include <granum/world.h>
#include <petscts.h>

#define GR_TSVERLET "verlet"

/* Accelerations at (t, x, v), handed over as a sweep asks (granum/world.h); called on all ranks together. */
typedef PetscErrorCode (*GrVerletForces)(TS ts, PetscReal t, const PetscReal *x, const PetscReal *v,
                                         const GrSweep *sweep, void *context);

/* Makes `verlet` known to TSSetType and -ts_type; once after PetscInitialize. */
PetscErrorCode GrVerletRegister(void);

/* For a TS of this type. */
PetscErrorCode GrVerletSetForces(TS ts, GrVerletForces forces, void *context);

#endif
