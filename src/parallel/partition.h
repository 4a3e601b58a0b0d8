/* Partition of space among the ranks, by recursive coordinate bisection (RCB of Zoltan) with weights.

   Each rank owns a region of space and the particles in it. Regions are boxes that fill all of space; the outer regions
   extend to infinity. A tree of cutting planes defines the regions. The motion of a particle does not depend on the
   rank that owns it, so the cutting planes can be chosen to balance the cost of the ranks. Memory: O(number of ranks)
   for the tree. */
#ifndef GRANUM_PARALLEL_PARTITION_H
#define GRANUM_PARALLEL_PARTITION_H

#include <petscsys.h>

typedef struct GrPartition_ *GrParallelPartition;

/* Collective. Creates a partition that has not divided space yet. */
PetscErrorCode GrParallelPartitionCreate(MPI_Comm comm, GrParallelPartition *partition);
/* Frees a partition and its tree of cutting planes. */
PetscErrorCode GrParallelPartitionDestroy(GrParallelPartition *partition);

/* Collective. Partitions space so that the points in the region of each rank have about the same sum of weights. x:
   three arrays of length n with the coordinates of the points of this rank [m]. At least one rank must have a point.
   weight: [n] cost of each point, > 0; NULL: equal costs. share: part of the costs that this rank
   gets, relative to the mean of all ranks, > 0; 1 on all ranks: equal parts. */
PetscErrorCode GrParallelPartitionDivide(GrParallelPartition partition, PetscInt n, const double *const x[3],
                                         const double *weight, double share);

/* Finds the rank that owns a point x [m]. Not collective; the result is equal on all ranks. */
PetscErrorCode GrParallelPartitionOwner(GrParallelPartition partition, const double x[3], int *rank);

/* Computes the lower and the upper corner of the region of this rank [m]. Before the first call of
   GrParallelPartitionDivide the region is all of space: its corners are at -infinity and +infinity. */
void GrParallelPartitionRegion(GrParallelPartition partition, double lower[3], double upper[3]);

/* Finds the ranks whose regions intersect the closed box with the corners `lower` and `upper` [m]. Sets *rank to an
   array of *n ranks, which is valid until the next call. Not collective. */
PetscErrorCode GrParallelPartitionMeets(GrParallelPartition partition, const double lower[3], const double upper[3],
                                        int *n, const int **rank);

#endif
