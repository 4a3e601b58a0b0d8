/* What is there before spheres are placed at random: a part of random.c.

   Spheres of earlier groups go to every rank with a region that they reach into, and into tables by size, a table for
   each power of 2 of the radius, so that large ones do not widen the cells of small ones.
   A region that is partly taken gets a smaller share of the spheres: as many as its room, measured by trying the
   largest sphere at ROOM_TRIES random places, is of that of all regions. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_OCCUPIED_H

#include "particle/fill/random/random_halo.h"

enum { GR_PACK_SIZES_MAX = 64 };

typedef struct {
  int n; /* tables; 0 on all ranks: nothing is in the way */
  int power[GR_PACK_SIZES_MAX];
  GrPackTable table[GR_PACK_SIZES_MAX];
} GrPackTaken;

/* Collective. Takes in what the case says is there; if there is anything, gives each region of the halo its share. */
PetscErrorCode GrPackTakenCreate(const GrPackCase *c, const GrPackCase *thick, GrPackHalo *halo, GrPackTaken *taken);
PetscErrorCode GrPackTakenDestroy(GrPackTaken *taken);

/* Adds an existing sphere, whose key is -1. Uses the radii and the gap of c, and the box of `thick`. */
PetscErrorCode GrPackTakenAdd(const GrPackCase *c, const GrPackCase *thick, const GrPackSphere *sphere,
                              GrPackTaken *taken);

bool GrPackTakenBlocks(const GrPackTaken *taken, const GrPackSphere *sphere);

#endif
