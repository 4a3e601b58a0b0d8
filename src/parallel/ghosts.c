/* Ghosts of a rank; see ghosts.h. The MPI requests are persistent, so an exchange allocates no memory. */
#include "parallel/ghosts.h"

#include "parallel/box.h"
#include "parallel/partition.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { IMAGES = 27 };

PetscErrorCode GrParallelGhostsNeed(GrNeeds *needs, int rank, PetscInt particle)
{
  if (needs->n == needs->capacity) {
    needs->capacity = 2 * needs->capacity + 64;
    PetscCall(PetscRealloc((size_t)needs->capacity * sizeof(GrNeed), &needs->need));
  }
  needs->need[needs->n++] = (GrNeed){rank, particle};
  return 0;
}

static int CompareNeeds(const void *a, const void *b)
{
  const GrNeed *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank - y->rank;
  return (x->particle > y->particle) - (x->particle < y->particle);
}

/* Sorts by rank, then by particle, and removes duplicates. */
static void SortNeeds(GrNeeds *needs)
{
  PetscInt kept = 0;

  if (needs->n > 0) /* the list of no needs may be NULL */
    qsort(needs->need, (size_t)needs->n, sizeof(GrNeed), CompareNeeds);
  for (PetscInt k = 0; k < needs->n; k++)
    if (kept == 0 || CompareNeeds(&needs->need[kept - 1], &needs->need[k]) != 0)
      needs->need[kept++] = needs->need[k];
  needs->n = kept;
}

/* The reach along an axis. In a tilted box the distance between inclined sides is larger; a relative margin of
   1e-9 covers rounding. */
static double ReachAlong(const GrParallelBox *box, int axis, double reach)
{
  const double margin = 1e-9;
  return GrParallelBoxInclines(box, axis) ? reach * (sqrt(1 + GrParallelBoxSlope(box, axis)) + margin) : reach;
}

/* Lists the periodic images of the cube around a particle that may intersect the box: their shifts along each axis
   [m]. Returns their number. */
static int ListImages(const GrParallelBox *box, const double x[3], double reach, double shift[IMAGES][3])
{
  double sides[3][3];
  int n[3], count = 0;

  for (int k = 0; k < 3; k++) {
    const double at = GrParallelBoxCoordinate(box, k, x), far = ReachAlong(box, k, reach);
    n[k] = 0;
    sides[k][n[k]++] = 0;
    if (box->periodic[k] && at - far < box->lower[k])
      sides[k][n[k]++] = 1;
    if (box->periodic[k] && at + far > box->upper[k])
      sides[k][n[k]++] = -1;
  }
  for (int a = 0; a < n[0]; a++)
    for (int b = 0; b < n[1]; b++)
      for (int c = 0; c < n[2]; c++, count++)
        for (int k = 0; k < 3; k++)
          shift[count][k] = GrParallelBoxShift(box, k, (const double[3]){sides[0][a], sides[1][b], sides[2][c]});
  return count;
}

typedef struct {
  GrParallelPartition partition;
  const GrParallelBox *box;
  double lower[3], upper[3]; /* region of this rank */
  int rank;
} Surroundings;

/* Whether the particle is farther than its reach from all borders of the region, so that no other rank needs it. */
static bool IsFarInside(const Surroundings *s, const double x[3], double reach)
{
  for (int k = 0; k < 3; k++) {
    const double at = GrParallelBoxCoordinate(s->box, k, x), far = ReachAlong(s->box, k, reach);
    if (!(x[k] - reach > s->lower[k] && x[k] + reach < s->upper[k]))
      return false;
    if (s->box->periodic[k] && !(at - far > s->box->lower[k] && at + far < s->box->upper[k]))
      return false;
  }
  return true;
}

static PetscErrorCode AddNeeds(const Surroundings *s, PetscInt particle, const double x[3], double reach,
                               GrNeeds *needs)
{
  double shift[IMAGES][3];
  const int *met;
  int images;

  if (reach < 0 || IsFarInside(s, x, reach))
    return 0;
  images = ListImages(s->box, x, reach, shift);
  for (int m = 0; m < images; m++) {
    double lower[3], upper[3];
    int n;
    for (int k = 0; k < 3; k++) {
      lower[k] = x[k] + shift[m][k] - reach;
      upper[k] = x[k] + shift[m][k] + reach;
    }
    PetscCall(GrParallelPartitionMeets(s->partition, lower, upper, &n, &met));
    for (int i = 0; i < n; i++)
      if (met[i] != s->rank) /* several images may be near a rank: SortNeeds removes duplicates */
        PetscCall(GrParallelGhostsNeed(needs, met[i], particle));
  }
  return 0;
}

/* Finds the particles of this rank that other ranks need: for the cube around each particle and its images, asks
   for the regions that intersect it. x: three arrays of the n owned positions [m], inside the box along periodic
   axes. reach[n]: particle i is needed by regions closer than reach[i] [m]. Not collective. */
static PetscErrorCode FindNeeds(MPI_Comm comm, GrParallelPartition partition, const GrParallelBox *box, PetscInt n,
                                const double *const x[3], const double reach[], GrNeeds *needs)
{
  Surroundings s = {.partition = partition, .box = box};
  int size;

  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCallMPI(MPI_Comm_rank(comm, &s.rank));
  if (size == 1)
    return 0;
  GrParallelPartitionRegion(partition, s.lower, s.upper);
  for (PetscInt i = 0; i < n; i++)
    PetscCall(AddNeeds(&s, i, (const double[3]){x[0][i], x[1][i], x[2][i]}, reach[i], needs));
  return 0;
}

enum { TAG_GHOSTS = 72, TAG_KEEP = 73, TAG_MORE = 74 };

/* Memory of the caller that an exchange sends: owned particles, then ghosts. */
typedef struct {
  int fields;
  double *records, *outgoing;
  MPI_Request *request; /* [n_in + n_out], persistent */
} Records;

enum { RECORDS_MAX = 2 };

struct GrGhosts_ {
  MPI_Comm comm;
  int n_out, n_in;
  GrFlow *out, *in;
  PetscInt n_sent, n_ghosts;
  PetscInt *sent; /* [n_sent] owned particles, neighbour by neighbour */
  int n_records;
  Records records[RECORDS_MAX];
};

/* Sets the neighbours that this rank sends to and the particles for each, from the sorted needs. */
static PetscErrorCode ListOutgoing(GrParallelGhosts g, const GrNeeds *needs)
{
  g->n_sent = needs->n;
  for (PetscInt i = 0; i < needs->n; i++)
    g->n_out += i == 0 || needs->need[i].rank != needs->need[i - 1].rank;
  PetscCall(PetscMalloc2(g->n_out, &g->out, g->n_sent, &g->sent));
  for (PetscInt i = 0, flow = -1; i < needs->n; i++) {
    if (i == 0 || needs->need[i].rank != needs->need[i - 1].rank)
      g->out[++flow] = (GrFlow){needs->need[i].rank, i, 0};
    g->out[flow].count++;
    g->sent[i] = needs->need[i].particle;
  }
  return 0;
}

/* Sends the rows of the ghosts to each neighbour. The received messages determine the neighbours that send to this
   rank. */
static PetscErrorCode IntroduceNeighbours(GrParallelGhosts g, PetscInt n, GrParallelColumns *columns, int n_which,
                                          const int which[], GrTraffic *traffic)
{
  const PetscInt64 words = GrParallelColumnsRowWords(columns, n_which, which);
  GrMessage *out, *in;

  PetscCall(PetscMalloc1(g->n_out, &out));
  for (int i = 0; i < g->n_out; i++) {
    PetscInt64 *to;
    out[i] = (GrMessage){g->out[i].rank, words * g->out[i].count, NULL};
    PetscCall(PetscMalloc1(out[i].words, &out[i].data));
    to = out[i].data;
    for (PetscInt k = 0; k < g->out[i].count; k++)
      to = GrParallelColumnsPack(columns, n_which, which, g->sent[g->out[i].begin + k], to);
  }
  PetscCall(GrParallelSparseExchange(g->comm, g->n_out, out, &g->n_in, &in, traffic));
  PetscCall(GrParallelSparseExchangeFree(g->n_out, &out));
  PetscCall(PetscMalloc1(g->n_in, &g->in));
  for (int i = 0; i < g->n_in; i++) {
    const PetscInt64 *from = in[i].data;
    g->in[i] = (GrFlow){in[i].rank, g->n_ghosts, (PetscInt)(in[i].words / words)};
    g->n_ghosts += g->in[i].count;
    PetscCall(GrParallelColumnsReserve(columns, n + g->n_ghosts));
    for (PetscInt k = 0; k < g->in[i].count; k++)
      from = GrParallelColumnsUnpack(columns, n_which, which, n + g->in[i].begin + k, from);
  }
  return GrParallelSparseExchangeFree(g->n_in, &in);
}

PetscErrorCode GrParallelGhostsCreate(MPI_Comm comm, GrParallelPartition partition, const GrParallelBox *box,
                                      const double *const x[3], const double reach[], const GrNeeds *more,
                                      GrParallelColumns *columns, int n_which, const int which[], GrTraffic *traffic,
                                      GrParallelGhosts *ghosts)
{
  GrNeeds needs = {0};
  GrParallelGhosts g;

  PetscCall(PetscNew(&g));
  g->comm = comm;
  PetscCall(FindNeeds(comm, partition, box, columns->n, x, reach, &needs));
  for (PetscInt k = 0; more && k < more->n; k++)
    PetscCall(GrParallelGhostsNeed(&needs, more->need[k].rank, more->need[k].particle));
  SortNeeds(&needs);
  PetscCall(ListOutgoing(g, &needs));
  PetscCall(PetscFree(needs.need));
  PetscCall(IntroduceNeighbours(g, columns->n, columns, n_which, which, traffic));
  *ghosts = g;
  return 0;
}

/* Sends the flags of the ghosts to their owners. theirs[i]: whether the receiver keeps the i-th sent particle. */
static PetscErrorCode SendKeptToOwners(GrParallelGhosts g, const unsigned char keep[], GrTraffic *traffic,
                                       unsigned char theirs[])
{
  MPI_Request *request;

  PetscCall(PetscMalloc1(g->n_in + g->n_out, &request));
  for (int i = 0; i < g->n_out; i++)
    PetscCallMPI(MPI_Irecv(theirs + g->out[i].begin, (PetscMPIInt)g->out[i].count, MPI_UNSIGNED_CHAR, g->out[i].rank,
                           TAG_KEEP, g->comm, &request[i]));
  for (int i = 0; i < g->n_in; i++)
    PetscCallMPI(MPI_Isend(keep + g->in[i].begin, (PetscMPIInt)g->in[i].count, MPI_UNSIGNED_CHAR, g->in[i].rank,
                           TAG_KEEP, g->comm, &request[g->n_out + i]));
  PetscCallMPI(MPI_Waitall(g->n_in + g->n_out, request, MPI_STATUSES_IGNORE));
  PetscCall(PetscFree(request));
  traffic->messages += g->n_in;
  traffic->bytes += g->n_ghosts;
  return 0;
}

/* Removes particles that are not kept from the flows. number[k]: new index of the k-th particle, or -1. Returns the
   number of kept particles. */
static PetscInt PruneFlows(const unsigned char keep[], int *n_flows, GrFlow *flow, PetscInt number[])
{
  PetscInt kept = 0;
  int flows = 0;

  for (int i = 0; i < *n_flows; i++) {
    const GrFlow old = flow[i];
    const PetscInt begin = kept;
    for (PetscInt k = old.begin; k < old.begin + old.count; k++)
      number[k] = keep[k] ? kept++ : -1;
    if (kept > begin)
      flow[flows++] = (GrFlow){old.rank, begin, kept - begin};
  }
  *n_flows = flows;
  return kept;
}

PetscErrorCode GrParallelGhostsKeep(GrParallelGhosts g, const unsigned char keep[], GrParallelColumns *columns,
                                    int n_which, const int which[], GrTraffic *traffic, PetscInt number[])
{
  unsigned char *theirs;
  PetscInt *place;

  PetscCall(PetscMalloc2(g->n_sent, &theirs, g->n_sent, &place));
  PetscCall(SendKeptToOwners(g, keep, traffic, theirs));
  const PetscInt n_sent = PruneFlows(theirs, &g->n_out, g->out, place),
                 n_ghosts = PruneFlows(keep, &g->n_in, g->in, number);
  for (PetscInt k = 0; k < g->n_sent; k++)
    if (place[k] >= 0)
      g->sent[place[k]] = g->sent[k];
  for (PetscInt k = 0; k < g->n_ghosts; k++)
    if (number[k] >= 0)
      GrParallelColumnsMoveUp(columns, n_which, which, columns->n + k, 1, columns->n + number[k]);
  g->n_sent = n_sent;
  g->n_ghosts = n_ghosts;
  return PetscFree2(theirs, place);
}

PetscErrorCode GrParallelGhostsAttach(GrParallelGhosts g, int fields, PetscInt n, double *records)
{
  const int tag = g->n_records == 0 ? TAG_GHOSTS : TAG_MORE;
  double *ghost = records + fields * n;
  Records *r = &g->records[g->n_records];

  PetscCheck(g->n_records++ < RECORDS_MAX, PETSC_COMM_SELF, PETSC_ERR_PLIB, "more records than %d", RECORDS_MAX);
  *r = (Records){.fields = fields, .records = records};
  PetscCall(PetscMalloc2(g->n_sent * fields, &r->outgoing, g->n_in + g->n_out, &r->request));
  for (int i = 0; i < g->n_in; i++)
    PetscCallMPI(MPI_Recv_init(ghost + g->in[i].begin * fields, (PetscMPIInt)(g->in[i].count * fields), MPI_DOUBLE,
                               g->in[i].rank, tag, g->comm, &r->request[i]));
  for (int i = 0; i < g->n_out; i++)
    PetscCallMPI(MPI_Send_init(r->outgoing + g->out[i].begin * fields, (PetscMPIInt)(g->out[i].count * fields),
                               MPI_DOUBLE, g->out[i].rank, tag, g->comm, &r->request[g->n_in + i]));
  return 0;
}

PetscErrorCode GrParallelGhostsDestroy(GrParallelGhosts *ghosts)
{
  GrParallelGhosts g = *ghosts;

  if (!g)
    return 0;
  for (int k = 0; k < g->n_records; k++) {
    for (int i = 0; i < g->n_in + g->n_out; i++)
      PetscCallMPI(MPI_Request_free(&g->records[k].request[i]));
    PetscCall(PetscFree2(g->records[k].outgoing, g->records[k].request));
  }
  PetscCall(PetscFree2(g->out, g->sent));
  PetscCall(PetscFree(g->in));
  return PetscFree(*ghosts);
}

PetscInt GrParallelGhostsCount(GrParallelGhosts g)
{
  return g->n_ghosts;
}

void GrParallelGhostsOwners(GrParallelGhosts g, int rank[])
{
  for (int i = 0; i < g->n_in; i++)
    for (PetscInt k = 0; k < g->in[i].count; k++)
      rank[g->in[i].begin + k] = g->in[i].rank;
}

PetscErrorCode GrParallelGhostsBegin(GrParallelGhosts g)
{
  for (int k = 0; k < g->n_records; k++) {
    const Records *r = &g->records[k];
    const size_t bytes = (size_t)r->fields * sizeof(double);
    for (PetscInt i = 0; i < g->n_sent; i++)
      memcpy(r->outgoing + i * r->fields, r->records + g->sent[i] * r->fields, bytes);
    if (g->n_in + g->n_out > 0)
      PetscCallMPI(MPI_Startall(g->n_in + g->n_out, r->request));
  }
  return 0;
}

PetscErrorCode GrParallelGhostsEnd(GrParallelGhosts g)
{
  for (int k = 0; k < g->n_records && g->n_in + g->n_out > 0; k++)
    PetscCallMPI(MPI_Waitall(g->n_in + g->n_out, g->records[k].request, MPI_STATUSES_IGNORE));
  return 0;
}

void GrParallelGhostsTraffic(GrParallelGhosts g, PetscInt *messages, PetscInt64 *bytes)
{
  *messages = g->n_records * g->n_out;
  *bytes = 0;
  for (int k = 0; k < g->n_records; k++)
    *bytes += (PetscInt64)g->n_sent * g->records[k].fields * (PetscInt64)sizeof(double);
}
