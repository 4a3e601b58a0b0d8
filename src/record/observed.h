/* The particles for which observables and output fields are computed: each sphere that is not part of a rigid body, and
   each rigid body. */
#ifndef GRANUM_RECORD_OBSERVED_H
#define GRANUM_RECORD_OBSERVED_H

#include <granum/observable.h>

/* Returns the number of spheres plus the number of rigid bodies of this rank. Index i below runs over the spheres from
   0, and then over the rigid bodies. */
PetscInt GrRecorderCountParticles(GrWorld world);

/* Sets *particle to sphere or rigid body i, from 0. In a deforming box its velocity is relative to the mean flow.
   u: state of the particles of this rank. motion[]: memory for the velocity and the angular velocity. Pointers in
   *particle refer to `motion`, to u or to the particle store. Returns PETSC_FALSE, and sets nothing, if the sphere is
   part of a rigid body. */
PetscBool GrRecorderFindParticle(GrWorld world, const double *u, PetscInt i, double motion[6],
                                 GrObservedParticle *particle);

#endif
