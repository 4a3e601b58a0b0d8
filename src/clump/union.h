/* Moments of a union of spheres. */
#ifndef GRANUM_CLUMP_UNION_H
#define GRANUM_CLUMP_UNION_H

#include <granum/clump.h>
#include <petscsys.h>

/* Moments of a body: volume, and the integrals of x, y, z, x^2, y^2, z^2, x y, x z, y z. */
enum { GR_CLUMP_MOMENTS = 10 };

/* Computes the moments of the union of n spheres about the origin. Lengths should be scaled to the order of 1. */
PetscErrorCode GrClumpUnionMoments(int n, const GrClumpSphere sphere[], double moment[GR_CLUMP_MOMENTS]);

#endif
