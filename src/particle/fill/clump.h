/* Creates rigid bodies, and the spheres of which they consist, from the particles of a group of clumps
   (case/clump.h). */
#ifndef GRANUM_PARTICLE_FILL_CLUMP_H
#define GRANUM_PARTICLE_FILL_CLUMP_H

#include "particle/fill/group.h"

/* A particle (sphere or clump) that is not in the particle store yet. */
typedef struct {
  PetscInt64 id, group; /* id of the particle; number of its group in the input, from 0 */
  /* radius of the sphere [m]. For a clump it has two meanings. In this header: radius of a sphere with the volume of
     the clump. In src/bulk/population: radius of the sphere that encloses the clump */
  double radius;
  double mass;            /* mass of the particle [kg] */
  double state[GR_STATE]; /* position [m], velocity [m/s], spin [rad/s] */
} GrFillGrain;

/* Creates the spheres of `grain`, a particle of a group of clumps. Writes them to the rows row, row + 1, ... of the
   store, with the ids first, first + 1, ... The caller must first fill each of these rows as if `grain` were a sphere.
   If the group can move, also appends the rigid body to store->bodies, which must have memory for it. */
void GrFillClumpMake(const GrCase *the_case, GrStore *store, const GrFillGrain *grain, PetscInt64 first, PetscInt row);

/* Replaces each particle of a group of clumps by the spheres of its clump. Before the call, the radius of a particle
   must be the radius of the sphere of equal volume. If the group can move, appends a rigid body per particle to
   store->bodies. Updates the properties of the group. Does nothing for groups of spheres. Collective. */
PetscErrorCode GrFillClumpExpand(GrFilling *making, GrGroupProperties *properties);

/* Finds the smallest and the largest radius of the spheres of a clump [m]. */
void GrFillClumpRadii(const GrClump *clump, double *smallest, double *largest);

#endif
