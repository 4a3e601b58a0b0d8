/* Creates the particles of a case in two and three dimensions at the start of a run, by the generator of each group.

   Ids start at 1 and increase from group to group. The properties of a particle depend on the case and its files, not
   on the number of ranks. Each of P ranks creates about N/P of the N particles.

   lattice:  particle i of a group is at site i - 1 (lattice.h).
   random:   random positions (random.h), without overlap with particles of this group and of the groups before it in
             the input, or with closed meshes; in dimension 2 the particles are discs.
   at:       each particle has a position from the input.
   file:     a CSV file (csv.h). Its ids are a permutation of 1 .. count within the group. If it has no ids, the
             particles are numbered in the order of the lines. Each component of velocity and spin that the file has
             replaces the component of the group.
   previous: positions, velocities, spins, radii and masses from a results.h5 or a checkpoint (previous.h). Ids are
             renumbered without gaps. Fixed particles remain fixed. Velocity and spin of the group are not used.
   No particle of lattice and random is in a closed mesh, unless the mesh contains all places (obstacle.h).
   With any generator, the key `within` removes the particles that are not completely inside a shape (within.h), and
   renumbers the ids. Paths are relative to the folder of the input.

   radius: drawn from the size distribution of the group. With `file` or `previous` the group may have no distribution;
           the radii are then read from the file.
   mass:   the first of these that applies: infinite if the group is fixed; the mass of the group in the input; the mass
           in the file (with `previous` only if the radii are from the file, too); 4/3 pi R^3 density.
   velocity, spin: with every generator, random vectors may be added. Each component is a normal random number times the
           standard deviation of the input (base/math/random.h, draws 0 to 2 of GR_RANDOM_VELOCITY, GR_RANDOM_SPIN).
   Positions of file and previous may lie anywhere along periodic axes; they are wrapped into the box.

   Dimension 2: all particles are placed in the plane z = domain.lower[2]. The particles of a file must have equal z, no
   velocity along z, and spin about z only. The random vectors have no component out of the plane. */
#ifndef GRANUM_PARTICLE_FILL_FILL_H
#define GRANUM_PARTICLE_FILL_FILL_H

#include "case/case.h"
#include "particle/store.h"

/* Properties of a group of particles at the start of the run, over all ranks. */
typedef struct {
  PetscInt64 first_id;           /* id of the first particle */
  PetscInt64 count;              /* number of particles */
  double radius_min, radius_max; /* smallest and largest radius [m] */
  PetscInt64 moves;              /* 1: some particle has a velocity or a spin at the start; 0: all are at rest */
  PetscInt64 left_out; /* number of places of the generator without a particle, because a closed mesh is there */
} GrGroupProperties;

/* Creates the particles of all groups at the start of a run. Each rank appends its part of the particles to its store.
   Sets id, group, radius, mass and state of each particle, and its reference position to its position. Sets its type to
   GR_PARTICLE_TYPE_OWN (not yet known) and all other fields to 0. Also sets properties[n_grains]. Collective. Errors:
   GR_EXIT_INPUT if the case or its files are invalid; the message names the invalid particle with the lowest id.
   GR_EXIT_FILE if a file cannot be read. After an error the store may have a part of the particles. Limits: each rank
   has fewer than 2^31 particles (PetscInt). Overlaps are checked for random groups only. */
PetscErrorCode GrFillStore(MPI_Comm comm, const GrCase *the_case, GrStore *store, GrGroupProperties properties[]);

#endif
