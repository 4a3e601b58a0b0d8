/* Part of the placer (placer.h): division of a box into regions, and exchange of spheres between the ranks that own the
   regions.

   All regions are boxes of equal size. The reach is the largest distance of the centres at which two spheres can touch.
   If the box is large enough, the edges of a region are at least 8 reaches long, and a region has at least 340 spheres
   on average. Regions are numbered along x first, then along y, then along z. Each rank owns a contiguous range of
   regions (GrRowDecompose).
   GrPackPost puts a sphere on the list of spheres to be sent. Its receivers are all ranks with a region near the
   sphere. Its users send all spheres of the list by GrParallelColumnsExchange, and empty the list before they post
   other spheres. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_HALO_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_HALO_H

#include "parallel/columns.h"
#include "particle/fill/random/random_table.h"
#include <stdbool.h>

/* Division of the box into regions, which are distributed over the ranks, and the list of spheres to be sent. */
typedef struct {
  MPI_Comm comm;         /* duplicate of the caller's communicator, for the messages of the packing */
  int rank, size;        /* this rank, and number of ranks */
  PetscInt64 count;      /* number of spheres to be placed, over all ranks */
  bool periodic[3];      /* whether the box is periodic along each axis */
  double origin[3];      /* lower corner of region 0 [m] */
  double edge[3];        /* edge lengths of a region [m] */
  PetscInt64 regions[3]; /* number of regions along each axis */
  PetscInt64 n_regions;  /* number of all regions */
  GrRows mine;           /* range of regions that this rank owns */
  /* [mine.count + 1] number of the first sphere of each region of this rank; NULL: all regions have equal numbers of
     spheres, up to a difference of 1 */
  PetscInt64 *first;
  GrParallelColumns posted; /* list of spheres to be sent, or received: a table with one column of type GrPackSphere */
  int *to;                  /* [posted.n] receiver (rank) of each sphere in the list */
  PetscInt capacity;        /* number of elements of `to` for which memory is allocated */
} GrPackHalo;

/* Divides the box of the spheres into regions. reach: largest distance of the centres at which two spheres can touch
   [m]. Collective. */
PetscErrorCode GrPackHaloCreate(MPI_Comm comm, const GrPackCase *c, double reach, GrPackHalo *halo);
/* Frees the arrays and the communicator of *halo. */
PetscErrorCode GrPackHaloDestroy(GrPackHalo *halo);

/* Returns the number of the first sphere of a region. The spheres of region 0 are numbered from 0, the spheres of
   region 1 follow, and so on. region: 0 to n_regions; for n_regions the function returns the number of all spheres. If
   halo->first is not NULL, the region must belong to this rank, or be the region after its last region. */
PetscInt64 GrPackFirstOf(const GrPackHalo *halo, PetscInt64 region);

/* Returns the region to which sphere number `number` belongs. If halo->first is not NULL, the sphere must be in a
   region of this rank. */
PetscInt64 GrPackRegionOf(const GrPackHalo *halo, PetscInt64 number);

/* Returns the thickness [m] of a layer at each wall normal to an axis; 0 for a periodic axis. Hardly any sphere has its
   centre in this layer. The box without these layers is divided into equal regions. */
double GrPackInset(const GrPackCase *c, int axis);

/* Computes the region `number`, a box. All its faces are open, apart from faces on walls. */
void GrPackRegion(const GrPackHalo *halo, const GrPackCase *c, PetscInt64 number, GrRegion *region);

/* Puts a sphere on the list of spheres to be sent. The receivers are all ranks that own a region whose distance from
   the centre is less than `reach` [m]. own: whether this rank may also be a receiver. */
PetscErrorCode GrPackPost(GrPackHalo *halo, const GrPackSphere *sphere, double reach, bool own);

#endif
