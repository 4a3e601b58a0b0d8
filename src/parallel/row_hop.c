/* row_hop: see row_hop.h. Entries are sorted by their messages. A sparse exchange announces the number of entries
   to each receiver. */
#include "parallel/row_hop.h"

#include "parallel/sparse_exchange.h"

enum { TAG_ROWS = 75 };

/* Counts the entries of each lane and sorts them by lane. */
static PetscErrorCode OrderByLane(GrRowHop *hop, int lanes, const int rank[], const int lane[])
{
  PetscInt *next, begin = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(lanes, &next));
  for (PetscInt i = 0; i < hop->n; i++)
    next[lane[i]]++;
  for (int k = 0; k < lanes; k++)
    hop->n_out += next[k] > 0;
  PetscCall(PetscMalloc1(hop->n_out, &hop->out));
  for (int k = 0, m = 0; k < lanes; k++)
    if (next[k] > 0) {
      hop->out[m++] = (GrRowMessage){rank[k], begin, next[k]};
      begin += next[k];
      next[k] = begin - next[k];
    }
  PetscCall(PetscMalloc1(hop->n, &hop->order));
  for (PetscInt i = 0; i < hop->n; i++)
    hop->order[next[lane[i]]++] = i;
  PetscCall(PetscFree(next));
  PetscFunctionReturn(0);
}

/* Sends the number of entries to each receiver. Sets the messages that this rank will receive. */
static PetscErrorCode AnnounceCounts(GrRowHop *hop)
{
  GrTraffic traffic = {0, 0};
  GrMessage *announced, *received;
  PetscInt64 *count;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(hop->n_out, &announced, hop->n_out, &count));
  for (int k = 0; k < hop->n_out; k++) {
    count[k] = hop->out[k].count;
    announced[k] = (GrMessage){hop->out[k].rank, 1, &count[k]};
  }
  PetscCall(GrParallelSparseExchange(hop->comm, hop->n_out, announced, &hop->n_in, &received, &traffic));
  PetscCall(PetscFree2(announced, count));
  PetscCall(PetscMalloc1(hop->n_in, &hop->in));
  for (int k = 0; k < hop->n_in; k++) {
    hop->in[k] = (GrRowMessage){received[k].rank, hop->arriving, (PetscInt)received[k].data[0]};
    hop->arriving += hop->in[k].count;
  }
  PetscCall(GrParallelSparseExchangeFree(hop->n_in, &received));
  PetscFunctionReturn(0);
}

static int OwnMessage(int rank, int n, const GrRowMessage message[])
{
  for (int k = 0; k < n; k++)
    if (message[k].rank == rank)
      return k;
  return -1;
}

PetscErrorCode GrRowHopCreate(MPI_Comm comm, int lanes, const int rank[], PetscInt n, const int lane[], GrRowHop *hop)
{
  int self;

  PetscFunctionBeginUser;
  *hop = (GrRowHop){.comm = comm, .n = n};
  PetscCall(OrderByLane(hop, lanes, rank, lane));
  PetscCall(AnnounceCounts(hop));
  PetscCallMPI(MPI_Comm_rank(comm, &self));
  hop->own_out = OwnMessage(self, hop->n_out, hop->out);
  hop->own_in = OwnMessage(self, hop->n_in, hop->in);
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowHopDestroy(GrRowHop *hop)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(hop->out));
  PetscCall(PetscFree(hop->in));
  PetscCall(PetscFree(hop->order));
  PetscFunctionReturn(0);
}

static void PackMessage(const GrRowHop *hop, const GrRowMessage *message, size_t words, GrRowPack pack,
                        const void *context, uint64_t *to)
{
  for (PetscInt i = 0; i < message->count; i++)
    pack(context, hop->order[message->begin + i], to + (size_t)i * words);
}

/* Begins to receive the entries of other ranks. Appends n requests. */
static PetscErrorCode PostReceives(const GrRowHop *hop, size_t words, MPI_Datatype entry, uint64_t *incoming, int *n,
                                   MPI_Request request[])
{
  PetscFunctionBeginUser;
  for (int k = 0; k < hop->n_in; k++)
    if (k != hop->own_in)
      PetscCallMPI(MPI_Irecv(incoming + (size_t)hop->in[k].begin * words, (PetscMPIInt)hop->in[k].count, entry,
                             hop->in[k].rank, TAG_ROWS, hop->comm, &request[(*n)++]));
  PetscFunctionReturn(0);
}

/* Packs and sends the messages one after another. Appends n requests. */
static PetscErrorCode SendMessages(const GrRowHop *hop, size_t words, MPI_Datatype entry, GrRowPack pack,
                                   const void *context, uint64_t *outgoing, int *n, MPI_Request request[])
{
  PetscFunctionBeginUser;
  for (int k = 0; k < hop->n_out; k++) {
    const GrRowMessage *message = &hop->out[k];
    uint64_t *to = outgoing + (size_t)message->begin * words;
    if (k == hop->own_out)
      continue;
    PackMessage(hop, message, words, pack, context, to);
    PetscCallMPI(
        MPI_Isend(to, (PetscMPIInt)message->count, entry, message->rank, TAG_ROWS, hop->comm, &request[(*n)++]));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowHopMove(const GrRowHop *hop, int words, GrRowPack pack, const void *context, uint64_t *incoming)
{
  const size_t width = (size_t)words;
  MPI_Request *request;
  MPI_Datatype entry;
  uint64_t *outgoing;
  int n = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((int)(width * sizeof(uint64_t)), MPI_BYTE, &entry)); /* so that counts fit an int */
  PetscCallMPI(MPI_Type_commit(&entry));
  PetscCall(PetscMalloc1(hop->n_in + hop->n_out, &request));
  PetscCall(PetscMalloc1((size_t)hop->n * width, &outgoing));
  PetscCall(PostReceives(hop, width, entry, incoming, &n, request));
  PetscCall(SendMessages(hop, width, entry, pack, context, outgoing, &n, request));
  if (hop->own_out >= 0) /* while messages are being sent */
    PackMessage(hop, &hop->out[hop->own_out], width, pack, context,
                incoming + (size_t)hop->in[hop->own_in].begin * width);
  PetscCallMPI(MPI_Waitall(n, request, MPI_STATUSES_IGNORE));
  PetscCallMPI(MPI_Type_free(&entry));
  PetscCall(PetscFree(request));
  PetscCall(PetscFree(outgoing));
  PetscFunctionReturn(0);
}
