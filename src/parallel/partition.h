/* Partition of space among the ranks: recursive coordinate bisection (RCB of Zoltan) with weights.

   Regions are boxes that fill all of space; the outer ones extend to infinity. The motion of a particle does not
   depend on its owner, so the cuts may follow the cost of particles. Memory: the tree of cuts, O(number of ranks). */
#ifndef GRANUM_PARALLEL_PARTITION_H
#define GRANUM_PARALLEL_PARTITION_H

#include <petscsys.h>

typedef struct GrPartition_ *GrParallelPartition;

/* Collective. Creates a partition that has not divided space yet. */
PetscErrorCode GrParallelPartitionCreate(MPI_Comm comm, GrParallelPartition *partition);
/* Frees the tree of cuts. */
PetscErrorCode GrParallelPartitionDestroy(GrParallelPartition *partition);

/* Collective. Partitions space so that all ranks have about the same sum of weights. x: three arrays of the n
   points of this rank [m]; at least one rank has a point. weight: costs > 0 of the points, or NULL for equal costs. */
PetscErrorCode GrParallelPartitionDivide(GrParallelPartition partition, PetscInt n, const double *const x[3],
                                         const double *weight);

/* Whether space has been partitioned. Before that there are no owners and regions. */
PetscBool GrParallelPartitionIsDivided(GrParallelPartition partition);

/* Finds the rank that owns a point. Not collective; the same result on every rank. */
PetscErrorCode GrParallelPartitionOwner(GrParallelPartition partition, const double x[3], int *rank);

/* Region of this rank [m]; all of space before it is partitioned. */
PetscErrorCode GrParallelPartitionRegion(GrParallelPartition partition, double lower[3], double upper[3]);

/* Finds the n ranks whose regions intersect a closed box. The list is valid until the next call. Not collective. */
PetscErrorCode GrParallelPartitionMeets(GrParallelPartition partition, const double lower[3], const double upper[3],
                                        int *n, const int **rank);

#endif
