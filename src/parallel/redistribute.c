/* redistribute: see redistribute.h. The particles are put in the order of the ranks that their rows belong to; those
   ranks learn once which rows will come, and from then on words travel in that order. Where they are put follows from
   the rows alone, so that the result does not depend on the order of particles or messages. */
#include "parallel/redistribute.h"

#include "parallel/decomposition.h"
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { TAG_INDEX = 74, TAG_WORDS = 75, WORD = 8 };

/* Entries that come from or go to one rank; this rank counts as one, too. */
typedef struct {
  PetscMPIInt rank;
  PetscInt begin, count;
} Message;

struct GrRowPlan_ {
  MPI_Comm comm;
  int rank, size;
  GrRows rows;
  GrRowSplit split; /* without `begin` where the row of an id is that id - 1 */
  int n_out, n_in;
  Message *out, *in;
  PetscInt n, arriving;
  PetscInt *order;   /* [n] particles, by the rank of their row */
  PetscInt64 *index; /* [arriving] row less rows.first, message by message */
  PetscBool *present;
  size_t room;      /* words of an entry that there is memory for */
  uint64_t *buffer; /* of those that go, and then of those that arrive */
};

/* By GrDecompose. */
int GrRowRank(PetscInt64 row, PetscInt64 total, int size)
{
  const PetscInt64 share = total / size, extra = total % size, longer = extra * (share + 1);
  return (int)(row < longer ? row / (share + 1) : extra + (row - longer) / share);
}

static int RankOf(GrRowPlan p, PetscInt64 id)
{
  return p->split.begin ? GrRowSplitRank(&p->split, id) : GrRowRank(id - 1, p->rows.total, p->size);
}

/* Counts the particles for each rank and puts them in the order of ranks. */
static PetscErrorCode OrderByRank(GrRowPlan p, const PetscInt64 id[])
{
  const int size = p->size;
  PetscInt *next, begin = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(size, &next));
  for (PetscInt i = 0; i < p->n; i++) {
    PetscCheck(id[i] >= 1 && (p->split.begin || id[i] <= p->rows.total), PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
               "id %" PetscInt64_FMT " of %" PetscInt64_FMT, id[i], p->rows.total);
    next[RankOf(p, id[i])]++;
  }
  for (int r = 0; r < size; r++)
    p->n_out += next[r] > 0;
  PetscCall(PetscMalloc1(p->n_out, &p->out));
  for (int r = 0, k = 0; r < size; r++)
    if (next[r] > 0) {
      p->out[k++] = (Message){r, begin, next[r]};
      begin += next[r];
      next[r] = begin - next[r];
    }
  PetscCall(PetscMalloc1(p->n, &p->order));
  for (PetscInt i = 0; i < p->n; i++)
    p->order[next[RankOf(p, id[i])]++] = i;
  PetscCall(PetscFree(next));
  PetscFunctionReturn(0);
}

/* Who will send how much to this rank. */
static PetscErrorCode AnnounceCounts(GrRowPlan p)
{
  PetscMPIInt *ranks, *from;
  PetscInt *counts, *incoming;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(p->n_out, &ranks, p->n_out, &counts));
  for (int k = 0; k < p->n_out; k++) {
    ranks[k] = p->out[k].rank;
    counts[k] = p->out[k].count;
  }
  PetscCall(PetscCommBuildTwoSided(p->comm, 1, MPIU_INT, p->n_out, ranks, counts, &p->n_in, &from, &incoming));
  PetscCall(PetscFree2(ranks, counts));
  PetscCall(PetscMalloc1(p->n_in, &p->in));
  for (int k = 0; k < p->n_in; k++) {
    p->in[k] = (Message){from[k], p->arriving, incoming[k]};
    p->arriving += incoming[k];
  }
  PetscCall(PetscFree(from));
  PetscCall(PetscFree(incoming));
  PetscFunctionReturn(0);
}

/* Entries of `width` words from the ranks that have them to those that want them; those that stay are copied. */
static PetscErrorCode TransferEntries(GrRowPlan p, int width, int tag, const char *outgoing, char *incoming)
{
  const size_t bytes = WORD * (size_t)width;
  MPI_Datatype entry; /* so that counts stay small */
  MPI_Request *request;
  int n = 0, here = -1;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous((int)bytes, MPI_BYTE, &entry));
  PetscCallMPI(MPI_Type_commit(&entry));
  PetscCall(PetscMalloc1(p->n_in + p->n_out, &request));
  for (int k = 0; k < p->n_in; k++)
    if (p->in[k].rank == p->rank)
      here = k;
    else
      PetscCallMPI(MPI_Irecv(incoming + (size_t)p->in[k].begin * bytes, (PetscMPIInt)p->in[k].count, entry,
                             p->in[k].rank, tag, p->comm, &request[n++]));
  for (int k = 0; k < p->n_out; k++) {
    const char *from = outgoing + (size_t)p->out[k].begin * bytes;
    if (p->out[k].rank == p->rank)
      memcpy(incoming + (size_t)p->in[here].begin * bytes, from, (size_t)p->out[k].count * bytes);
    else
      PetscCallMPI(MPI_Isend(from, (PetscMPIInt)p->out[k].count, entry, p->out[k].rank, tag, p->comm, &request[n++]));
  }
  PetscCallMPI(MPI_Waitall(n, request, MPI_STATUSES_IGNORE));
  PetscCall(PetscFree(request));
  PetscCallMPI(MPI_Type_free(&entry));
  PetscFunctionReturn(0);
}

/* Where ids may have gaps: an id becomes the row that it has among all that come. */
static PetscErrorCode RankIds(GrRowPlan p)
{
  PetscInt64 *sorted, least = INT64_MAX, most = 0;

  PetscFunctionBeginUser;
  if (!p->split.begin)
    PetscFunctionReturn(0);
  PetscCheck(p->arriving == p->rows.count, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "%" PetscInt_FMT " particles for %" PRId64 " rows", p->arriving, (int64_t)p->rows.count);
  for (PetscInt k = 0; k < p->arriving; k++) {
    least = PetscMin(least, p->index[k]);
    most = PetscMax(most, p->index[k]);
  }
  if (most - least < p->arriving) { /* no gaps here */
    for (PetscInt k = 0; k < p->arriving; k++)
      p->index[k] += p->rows.first - least;
    PetscFunctionReturn(0);
  }
  PetscCall(PetscMalloc1(p->arriving, &sorted));
  PetscCall(PetscArraycpy(sorted, p->index, p->arriving));
  PetscCall(PetscSortInt64(p->arriving, sorted));
  for (PetscInt k = 0; k < p->arriving; k++)
    p->index[k] = p->rows.first + GrRowSplitBelow(p->arriving, sorted, p->index[k]);
  PetscCall(PetscFree(sorted));
  PetscFunctionReturn(0);
}

/* Tells the ranks that have the rows which ones will come. */
static PetscErrorCode AnnounceRows(GrRowPlan p, const PetscInt64 id[])
{
  const PetscInt64 base = p->split.begin ? 0 : 1;
  PetscInt64 *row;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(p->n, &row));
  for (PetscInt k = 0; k < p->n; k++)
    row[k] = id[p->order[k]] - base;
  PetscCall(PetscMalloc1(p->arriving, &p->index));
  PetscCall(TransferEntries(p, 1, TAG_INDEX, (const char *)row, (char *)p->index));
  PetscCall(PetscFree(row));
  PetscCall(RankIds(p));
  PetscCall(PetscCalloc1(p->rows.count, &p->present));
  for (PetscInt k = 0; k < p->arriving; k++) {
    p->index[k] -= p->rows.first;
    PetscCheck(!p->present[p->index[k]], PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "two particles have the id of row %" PetscInt64_FMT, p->rows.first + p->index[k]);
    p->present[p->index[k]] = PETSC_TRUE;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode CreatePlan(MPI_Comm comm, PetscInt n, GrRowPlan *plan)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(plan));
  (*plan)->comm = comm;
  (*plan)->n = n;
  PetscCallMPI(MPI_Comm_rank(comm, &(*plan)->rank));
  PetscCallMPI(MPI_Comm_size(comm, &(*plan)->size));
  PetscFunctionReturn(0);
}

static PetscErrorCode FillPlan(GrRowPlan p, const PetscInt64 id[])
{
  PetscFunctionBeginUser;
  PetscCall(OrderByRank(p, id));
  PetscCall(AnnounceCounts(p));
  PetscCall(AnnounceRows(p, id));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowPlanCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, GrRowPlan *plan)
{
  PetscFunctionBeginUser;
  PetscCall(CreatePlan(comm, n, plan));
  (*plan)->rows = GrDecompose(total, (*plan)->rank, (*plan)->size);
  PetscCall(FillPlan(*plan, id));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowPlanPresent(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowPlan *plan)
{
  PetscFunctionBeginUser;
  PetscCall(CreatePlan(comm, n, plan));
  PetscCall(GrRowSplitCreate(comm, n, id, &(*plan)->split));
  (*plan)->rows = (*plan)->split.rows;
  PetscCall(FillPlan(*plan, id));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowPlanDestroy(GrRowPlan *plan)
{
  PetscFunctionBeginUser;
  if (!*plan)
    PetscFunctionReturn(0);
  PetscCall(PetscFree((*plan)->out));
  PetscCall(PetscFree((*plan)->in));
  PetscCall(PetscFree((*plan)->order));
  PetscCall(PetscFree((*plan)->index));
  PetscCall(PetscFree((*plan)->present));
  PetscCall(PetscFree((*plan)->buffer));
  PetscCall(GrRowSplitDestroy(&(*plan)->split));
  PetscCall(PetscFree(*plan));
  PetscFunctionReturn(0);
}

GrRows GrRowPlanRows(GrRowPlan p)
{
  return p->rows;
}

const GrRowSplit *GrRowPlanSplit(GrRowPlan p)
{
  return &p->split;
}

/* A row of a few words. */
static inline void CopyWords(uint64_t *restrict to, const uint64_t *restrict from, int n)
{
  for (int k = 0; k < n; k++)
    to[k] = from[k];
}

PetscErrorCode GrRowPlanGather(GrRowPlan p, int components, int stride, const void *from, void *rows)
{
  const size_t words = (size_t)components;

  PetscFunctionBeginUser;
  if (words > p->room) {
    PetscCall(PetscFree(p->buffer));
    PetscCall(PetscMalloc1((size_t)(p->n + p->arriving) * words, &p->buffer));
    p->room = words;
  }
  uint64_t *outgoing = p->buffer, *incoming = outgoing + (size_t)p->n * words;
  for (PetscInt k = 0; k < p->n; k++)
    CopyWords(outgoing + (size_t)k * words, (const uint64_t *)from + (size_t)p->order[k] * (size_t)stride, components);
  PetscCall(TransferEntries(p, components, TAG_WORDS, (const char *)outgoing, (char *)incoming));
  for (PetscInt k = 0; k < p->arriving; k++)
    CopyWords((uint64_t *)rows + (size_t)p->index[k] * words, incoming + (size_t)k * words, components);
  PetscFunctionReturn(0);
}

void GrRowPlanBlank(GrRowPlan p, GrNumber number, int components, void *rows)
{
  const double nan = NAN;
  const int64_t zero = 0;
  const void *blank = number == GR_REAL ? (const void *)&nan : (const void *)&zero;
  for (PetscInt64 i = 0; i < p->rows.count; i++)
    for (int k = 0; !p->present[i] && k < components; k++)
      memcpy((char *)rows + WORD * (size_t)(i * components + k), blank, WORD);
}
