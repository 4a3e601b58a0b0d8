/* Spheres of earlier groups, which block positions: a part of random.c.

   Each of them is sent to every rank with a region that it reaches into. They are stored in one table per power of 2 of
   the radius, so that large spheres do not widen the cells of small spheres. If there are such spheres, the number of
   new spheres in a region is proportional to its free volume, which is measured by trying the largest sphere at 1024
   random positions. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H

#include "particle/fill/random/random_halo.h"

enum { GR_PACK_SIZES_MAX = 64 };

typedef struct {
  int n; /* number of tables */
  int power[GR_PACK_SIZES_MAX];
  GrPackTable table[GR_PACK_SIZES_MAX];
} GrPackTaken;

/* Distributes the spheres of earlier groups, c->taken. If there are any, sets the shares of the regions. thick: the
   same packing task, but for discs with a box as thick as the largest sphere. Collective. */
PetscErrorCode GrPackTakenCreate(const GrPackCase *c, const GrPackCase *thick, GrPackHalo *halo, GrPackTaken *taken);
/* Frees all tables. */
PetscErrorCode GrPackTakenDestroy(GrPackTaken *taken);

/* Adds a sphere of an earlier group, whose key is -1. Uses radii and gap of c, and the box of `thick`. */
PetscErrorCode GrPackTakenAdd(const GrPackCase *c, const GrPackCase *thick, const GrPackSphere *sphere,
                              GrPackTaken *taken);

/* Whether a sphere of an earlier group is nearer to this sphere than the gap allows. */
bool GrPackTakenBlocks(const GrPackTaken *taken, const GrPackSphere *sphere);

#endif
