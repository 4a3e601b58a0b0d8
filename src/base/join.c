/* join: see join.h. MPI hands nothing on to the function of an operation, hence the joining at hand: both reductions
   wait for their end, so that a process has one at a time. */
#include "base/join.h"

typedef struct {
  size_t bytes;
  GrJoinRule *rule;
  MPI_Datatype type;
  MPI_Op op;
} Joining;

static const Joining *at_hand;

static void JoinEach(void *lower, void *values, int *n, MPI_Datatype *type)
{
  for (size_t i = 0; i < (size_t)*n; i++)
    at_hand->rule((const char *)lower + i * at_hand->bytes, (char *)values + i * at_hand->bytes);
}

static PetscErrorCode BeginJoining(Joining *j, int commutes)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((int)j->bytes, MPI_BYTE, &j->type));
  PetscCallMPI(MPI_Type_commit(&j->type));
  PetscCallMPI(MPI_Op_create(JoinEach, commutes, &j->op));
  at_hand = j;
  PetscFunctionReturn(0);
}

static PetscErrorCode EndJoining(Joining *j)
{
  PetscFunctionBeginUser;
  at_hand = NULL;
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
