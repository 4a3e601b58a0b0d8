/* Regions of the box, their owners, and the exchange of spheres between ranks: a part of random.c.

   Regions are equal boxes, at least 8 reaches wide and with at least 340 spheres as far as the box allows, numbered
   along x, then y, then z. Each rank owns consecutive regions (GrRowDecompose). A rank posts a sphere: it marks the
   sphere for sending to every rank that has a region near the sphere. A delivery sends all posted spheres in one sparse
   exchange (parallel/sparse_exchange.h). */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_HALO_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_HALO_H

#include "parallel/columns.h"
#include "particle/fill/random/random_table.h"

typedef struct {
  MPI_Comm comm; /* duplicate of the communicator, used only for this exchange */
  int rank, size;
  PetscInt64 count; /* number of spheres on all ranks */
  PetscBool periodic[3];
  double origin[3], edge[3]; /* lower corner of region 0; edge lengths of a region [m] */
  PetscInt64 regions[3], n_regions;
  GrRows mine; /* regions of this rank */
  /* [mine.count + 1] number of the first sphere of each region in `mine`; NULL: all regions have equal shares */
  PetscInt64 *first;
  GrParallelColumns posted; /* posted spheres: a table with one column of GrPackSphere */
  int *to;                  /* [posted.n] rank that receives each posted sphere */
  PetscInt capacity;        /* allocated length of `to` */
} GrPackHalo;

/* Divides the box into regions. reach: largest distance of the centres at which two spheres can touch [m].
   Collective. */
PetscErrorCode GrPackHaloCreate(MPI_Comm comm, const GrPackCase *c, double reach, GrPackHalo *halo);
/* Frees the memory and the communicator. */
PetscErrorCode GrPackHaloDestroy(GrPackHalo *halo);

/* Returns the number of the first sphere of a region; spheres are numbered from 0 through the regions. For the region
   after the last it returns the number of all spheres. If the regions have unequal shares, only regions of this rank
   are allowed. */
PetscInt64 GrPackFirstOf(const GrPackHalo *halo, PetscInt64 region);

/* Returns the region to which sphere number `number` belongs. If the regions have unequal shares, only spheres of this
   rank are allowed. */
PetscInt64 GrPackRegionOf(const GrPackHalo *halo, PetscInt64 number);

/* Returns the distance between the regions and the faces of the box along an axis [m]; 0 on periodic axes. */
double GrPackInset(const GrPackCase *c, int axis);

/* Computes the corners of a region [m]; a face at a wall is at infinity. */
void GrPackRegion(const GrPackHalo *halo, PetscInt64 region, double lower[3], double upper[3]);

/* Computes x [m], a position of a centre in a region, from three random numbers bits[3]. It is at
   least radius + gap away from every wall. */
void GrPackPlace(const GrPackCase *c, double radius, const double lower[3], const double upper[3],
                 const uint64_t bits[3], double x[3]);

/* Posts a sphere to each rank with a region nearer to it than `reach` [m]. own: whether it is posted to this rank,
   too. */
PetscErrorCode GrPackPost(GrPackHalo *halo, const GrPackSphere *sphere, double reach, PetscBool own);

/* Delivery: sends the posted spheres, and replaces halo->posted by the spheres that other ranks have posted to this
   rank. The caller must set halo->posted.n = 0 before it posts again. Collective. */
PetscErrorCode GrPackDeliver(GrPackHalo *halo);

#endif
