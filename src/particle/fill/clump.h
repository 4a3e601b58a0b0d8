/* Creates rigid bodies and their spheres from the particles of a group that names a clump (granum/clump.h). */
#ifndef GRANUM_PARTICLE_FILL_CLUMP_H
#define GRANUM_PARTICLE_FILL_CLUMP_H

#include "particle/fill/group.h"

/* A particle (sphere or clump) that has not been added to the particle store yet. */
typedef struct {
  PetscInt64 id, group;
  double radius, mass;    /* radius [m], of a clump that of the sphere of equal volume; mass [kg] */
  double state[GR_STATE]; /* position, velocity, spin */
} GrFillGrain;

/* Creates the body of a particle (`grain`) of a group of clumps. Sets its spheres in the store rows from `row` on,
   which must be copies of the particle's row, with the ids first, first + 1, ... Appends the body to store->bodies,
   which must have capacity for it. */
void GrFillClumpMake(const GrCase *the_case, GrStore *store, const GrFillGrain *grain, PetscInt64 first, PetscInt row);

/* Replaces each particle of a group of clumps by its spheres, and appends its body to store->bodies. The radii of the
   particles are those of the spheres of equal volume. Updates the properties of the group. Does nothing for groups of
   spheres. Collective. */
PetscErrorCode GrFillClumpExpand(GrFilling *making, GrGroupProperties *properties);

/* Finds the smallest and the largest radius of the spheres of a clump [m]. */
void GrFillClumpRadii(const GrClump *clump, double *smallest, double *largest);

#endif
