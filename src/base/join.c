/* Reductions with a user-defined rule; see join.h. MPI passes no context to the function of a reduction operation, so
   the current rule is a static variable. Both reductions are blocking, so a process has only one join at a time. */
#include "base/join.h"

typedef struct {
  size_t bytes;
  GrJoinRule *rule;
  MPI_Datatype type;
  MPI_Op op;
} Joining;

static const Joining *current;

static void JoinEach(void *lower, void *values, int *n, MPI_Datatype *type)
{
  for (size_t i = 0; i < (size_t)*n; i++)
    current->rule((const char *)lower + i * current->bytes, (char *)values + i * current->bytes);
}

static PetscErrorCode BeginJoining(Joining *j, int commutes)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((int)j->bytes, MPI_BYTE, &j->type));
  PetscCallMPI(MPI_Type_commit(&j->type));
  PetscCallMPI(MPI_Op_create(JoinEach, commutes, &j->op));
  current = j;
  PetscFunctionReturn(0);
}

static PetscErrorCode EndJoining(Joining *j)
{
  PetscFunctionBeginUser;
  current = NULL;
  PetscCallMPI(MPI_Op_free(&j->op));
  PetscCallMPI(MPI_Type_free(&j->type));
  PetscFunctionReturn(0);
}

PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, GrJoinRule *rule, void *value)
{
  Joining j = {.bytes = bytes, .rule = rule};

  PetscFunctionBeginUser;
  PetscCall(BeginJoining(&j, 1));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, value, 1, j.type, j.op, comm));
  PetscCall(EndJoining(&j));
  PetscFunctionReturn(0);
}

PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, GrJoinRule *rule, const void *value, void *before)
{
  Joining j = {.bytes = bytes, .rule = rule};

  PetscFunctionBeginUser;
  PetscCall(BeginJoining(&j, 0));
  PetscCallMPI(MPI_Exscan(value, before, 1, j.type, j.op, comm));
  PetscCall(EndJoining(&j));
  PetscFunctionReturn(0);
}
