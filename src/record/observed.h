/* The particles for which observables and output fields are computed: each sphere that is not part of a rigid body, and
   each rigid body. */
#ifndef GRANUM_RECORD_OBSERVED_H
#define GRANUM_RECORD_OBSERVED_H

#include <granum/observable.h>

/* Returns the number of rows of this rank. Each sphere has a row, and after the spheres each rigid body has a row. */
PetscInt GrRecorderCountParticles(GrWorld world);

/* Sets *particle to the sphere or rigid body in row i. In a deforming box the velocity of a sphere is relative to the
   flow. u: state of the particles of this rank. motion[]: memory for vectors; the pointers in *particle point to
   `motion`, to u, or to the particle store. Returns PETSC_FALSE, and sets nothing, if the sphere is part of a body. */
PetscBool GrRecorderFindParticle(GrWorld world, const double *u, PetscInt i, double motion[6],
                                 GrObservedParticle *particle);

#endif
