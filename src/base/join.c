/* Reductions with a user-defined rule; see join.h. MPI passes no context to the function of a reduction operation, so
   the current rule is a static variable. Both reductions are blocking, so a process has only one join at a time. */
#include "base/join.h"

typedef struct {
  size_t bytes;
  GrJoinRule *rule;
} Joining;

static const Joining *current;

static void JoinEach(void *lower, void *values, int *n, MPI_Datatype *type)
{
  for (size_t i = 0; i < (size_t)*n; i++)
    current->rule((const char *)lower + i * current->bytes, (char *)values + i * current->bytes);
}

/* Replaces `value` by the join of all ranks, or sets `before` unless it is NULL. */
static PetscErrorCode Reduce(MPI_Comm comm, size_t bytes, GrJoinRule *rule, void *value, void *before)
{
  const Joining joining = {bytes, rule};
  MPI_Datatype type;
  MPI_Op op;

  PetscCallMPI(MPI_Type_contiguous((int)bytes, MPI_BYTE, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCallMPI(MPI_Op_create(JoinEach, before == NULL, &op)); /* ranks in their order for `before` */
  current = &joining;
  if (before)
    PetscCallMPI(MPI_Exscan(value, before, 1, type, op, comm));
  else
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, value, 1, type, op, comm));
  current = NULL;
  PetscCallMPI(MPI_Op_free(&op));
  PetscCallMPI(MPI_Type_free(&type));
  return 0;
}

PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, GrJoinRule *rule, void *value)
{
  return Reduce(comm, bytes, rule, value, NULL);
}

PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, GrJoinRule *rule, const void *value, void *before)
{
  return Reduce(comm, bytes, rule, (void *)value, before);
}
