/* Sparse exchange: messages to ranks that do not know that they get any.

   Algorithm: nonblocking consensus (T. Hoefler, C. Siebert, A. Lumsdaine, "Scalable communication protocols for dynamic
   sparse data exchange", PPoPP 2010). Each message is sent synchronously; who has seen all of his own arrive enters a
   barrier that does not block, and takes in messages until the barrier is through. One message from rank to rank, and
   no rank learns of more than its own: no table of all ranks, no all-to-all.

   Cost: the messages, and a barrier of O(log ranks). Limit: 2^31 words a message. */
#ifndef GRANUM_PARALLEL_SPARSE_EXCHANGE_H
#define GRANUM_PARALLEL_SPARSE_EXCHANGE_H

#include <petscsys.h>

/* Words for another rank, or from it. */
typedef struct {
  PetscMPIInt rank;
  PetscInt64 words;
  PetscInt64 *data;
} GrMessage;

/* What a rank has sent. */
typedef struct {
  PetscInt64 messages, bytes;
} GrTraffic;

/* Collective. At most one message to each rank. What arrives, by ascending rank, is the caller's to free with
   GrSparseExchangeFree. Adds what this rank sends to `traffic`. */
PetscErrorCode GrSparseExchange(MPI_Comm comm, int n_out, const GrMessage out[], int *n_in, GrMessage **in,
                                GrTraffic *traffic);
PetscErrorCode GrSparseExchangeFree(int n_in, GrMessage **in);

#endif
