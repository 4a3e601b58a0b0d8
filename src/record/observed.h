/* The particles that observables and fields observe: spheres without a body, and rigid bodies of several spheres. */
#ifndef GRANUM_RECORD_OBSERVED_H
#define GRANUM_RECORD_OBSERVED_H

#include <granum/observable.h>

/* Number of rows of this rank: spheres, then bodies. */
PetscInt GrRecorderCountParticles(GrWorld world);

/* Sets the particle of row i, relative to the flow of a deforming box. Its vectors point into u, the store and
   `motion`. Returns PETSC_FALSE for a sphere of a body. */
PetscBool GrRecorderFindParticle(GrWorld world, const double *u, PetscInt i, double motion[6],
                                 GrObservedParticle *particle);

#endif
