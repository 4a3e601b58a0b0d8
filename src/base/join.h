/* Join: what all ranks have of something becomes one, by a rule of joining two; where a sum or a maximum will not do.

   Cost: one reduction of `bytes`, O(log ranks); no rank holds what the others have. The rule is an MPI_User_function on
   n values of so many bytes each: inout[i] becomes in[i], of lower ranks, joined with inout[i]. */
#ifndef GRANUM_BASE_JOIN_H
#define GRANUM_BASE_JOIN_H

#include <petscsys.h>

/* Collective. Of all ranks, in place; the rule must give the same in any order. */
PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, MPI_User_function *rule, void *value);

/* Collective. Of the ranks before this one; the first rank's `before` stays as it is. */
PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, MPI_User_function *rule, const void *value, void *before);

#endif
