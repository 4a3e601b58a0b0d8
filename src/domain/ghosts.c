/* ghosts: see ghosts.h. The requests are persistent; an exchange allocates nothing. */
#include "domain/ghosts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_GHOSTS = 72, TAG_INTEGERS = 73, IMAGES = 27 };

/* One neighbour in one direction; its particles are contiguous in the buffer. */
typedef struct {
  PetscMPIInt rank;
  PetscInt begin, count;
} Flow;

struct GrGhosts_ {
  MPI_Comm comm;
  int fields;
  int n_out, n_in;
  Flow *out, *in;
  PetscInt n_sent, n_ghosts;
  PetscInt *sent; /* [n_sent] owned particles, neighbour by neighbour */
  double *outgoing;
  double *records;      /* the caller's: owned particles, then ghosts */
  MPI_Request *request; /* [n_in + n_out], persistent */
};

/* A particle that a rank needs. */
typedef struct {
  int rank;
  PetscInt particle;
} Need;

typedef struct {
  Need *need;
  PetscInt n, capacity;
} Needs;

static PetscErrorCode AddNeed(Needs *needs, int rank, PetscInt particle)
{
  PetscFunctionBeginUser;
  if (needs->n == needs->capacity) {
    needs->capacity = 2 * needs->capacity + 64;
    PetscCall(PetscRealloc((size_t)needs->capacity * sizeof(Need), &needs->need));
  }
  needs->need[needs->n++] = (Need){rank, particle};
  PetscFunctionReturn(0);
}

static int CompareNeeds(const void *a, const void *b)
{
  const Need *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank - y->rank;
  return (x->particle > y->particle) - (x->particle < y->particle);
}

/* The images of the cube around a particle that can meet the box: shifts per axis. */
static int Images(const GrBox *box, const double x[3], double reach, double shift[IMAGES][3])
{
  double axis[3][3];
  int n[3], count = 0;

  for (int k = 0; k < 3; k++) {
    const double length = box->upper[k] - box->lower[k];
    n[k] = 0;
    axis[k][n[k]++] = 0;
    if (box->periodic[k] && x[k] - reach < box->lower[k])
      axis[k][n[k]++] = length;
    if (box->periodic[k] && x[k] + reach > box->upper[k])
      axis[k][n[k]++] = -length;
  }
  for (int a = 0; a < n[0]; a++)
    for (int b = 0; b < n[1]; b++)
      for (int c = 0; c < n[2]; c++, count++) {
        shift[count][0] = axis[0][a];
        shift[count][1] = axis[1][b];
        shift[count][2] = axis[2][c];
      }
  return count;
}

typedef struct {
  GrPartition partition;
  const GrBox *box;
  double reach, lower[3], upper[3]; /* region of this rank */
  int rank;
  int *met;       /* [size] */
  PetscInt *last; /* [size] particle that was last noted for a rank, plus one */
} Survey;

/* Far from all borders of the region nothing needs to be asked. */
static PetscBool Inside(const Survey *s, const double x[3])
{
  for (int k = 0; k < 3; k++) {
    double below = x[k] - s->reach, above = x[k] + s->reach;
    if (!(below > s->lower[k] && above < s->upper[k]))
      return PETSC_FALSE;
    if (s->box->periodic[k] && !(below > s->box->lower[k] && above < s->box->upper[k]))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

static PetscErrorCode SurveyParticle(Survey *s, PetscInt particle, const double x[3], Needs *needs)
{
  double shift[IMAGES][3];
  int images;

  PetscFunctionBeginUser;
  if (Inside(s, x))
    PetscFunctionReturn(0);
  images = Images(s->box, x, s->reach, shift);
  for (int m = 0; m < images; m++) {
    double lower[3], upper[3];
    int n;
    for (int k = 0; k < 3; k++) {
      lower[k] = x[k] + shift[m][k] - s->reach;
      upper[k] = x[k] + shift[m][k] + s->reach;
    }
    PetscCall(GrPartitionMeets(s->partition, lower, upper, &n, s->met));
    for (int i = 0; i < n; i++)
      if (s->met[i] != s->rank && s->last[s->met[i]] != particle + 1) {
        s->last[s->met[i]] = particle + 1;
        PetscCall(AddNeed(needs, s->met[i], particle));
      }
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode FindNeeds(MPI_Comm comm, Survey *s, PetscInt n, const double *const x[3], Needs *needs)
{
  int size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCallMPI(MPI_Comm_rank(comm, &s->rank));
  *needs = (Needs){0};
  if (size == 1)
    PetscFunctionReturn(0);
  PetscCall(GrPartitionRegion(s->partition, s->lower, s->upper));
  PetscCall(PetscMalloc1(size, &s->met));
  PetscCall(PetscCalloc1(size, &s->last));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(SurveyParticle(s, i, (const double[3]){x[0][i], x[1][i], x[2][i]}, needs));
  PetscCall(PetscFree(s->last));
  PetscCall(PetscFree(s->met));
  qsort(needs->need, (size_t)needs->n, sizeof(Need), CompareNeeds);
  PetscFunctionReturn(0);
}

/* Neighbours and particles that go out, from the sorted needs. */
static PetscErrorCode MakeOut(GrGhosts g, const Needs *needs)
{
  PetscFunctionBeginUser;
  g->n_sent = needs->n;
  for (PetscInt i = 0; i < needs->n; i++)
    g->n_out += i == 0 || needs->need[i].rank != needs->need[i - 1].rank;
  PetscCall(PetscMalloc2(g->n_out, &g->out, g->n_sent, &g->sent));
  for (PetscInt i = 0, flow = -1; i < needs->n; i++) {
    if (i == 0 || needs->need[i].rank != needs->need[i - 1].rank)
      g->out[++flow] = (Flow){needs->need[i].rank, i, 0};
    g->out[flow].count++;
    g->sent[i] = needs->need[i].particle;
  }
  PetscFunctionReturn(0);
}

static int CompareFlows(const void *a, const void *b)
{
  return ((const Flow *)a)->rank - ((const Flow *)b)->rank;
}

/* Neighbours that send to this rank. */
static PetscErrorCode MakeIn(GrGhosts g)
{
  PetscMPIInt *to, *from;
  PetscInt *counts, *incoming;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(g->n_out, &to, g->n_out, &counts));
  for (int i = 0; i < g->n_out; i++) {
    to[i] = g->out[i].rank;
    counts[i] = g->out[i].count;
  }
  PetscCall(PetscCommBuildTwoSided(g->comm, 1, MPIU_INT, g->n_out, to, counts, &g->n_in, &from, &incoming));
  PetscCall(PetscFree2(to, counts));
  PetscCall(PetscMalloc1(g->n_in, &g->in));
  for (int i = 0; i < g->n_in; i++)
    g->in[i] = (Flow){from[i], 0, incoming[i]};
  qsort(g->in, (size_t)g->n_in, sizeof(Flow), CompareFlows);
  for (int i = 0; i < g->n_in; i++) {
    g->in[i].begin = g->n_ghosts;
    g->n_ghosts += g->in[i].count;
  }
  PetscCall(PetscFree(from));
  PetscCall(PetscFree(incoming));
  PetscFunctionReturn(0);
}

PetscErrorCode GrGhostsCreate(MPI_Comm comm, GrPartition partition, const GrBox *box, PetscInt n,
                              const double *const x[3], double reach, GrGhosts *ghosts)
{
  Survey survey = {.partition = partition, .box = box, .reach = reach};
  Needs needs;
  GrGhosts g;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&g));
  g->comm = comm;
  PetscCall(FindNeeds(comm, &survey, n, x, &needs));
  PetscCall(MakeOut(g, &needs));
  PetscCall(PetscFree(needs.need));
  PetscCall(MakeIn(g));
  *ghosts = g;
  PetscFunctionReturn(0);
}

PetscErrorCode GrGhostsAttach(GrGhosts g, int fields, PetscInt n, double *records)
{
  double *ghost = records + fields * n;

  PetscFunctionBeginUser;
  g->fields = fields;
  g->records = records;
  PetscCall(PetscMalloc2(g->n_sent * fields, &g->outgoing, g->n_in + g->n_out, &g->request));
  for (int i = 0; i < g->n_in; i++)
    PetscCallMPI(MPI_Recv_init(ghost + g->in[i].begin * fields, (PetscMPIInt)(g->in[i].count * fields), MPI_DOUBLE,
                               g->in[i].rank, TAG_GHOSTS, g->comm, &g->request[i]));
  for (int i = 0; i < g->n_out; i++)
    PetscCallMPI(MPI_Send_init(g->outgoing + g->out[i].begin * fields, (PetscMPIInt)(g->out[i].count * fields),
                               MPI_DOUBLE, g->out[i].rank, TAG_GHOSTS, g->comm, &g->request[g->n_in + i]));
  PetscFunctionReturn(0);
}

PetscErrorCode GrGhostsDestroy(GrGhosts *ghosts)
{
  GrGhosts g = *ghosts;

  PetscFunctionBeginUser;
  if (!g)
    PetscFunctionReturn(0);
  for (int i = 0; g->records && i < g->n_in + g->n_out; i++)
    PetscCallMPI(MPI_Request_free(&g->request[i]));
  PetscCall(PetscFree2(g->outgoing, g->request));
  PetscCall(PetscFree2(g->out, g->sent));
  PetscCall(PetscFree(g->in));
  PetscCall(PetscFree(*ghosts));
  PetscFunctionReturn(0);
}

PetscInt GrGhostsCount(GrGhosts g)
{
  return g->n_ghosts;
}

PetscErrorCode GrGhostsBegin(GrGhosts g)
{
  const size_t bytes = (size_t)g->fields * sizeof(double);

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < g->n_sent; k++)
    memcpy(g->outgoing + k * g->fields, g->records + g->sent[k] * g->fields, bytes);
  if (g->n_in + g->n_out > 0)
    PetscCallMPI(MPI_Startall(g->n_in + g->n_out, g->request));
  PetscFunctionReturn(0);
}

PetscErrorCode GrGhostsEnd(GrGhosts g)
{
  PetscFunctionBeginUser;
  if (g->n_in + g->n_out > 0)
    PetscCallMPI(MPI_Waitall(g->n_in + g->n_out, g->request, MPI_STATUSES_IGNORE));
  PetscFunctionReturn(0);
}

PetscInt GrGhostsSent(GrGhosts g, const PetscInt **sent)
{
  *sent = g->sent;
  return g->n_sent;
}

PetscErrorCode GrGhostsIntegers(GrGhosts g, const PetscInt64 from[], PetscInt64 to[])
{
  PetscInt64 *outgoing;
  MPI_Request *request;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(g->n_sent, &outgoing, g->n_in + g->n_out, &request));
  for (PetscInt k = 0; k < g->n_sent; k++)
    outgoing[k] = from[g->sent[k]];
  for (int i = 0; i < g->n_in; i++)
    PetscCallMPI(MPI_Irecv(to + g->in[i].begin, (PetscMPIInt)g->in[i].count, MPIU_INT64, g->in[i].rank, TAG_INTEGERS,
                           g->comm, &request[i]));
  for (int i = 0; i < g->n_out; i++)
    PetscCallMPI(MPI_Isend(outgoing + g->out[i].begin, (PetscMPIInt)g->out[i].count, MPIU_INT64, g->out[i].rank,
                           TAG_INTEGERS, g->comm, &request[g->n_in + i]));
  PetscCallMPI(MPI_Waitall(g->n_in + g->n_out, request, MPI_STATUSES_IGNORE));
  PetscCall(PetscFree2(outgoing, request));
  PetscFunctionReturn(0);
}

void GrGhostsTraffic(GrGhosts g, PetscInt *messages, PetscInt64 *bytes)
{
  *messages = g->n_out;
  *bytes = (PetscInt64)g->n_sent * g->fields * (PetscInt64)sizeof(double);
}
