/* redistribute: see redistribute.h. Ids go the way first, hop by hop, so that each rank knows the ways of the entries
   that come; from then on words travel in that order. Where they are put follows from the rows alone, so that the
   result does not depend on the order of particles or messages. */
#include "parallel/redistribute.h"

#include "parallel/decomposition.h"
#include "parallel/row_hop.h"
#include <math.h>
#include <string.h>

enum { WORD = 8, HOPS_MAX = 2, STRAIGHT_MOST = 32 };

int GrRowPlanStraightMost = STRAIGHT_MOST;

struct GrRowPlan_ {
  MPI_Comm comm;
  int rank, size;
  GrRows rows;
  GrRowSplit split; /* without `begin` where the row of an id is that id - 1 */
  int across;       /* ranks in a row of their grid; 0: rows go straight to their ranks */
  int n_hops;
  GrRowHop hop[HOPS_MAX];
  PetscInt arriving;
  PetscInt64 *index; /* [arriving] row less rows.first, message by message of the last hop */
  PetscBool *present;
  PetscBool full; /* no row is without a particle */
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

/* The lanes of a hop are the ranks, or the columns of the grid, or its rows. */
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

/* Where the last row of the grid has no such column, the row before has. */
static int RankOfLane(GrRowPlan p, int hop, int lane)
{
  if (!p->across)
    return lane;
  if (hop > 0)
    return lane * p->across + p->rank % p->across;
  const int rank = p->rank / p->across * p->across + lane;
  return rank < p->size ? rank : rank - p->across;
}

/* The next hop of entries with these ids. */
static PetscErrorCode AddHop(GrRowPlan p, PetscInt n, const PetscInt64 id[])
{
  const int hop = p->n_hops, lanes = CountLanes(p, hop);
  int *rank, *lane;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(lanes, &rank, n, &lane));
  for (int k = 0; k < lanes; k++)
    rank[k] = RankOfLane(p, hop, k);
  for (PetscInt i = 0; i < n; i++)
    lane[i] = LaneOf(p, hop, RankOf(p, id[i]));
  PetscCall(GrRowHopCreate(p->comm, lanes, rank, n, lane, &p->hop[hop]));
  PetscCall(PetscFree2(rank, lane));
  p->n_hops++;
  PetscFunctionReturn(0);
}

static void PackId(const void *ids, PetscInt i, uint64_t *word)
{
  *word = (uint64_t)((const PetscInt64 *)ids)[i];
}

/* Those that came take their place. */
static PetscErrorCode SendIds(const GrRowHop *hop, const PetscInt64 id[], PetscInt64 **came)
{
  GrRowFlight flight;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(hop->arriving, came));
  PetscCall(GrRowHopBegin(hop, 1, PackId, id, (uint64_t *)*came, &flight));
  GrRowHopStay(hop, 1, PackId, id, (uint64_t *)*came);
  PetscCall(GrRowHopEnd(&flight));
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

/* From the ids that have come to the rows here. */
static PetscErrorCode PlaceIds(GrRowPlan p)
{
  const PetscInt64 base = p->split.begin ? 0 : 1;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < p->arriving; k++)
    p->index[k] -= base;
  PetscCall(RankIds(p));
  PetscCall(PetscCalloc1(p->rows.count, &p->present));
  for (PetscInt k = 0; k < p->arriving; k++) {
    p->index[k] -= p->rows.first;
    PetscCheck(!p->present[p->index[k]], PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "two particles have the id of row %" PetscInt64_FMT, p->rows.first + p->index[k]);
    p->present[p->index[k]] = PETSC_TRUE;
  }
  p->full = (PetscBool)(p->arriving == p->rows.count);
  PetscFunctionReturn(0);
}

static PetscErrorCode CreatePlan(MPI_Comm comm, GrRowPlan *plan)
{
  int size;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(plan));
  (*plan)->comm = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &(*plan)->rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  (*plan)->size = size;
  while (size > GrRowPlanStraightMost && (*plan)->across * (*plan)->across < size)
    (*plan)->across++;
  PetscFunctionReturn(0);
}

static PetscErrorCode FillPlan(GrRowPlan p, PetscInt n, const PetscInt64 id[])
{
  const PetscInt64 *from = id;
  PetscInt64 *half = NULL;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++)
    PetscCheck(id[i] >= 1 && (p->split.begin || id[i] <= p->rows.total), PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
               "id %" PetscInt64_FMT " of %" PetscInt64_FMT, id[i], p->rows.total);
  PetscCall(AddHop(p, n, from));
  if (p->across) {
    PetscCall(SendIds(&p->hop[0], from, &half));
    PetscCall(AddHop(p, p->hop[0].arriving, half));
    from = half;
  }
  PetscCall(SendIds(&p->hop[p->n_hops - 1], from, &p->index));
  p->arriving = p->hop[p->n_hops - 1].arriving;
  PetscCall(PetscFree(half));
  PetscCall(PlaceIds(p));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowPlanCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, GrRowPlan *plan)
{
  PetscFunctionBeginUser;
  PetscCall(CreatePlan(comm, plan));
  (*plan)->rows = GrDecompose(total, (*plan)->rank, (*plan)->size);
  PetscCall(FillPlan(*plan, n, id));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowPlanPresent(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrRowPlan *plan)
{
  PetscFunctionBeginUser;
  PetscCall(CreatePlan(comm, plan));
  PetscCall(GrRowSplitCreate(comm, n, id, &(*plan)->split));
  (*plan)->rows = (*plan)->split.rows;
  PetscCall(FillPlan(*plan, n, id));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowPlanDestroy(GrRowPlan *plan)
{
  PetscFunctionBeginUser;
  if (!*plan)
    PetscFunctionReturn(0);
  for (int h = 0; h < (*plan)->n_hops; h++)
    PetscCall(GrRowHopDestroy(&(*plan)->hop[h]));
  PetscCall(PetscFree((*plan)->index));
  PetscCall(PetscFree((*plan)->present));
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

/* The words of an entry to the rows of the fields. */
static inline void PutEntry(int n, const GrRowField field[], PetscInt64 row, const uint64_t *word)
{
  for (int f = 0; f < n; f++) {
    GrRowCopyWords((uint64_t *)field[f].rows + (size_t)row * (size_t)field[f].components, word, field[f].components);
    word += field[f].components;
  }
}

/* What stays on this rank goes to its rows while messages are under way. */
static void PutOwn(GrRowPlan p, int n, const GrRowField field[], GrRowPack pack, const void *context)
{
  const GrRowHop *hop = &p->hop[p->n_hops - 1];
  uint64_t word[GR_ROW_WORDS_MAX];

  if (hop->own_out < 0)
    return;
  const GrRowMessage out = hop->out[hop->own_out], in = hop->in[hop->own_in];
  for (PetscInt i = 0; i < out.count; i++) {
    pack(context, hop->order[out.begin + i], word);
    PutEntry(n, field, p->index[in.begin + i], word);
  }
}

static void PutOthers(GrRowPlan p, int n, const GrRowField field[], int words, const uint64_t *incoming)
{
  const GrRowHop *hop = &p->hop[p->n_hops - 1];

  for (int k = 0; k < hop->n_in; k++)
    for (PetscInt i = 0; k != hop->own_in && i < hop->in[k].count; i++) {
      const PetscInt at = hop->in[k].begin + i;
      PutEntry(n, field, p->index[at], incoming + (size_t)at * (size_t)words);
    }
}

/* Entries that have come half of the way. */
typedef struct {
  const uint64_t *word;
  int words;
} Half;

static void PackHalf(const void *context, PetscInt i, uint64_t *to)
{
  const Half *half = context;
  GrRowCopyWords(to, half->word + (size_t)i * (size_t)half->words, half->words);
}

PetscErrorCode GrRowPlanGatherFields(GrRowPlan p, int n, const GrRowField field[], GrRowPack pack, const void *context)
{
  const GrRowHop *last = &p->hop[p->n_hops - 1];
  uint64_t *half = NULL, *incoming;
  GrRowFlight flight;
  Half back;
  int words = 0;

  PetscFunctionBeginUser;
  for (int f = 0; f < n; f++)
    words += field[f].components;
  PetscCheck(words <= GR_ROW_WORDS_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "%d words of a particle", words);
  if (p->n_hops > 1) {
    PetscCall(PetscMalloc1((size_t)p->hop[0].arriving * (size_t)words, &half));
    PetscCall(GrRowHopBegin(&p->hop[0], words, pack, context, half, &flight));
    GrRowHopStay(&p->hop[0], words, pack, context, half);
    PetscCall(GrRowHopEnd(&flight));
    back = (Half){half, words};
    pack = PackHalf;
    context = &back;
  }
  PetscCall(PetscMalloc1((size_t)p->arriving * (size_t)words, &incoming));
  PetscCall(GrRowHopBegin(last, words, pack, context, incoming, &flight));
  PutOwn(p, n, field, pack, context);
  PetscCall(GrRowHopEnd(&flight));
  PutOthers(p, n, field, words, incoming);
  PetscCall(PetscFree(half));
  PetscCall(PetscFree(incoming));
  PetscFunctionReturn(0);
}

/* Words of particles in an array. */
typedef struct {
  const uint64_t *from;
  int components, stride;
} Strided;

static void PackStrided(const void *context, PetscInt i, uint64_t *to)
{
  const Strided *s = context;
  GrRowCopyWords(to, s->from + (size_t)i * (size_t)s->stride, s->components);
}

PetscErrorCode GrRowPlanGather(GrRowPlan p, int components, int stride, const void *from, void *rows)
{
  const GrRowField field = {components, rows};
  const Strided strided = {from, components, stride};

  PetscFunctionBeginUser;
  PetscCall(GrRowPlanGatherFields(p, 1, &field, PackStrided, &strided));
  PetscFunctionReturn(0);
}

void GrRowPlanBlank(GrRowPlan p, GrNumber number, int components, void *rows)
{
  const double nan = NAN;
  const int64_t zero = 0;
  const void *blank = number == GR_REAL ? (const void *)&nan : (const void *)&zero;
  for (PetscInt64 i = 0; !p->full && i < p->rows.count; i++)
    for (int k = 0; !p->present[i] && k < components; k++)
      memcpy((char *)rows + WORD * (size_t)(i * components + k), blank, WORD);
}
