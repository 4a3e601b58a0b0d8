/* Spheres at random positions in a box without overlap: random sequential addition, in parallel, with the same result
   on any number of ranks (placer.h).

   The box is divided into equal regions, and the spheres are divided equally among the regions. Radii, positions and
   keys are functions of seed, id and box. Spheres of groups that were created earlier count as placed spheres
   (random_occupied.h). Positions inside closed meshes of walls, or nearer to their surfaces than the gap, are not used.

   Cost: O(N/P) memory. Equal spheres need about 4 tries each at a solid fraction of 0.2, 40 at 0.3, 150 at 0.33, 700 at
   0.35. A try takes about 0.2 microseconds. The number of rounds is about 7 at 0.2, 20 at 0.3, 500 at 0.35. The time
   grows as (largest/smallest radius)^3: ratios up to 10 are practical.

   Limits: random sequential addition of equal spheres cannot exceed a solid fraction of 0.3841, that of equal discs an
   area fraction of 0.5471 (G. Zhang, S. Torquato, Phys. Rev. E 88 (2013) 053312). GrPackPrepare rejects fractions near
   these limits. Between walls less than three diameters apart the limits are lower. If spheres then find no position,
   the search ends with an error after about 5000 tries per sphere. Without earlier groups and closed
   meshes, the numbers of spheres in two regions differ by at most one. The density of large parts of the box therefore
   fluctuates less than with independent random positions. If there are more ranks than regions, some ranks get no
   spheres. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_H

#include "particle/fill/random/random_case.h"

/* Result of the packing: the spheres that this rank gets, with their positions. */
typedef struct {
  /* numbers of the spheres of this rank: sphere i of the rank has the number rows.first + i. Its id is this number plus
     GrPackCase.first_id */
  GrRows rows;
  double *x;      /* [3 rows.count] positions of the centres [m]; along periodic axes in the box: lower <= x < upper */
  double *radius; /* [rows.count] radii [m] */
  PetscInt64 rounds; /* number of rounds of the algorithm, equal on all ranks */
  PetscInt64 tries;  /* number of random positions that all ranks together have tried */
} GrPack;

/* Checks a packing task: box, number and radii of spheres to be placed. Computes c->count if the solid fraction is
   given, or c->solid_fraction if the count is given. Returns NULL, or an error message that states the problem and its
   remedy. */
const char *GrPackPrepare(GrPackCase *c);

/* Prepares the packing task of a particle group from the input keys of the group, the case, and the distribution of
   radii. Returns NULL, or an error message that states the problem and its remedy. */
const char *GrPackOfGroup(const GrCase *the_case, const GrGrains *grains, const GrDistribution *radii,
                          GrPackCase *pack);

/* Finds the positions of all spheres of a packing task. Each rank gets spheres with consecutive ids; spheres with
   neighbouring ids are near each other. Fails with GR_EXIT_INPUT on every rank if no free position is found for a
   sphere. Collective. */
PetscErrorCode GrPackGenerate(MPI_Comm comm, const GrPackCase *c, GrPack *pack);
/* Frees the arrays of *pack. */
PetscErrorCode GrPackDestroy(GrPack *pack);

#endif
