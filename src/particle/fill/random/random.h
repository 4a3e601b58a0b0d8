/* Spheres at random in a box without overlap: random sequential addition, in parallel, the same on any number of ranks.

   The spheres are numbered, and the box is divided into equal regions; each region is home to its share of the numbers,
   and each sphere has its own radius (distribution.h) and its own list of random places in its region and of random
   keys, all functions of seed, id and box. In a round every sphere without a place proposes the next one of its list
   that is free of placed spheres; a proposal becomes a place unless it overlaps one of smaller key, and otherwise waits
   for the next round, where it goes before all newer ones (key = round + random number). Thus places are given as if
   the proposals were tried one by one in the order of their keys: random sequential addition, exactly.
   What becomes of a proposal depends on what lies within `reach` (the largest diameter plus the gap) and on nothing
   else. A rank that knows all places and proposals within reach of its regions therefore decides as any other would,
   and by induction over the rounds the result does not depend on who owns what. Large spheres go first, in classes of
   radius; a class begins when the one before it is done.

   Spheres that are there already are in the way like placed ones, and regions get shares by the room that these leave
   (random_occupied.h).

   Cost: O(N/P) memory. A round is two messages to each owner of a neighbouring region. After 8, 16, 32, ... rounds of a
   class all ranks ask whether it is done: rounds after it was change nothing. Equal spheres need about 4 tries each at
   a solid fraction of 0.2, 40 at 0.3, 150 at 0.33, 700 at 0.35, at some 0.2 microseconds a try; about 7 rounds at 0.2,
   20 at 0.3, 500 at 0.35. The search slows down with (largest/smallest radius)^3: ratios up to 10 are practical.
   Limits: equal spheres added one by one jam at a solid fraction of 0.3841 and equal discs at 0.5471 of
   the area (G. Zhang, S. Torquato, Phys. Rev. E 88 (2013) 053312), and GrPackPrepare refuses what comes too near. Less
   fits between walls fewer than three diameters apart, which shows only on trying: the search is given up after some
   5000 tries for each sphere. Every region holds its share to within one sphere, so the number of spheres in large
   parts of the box fluctuates less than at random. Ranks beyond the number of regions (at least 340 spheres each) get
   none. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_H

#include "particle/fill/random/random_case.h"

typedef struct {
  GrRows rows;              /* sphere i of this rank is number rows.first + i and has id first_id + rows.first + i */
  double *x;                /* [3 count], within [lower, upper) on periodic axes [m] */
  double *radius;           /* [count] [m] */
  PetscInt64 rounds, tries; /* over all ranks; the same on every rank */
} GrPack;

/* Checks what was given; sets count, or solid_fraction if count was given. Returns NULL, or one sentence: what is
   wrong; what to write instead. */
const char *GrPackPrepare(GrPackCase *c);

/* The same for a group: what it is given, with what the case and its radii add. */
const char *GrPackOfGroup(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii,
                          GrPackCase *pack);

/* Places the spheres. Collective. Ranks get consecutive runs of ids, neighbouring ids lie near each other. If some find
   no room: GrFail(GR_EXIT_INPUT, ...) on every rank. */
PetscErrorCode GrPackGenerate(MPI_Comm comm, const GrPackCase *c, GrPack *pack);
PetscErrorCode GrPackDestroy(GrPack *pack);

#endif
