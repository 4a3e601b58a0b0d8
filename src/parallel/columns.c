/* Tables whose rows can be packed and sent to other ranks; see columns.h. */
#include "parallel/columns.h"

#include <stdbool.h>
#include <string.h>

PetscErrorCode GrParallelColumnsCreate(int n_columns, const size_t size[], GrParallelColumns *c)
{
  PetscCheck(n_columns <= GR_COLUMNS_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "%d columns", n_columns);
  *c = (GrParallelColumns){.n_columns = n_columns};
  for (int k = 0; k < n_columns; k++)
    c->size[k] = size[k];
  return 0;
}

PetscErrorCode GrParallelColumnsDestroy(GrParallelColumns *c)
{
  for (int k = 0; k < c->n_columns; k++)
    PetscCall(PetscFree(c->data[k]));
  *c = (GrParallelColumns){0};
  return 0;
}

PetscErrorCode GrParallelColumnsReserve(GrParallelColumns *c, PetscInt rows)
{
  if (rows <= c->capacity)
    return 0;
  c->capacity = PetscMax(rows, c->capacity + c->capacity / 2);
  for (int k = 0; k < c->n_columns; k++) /* at least one byte, so that values of size 0 can be copied as others */
    PetscCall(PetscRealloc(PetscMax((size_t)c->capacity * c->size[k], 1), &c->data[k]));
  return 0;
}

static int ColumnOf(const int which[], int k)
{
  return which ? which[k] : k;
}

static size_t RowBytes(const GrParallelColumns *c, int n, const int which[])
{
  size_t bytes = 0;
  for (int k = 0; k < n; k++)
    bytes += c->size[ColumnOf(which, k)];
  return bytes;
}

PetscInt64 GrParallelColumnsRowWords(const GrParallelColumns *c, int n, const int which[])
{
  return (PetscInt64)((RowBytes(c, n, which) + sizeof(PetscInt64) - 1) / sizeof(PetscInt64));
}

PetscInt64 *GrParallelColumnsPack(const GrParallelColumns *c, int n, const int which[], PetscInt row, PetscInt64 *to)
{
  char *next = (char *)to;

  to[GrParallelColumnsRowWords(c, n, which) - 1] = 0; /* the values may not fill the last word */
  for (int k = 0; k < n; k++) {
    const size_t size = c->size[ColumnOf(which, k)];
    memcpy(next, (const char *)c->data[ColumnOf(which, k)] + (size_t)row * size, size);
    next += size;
  }
  return to + GrParallelColumnsRowWords(c, n, which);
}

const PetscInt64 *GrParallelColumnsUnpack(GrParallelColumns *c, int n, const int which[], PetscInt row,
                                          const PetscInt64 *from)
{
  const char *next = (const char *)from;

  for (int k = 0; k < n; k++) {
    const size_t size = c->size[ColumnOf(which, k)];
    memcpy((char *)c->data[ColumnOf(which, k)] + (size_t)row * size, next, size);
    next += size;
  }
  return from + GrParallelColumnsRowWords(c, n, which);
}

void GrParallelColumnsMoveUp(GrParallelColumns *c, int n, const int which[], PetscInt from, PetscInt count, PetscInt to)
{
  for (int k = 0; k < n && to < from; k++) {
    const size_t size = c->size[ColumnOf(which, k)];
    char *data = c->data[ColumnOf(which, k)];
    memmove(data + (size_t)to * size, data + (size_t)from * size, (size_t)count * size);
  }
}

/* Whether all rows are equal. */
static bool AllEqual(const char *data, PetscInt n, size_t size)
{
  return n < 2 || memcmp(data, data + size, (size_t)(n - 1) * size) == 0;
}

PetscErrorCode GrParallelColumnsSort(GrParallelColumns *c, const PetscInt order[])
{
  const PetscInt n = c->n;
  size_t widest = 0;
  double *sorted;

  for (int k = 0; k < c->n_columns; k++)
    widest = PetscMax(widest, c->size[k]);
  PetscCall(PetscMalloc1((size_t)n * widest / sizeof(double), &sorted));
  for (int k = 0; k < c->n_columns; k++) {
    const size_t width = c->size[k] / sizeof(double);
    double *data = c->data[k];
    if (AllEqual(c->data[k], n, c->size[k]))
      continue;
    for (PetscInt i = 0; i < n; i++)
      for (size_t e = 0; e < width; e++)
        memcpy(&sorted[(size_t)i * width + e], &data[(size_t)order[i] * width + e], sizeof(double));
    memcpy(data, sorted, (size_t)n * width * sizeof(double));
  }
  return PetscFree(sorted);
}

/* Rows that leave this rank. A message to a rank contains the number of rows of each set and then the rows, set by
   set. The memory is proportional to the number of rows that leave and does not depend on the number of ranks. */
typedef struct {
  int rank, n_messages;
  GrMessage *message; /* [n_messages] by ascending rank */
  PetscInt64 **next;  /* [n_messages] position of the next row in each message */
} Outgoing;

/* Lists the ranks that get rows of these sets, in ascending order, each once. The caller frees the list. */
static PetscErrorCode ListReceivers(int n_sets, GrParallelColumns *const set[], const int *const to[], int rank, int *n,
                                    int **receiver)
{
  PetscInt capacity = 0, leave = 0;

  *receiver = NULL;
  for (int s = 0; s < n_sets; s++)
    for (PetscInt i = 0; i < set[s]->n; i++) {
      if (to[s][i] == rank || (leave > 0 && to[s][i] == (*receiver)[leave - 1]))
        continue;
      if (leave == capacity) {
        capacity = 2 * capacity + 64;
        PetscCall(PetscRealloc((size_t)capacity * sizeof(int), receiver));
      }
      (*receiver)[leave++] = to[s][i];
    }
  if (leave > 1)
    PetscCall(PetscSortRemoveDupsMPIInt(&leave, *receiver));
  *n = (int)leave;
  return 0;
}

/* Index of the message to this rank. *latest: index of the message of the previous row. */
static int MessageTo(const Outgoing *m, int rank, int *latest)
{
  int low = 0, high = m->n_messages - 1;

  if (m->message[*latest].rank == rank)
    return *latest;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (m->message[middle].rank < rank)
      low = middle + 1;
    else
      high = middle;
  }
  return *latest = low;
}

/* Allocates the messages and writes the numbers of rows. */
static PetscErrorCode FillHeads(int n_sets, GrParallelColumns *const set[], const PetscInt *count, Outgoing *m)
{
  for (int p = 0; p < m->n_messages; p++) {
    GrMessage *message = &m->message[p];
    for (int s = 0; s < n_sets; s++)
      message->words += count[p * n_sets + s] * GrParallelColumnsRowWords(set[s], set[s]->n_columns, NULL);
    PetscCall(PetscMalloc1(message->words, &message->data));
    for (int s = 0; s < n_sets; s++)
      message->data[s] = count[p * n_sets + s];
    m->next[p] = message->data + n_sets;
  }
  return 0;
}

/* Counts the rows for each rank and creates its message, which contains only the counts. */
static PetscErrorCode AddressRows(int n_sets, GrParallelColumns *const set[], const int *const to[], Outgoing *m)
{
  PetscInt *count; /* rows of each set in each message */
  int *receiver, latest = 0;

  PetscCall(ListReceivers(n_sets, set, to, m->rank, &m->n_messages, &receiver));
  PetscCall(PetscMalloc1(m->n_messages, &m->message));
  PetscCall(PetscMalloc1(m->n_messages, &m->next));
  PetscCall(PetscCalloc1(m->n_messages * n_sets, &count));
  for (int p = 0; p < m->n_messages; p++)
    m->message[p] = (GrMessage){receiver[p], n_sets, NULL};
  for (int s = 0; s < n_sets; s++)
    for (PetscInt i = 0; i < set[s]->n; i++)
      if (to[s][i] != m->rank)
        count[MessageTo(m, to[s][i], &latest) * n_sets + s]++;
  PetscCall(FillHeads(n_sets, set, count, m));
  PetscCall(PetscFree(count));
  return PetscFree(receiver);
}

/* Packs the rows of a set that leave, and closes the gaps between the others. */
static void PackOutgoing(GrParallelColumns *c, const int to[], Outgoing *m)
{
  PetscInt kept = 0;
  int latest = 0;

  for (PetscInt first = 0, last; first < c->n; first = last) { /* runs of kept rows, then of rows that leave */
    for (last = first; last < c->n && to[last] == m->rank; last++)
      ;
    GrParallelColumnsMoveUp(c, c->n_columns, NULL, first, last - first, kept);
    kept += last - first;
    for (; last < c->n && to[last] != m->rank; last++) {
      const int p = MessageTo(m, to[last], &latest);
      m->next[p] = GrParallelColumnsPack(c, c->n_columns, NULL, last, m->next[p]);
    }
  }
  c->n = kept;
}

/* Appends the rows of a message to their sets. */
static PetscErrorCode OpenMessage(const GrMessage *message, int n_sets, GrParallelColumns *const set[])
{
  const PetscInt64 *from = message->data + n_sets;

  for (int s = 0; s < n_sets; s++) {
    GrParallelColumns *c = set[s];
    PetscCall(GrParallelColumnsReserve(c, c->n + (PetscInt)message->data[s]));
    for (PetscInt64 i = 0; i < message->data[s]; i++)
      from = GrParallelColumnsUnpack(c, c->n_columns, NULL, c->n++, from);
  }
  return 0;
}

PetscErrorCode GrParallelColumnsExchangeAll(MPI_Comm comm, int n_sets, GrParallelColumns *const set[],
                                            const int *const to[], GrTraffic *traffic)
{
  Outgoing m;
  GrMessage *in;
  int n_in;

  PetscCallMPI(MPI_Comm_rank(comm, &m.rank));
  PetscCall(AddressRows(n_sets, set, to, &m));
  for (int s = 0; s < n_sets; s++)
    PackOutgoing(set[s], to[s], &m);
  PetscCall(PetscFree(m.next));
  PetscCall(GrParallelSparseExchange(comm, m.n_messages, m.message, &n_in, &in, traffic));
  PetscCall(GrParallelSparseExchangeFree(m.n_messages, &m.message));
  for (int p = 0; p < n_in; p++)
    PetscCall(OpenMessage(&in[p], n_sets, set));
  return GrParallelSparseExchangeFree(n_in, &in);
}

PetscErrorCode GrParallelColumnsExchange(MPI_Comm comm, GrParallelColumns *columns, const int to[])
{
  GrParallelColumns *const set[] = {columns};
  const int *const where[] = {to};
  GrTraffic traffic = {0};
  return GrParallelColumnsExchangeAll(comm, 1, set, where, &traffic);
}
