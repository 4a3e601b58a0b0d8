/* Bodies from the particles of a group that names a clump (granum/clump.h). */
#ifndef GRANUM_PARTICLE_FILL_CLUMP_H
#define GRANUM_PARTICLE_FILL_CLUMP_H

#include "particle/fill/group.h"

/* Replaces the particles of a group of clumps, whose radii are those of the spheres of equal volume, by their spheres,
   and appends their bodies to the store. Adapts the properties of the group. Does nothing for groups of spheres. */
PetscErrorCode GrFillClumpExpand(GrFilling *making, GrGroupProperties *properties);

#endif
