/* Exchange of the outermost beads of a segment of a chain with the neighbouring ranks; see chain_halo.h. */
#include "parallel/chain_halo.h"

PetscErrorCode GrParallelChainHaloCreate(MPI_Comm comm, GrRows rows, GrParallelChainHalo *halo)
{
  int rank, toward[2] = {-1, +1};

  *halo = (GrParallelChainHalo){.comm = comm};
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  /* Ranks without beads come after all others (decomposition.c), so the neighbours of a segment are rank - 1 and
     rank + 1. */
  halo->has[GR_LEFT] = rows.count > 0 && rows.first > 0;
  halo->has[GR_RIGHT] = rows.count > 0 && rows.first + rows.count < rows.total;
  for (int side = 0; side < 2; side++) {
    halo->peer[side] = halo->has[side] ? rank + toward[side] : MPI_PROC_NULL;
    if (!halo->has[side])
      continue;
    /* The tag of a message is the side of the sender from which it leaves. */
    PetscCallMPI(MPI_Recv_init(halo->ghost[side], GR_GHOST_FIELDS, MPI_DOUBLE, halo->peer[side], 1 - side, comm,
                               &halo->request[halo->n_requests++]));
    PetscCallMPI(MPI_Send_init(halo->outgoing[side], GR_GHOST_FIELDS, MPI_DOUBLE, halo->peer[side], side, comm,
                               &halo->request[halo->n_requests++]));
  }
  return 0;
}

PetscErrorCode GrParallelChainHaloDestroy(GrParallelChainHalo *halo)
{
  for (int i = 0; i < halo->n_requests; i++)
    PetscCallMPI(MPI_Request_free(&halo->request[i]));
  halo->n_requests = 0;
  return 0;
}

PetscErrorCode GrParallelChainHaloBegin(GrParallelChainHalo *halo, PetscInt count, const double *x, const double *v)
{
  if (!halo->n_requests)
    return 0;
  halo->outgoing[GR_LEFT][GR_GHOST_X] = x[0];
  halo->outgoing[GR_LEFT][GR_GHOST_V] = v[0];
  halo->outgoing[GR_RIGHT][GR_GHOST_X] = x[count - 1];
  halo->outgoing[GR_RIGHT][GR_GHOST_V] = v[count - 1];
  PetscCallMPI(MPI_Startall(halo->n_requests, halo->request));
  return 0;
}

PetscErrorCode GrParallelChainHaloEnd(GrParallelChainHalo *halo)
{
  if (halo->n_requests)
    PetscCallMPI(MPI_Waitall(halo->n_requests, halo->request, MPI_STATUSES_IGNORE));
  return 0;
}

enum { TAG = 17 };

PetscErrorCode GrParallelPipelineReceive(const GrParallelChainHalo *halo, int from, int n, double *numbers)
{
  PetscCallMPI(MPI_Recv(numbers, n, MPI_DOUBLE, halo->peer[from], TAG + from, halo->comm, MPI_STATUS_IGNORE));
  return 0;
}

PetscErrorCode GrParallelPipelineSend(const GrParallelChainHalo *halo, int to, int n, const double *numbers)
{
  /* The tag of a message is the side of its receiver. */
  PetscCallMPI(MPI_Send(numbers, n, MPI_DOUBLE, halo->peer[to], TAG + 1 - to, halo->comm));
  return 0;
}
