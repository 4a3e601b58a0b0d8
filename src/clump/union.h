/* Volume, centre of mass and inertia of a body that is a union of overlapping spheres. */
#ifndef GRANUM_CLUMP_UNION_H
#define GRANUM_CLUMP_UNION_H

#include "case/clump.h"
#include <petscsys.h>

/* Number of moments of a body. The moments are its volume, and the integrals over its volume of x, y, z, x^2, y^2, z^2,
   x y, x z, y z, in this order. */
enum { GR_CLUMP_MOMENTS = 10 };

/* Computes the moments of the union of n spheres. The coordinates x, y, z are measured from the origin. The caller
   should scale all lengths to the order of 1. */
PetscErrorCode GrClumpUnionMoments(int n, const GrClumpSphere sphere[], double moment[GR_CLUMP_MOMENTS]);

#endif
