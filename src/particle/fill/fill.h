/* Creates the particles of a case in two and three dimensions at the start of a run, by the generator of each group.

   Ids start at 1 and increase from group to group. The properties of a particle follow from the case and its files, not
   from the ranks. Each of P ranks gets about N/P of the N particles, and never holds more.

   lattice:  particle i of a group is at site i - 1 (lattice.h).
   random:   places and radii by random.h, without overlap with earlier groups; in dimension 2 the particles are discs.
   file:     a CSV file (csv.h). Its ids are a permutation of 1 .. count within the group; without ids the order of
             lines counts. Each component of velocity and spin in the file replaces the component of the group.
   previous: positions, velocities, spins, radii and masses from a results.h5 or a checkpoint (previous.h). Ids are
             renumbered without gaps. Fixed particles remain fixed. Velocity and spin of the group are not used.
   within:   keeps the particles of any generator that lie wholly within a shape (within.h), and renumbers their ids.
   Paths are relative to the folder of the input.

   radius: drawn from the distribution of the group if it has one, also for file and previous; otherwise from the file.
   mass:   infinite if the group is fixed; otherwise the mass that the group gives; otherwise the mass in the file (of
           `previous` only if the radii are from the file, too); otherwise 4/3 pi R^3 density.
   Every generator may have a random part of velocity and spin: standard deviation times normal numbers
   (base/math/random.h, draws 0 to 2 of GR_RANDOM_VELOCITY and GR_RANDOM_SPIN, keyed by seed and id).
   Positions of file and previous may lie anywhere along periodic axes; they are wrapped into the box.

   Dimension 2: all particles are placed in the plane z = domain.lower[2]. The particles of a file must have equal z, no
   velocity along z, and spin about z only. Random parts have no component out of the plane. */
#ifndef GRANUM_PARTICLE_FILL_FILL_H
#define GRANUM_PARTICLE_FILL_FILL_H

#include "particle/store.h"
#include <granum/case.h>

/* Properties of a group at the start, over all ranks. */
typedef struct {
  PetscInt64 first_id, count;
  double radius_min, radius_max; /* [m] */
} GrGroupProperties;

/* Appends this rank's share of the particles of all groups to the store: sets id, group, radius, mass and state, the
   reference position to the position, the type to GR_PARTICLE_TYPE_OWN, and all other fields to 0. Sets
   properties[n_grains]. Collective. Errors: GR_EXIT_INPUT if the case or its files are invalid; the message names the
   invalid particle with the lowest id. GR_EXIT_FILE if a file cannot be read. After an error the store holds some of
   the particles. Limits: each rank has fewer than 2^31 particles (PetscInt). Overlaps are checked for random groups
   only. */
PetscErrorCode GrFillStore(MPI_Comm comm, const GrCase *the_case, GrStore *store, GrGroupProperties properties[]);

#endif
