/* Join: a reduction over ranks with an operation that is not a sum or a maximum.

   Cost: one reduction of `bytes`, O(log ranks). No rank receives the values of all other ranks. */
#ifndef GRANUM_BASE_JOIN_H
#define GRANUM_BASE_JOIN_H

#include <petscsys.h>

/* Operation of the reduction: replaces `value` by the combination (join) of two values of `bytes` bytes. `lower` is the
   join of lower ranks than `value`. */
typedef void GrJoinRule(const void *lower, void *value);

/* Collective. Replaces `value` by the join of the values of all ranks. The result of the rule must not depend on
   the order. */
PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, GrJoinRule *rule, void *value);

/* Collective. `before`: the join of the values of all lower ranks; not changed on the first rank. */
PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, GrJoinRule *rule, const void *value, void *before);

#endif
