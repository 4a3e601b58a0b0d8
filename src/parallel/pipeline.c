/* pipeline: numbers from rank to rank; see pipeline.h. Neighbours are rank - 1 and rank + 1, as in the halo. */
#include "parallel/pipeline.h"

enum { TAG = 17 };

static PetscErrorCode FindPeer(MPI_Comm comm, int side, int *peer)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, peer));
  *peer += side == GR_LEFT ? -1 : 1;
  PetscFunctionReturn(0);
}

PetscErrorCode GrPipelineReceive(MPI_Comm comm, const GrChainHalo *halo, int from, int n, double *numbers)
{
  int peer;

  PetscFunctionBeginUser;
  PetscCall(FindPeer(comm, from, &peer));
  if (halo->has[from])
    PetscCallMPI(MPI_Recv(numbers, n, MPI_DOUBLE, peer, TAG + from, comm, MPI_STATUS_IGNORE));
  PetscFunctionReturn(0);
}

PetscErrorCode GrPipelineSend(MPI_Comm comm, const GrChainHalo *halo, int to, int n, const double *numbers)
{
  int peer;

  PetscFunctionBeginUser;
  PetscCall(FindPeer(comm, to, &peer));
  if (halo->has[to]) /* tagged with the side that it arrives from */
    PetscCallMPI(MPI_Send(numbers, n, MPI_DOUBLE, peer, TAG + 1 - to, comm));
  PetscFunctionReturn(0);
}
