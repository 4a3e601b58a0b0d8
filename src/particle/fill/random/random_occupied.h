/* Spheres of earlier groups and closed meshes, for the random packing of a new group (random.c). They block positions
   of new spheres.

   Each sphere of an earlier group is sent to each rank that has a region near the sphere (random_halo.h). A rank stores
   these spheres in several tables, each with its own grid of search cells. The radii in a table differ by less than a
   factor of 2, so that large spheres do not increase the cell size for small spheres. If there are spheres of earlier
   groups or closed meshes, the number of new spheres in a region is proportional to the free volume of the region. The
   free volume is estimated by a test of the largest new sphere at 1024 random positions. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H

#include "particle/fill/random/random_halo.h"
#include <stdbool.h>

enum { GR_PACK_SIZES_MAX = 64 };

/* Spheres of earlier groups of the input that are near the regions of this rank, in tables by their radii. */
typedef struct {
  int n;                                /* number of tables */
  int power[GR_PACK_SIZES_MAX];         /* table k has the spheres with radii from 2^(power[k] - 1) to 2^power[k] [m] */
  GrPackTable table[GR_PACK_SIZES_MAX]; /* [n] the tables */
} GrPackTaken;

/* Sends the spheres of earlier groups, c->taken, to the ranks with regions near them, and stores them in tables. If
   there are spheres of earlier groups or solids, also sets halo->first, the distribution of the new spheres over the
   regions. thick: a copy of the packing task c. In dimension 2, where all centres are in one plane, the box of `thick`
   extends on both sides of this plane and is as thick as the largest sphere. Collective. */
PetscErrorCode GrPackTakenCreate(const GrPackCase *c, const GrPackCase *thick, GrPackHalo *halo, GrPackTaken *taken);
/* Frees all tables. */
PetscErrorCode GrPackTakenDestroy(GrPackTaken *taken);

/* Adds a sphere of an earlier group to the tables. Its key must be -1. Uses the radii and the gap of c, and the box of
   `thick`. */
PetscErrorCode GrPackTakenAdd(const GrPackCase *c, const GrPackCase *thick, const GrPackSphere *sphere,
                              GrPackTaken *taken);

/* Returns whether a new sphere is nearer to a sphere of an earlier group than the gap allows. */
bool GrPackTakenBlocks(const GrPackTaken *taken, const GrPackSphere *sphere);

/* Returns whether a new sphere is inside a closed mesh (GrPackCase.solid), or nearer to it than the gap allows. */
bool GrPackSolidBlocks(const GrPackCase *c, const GrPackSphere *sphere);

/* Returns the end of a message about spheres that find no place: when a closed mesh is filled; "": there is none. */
const char *GrPackSolidAdvice(const GrPackCase *c);

#endif
