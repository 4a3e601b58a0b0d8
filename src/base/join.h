/* Join: a reduction over ranks by a custom operation, the rule. Cost: one reduction of `bytes`, O(log ranks). No rank
   receives the values of all other ranks. */
#ifndef GRANUM_BASE_JOIN_H
#define GRANUM_BASE_JOIN_H

#include <petscsys.h>

/* Operation of the reduction: replaces *value by the join (combination) of *lower and *value, which have `bytes` bytes
   each. *lower is the join of the values of lower ranks. */
typedef void GrJoinRule(const void *lower, void *value);

/* Collective. Replaces *value by the join of the values of all ranks. The result must not depend on the order of the
   joins. */
PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, GrJoinRule *rule, void *value);

/* Collective. Sets *before to the join of the values of all lower ranks; on the first rank *before is not changed. */
PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, GrJoinRule *rule, const void *value, void *before);

#endif
