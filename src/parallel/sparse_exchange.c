/* Messages to ranks that do not expect them, by nonblocking consensus; see sparse_exchange.h. */
#include "parallel/sparse_exchange.h"

#include <stdlib.h>

static int CompareMessages(const void *a, const void *b)
{
  return ((const GrMessage *)a)->rank - ((const GrMessage *)b)->rank;
}

static PetscErrorCode SendMessages(MPI_Comm comm, PetscMPIInt tag, int n, const GrMessage out[], MPI_Request request[],
                                   GrTraffic *traffic)
{
  for (int k = 0; k < n; k++) {
    PetscMPIInt words;
    PetscCall(PetscMPIIntCast((PetscInt)out[k].words, &words));
    PetscCallMPI(MPI_Issend(out[k].data, words, MPIU_INT64, out[k].rank, tag, comm, &request[k]));
    traffic->messages++;
    traffic->bytes += out[k].words * (PetscInt64)sizeof(PetscInt64);
  }
  return 0;
}

/* Receives a message, if one has arrived, and appends it to *in. */
static PetscErrorCode ReceiveMessage(MPI_Comm comm, PetscMPIInt tag, int *n, int *capacity, GrMessage **in)
{
  MPI_Status status;
  int waits, words;

  PetscCallMPI(MPI_Iprobe(MPI_ANY_SOURCE, tag, comm, &waits, &status));
  if (!waits)
    return 0;
  if (*n == *capacity) {
    *capacity = 2 * *capacity + 8;
    PetscCall(PetscRealloc((size_t)*capacity * sizeof(GrMessage), in));
  }
  PetscCallMPI(MPI_Get_count(&status, MPIU_INT64, &words));
  GrMessage *message = &(*in)[(*n)++];
  *message = (GrMessage){status.MPI_SOURCE, words, NULL};
  PetscCall(PetscMalloc1(words, &message->data));
  PetscCallMPI(MPI_Recv(message->data, words, MPIU_INT64, message->rank, tag, comm, MPI_STATUS_IGNORE));
  return 0;
}

/* Receives messages until the messages of all ranks have been received. */
static PetscErrorCode ReceiveUntilAllDone(MPI_Comm comm, PetscMPIInt tag, int n_out, MPI_Request request[], int *n_in,
                                          GrMessage **in)
{
  int capacity = 0, arrived = 0, entered = 0;
  MPI_Request barrier = MPI_REQUEST_NULL;

  while (!entered) {
    PetscCall(ReceiveMessage(comm, tag, n_in, &capacity, in));
    if (arrived) {
      PetscCallMPI(MPI_Test(&barrier, &entered, MPI_STATUS_IGNORE));
      continue;
    }
    PetscCallMPI(MPI_Testall(n_out, request, &arrived, MPI_STATUSES_IGNORE));
    if (arrived)
      PetscCallMPI(MPI_Ibarrier(comm, &barrier));
  }
  return 0;
}

PetscErrorCode GrParallelSparseExchange(MPI_Comm comm, int n_out, const GrMessage out[], int *n_in, GrMessage **in,
                                        GrTraffic *traffic)
{
  MPI_Request *request;
  PetscMPIInt tag; /* another tag in each exchange: a fast rank may already send messages of the next one */
  MPI_Comm own;

  *n_in = 0;
  *in = NULL;
  PetscCall(PetscCommDuplicate(comm, &own, &tag));
  PetscCall(PetscMalloc1(n_out, &request));
  PetscCall(SendMessages(own, tag, n_out, out, request, traffic));
  PetscCall(ReceiveUntilAllDone(own, tag, n_out, request, n_in, in));
  if (*n_in > 1)
    qsort(*in, (size_t)*n_in, sizeof(GrMessage), CompareMessages);
  PetscCall(PetscFree(request));
  return PetscCommDestroy(&own);
}

PetscErrorCode GrParallelSparseExchangeFree(int n_in, GrMessage **in)
{
  for (int k = 0; k < n_in; k++)
    PetscCall(PetscFree((*in)[k].data));
  return PetscFree(*in);
}
