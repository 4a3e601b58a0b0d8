/* Regions of the box, their owners, and the exchange of spheres between ranks: a part of random.c.

   Regions are equal boxes, at least 8 reaches wide and with at least 340 spheres as far as the box allows, numbered
   along x, then y, then z. Each rank owns a run of them (GrRowDecompose). Spheres that have been posted since the last
   delivery go to every rank with a region near them: one sparse exchange (parallel/sparse_exchange.h). */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_HALO_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_HALO_H

#include "parallel/columns.h"
#include "particle/fill/random/random_table.h"

typedef struct {
  MPI_Comm comm; /* a duplicate for this exchange alone */
  int rank, size;
  PetscInt64 count; /* spheres of all ranks */
  PetscBool periodic[3];
  double origin[3], edge[3]; /* lower corner of region 0; edge lengths of a region [m] */
  PetscInt64 regions[3], n_regions;
  GrRows mine;       /* regions of this rank */
  PetscInt64 *first; /* [mine.count + 1] first sphere of each of these regions; NULL: all regions have equal shares */
  GrParallelColumns posted; /* one column of GrPackSphere */
  int *to;                  /* [posted.n] receiver of each posted sphere */
  PetscInt capacity;        /* allocated length of `to` */
} GrPackHalo;

/* Plans the regions. reach: largest distance at which two spheres can touch [m]. Collective. */
PetscErrorCode GrPackHaloCreate(MPI_Comm comm, const GrPackCase *c, double reach, GrPackHalo *halo);
/* Frees the plan and its communicator. */
PetscErrorCode GrPackHaloDestroy(GrPackHalo *halo);

/* Number of the first sphere of a region; spheres are numbered from 0 through the regions. For the region after the
   last: the count. If shares differ, this works for regions of this rank only. */
PetscInt64 GrPackFirstOf(const GrPackHalo *halo, PetscInt64 region);

/* Region of a sphere. If shares differ, this works for spheres of this rank only. */
PetscInt64 GrPackRegionOf(const GrPackHalo *halo, PetscInt64 number);

/* Distance between the regions and a face of the box [m]: 0 on periodic axes. */
double GrPackInset(const GrPackCase *c, int axis);

/* Faces of a region [m]; infinite at walls. */
void GrPackRegion(const GrPackHalo *halo, PetscInt64 region, double lower[3], double upper[3]);

/* Position of a centre between the faces of a region and off the walls, from three random numbers. */
void GrPackPlace(const GrPackCase *c, double radius, const double lower[3], const double upper[3],
                 const uint64_t bits[3], double x[3]);

/* Posts a sphere once for each rank with a region nearer than `reach`. own: also for this rank. */
PetscErrorCode GrPackPost(GrPackHalo *halo, const GrPackSphere *sphere, double reach, PetscBool own);

/* Sends the posted spheres, and replaces them in halo->posted by the spheres for this rank. The caller sets
   halo->posted.n = 0 before it posts again. Collective. */
PetscErrorCode GrPackDeliver(GrPackHalo *halo);

#endif
