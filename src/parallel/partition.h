/* Partition of space among the ranks: recursive coordinate bisection (RCB of Zoltan) with weights.

   Each rank owns a region of space and the particles in it. Regions are boxes that fill all of space; the outer regions
   extend to infinity. The motion of a particle does not depend on its owner, so the cuts may follow the cost of
   particles. Memory: the tree of cuts, O(number of ranks). */
#ifndef GRANUM_PARALLEL_PARTITION_H
#define GRANUM_PARALLEL_PARTITION_H

#include <petscsys.h>

typedef struct GrPartition_ *GrParallelPartition;

/* Collective. Creates a partition that has not divided space yet. */
PetscErrorCode GrParallelPartitionCreate(MPI_Comm comm, GrParallelPartition *partition);
/* Frees a partition with its tree of cuts. */
PetscErrorCode GrParallelPartitionDestroy(GrParallelPartition *partition);

/* Collective. Partitions space so that all ranks have about the same sum of weights. x: coordinates of the n points of
   this rank, three arrays [n] [m]; at least one rank must have a point. weight: costs > 0 of the points, or NULL for
   equal costs. */
PetscErrorCode GrParallelPartitionDivide(GrParallelPartition partition, PetscInt n, const double *const x[3],
                                         const double *weight);

/* Whether space has been partitioned. Before the first partition there are no owners and no regions. */
PetscBool GrParallelPartitionIsDivided(GrParallelPartition partition);

/* Finds the rank that owns a point x [m]. Not collective; the result is equal on all ranks. */
PetscErrorCode GrParallelPartitionOwner(GrParallelPartition partition, const double x[3], int *rank);

/* Finds the corners of the region of this rank [m]; before the first partition they are at infinity. */
PetscErrorCode GrParallelPartitionRegion(GrParallelPartition partition, double lower[3], double upper[3]);

/* Finds the ranks whose regions intersect a closed box with the corners lower and upper [m]: the list rank[n], valid
   until the next call. Not collective. */
PetscErrorCode GrParallelPartitionMeets(GrParallelPartition partition, const double lower[3], const double upper[3],
                                        int *n, const int **rank);

#endif
