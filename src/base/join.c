/* join: see join.h. */
#include "base/join.h"

typedef struct {
  MPI_Datatype type;
  MPI_Op op;
} Joining;

static PetscErrorCode BeginJoining(size_t bytes, MPI_User_function *rule, int commutes, Joining *j)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((int)bytes, MPI_BYTE, &j->type));
  PetscCallMPI(MPI_Type_commit(&j->type));
  PetscCallMPI(MPI_Op_create(rule, commutes, &j->op));
  PetscFunctionReturn(0);
}

static PetscErrorCode EndJoining(Joining *j)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Op_free(&j->op));
  PetscCallMPI(MPI_Type_free(&j->type));
  PetscFunctionReturn(0);
}

PetscErrorCode GrJoinAll(MPI_Comm comm, size_t bytes, MPI_User_function *rule, void *value)
{
  Joining j;

  PetscFunctionBeginUser;
  PetscCall(BeginJoining(bytes, rule, 1, &j));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, value, 1, j.type, j.op, comm));
  PetscCall(EndJoining(&j));
  PetscFunctionReturn(0);
}

PetscErrorCode GrJoinBefore(MPI_Comm comm, size_t bytes, MPI_User_function *rule, const void *value, void *before)
{
  Joining j;

  PetscFunctionBeginUser;
  PetscCall(BeginJoining(bytes, rule, 0, &j));
  PetscCallMPI(MPI_Exscan(value, before, 1, j.type, j.op, comm));
  PetscCall(EndJoining(&j));
  PetscFunctionReturn(0);
}
