/* Moments of a union of spheres. */
#ifndef GRANUM_CLUMP_UNION_H
#define GRANUM_CLUMP_UNION_H

#include "clump/slice.h"

/* Computes the moments of the union about the origin. Lengths should be of the order of 1. *error: bound of the error
   of each moment. */
PetscErrorCode GrClumpUnionMoments(int n, const GrClumpSphere sphere[], double moment[GR_CLUMP_MOMENTS], double *error);

#endif
