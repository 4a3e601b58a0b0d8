/* Bodies from the particles of a group that names a clump (granum/clump.h). */
#ifndef GRANUM_PARTICLE_FILL_CLUMP_H
#define GRANUM_PARTICLE_FILL_CLUMP_H

#include "particle/fill/group.h"

/* A particle before its spheres have rows. */
typedef struct {
  PetscInt64 id, group;
  double radius, mass;    /* [m], [kg]; of a clump: the radius of the sphere of equal volume */
  double state[GR_STATE]; /* position, velocity, spin */
} GrFillGrain;

/* Makes a body of a grain of a group of clumps: sets the spheres in the consecutive rows from `row` on, which are
   copies of the row of the grain, and gives them the ids from `first` on. Appends the body to the store, which has
   capacity for it. */
void GrFillClumpMake(const GrCase *the_case, GrStore *store, const GrFillGrain *grain, PetscInt64 first, PetscInt row);

/* Replaces the particles of a group of clumps, whose radii are those of the spheres of equal volume, by their spheres,
   and appends their bodies to the store. Adapts the properties of the group. Does nothing for groups of spheres. */
PetscErrorCode GrFillClumpExpand(GrFilling *making, GrGroupProperties *properties);

/* Smallest and largest radius of the spheres of a clump [m]. */
void GrFillClumpRadii(const GrClump *clump, double *smallest, double *largest);

#endif
