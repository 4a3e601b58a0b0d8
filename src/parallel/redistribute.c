/* redistribute: see redistribute.h. When a plan is created, the ids are sent hop by hop, so that each rank knows
   where the received entries go next. The words are then sent in the same order. The position of an entry in the
   result follows from its row alone. Therefore the result does not depend on the order of particles or messages. */
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
  GrRowSplit split; /* `begin` is NULL if the row of an id is id - 1 */
  int across;       /* number of columns of the grid of ranks; 0: no grid, one hop */
  int n_hops;
  GrRowHop hop[HOPS_MAX];
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

static PetscErrorCode MoveIds(const GrRowHop *hop, const PetscInt64 id[], PetscInt64 **came)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(hop->arriving, came));
  PetscCall(GrRowHopMove(hop, 1, PackId, id, (uint64_t *)*came));
  PetscFunctionReturn(0);
}

/* If ids may have gaps: replaces each id by its row, that is, its position among the received ids. */
static PetscErrorCode RankIds(GrRowPlan p, PetscInt64 id[])
{
  PetscInt64 *sorted, least = INT64_MAX, most = 0;

  PetscFunctionBeginUser;
  PetscCheck(p->arriving == p->rows.count, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "%" PetscInt_FMT " particles for %" PRId64 " rows", p->arriving, (int64_t)p->rows.count);
  for (PetscInt k = 0; k < p->arriving; k++) {
    least = PetscMin(least, id[k]);
    most = PetscMax(most, id[k]);
  }
  if (most - least < p->arriving) { /* no gaps on this rank */
    for (PetscInt k = 0; k < p->arriving; k++)
      id[k] += p->rows.first - least;
    PetscFunctionReturn(0);
  }
  PetscCall(PetscMalloc1(p->arriving, &sorted));
  PetscCall(PetscArraycpy(sorted, id, p->arriving));
  PetscCall(PetscSortInt64(p->arriving, sorted));
  for (PetscInt k = 0; k < p->arriving; k++)
    id[k] = p->rows.first + GrRowSplitBelow(p->arriving, sorted, id[k]);
  PetscCall(PetscFree(sorted));
  PetscFunctionReturn(0);
}

/* Assigns rows to the received entries. Overwrites the ids. */
static PetscErrorCode PlaceEntries(GrRowPlan p, PetscInt64 id[])
{
  const PetscInt64 base = p->split.begin ? 0 : 1;

  PetscFunctionBeginUser;
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
  PetscInt64 *half = NULL, *came;

  PetscFunctionBeginUser;
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
  PetscCall(PetscFree(came));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRowPlanCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], PetscInt64 total, GrRowPlan *plan)
{
  PetscFunctionBeginUser;
  PetscCall(CreatePlan(comm, plan));
  (*plan)->rows = GrRowDecompose(total, (*plan)->rank, (*plan)->size);
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
  PetscCall(PetscFree((*plan)->entry));
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

/* Entries after the first of two hops. */
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
  uint64_t *half = NULL, *entries;
  Half back;
  int words = 0;

  PetscFunctionBeginUser;
  for (int f = 0; f < n; f++)
    words += field[f].components;
  PetscCheck(words <= GR_ROW_WORDS_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "%d words of a particle", words);
  if (p->n_hops > 1) {
    PetscCall(PetscMalloc1((size_t)p->hop[0].arriving * (size_t)words, &half));
    PetscCall(GrRowHopMove(&p->hop[0], words, pack, context, half));
    back = (Half){half, words};
    pack = PackHalf;
    context = &back;
  }
  PetscCall(PetscMalloc1((size_t)p->arriving * (size_t)words, &entries));
  PetscCall(GrRowHopMove(&p->hop[p->n_hops - 1], words, pack, context, entries));
  PutRows(p, n, field, words, entries);
  PetscCall(PetscFree(half));
  PetscCall(PetscFree(entries));
  PetscFunctionReturn(0);
}

/* A field of particles as an array. */
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
  for (PetscInt64 i = 0; p->arriving < p->rows.count && i < p->rows.count; i++)
    for (int k = 0; p->entry[i] == NONE && k < components; k++)
      memcpy((char *)rows + WORD * (size_t)(i * components + k), blank, WORD);
}
