/* Spheres of earlier groups, which block positions: a part of random.c.

   They go to every rank with a region that they reach into. A table for each power of 2 of the radius holds them, so
   that large spheres do not widen the cells of small ones. If there are any, the share of a region is proportional to
   its free volume, which is measured by trying the largest sphere at 1024 random positions. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H

#include "particle/fill/random/random_halo.h"

enum { GR_PACK_SIZES_MAX = 64 };

typedef struct {
  int n; /* number of tables */
  int power[GR_PACK_SIZES_MAX];
  GrPackTable table[GR_PACK_SIZES_MAX];
} GrPackTaken;

/* Distributes the earlier spheres of the case. If there are any, sets the shares of the regions. Collective. */
PetscErrorCode GrPackTakenCreate(const GrPackCase *c, const GrPackCase *thick, GrPackHalo *halo, GrPackTaken *taken);
/* Frees all tables. */
PetscErrorCode GrPackTakenDestroy(GrPackTaken *taken);

/* Adds an existing sphere, whose key is -1. Uses the radii and the gap of c, and the box of `thick`. */
PetscErrorCode GrPackTakenAdd(const GrPackCase *c, const GrPackCase *thick, const GrPackSphere *sphere,
                              GrPackTaken *taken);

/* Whether an earlier sphere is nearer to this sphere than the gap allows. */
bool GrPackTakenBlocks(const GrPackTaken *taken, const GrPackSphere *sphere);

#endif
