/* Join: what all ranks have of something becomes one, by a rule of joining two; where a sum or a maximum will not do.

   Cost: one reduction of `bytes`, O(log ranks); no rank holds what the others have. */
#ifndef GRANUM_BASE_JOIN_H
#define GRANUM_BASE_JOIN_H

#include <petscsys.h>

/* `value` becomes `lower`, of lower ranks, joined with `value`; both are of so many bytes. */
typedef void GrJoinRule(const void *lower, void *value);

/* Collective. Of all ranks, in place; the rule must give the same in any order. */
PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, GrJoinRule *rule, void *value);

/* Collective. Of the ranks before this one; the first rank's `before` stays as it is. */
PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, GrJoinRule *rule, const void *value, void *before);

#endif
