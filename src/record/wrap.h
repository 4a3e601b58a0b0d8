/* Positions of spheres as they are written: within the box along periodic axes. */
#ifndef GRANUM_RECORD_WRAP_H
#define GRANUM_RECORD_WRAP_H

#include "bulk/bulk.h"
#include <math.h>

/* Whole sides of the box between a coordinate and the box. */
static inline double GrWrapSides(const GrBox *box, int axis, double x)
{
  return box->periodic[axis] ? floor((x - box->lower[axis]) / (box->upper[axis] - box->lower[axis])) : 0;
}

/* Of n particles with states [GR_STATE n] and images [3 n]: [3 n] each,
     x - L floor((x - lower) / L)   and   image + floor((x - lower) / L)   with the length L of the box along an axis,
   so that position + image L is the path since the start. Within an epoch a particle may be outside. */
static inline void GrWrap(const GrBox *box, PetscInt n, const double *state, const PetscInt64 *image, double *position,
                          PetscInt64 *wrapped)
{
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      const double x = state[GR_STATE * i + k], length = box->upper[k] - box->lower[k];
      const double sides = GrWrapSides(box, k, x);
      position[3 * i + k] = x - length * sides;
      wrapped[3 * i + k] = image[3 * i + k] + (PetscInt64)sides;
    }
}

#endif
