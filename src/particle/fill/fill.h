/* The particles of a case in two and three dimensions, as they are at the start.

   Ids run through the groups in order, from 1. What a particle is follows from the case and its files alone, not from
   the ranks: any rank may get any particles, each about N/P of them, and holds no more in between.

   lattice:  particle i of a group stands on site i - 1 (lattice.h).
   random:   places and radii of random.h, clear of all groups before; in dimension 2 those of discs.
   file:     a CSV file (csv.h). Ids in it are a permutation of 1 .. count, within the group; without ids they follow
             the lines. Velocity and spin that it has replace those of the group, axis by axis.
   previous: positions, velocities, spins, radii and masses of a results.h5 or a checkpoint (previous.h), ids closed up
             where particles had left. What was held there is held here. Velocity and spin of the group do not count.
   Paths are relative to the folder of the input.

   within: of any of these, those that lie wholly within a shape (within.h), with ids that are closed up.

   radius: drawn from the group's distribution if it has one, also for file and previous; otherwise the file's.
   mass:   infinite if the group is fixed; else the group's; else the file's (of previous only with its radii); else
           4/3 pi R^3 density.
   A random part of velocity and spin is added to all of them, whatever they come from: deviation times normal numbers
   (base/math/random.h, draws 0 to 2 of GR_RANDOM_VELOCITY and GR_RANDOM_SPIN, keyed by seed and id).
   Positions of file and previous may lie anywhere along periodic axes: they are brought into the box.

   Dimension 2: all particles are set in the plane z = domain.lower[2]. A file has one z for all of them, whichever, and
   neither a velocity out of the plane nor a spin but about z; the random parts stay in the plane, too. */
#ifndef GRANUM_PARTICLE_FILL_FILL_H
#define GRANUM_PARTICLE_FILL_FILL_H

#include "particle/store.h"
#include <granum/case.h>

/* A group as it was made; over all ranks. */
typedef struct {
  PetscInt64 first_id, count;
  double radius_min, radius_max; /* [m] */
} GrGroupProperties;

/* Collective. Appends this rank's share of all groups to the store: id, group, radius, mass, state; reference =
   position, type = GR_PARTICLE_TYPE_OWN, zero elsewhere. Fills properties[n_grains].
   What is wrong with the case or its files: GrFail(GR_EXIT_INPUT, ...), of several particles with the lowest id; files
   that cannot be read: GrFail(GR_EXIT_FILE, ...). The store then holds some of the particles.
   Limit: each rank has fewer than 2^31 particles (PetscInt). A random group keeps off those before it; other
   overlaps are not looked for. */
PetscErrorCode GrFillStore(MPI_Comm comm, const GrCase *the_case, GrStore *store, GrGroupProperties properties[]);

#endif
