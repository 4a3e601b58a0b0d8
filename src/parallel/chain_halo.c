/* chain_halo: forward exchange of the outermost beads of a segment with the neighbour ranks; see chain_halo.h. */
#include "parallel/chain_halo.h"

PetscErrorCode GrParallelChainHaloCreate(MPI_Comm comm, GrRows rows, GrParallelChainHalo *halo)
{
  int rank, toward[2] = {-1, +1};

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(halo, sizeof(*halo)));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  /* Ranks without beads come after all others (decomposition.c), so the neighbours of a segment are rank - 1 and
     rank + 1. */
  halo->has[GR_LEFT] = (PetscBool)(rows.count > 0 && rows.first > 0);
  halo->has[GR_RIGHT] = (PetscBool)(rows.count > 0 && rows.first + rows.count < rows.total);
  for (int side = 0; side < 2; side++) {
    if (!halo->has[side])
      continue;
    int peer = rank + toward[side];
    /* The tag of a message is the side of the sender from which it leaves. */
    PetscCallMPI(MPI_Recv_init(halo->ghost[side], GR_GHOST_FIELDS, MPI_DOUBLE, peer, 1 - side, comm,
                               &halo->request[halo->n_requests++]));
    PetscCallMPI(MPI_Send_init(halo->outgoing[side], GR_GHOST_FIELDS, MPI_DOUBLE, peer, side, comm,
                               &halo->request[halo->n_requests++]));
    halo->messages += 1;
    halo->bytes += sizeof(halo->outgoing[side]);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrParallelChainHaloDestroy(GrParallelChainHalo *halo)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < halo->n_requests; i++)
    PetscCallMPI(MPI_Request_free(&halo->request[i]));
  halo->n_requests = 0;
  PetscFunctionReturn(0);
}

PetscErrorCode GrParallelChainHaloBegin(GrParallelChainHalo *halo, PetscInt count, const double *x, const double *v)
{
  PetscFunctionBeginUser;
  if (!halo->n_requests)
    PetscFunctionReturn(0);
  halo->outgoing[GR_LEFT][GR_GHOST_X] = x[0];
  halo->outgoing[GR_LEFT][GR_GHOST_V] = v[0];
  halo->outgoing[GR_RIGHT][GR_GHOST_X] = x[count - 1];
  halo->outgoing[GR_RIGHT][GR_GHOST_V] = v[count - 1];
  PetscCallMPI(MPI_Startall(halo->n_requests, halo->request));
  PetscFunctionReturn(0);
}

PetscErrorCode GrParallelChainHaloEnd(GrParallelChainHalo *halo)
{
  PetscFunctionBeginUser;
  if (halo->n_requests)
    PetscCallMPI(MPI_Waitall(halo->n_requests, halo->request, MPI_STATUSES_IGNORE));
  PetscFunctionReturn(0);
}

enum { TAG = 17 };

static PetscErrorCode FindPeer(MPI_Comm comm, int side, int *peer)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, peer));
  *peer += side == GR_LEFT ? -1 : 1;
  PetscFunctionReturn(0);
}

PetscErrorCode GrParallelPipelineReceive(MPI_Comm comm, const GrParallelChainHalo *halo, int from, int n,
                                         double *numbers)
{
  int peer;

  PetscFunctionBeginUser;
  PetscCall(FindPeer(comm, from, &peer));
  if (halo->has[from])
    PetscCallMPI(MPI_Recv(numbers, n, MPI_DOUBLE, peer, TAG + from, comm, MPI_STATUS_IGNORE));
  PetscFunctionReturn(0);
}

PetscErrorCode GrParallelPipelineSend(MPI_Comm comm, const GrParallelChainHalo *halo, int to, int n,
                                      const double *numbers)
{
  int peer;

  PetscFunctionBeginUser;
  PetscCall(FindPeer(comm, to, &peer));
  if (halo->has[to]) /* the tag is the side of the receiver */
    PetscCallMPI(MPI_Send(numbers, n, MPI_DOUBLE, peer, TAG + 1 - to, comm));
  PetscFunctionReturn(0);
}
