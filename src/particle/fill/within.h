/* The part of a group that is kept: the spheres that lie wholly within a shape (GrWithin); the others are not made. */
#ifndef GRANUM_PARTICLE_FILL_WITHIN_H
#define GRANUM_PARTICLE_FILL_WITHIN_H

#include "particle/fill/group.h"

/* NULL, or one sentence: what is wrong with the shape; what to write instead. */
const char *GrWithinCheck(const GrWithin *within, int dimension);

/* Whether a point is inside, or on the surface. */
PetscBool GrWithinHas(const GrWithin *within, int dimension, const double x[3]);

/* Collective. Takes the particles that are not within off a group whose radii are known, and closes up the ids. */
PetscErrorCode GrWithinCut(GrFilling *making);

#endif
