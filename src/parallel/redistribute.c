/* Sends data of particles to the ranks that write them; see redistribute.h. When a plan is created, the ids are sent in
   the same stages as later the data, so that each rank knows the next receiver of each entry. Later the data are sent
   in the same order. The position of an entry in the result follows from its row alone. Therefore the result does not
   depend on the order of particles or messages. */
#include "parallel/redistribute.h"

#include "parallel/sparse_exchange.h"
#include <math.h>
#include <string.h>

enum { WORD = 8, HOPS_MAX = 2, STRAIGHT_MOST = 32, TAG_ROWS = 75 };

int GrRowPlanStraightMost = STRAIGHT_MOST;

/* Hop: one of the one or two exchanges of a plan. It sends entries of several words to ranks that do not know in
   advance that they will receive them. A rank sends messages only to ranks that get entries. Entries for the rank
   itself are copied. */
typedef struct {
  MPI_Comm comm;
  int n_out, n_in;
  int own_out, own_in;  /* index of the message of this rank to itself; -1: none */
  GrFlow *out, *in;     /* for each rank that gets or sends entries, which may be this rank itself */
  PetscInt n, arriving; /* number of entries to send, and to receive */
  PetscInt *order;      /* [n] entries in the order of `out` */
} Hop;

/* Counts the entries of each lane and sorts them by lane. */
static PetscErrorCode OrderByLane(Hop *hop, int lanes, const int rank[], const int lane[])
{
  PetscInt *next, begin = 0;

  PetscCall(PetscCalloc1(lanes, &next));
  for (PetscInt i = 0; i < hop->n; i++)
    next[lane[i]]++;
  for (int k = 0; k < lanes; k++)
    hop->n_out += next[k] > 0;
  PetscCall(PetscMalloc1(hop->n_out, &hop->out));
  for (int k = 0, m = 0; k < lanes; k++)
    if (next[k] > 0) {
      hop->out[m++] = (GrFlow){rank[k], begin, next[k]};
      begin += next[k];
      next[k] = begin - next[k];
    }
  PetscCall(PetscMalloc1(hop->n, &hop->order));
  for (PetscInt i = 0; i < hop->n; i++)
    hop->order[next[lane[i]]++] = i;
  return PetscFree(next);
}

/* Sends the number of entries to each receiver. Sets the messages that this rank will receive. */
static PetscErrorCode AnnounceCounts(Hop *hop)
{
  GrTraffic traffic = {0, 0};
  GrMessage *announced, *received;
  PetscInt64 *count;

  PetscCall(PetscMalloc2(hop->n_out, &announced, hop->n_out, &count));
  for (int k = 0; k < hop->n_out; k++) {
    count[k] = hop->out[k].count;
    announced[k] = (GrMessage){hop->out[k].rank, 1, &count[k]};
  }
  PetscCall(GrParallelSparseExchange(hop->comm, hop->n_out, announced, &hop->n_in, &received, &traffic));
  PetscCall(PetscFree2(announced, count));
  PetscCall(PetscMalloc1(hop->n_in, &hop->in));
  for (int k = 0; k < hop->n_in; k++) {
    hop->in[k] = (GrFlow){received[k].rank, hop->arriving, (PetscInt)received[k].data[0]};
    hop->arriving += hop->in[k].count;
  }
  return GrParallelSparseExchangeFree(hop->n_in, &received);
}

static int OwnMessage(int rank, int n, const GrFlow message[])
{
  for (int k = 0; k < n; k++)
    if (message[k].rank == rank)
      return k;
  return -1;
}

/* Plans a hop that sends entry i to rank[lane[i]], i < n. rank[lanes]: different ranks. A sparse exchange announces the
   number of entries to each receiver. Collective. */
static PetscErrorCode CreateHop(MPI_Comm comm, int lanes, const int rank[], PetscInt n, const int lane[], Hop *hop)
{
  int self;

  *hop = (Hop){.comm = comm, .n = n};
  PetscCall(OrderByLane(hop, lanes, rank, lane));
  PetscCall(AnnounceCounts(hop));
  PetscCallMPI(MPI_Comm_rank(comm, &self));
  hop->own_out = OwnMessage(self, hop->n_out, hop->out);
  hop->own_in = OwnMessage(self, hop->n_in, hop->in);
  return 0;
}

static PetscErrorCode DestroyHop(Hop *hop)
{
  PetscCall(PetscFree(hop->out));
  PetscCall(PetscFree(hop->in));
  return PetscFree(hop->order);
}

static void PackMessage(const Hop *hop, const GrFlow *message, size_t words, GrRowPack pack, const void *context,
                        uint64_t *to)
{
  for (PetscInt i = 0; i < message->count; i++)
    pack(context, hop->order[message->begin + i], to + (size_t)i * words);
}

/* Begins to receive the entries of other ranks. Appends n requests. */
static PetscErrorCode PostReceives(const Hop *hop, size_t words, MPI_Datatype entry, uint64_t *incoming, int *n,
                                   MPI_Request request[])
{
  for (int k = 0; k < hop->n_in; k++)
    if (k != hop->own_in)
      PetscCallMPI(MPI_Irecv(incoming + (size_t)hop->in[k].begin * words, (PetscMPIInt)hop->in[k].count, entry,
                             hop->in[k].rank, TAG_ROWS, hop->comm, &request[(*n)++]));
  return 0;
}

/* Packs and sends the messages one after another. Appends n requests. */
static PetscErrorCode SendMessages(const Hop *hop, size_t words, MPI_Datatype entry, GrRowPack pack,
                                   const void *context, uint64_t *outgoing, int *n, MPI_Request request[])
{
  for (int k = 0; k < hop->n_out; k++) {
    const GrFlow *message = &hop->out[k];
    uint64_t *to = outgoing + (size_t)message->begin * words;
    if (k == hop->own_out)
      continue;
    PackMessage(hop, message, words, pack, context, to);
    PetscCallMPI(
        MPI_Isend(to, (PetscMPIInt)message->count, entry, message->rank, TAG_ROWS, hop->comm, &request[(*n)++]));
  }
  return 0;
}

/* Sends the words of all entries. `incoming`: received words [hop->arriving][words], in the order of `in`.
   Collective. */
static PetscErrorCode MoveEntries(const Hop *hop, int words, GrRowPack pack, const void *context, uint64_t *incoming)
{
  const size_t width = (size_t)words;
  MPI_Request *request;
  MPI_Datatype entry;
  uint64_t *outgoing;
  int n = 0;

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
  return PetscFree(outgoing);
}

struct GrRowPlan_ {
  MPI_Comm comm;
  int rank, size;
  GrRows rows;
  GrRowSplit split; /* `begin` is NULL if the row of an id is id - 1 */
  int across;       /* number of columns of the grid of ranks; 0: no grid, one hop */
  int n_hops;
  Hop hop[HOPS_MAX];
  PetscInt arriving;
  PetscInt *entry; /* [rows.count] index of the received entry of each row; NONE: no particle */
};

enum { NONE = -1 };

int GrRowRank(PetscInt64 row, PetscInt64 total, int size)
{
  const PetscInt64 share = total / size, extra = total % size, longer = extra * (share + 1);
  return (int)(row < longer ? row / (share + 1) : extra + (row - longer) / share);
}

static int RankOf(GrRowPlan p, PetscInt64 id)
{
  return p->split.begin ? GrRowSplitRank(&p->split, id) : GrRowRank(id - 1, p->rows.total, p->size);
}

/* The lanes of a hop are the ranks or, in a grid, first its columns and then its rows. */
static int CountLanes(GrRowPlan p, int hop)
{
  if (!p->across)
    return p->size;
  return hop == 0 ? p->across : (p->size + p->across - 1) / p->across;
}

static int LaneOf(GrRowPlan p, int hop, int to)
{
  if (!p->across)
    return to;
  return hop == 0 ? to % p->across : to / p->across;
}

/* If the last row of the grid has no rank in this column, the rank in the row before it. */
static int RankOfLane(GrRowPlan p, int hop, int lane)
{
  if (!p->across)
    return lane;
  if (hop > 0)
    return lane * p->across + p->rank % p->across;
  const int rank = p->rank / p->across * p->across + lane;
  return rank < p->size ? rank : rank - p->across;
}

/* Plans the next hop, of entries with these ids. */
static PetscErrorCode AddHop(GrRowPlan p, PetscInt n, const PetscInt64 id[])
{
  const int hop = p->n_hops, lanes = CountLanes(p, hop);
  int *rank, *lane;

  PetscCall(PetscMalloc2(lanes, &rank, n, &lane));
  for (int k = 0; k < lanes; k++)
    rank[k] = RankOfLane(p, hop, k);
  for (PetscInt i = 0; i < n; i++)
    lane[i] = LaneOf(p, hop, RankOf(p, id[i]));
  PetscCall(CreateHop(p->comm, lanes, rank, n, lane, &p->hop[hop]));
  PetscCall(PetscFree2(rank, lane));
  p->n_hops++;
  return 0;
}

/* Words of each entry in an array: of a field of particles, of ids, or of entries after the first of two hops. */
typedef struct {
  const uint64_t *from;
  int components, stride;
} Strided;

static void PackStrided(const void *context, PetscInt i, uint64_t *to)
{
  const Strided *s = context;
  GrRowCopyWords(to, s->from + (size_t)i * (size_t)s->stride, s->components);
}

static PetscErrorCode MoveIds(const Hop *hop, const PetscInt64 id[], PetscInt64 **came)
{
  const Strided ids = {(const uint64_t *)id, 1, 1};

  PetscCall(PetscMalloc1(hop->arriving, came));
  return MoveEntries(hop, 1, PackStrided, &ids, (uint64_t *)*came);
}

/* If ids may have gaps: replaces each id by its row, that is, its position among the received ids. */
static PetscErrorCode RankIds(GrRowPlan p, PetscInt64 id[])
{
  PetscInt64 *sorted, least = INT64_MAX, most = 0;

  PetscCheck(p->arriving == p->rows.count, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "%" PetscInt_FMT " particles for %" PRId64 " rows", p->arriving, (int64_t)p->rows.count);
  for (PetscInt k = 0; k < p->arriving; k++) {
    least = PetscMin(least, id[k]);
    most = PetscMax(most, id[k]);
  }
  if (most - least < p->arriving) { /* no gaps on this rank */
    for (PetscInt k = 0; k < p->arriving; k++)
      id[k] += p->rows.first - least;
    return 0;
  }
  PetscCall(PetscMalloc1(p->arriving, &sorted));
  PetscCall(PetscArraycpy(sorted, id, p->arriving));
  PetscCall(PetscSortInt64(p->arriving, sorted));
  for (PetscInt k = 0; k < p->arriving; k++)
    id[k] = p->rows.first + GrRowSplitBelow(p->arriving, sorted, id[k]);
  return PetscFree(sorted);
}

/* Assigns rows to the received entries. Overwrites the ids. */
static PetscErrorCode PlaceEntries(GrRowPlan p, PetscInt64 id[])
{
  const PetscInt64 base = p->split.begin ? 0 : 1;

  if (p->split.begin)
    PetscCall(RankIds(p, id));
  PetscCall(PetscMalloc1(p->rows.count, &p->entry));
  for (PetscInt64 i = 0; i < p->rows.count; i++)
    p->entry[i] = NONE;
  for (PetscInt k = 0; k < p->arriving; k++) {
    PetscInt *entry = &p->entry[id[k] - base - p->rows.first];
    PetscCheck(*entry == NONE, PETSC_COMM_SELF, PETSC_ERR_PLIB, "two particles have the id of row %" PetscInt64_FMT,
               id[k] - base);
    *entry = k;
  }
  return 0;
}

static PetscErrorCode CreatePlan(MPI_Comm comm, GrRowPlan *plan)
{
  int size;

  PetscCall(PetscNew(plan));
  (*plan)->comm = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &(*plan)->rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  (*plan)->size = size;
  while (size > GrRowPlanStraightMost && (*plan)->across * (*plan)->across < size)
    (*plan)->across++;
  return 0;
}

static PetscErrorCode FillPlan(GrRowPlan p, PetscInt n, const PetscInt64 id[])
{
  const PetscInt64 *from = id;
  PetscInt64 *half = NULL, *came;

  for (PetscInt i = 0; i < n; i++)
    PetscCheck(id[i] >= 1 && (p->split.begin || id[i] <= p->rows.total), PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
               "id %" PetscInt64_FMT " of %" PetscInt64_FMT, id[i], p->rows.total);
  PetscCall(AddHop(p, n, from));
  if (p->across) {
    PetscCall(MoveIds(&p->hop[0], from, &half));
    PetscCall(AddHop(p, p->hop[0].arriving, half));
    from = half;
  }
  PetscCall(MoveIds(&p->hop[p->n_hops - 1], from, &came));
  p->arriving = p->hop[p->n_hops - 1].arriving;
  PetscCall(PetscFree(half));
  PetscCall(PlaceEntries(p, came));
  return PetscFree(came);
}

PetscErrorCode GrRowPlanCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, GrRowPlan *plan)
{
  PetscCall(CreatePlan(comm, plan));
  (*plan)->rows = GrRowDecompose(total, (*plan)->rank, (*plan)->size);
  return FillPlan(*plan, n, id);
}

PetscErrorCode GrRowPlanPresent(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowPlan *plan)
{
  PetscCall(CreatePlan(comm, plan));
  PetscCall(GrRowSplitCreate(comm, n, id, &(*plan)->split));
  (*plan)->rows = (*plan)->split.rows;
  return FillPlan(*plan, n, id);
}

PetscErrorCode GrRowPlanDestroy(GrRowPlan *plan)
{
  if (!*plan)
    return 0;
  for (int h = 0; h < (*plan)->n_hops; h++)
    PetscCall(DestroyHop(&(*plan)->hop[h]));
  PetscCall(PetscFree((*plan)->entry));
  PetscCall(GrRowSplitDestroy(&(*plan)->split));
  return PetscFree(*plan);
}

GrRows GrRowPlanRows(GrRowPlan p)
{
  return p->rows;
}

const GrRowSplit *GrRowPlanSplit(GrRowPlan p)
{
  return &p->split;
}

/* Prefetches the entry of a row that will soon be read. */
static inline void FetchEntry(GrRowPlan p, PetscInt64 row, int words, const uint64_t *entries)
{
  enum { LINE = 8 }; /* words of a cache line */

  if (row < p->rows.count && p->entry[row] != NONE)
    for (int k = 0; k < words; k += LINE)
      __builtin_prefetch(entries + (size_t)p->entry[row] * (size_t)words + k);
}

/* Copies the entries to the rows, row by row: random reads cost less than random writes. */
static void PutRows(GrRowPlan p, int n, const GrRowField field[], int words, const uint64_t *entries)
{
  enum { AHEAD = 16 }; /* rows */

  for (PetscInt64 i = 0; i < p->rows.count; i++) {
    FetchEntry(p, i + AHEAD, words, entries);
    if (p->entry[i] == NONE)
      continue;
    const uint64_t *word = entries + (size_t)p->entry[i] * (size_t)words;
    for (int f = 0; f < n; f++) {
      GrRowCopyWords((uint64_t *)field[f].rows + (size_t)i * (size_t)field[f].components, word, field[f].components);
      word += field[f].components;
    }
  }
}

PetscErrorCode GrRowPlanGatherFields(GrRowPlan p, int n, const GrRowField field[], GrRowPack pack, const void *context)
{
  uint64_t *half = NULL, *entries;
  Strided back;
  int words = 0;

  for (int f = 0; f < n; f++)
    words += field[f].components;
  PetscCheck(words <= GR_ROW_WORDS_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "%d words of a particle", words);
  if (p->n_hops > 1) {
    PetscCall(PetscMalloc1((size_t)p->hop[0].arriving * (size_t)words, &half));
    PetscCall(MoveEntries(&p->hop[0], words, pack, context, half));
    back = (Strided){half, words, words};
    pack = PackStrided;
    context = &back;
  }
  PetscCall(PetscMalloc1((size_t)p->arriving * (size_t)words, &entries));
  PetscCall(MoveEntries(&p->hop[p->n_hops - 1], words, pack, context, entries));
  PutRows(p, n, field, words, entries);
  PetscCall(PetscFree(half));
  return PetscFree(entries);
}

PetscErrorCode GrRowPlanGather(GrRowPlan p, int components, int stride, const void *from, void *rows)
{
  const GrRowField field = {components, rows};
  const Strided strided = {from, components, stride};

  return GrRowPlanGatherFields(p, 1, &field, PackStrided, &strided);
}

void GrRowPlanBlank(GrRowPlan p, GrNumber number, int components, void *rows)
{
  const double nan = NAN;
  const int64_t zero = 0;
  const void *blank = number == GR_REAL ? (const void *)&nan : (const void *)&zero;
  for (PetscInt64 i = 0; p->arriving < p->rows.count && i < p->rows.count; i++)
    for (int k = 0; p->entry[i] == NONE && k < components; k++)
      memcpy((char *)rows + WORD * (size_t)(i * components + k), blank, WORD);
}
