/* Sparse exchange: messages to ranks that do not know in advance that they will receive them.

   Algorithm: nonblocking consensus (T. Hoefler, C. Siebert, A. Lumsdaine, "Scalable communication protocols for dynamic
   sparse data exchange", PPoPP 2010). Each message is sent synchronously. A rank whose messages have all been received
   enters a nonblocking barrier, and receives messages until all ranks have entered the barrier. A rank sends at most
   one message to each other rank. No rank needs data of all ranks: there is no table of ranks and no all-to-all.

   Cost: the messages and a barrier of O(log ranks). Limit: 2^31 words per message. */
#ifndef GRANUM_PARALLEL_SPARSE_EXCHANGE_H
#define GRANUM_PARALLEL_SPARSE_EXCHANGE_H

#include <petscsys.h>

/* A message of `words` 8-byte words that is sent to `rank`, or was received from `rank`. */
typedef struct {
  PetscMPIInt rank;
  PetscInt64 words;
  PetscInt64 *data;
} GrMessage;

/* The entries of a list that are sent to a rank, or received from a rank: `count` entries, contiguous in a buffer from
   entry `begin` on. */
typedef struct {
  PetscMPIInt rank;
  PetscInt begin, count;
} GrFlow;

/* Number and size of the messages that a rank has sent. */
typedef struct {
  PetscInt64 messages, bytes;
} GrTraffic;

/* Collective. Sends the messages out[n_out], at most one to each rank. Sets in[n_in] to the received messages, sorted
   by rank; free them with GrParallelSparseExchangeFree. Adds the messages that this rank sends to `traffic`. */
PetscErrorCode GrParallelSparseExchange(MPI_Comm comm, int n_out, const GrMessage out[], int *n_in, GrMessage **in,
                                        GrTraffic *traffic);
/* Frees received messages. */
PetscErrorCode GrParallelSparseExchangeFree(int n_in, GrMessage **in);

#endif
