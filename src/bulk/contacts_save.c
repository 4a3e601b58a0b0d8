/* contacts_save: contacts in a checkpoint; see save.h.

   Table "contacts", a row per contact that acts, ordered by the ids of its particles and the image: "key" and "history"
   as in contact/records.h. Contacts go to the ranks that have the rows of their first particles and are sorted there:
   first into buckets by the id of the first particle, of which there are as many as contacts, then each bucket. */
#include "bulk/save.h"

#include "parallel/redistribute.h"

static int CompareKeys(const void *a, const void *b, void *keys)
{
  const PetscInt64 *x = (const PetscInt64 *)keys + GR_KEY * *(const PetscInt *)a;
  const PetscInt64 *y = (const PetscInt64 *)keys + GR_KEY * *(const PetscInt *)b;
  for (int k = 0; k < GR_KEY; k++)
    if (x[k] != y[k])
      return x[k] < y[k] ? -1 : 1;
  return 0;
}

/* A handful of records, by insertion; more by merging. */
static PetscErrorCode SortFew(PetscInt n, PetscInt order[], PetscInt64 *keys)
{
  enum { FEW = 24 };

  PetscFunctionBeginUser;
  if (n > FEW)
    PetscCall(PetscTimSort(n, order, sizeof(*order), CompareKeys, keys));
  for (PetscInt i = 1; i < n && n <= FEW; i++) {
    const PetscInt one = order[i];
    PetscInt k = i;
    for (; k > 0 && CompareKeys(&order[k - 1], &one, keys) > 0; k--)
      order[k] = order[k - 1];
    order[k] = one;
  }
  PetscFunctionReturn(0);
}

/* The order of n keys. First particles are spread over as many buckets as there are records, in ascending order, so
   that each has few. */
static PetscErrorCode SortKeys(PetscInt n, PetscInt64 *keys, PetscInt order[])
{
  PetscInt64 least = INT64_MAX, most = 0;
  PetscInt *next;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    least = PetscMin(least, keys[GR_KEY * i + GR_KEY_FIRST]);
    most = PetscMax(most, keys[GR_KEY * i + GR_KEY_FIRST]);
  }
  const PetscInt64 width = n > 0 ? (most - least) / n + 1 : 1;
  PetscCall(PetscCalloc1(n + 2, &next));
  for (PetscInt i = 0; i < n; i++)
    next[(keys[GR_KEY * i + GR_KEY_FIRST] - least) / width + 2]++;
  for (PetscInt k = 2; k < n + 2; k++)
    next[k] += next[k - 1];
  for (PetscInt i = 0; i < n; i++)
    order[next[(keys[GR_KEY * i + GR_KEY_FIRST] - least) / width + 1]++] = i;
  for (PetscInt k = 0; k < n; k++) /* next[k]: the end of the bucket before, the begin of this one */
    PetscCall(SortFew(next[k + 1] - next[k], order + next[k], keys));
  PetscCall(PetscFree(next));
  PetscFunctionReturn(0);
}

/* A column of records in the order of keys, into a checkpoint. */
static PetscErrorCode PutRecords(const GrColumns *records, int which, const PetscInt order[], const GrColumn *column,
                                 GrRows rows, GrCheckpoint file)
{
  const size_t words = records->size[which] / sizeof(uint64_t);
  const uint64_t *from = (const uint64_t *)records->data[which];
  uint64_t *sorted;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)records->n * words, &sorted));
  for (PetscInt i = 0; i < records->n; i++)
    for (size_t k = 0; k < words; k++)
      sorted[(size_t)i * words + k] = from[(size_t)order[i] * words + k];
  PetscCall(GrCheckpointPutColumn(file, GR_BULK_CONTACTS, column, rows, sorted));
  PetscCall(PetscFree(sorted));
  PetscFunctionReturn(0);
}

/* To the ranks that have the rows of their first particles; there they are sorted. */
static PetscErrorCode SortRecords(GrWorld w, GrColumns *records, PetscInt **order)
{
  const GrStore *s = &w->bulk->store;
  GrRowSplit split;
  int *to;

  PetscFunctionBeginUser;
  PetscCall(GrRowSplitCreate(w->comm, s->columns.n, s->id, &split));
  PetscCall(PetscMalloc1(records->n, &to));
  for (PetscInt i = 0; i < records->n; i++) {
    const PetscInt64 *key = (const PetscInt64 *)records->data[GR_RECORD_KEY] + GR_KEY * i;
    to[i] = GrRowSplitRank(&split, key[GR_KEY_FIRST]);
  }
  PetscCall(GrRowSplitDestroy(&split));
  PetscCall(GrColumnsExchange(w->comm, records, to));
  PetscCall(PetscFree(to));
  PetscCall(PetscMalloc1(records->n, order));
  PetscCall(SortKeys(records->n, records->data[GR_RECORD_KEY], *order));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkSaveContacts(GrWorld w, GrCheckpoint file)
{
  const GrColumn history = GrBulkHistoryColumn(w);
  GrRows rows = {0};
  GrColumns records;
  PetscInt *order;

  PetscFunctionBeginUser;
  PetscCall(GrHistoryRecordsCreate(w->bulk->model.n_history, &records));
  PetscCall(GrBulkCollect(w, PETSC_TRUE, &records));
  PetscCall(SortRecords(w, &records, &order));
  rows.count = records.n;
  PetscCallMPI(MPI_Scan(&rows.count, &rows.first, 1, MPIU_INT64, MPI_SUM, w->comm));
  rows.first -= rows.count;
  PetscCallMPI(MPI_Allreduce(&rows.count, &rows.total, 1, MPIU_INT64, MPI_SUM, w->comm));
  PetscCall(PutRecords(&records, GR_RECORD_KEY, order, &GrBulkKeyColumn, rows, file));
  if (history.components > 0)
    PetscCall(PutRecords(&records, GR_RECORD_VALUES, order, &history, rows, file));
  PetscCall(PetscFree(order));
  PetscCall(GrColumnsDestroy(&records));
  PetscFunctionReturn(0);
}
