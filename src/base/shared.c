/* Allocates memory that the ranks of a node share, and copies data to it; see shared.h. */
#include "base/shared.h"

#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 1 << 20, PIECE = 1 << 28 }; /* [bytes] data that are shared; one broadcast */

PetscErrorCode GrSharedNodes(MPI_Comm comm, int *nodes)
{
  MPI_Comm node;
  int rank;

  PetscCallMPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  PetscCallMPI(MPI_Comm_rank(node, &rank));
  PetscCallMPI(MPI_Comm_free(&node));
  *nodes = rank == 0;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, nodes, 1, MPI_INT, MPI_SUM, comm));
  return 0;
}

/* Tries to allocate one copy on this node. shared->node remains MPI_COMM_NULL if the node has one rank or MPI
   refuses. */
static PetscErrorCode ShareOnNode(MPI_Comm comm, size_t bytes, GrShared *shared)
{
  MPI_Aint size;
  int rank, ranks, unit, failed;
  void *mine;

  PetscCallMPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared->node));
  PetscCallMPI(MPI_Comm_rank(shared->node, &rank));
  PetscCallMPI(MPI_Comm_size(shared->node, &ranks));
  PetscCallMPI(MPI_Comm_set_errhandler(shared->node, MPI_ERRORS_RETURN));
  failed = ranks == 1 || MPI_Win_allocate_shared(rank == 0 ? (MPI_Aint)bytes : 0, 1, MPI_INFO_NULL, shared->node, &mine,
                                                 &shared->window) != MPI_SUCCESS;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, shared->node));
  if (failed)
    PetscCallMPI(MPI_Comm_free(&shared->node));
  else
    PetscCallMPI(MPI_Win_shared_query(shared->window, 0, &size, &unit, &shared->memory));
  return 0;
}

PetscErrorCode GrSharedMake(MPI_Comm comm, size_t bytes, GrShared *shared)
{
  int rank = 0;

  *shared = (GrShared){.fillers = MPI_COMM_NULL, .node = MPI_COMM_NULL, .window = MPI_WIN_NULL};
  if (bytes >= SMALLEST)
    PetscCall(ShareOnNode(comm, bytes, shared));
  if (shared->node != MPI_COMM_NULL)
    PetscCallMPI(MPI_Comm_rank(shared->node, &rank));
  PetscCallMPI(MPI_Comm_split(comm, rank == 0 ? 0 : MPI_UNDEFINED, 0, &shared->fillers));
  if (shared->node == MPI_COMM_NULL)
    shared->memory = malloc(bytes ? bytes : 1);
  PetscCheck(shared->memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for %zu bytes", bytes);
  return 0;
}

PetscErrorCode GrSharedFill(MPI_Comm comm, size_t at, const void *from, size_t bytes, GrShared *shared)
{
  char *memory = (char *)shared->memory + at;
  int rank;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0 && bytes)
    memcpy(memory, from, bytes);
  for (size_t done = 0; shared->fillers != MPI_COMM_NULL && done < bytes; done += PIECE)
    PetscCallMPI(MPI_Bcast(memory + done, (int)PetscMin(PIECE, bytes - done), MPI_BYTE, 0, shared->fillers));
  if (shared->window != MPI_WIN_NULL)
    PetscCallMPI(MPI_Win_fence(0, shared->window)); /* the copy is visible to all ranks of the node */
  return 0;
}

PetscErrorCode GrSharedFree(GrShared *shared)
{
  if (shared->fillers != MPI_COMM_NULL)
    PetscCallMPI(MPI_Comm_free(&shared->fillers));
  if (shared->node != MPI_COMM_NULL) {
    PetscCallMPI(MPI_Win_free(&shared->window));
    PetscCallMPI(MPI_Comm_free(&shared->node));
  } else {
    free(shared->memory);
  }
  shared->memory = NULL;
  return 0;
}
