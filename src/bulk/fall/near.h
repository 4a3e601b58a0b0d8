/* Barriers by place: which of many walls can be the nearest one to a point. */
#ifndef GRANUM_BULK_FALL_NEAR_H
#define GRANUM_BULK_FALL_NEAR_H

#include "bulk/bulk.h"

/* A wall that particles cannot pass at any time of the run. */
typedef struct {
  const GrWall *wall;
  GrWallPose pose; /* pose of the wall now */
  double path;     /* distance by which it may still move [m] */
} GrBarrier;

/* A barrier that is the nearest one for some point of a block. */
typedef struct {
  double gap; /* at the centre of the block [m] */
  int barrier;
} GrNearBarrier;

/* Barriers, and blocks that divide the simulation box. */
typedef struct {
  int n_barriers;
  const GrBarrier *barrier; /* [n_barriers] */
  double lower[3], size[3]; /* lower corner of the box, lengths of a block [m] */
  PetscInt n[3];            /* number of blocks along each axis */
  PetscInt *begin;          /* [number of blocks + 1] first element of each block in `near` */
  GrNearBarrier *near;      /* [begin[number of blocks]] by block, with ascending gap */
} GrNear;

/* Creates the lists. barrier[n_barriers] is owned by the caller. n: number of blocks along each axis. */
PetscErrorCode GrBulkFallNearCreate(const GrParallelBox *box, int n_barriers, const GrBarrier *barrier,
                                    const PetscInt n[3], GrNear *near);

/* Returns the clearance of a point [m], its distance from the nearest barrier plus the path of this barrier. Sets
   *nearest, unless NULL, to the barrier; -1: there is none. */
double GrBulkFallNearFind(const GrNear *near, const double x[3], int *nearest);

/* Frees the lists. */
PetscErrorCode GrBulkFallNearDestroy(GrNear *near);

#endif
