/* Sparse exchange: each rank sends messages to a few ranks. A rank does not know in advance which ranks send to it.

   Algorithm: nonblocking consensus (T. Hoefler, C. Siebert, A. Lumsdaine, "Scalable communication protocols for dynamic
   sparse data exchange", PPoPP 2010). Messages are sent in synchronous mode (MPI_Issend), so the sender knows when a
   message has been received. When all messages of a rank have been received, the rank enters a nonblocking barrier. It
   continues to receive messages until all ranks have entered the barrier. The algorithm needs no array with an entry
   for each rank and no MPI_Alltoall.

   Cost: the messages, and a barrier of O(log ranks). Limit: fewer than 2^31 words of 8 bytes per message. */
#ifndef GRANUM_PARALLEL_SPARSE_EXCHANGE_H
#define GRANUM_PARALLEL_SPARSE_EXCHANGE_H

#include <petscsys.h>

/* A message. */
typedef struct {
  PetscMPIInt rank; /* receiver of a message that is sent; sender of a received message */
  PetscInt64 words; /* length of `data`, in words of 8 bytes */
  PetscInt64 *data; /* [words] content of the message */
} GrMessage;

/* Part of a buffer that this rank sends to another rank or receives from it. Its elements are contiguous. */
typedef struct {
  PetscMPIInt rank; /* receiver or sender of the elements */
  PetscInt begin;   /* index of the first element in the buffer */
  PetscInt count;   /* number of elements */
} GrFlow;

/* Number and size of the messages that a rank has sent. */
typedef struct {
  PetscInt64 messages; /* number of messages */
  PetscInt64 bytes;    /* total size of the messages [bytes] */
} GrTraffic;

/* Sends the messages out[n_out], at most one to each rank. Allocates (*in)[*n_in] and writes the received messages to
   it, in the order of the senders; free it with GrParallelSparseExchangeFree. Adds number and size of the messages that
   this rank sends to *traffic. Collective. */
PetscErrorCode GrParallelSparseExchange(MPI_Comm comm, int n_out, const GrMessage out[], int *n_in, GrMessage **in,
                                        GrTraffic *traffic);
/* Frees the messages that GrParallelSparseExchange has received. */
PetscErrorCode GrParallelSparseExchangeFree(int n_in, GrMessage **in);

#endif
