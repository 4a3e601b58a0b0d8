/* Which rank owns which part of space: recursive coordinate bisection (Zoltan's RCB) on weights.

   Regions are boxes that fill all of space; the outermost reach to infinity. Who owns a particle has no influence on
   its motion, so the cuts may follow its cost. Memory: the tree of cuts, O(number of ranks). */
#ifndef GRANUM_PARALLEL_PARTITION_H
#define GRANUM_PARALLEL_PARTITION_H

#include <petscsys.h>

typedef struct GrPartition_ *GrPartition;

PetscErrorCode GrPartitionCreate(MPI_Comm comm, GrPartition *partition);
PetscErrorCode GrPartitionDestroy(GrPartition *partition);

/* Collective. Partitions space anew, so that the points on each side of a cut weigh what its ranks should carry. x:
   three arrays of the n points of this rank [m], of which some rank must have one; weight: their costs > 0, or NULL for
   all the same. */
PetscErrorCode GrPartitionDivide(GrPartition partition, PetscInt n, const double *const x[3], const double *weight);

/* Has space been partitioned? Before that there is neither owner nor region. */
PetscBool GrPartitionIsDivided(GrPartition partition);

/* The rank that owns a point. Not collective; the same on every rank. */
PetscErrorCode GrPartitionOwner(GrPartition partition, const double x[3], int *rank);

/* The region of this rank; all of space before it is partitioned. */
PetscErrorCode GrPartitionRegion(GrPartition partition, double lower[3], double upper[3]);

/* The ranks whose regions a closed box meets; they stay until the next question. Not collective. */
PetscErrorCode GrPartitionMeets(GrPartition partition, const double lower[3], const double upper[3], int *n,
                                const int **rank);

#endif
