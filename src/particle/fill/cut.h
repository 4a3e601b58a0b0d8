/* Removes the particles of a group that are outside a shape (within.h) or in closed meshes (obstacle.h). */
#ifndef GRANUM_PARTICLE_FILL_CUT_H
#define GRANUM_PARTICLE_FILL_CUT_H

#include "particle/fill/group.h"

/* Removes the particles of a group that are not completely inside the shape of the key `within`. If the generator fills
   a part with `place` (granum/generator.h), also removes particles that touch a closed mesh or are inside (obstacle.h),
   unless all are inside. Renumbers the remaining particles: their ids then have no gaps. The radii must be set before.
   *left_out: number of particles inside the shape that were removed because of closed meshes, over all ranks.
   Collective. */
PetscErrorCode GrFillCut(GrFilling *making, PetscInt64 *left_out);

#endif
