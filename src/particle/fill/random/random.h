/* Spheres at random positions in a box without overlap: random sequential addition, in parallel, with the same result
   on any number of ranks.

   The box is divided into equal regions, and each region has its share of the numbered spheres. Each sphere has a
   radius (distribution.h), a list of random positions in its region and random keys, all functions of seed, id and box.
   In a round every sphere without a place proposes its next position that is clear of placed spheres. A proposal
   becomes a place unless it overlaps a proposal of smaller key. Otherwise it waits for the next round, where it
   precedes all newer proposals (key = round + random number). The result is random sequential addition of the proposals
   in the order of their keys. The result of a proposal depends only on spheres within `reach`, the largest diameter
   plus the gap. A rank that has all placed spheres and proposals within reach of its regions thus decides as any other
   rank would. By induction over the rounds the result does not depend on the ownership. Large spheres are placed first,
   in classes of radius.

   Spheres of earlier groups block positions like placed spheres (random_occupied.h).

   Cost: O(N/P) memory. A round has two sparse exchanges with the owners of neighbouring regions. After 8, 16, 32, ...
   rounds of a class one reduction checks whether the class is done; further rounds change nothing. Equal spheres need
   about 4 tries each at a solid fraction of 0.2, 40 at 0.3, 150 at 0.33, 700 at 0.35, with some 0.2 microseconds per
   try; about 7 rounds at 0.2, 20 at 0.3, 500 at 0.35. The time grows as (largest/smallest radius)^3: ratios up to 10
   are practical. Limits: random sequential addition of equal spheres jams at a solid fraction of 0.3841, of equal discs
   at 0.5471 of the area (G. Zhang, S. Torquato, Phys. Rev. E 88 (2013) 053312). GrPackPrepare refuses fractions near
   these. Fewer spheres fit between walls less than three diameters apart; the search gives up after some 5000 tries per
   sphere. Each region holds its share to within one sphere, so the numbers in large parts of the box fluctuate less
   than at random. Regions have at least 340 spheres; ranks beyond the number of regions get none. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_H

#include "particle/fill/random/random_case.h"

typedef struct {
  /* range of this rank: its sphere i has the number rows.first + i and the id first_id + rows.first + i */
  GrRows rows;
  double *x;                /* [3 count] centres [m]; within [lower, upper) along periodic axes */
  double *radius;           /* [count] [m] */
  PetscInt64 rounds, tries; /* number of rounds; number of positions tried on all ranks. Equal on all ranks */
} GrPack;

/* Checks a packing task. Sets c->count from the solid fraction, or c->solid_fraction if the count is given. Returns
   NULL, or a sentence: the problem; the remedy. */
const char *GrPackPrepare(GrPackCase *c);

/* Prepares the packing task of a group from its keys, the case and its radii. Returns NULL, or a sentence: the problem;
   the remedy. */
const char *GrPackOfGroup(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii,
                          GrPackCase *pack);

/* Finds positions of all spheres. Each rank gets a range of consecutive ids; spheres with neighbouring ids are near
   each other. Fails with GR_EXIT_INPUT on every rank if no free position is found for a sphere. Collective. */
PetscErrorCode GrPackGenerate(MPI_Comm comm, const GrPackCase *c, GrPack *pack);
/* Frees the arrays. */
PetscErrorCode GrPackDestroy(GrPack *pack);

#endif
