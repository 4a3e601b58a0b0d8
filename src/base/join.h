/* Join: an MPI reduction over the ranks with a custom operation. Cost: one reduction of `bytes` bytes, in O(log(number
   of ranks)) time. No rank receives the values of all other ranks. */
#ifndef GRANUM_BASE_JOIN_H
#define GRANUM_BASE_JOIN_H

#include <petscsys.h>

/* Operation of the reduction: combines two values of `bytes` bytes each, and stores the result in *value. In
   GrJoinBefore, *lower always comes from lower ranks than *value. In GrJoinAll the order is not defined. */
typedef void GrJoinRule(const void *lower, void *value);

/* Collective. Combines the values of all ranks, and sets *value to the result on every rank. The result of `rule` must
   not depend on the order in which values are combined. */
PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, GrJoinRule *rule, void *value);

/* Collective. Combines the values of all ranks below this rank (exclusive scan), and sets *before to the result. On
   rank 0 *before is not changed. */
PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, GrJoinRule *rule, const void *value, void *before);

#endif
