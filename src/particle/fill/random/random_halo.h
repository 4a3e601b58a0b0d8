/* Regions of the box, their owners, and the exchange of spheres between neighbouring ones: a part of random.c.

   Regions are equal boxes, at least 8 reaches wide and at least 340 spheres large as far as the box allows, numbered
   along x, then y, then z; each rank owns a run of them (GrDecompose). Spheres posted since the last delivery go to
   every rank with a region within reach: one message to each owner of a neighbour of an own region, empty ones
   included. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_RANDOM_HALO_H
#define GRANUM_PARTICLE_FILL_RANDOM_RANDOM_HALO_H

#include "particle/fill/random/random_table.h"

/* Spheres on their way to or from one rank. */
typedef struct {
  int rank;
  PetscInt n, capacity;
  GrPackSphere *sphere;
} GrPackBox;

typedef struct {
  MPI_Comm comm; /* its own */
  int rank, size;
  PetscInt64 count; /* spheres in all */
  double reach;
  PetscBool periodic[3];
  double origin[3], edge[3]; /* of the regions */
  PetscInt64 regions[3], n_regions;
  GrRows mine;       /* regions of this rank */
  PetscInt64 *first; /* [mine.count + 1] first spheres of these; NULL: all regions have the same share */
  int n_peers;
  GrPackBox *out, in;
  MPI_Request *request;
  PetscInt64 messages, bytes; /* sent */
} GrPackHalo;

PetscErrorCode GrPackHaloCreate(MPI_Comm comm, const GrPackCase *c, double reach, GrPackHalo *halo);
PetscErrorCode GrPackHaloDestroy(GrPackHalo *halo);

/* By how much the regions keep off a face: wall or not. */
double GrPackInset(const GrPackCase *c, int axis);

/* Spheres are numbered from 0 through the regions. The first one of a region, of the region after the last: the count.
   Where shares differ, for regions and spheres of this rank. */
PetscInt64 GrPackFirstOf(const GrPackHalo *halo, PetscInt64 region);
PetscInt64 GrPackRegionOf(const GrPackHalo *halo, PetscInt64 number);

int GrPackOwnerOf(const GrPackHalo *halo, PetscInt64 region);

/* Faces of a region; infinite at walls. */
void GrPackRegion(const GrPackHalo *halo, PetscInt64 region, double lower[3], double upper[3]);

/* The place for a centre that three random numbers stand for: between the faces of a region, off the walls. */
void GrPackPlace(const GrPackCase *c, double radius, const double lower[3], const double upper[3],
                 const uint64_t bits[3], double x[3]);

/* For every rank with a region within reach of the sphere. */
PetscErrorCode GrPackExchange(GrPackHalo *halo, const GrPackSphere *sphere);

/* Adds what was posted to the same table of the ranks it is for. To be called by all ranks. */
PetscErrorCode GrPackDeliver(GrPackHalo *halo, GrPackTable *table);

#endif
