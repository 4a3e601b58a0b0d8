/* Spheres of earlier groups of the input, part of random.c.

   Each sphere of an earlier group is sent to each rank that has a region near the sphere (random_halo.h). If there are
   spheres of earlier groups or closed meshes, the number of new spheres in a region is proportional to the free volume
   of the region. The free volume is estimated by a test of the largest new sphere at 1024 random positions. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H

#include "particle/fill/random/placer.h"

/* Sends the spheres of earlier groups, c->taken, to the ranks with regions near them, and adds them to the placer. If
   there are spheres of earlier groups or closed meshes, also sets halo->first, the distribution of the new spheres over
   the regions. Collective. */
PetscErrorCode GrPackTakenShare(GrPlacer *placer);

/* Returns the end of a message about spheres that find no place: when a closed mesh is filled; "": there is none. */
const char *GrPackSolidAdvice(const GrPackCase *c);

#endif
