/* Bodies from the particles of a group that names a clump (granum/clump.h). */
#ifndef GRANUM_PARTICLE_FILL_CLUMP_H
#define GRANUM_PARTICLE_FILL_CLUMP_H

#include "particle/fill/group.h"

/* Radius of the sphere that contains a body over the radius of the particle [1]. 1: the particles are spheres. */
double GrFillClumpReach(const GrCase *the_case, const GrGrains *grains);

/* Replaces the particles of a group of clumps, whose radii are those of the spheres of equal volume, by their spheres,
   and appends their bodies to the store. Adapts the properties of the group. Does nothing for groups of spheres. */
PetscErrorCode GrFillClumpExpand(GrFilling *making, GrGroupProperties *properties);

#endif
