/* Join: an MPI reduction over the ranks with a custom operation. Cost: one reduction of the value, in O(log P) time on
   P ranks. No rank receives the values of all other ranks. */
#ifndef GRANUM_BASE_JOIN_H
#define GRANUM_BASE_JOIN_H

#include <petscsys.h>

/* Operation of a reduction (GrJoinAll, GrJoinBefore): combines the values *lower and *value of different ranks, and
   stores the result in *value. In GrJoinBefore, *lower comes from lower ranks than *value. In GrJoinAll, the two values
   may come from any ranks. */
typedef void GrJoinRule(const void *lower, void *value);

/* Collective. Combines the values of all ranks by `rule`, and sets *value to the result on every rank. bytes: size of
   a value. The result must not depend on the order in which values are combined. */
PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, GrJoinRule *rule, void *value);

/* Collective. Combines the values of all ranks below this rank by `rule` (exclusive scan), and sets *before to the
   result. bytes: size of a value. On rank 0 *before is not changed. */
PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, GrJoinRule *rule, const void *value, void *before);

#endif
