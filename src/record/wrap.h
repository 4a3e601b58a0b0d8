/* Positions of spheres as they are written: within the box along periodic axes. */
#ifndef GRANUM_RECORD_WRAP_H
#define GRANUM_RECORD_WRAP_H

#include "bulk/bulk.h"
#include <math.h>

/* Of n particles with states [GR_STATE n] and images [3 n]: states and images within the box, position x and image n as
     x - L floor((x - lower) / L)   and   n + floor((x - lower) / L)   with the length L of the box along an axis,
   so that position + image L is the path since the start. Within an epoch a particle may be outside. In a box that
   deforms the velocity is that of the image, and image along y counts with the tilt of the box besides. */
static inline void GrWrapParticle(const GrBulk b, const double *state, const PetscInt64 *image, double *inside,
                                  PetscInt64 *wrapped)
{
  double moved[3];

  for (int k = 0; k < GR_STATE; k++)
    inside[k] = state[k];
  GrBulkWrap(b, inside, moved);
  for (int k = 0; k < 3; k++)
    wrapped[k] = image[k] - (PetscInt64)moved[k];
  wrapped[0] += b->cell ? b->cell->laps * image[1] : 0;
}

static inline void GrWrap(GrWorld world, PetscInt n, const double *state, const PetscInt64 *image, double *inside,
                          PetscInt64 *wrapped)
{
  for (PetscInt i = 0; i < n; i++)
    GrWrapParticle(world->bulk, state + GR_STATE * i, image + 3 * i, inside + GR_STATE * i, wrapped + 3 * i);
}

#endif
