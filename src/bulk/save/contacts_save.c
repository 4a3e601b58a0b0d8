/* contacts_save: contacts in a checkpoint; see save.h.

   Table "contacts", a row per contact that acts, as the ranks have them one after another: "key" and "history" as in
   contact/records.h. Their order means nothing: whoever reads them brings them to their particles. To find one that is
   there twice, keys are sorted, first into buckets by the id of the first particle, of which there are as many as
   contacts, then each bucket. */
#include "bulk/bulk.h"
#include "bulk/save/save.h"

#include "parallel/decomposition.h"
#include <granum/error.h>
#include <string.h>

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

/* The order of n keys that begin with ids from 1. First particles are spread over as many buckets as there are records,
   in ascending order, so that each has few. */
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

PetscErrorCode GrBulkValidateOnce(GrWorld w, GrCheckpoint file, PetscInt n, PetscInt64 *key)
{
  PetscErrorCode error = 0;
  PetscInt *order;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &order));
  PetscCall(SortKeys(n, key, order));
  for (PetscInt i = 1; i < n && !error; i++) {
    const PetscInt64 *one = key + GR_KEY * order[i];
    if (CompareKeys(&order[i - 1], &order[i], key) == 0)
      error = GrFail(GR_EXIT_FILE,
                     "%s: contacts/key has the contact %" PetscInt64_FMT ", %" PetscInt64_FMT
                     " twice; use another checkpoint",
                     GrCheckpointPath(file), one[GR_KEY_FIRST], one[GR_KEY_SECOND]);
  }
  PetscCall(PetscFree(order));
  PetscCall(GrFailAgree(w->comm, error));
  PetscFunctionReturn(0);
}

typedef struct {
  GrWorld world;
  GrBulkCollector at;
  GrColumns records; /* of one run of rows */
} Contacts;

/* Columns of the table: key and, unless there is none, history. */
static PetscErrorCode FillContacts(void *context, PetscInt first, PetscInt n, void *data[])
{
  Contacts *c = context;

  PetscFunctionBeginUser;
  c->records.n = 0;
  PetscCall(GrBulkCollectNext(c->world, &c->at, n, &c->records));
  PetscCheck(c->records.n == n, PETSC_COMM_SELF, PETSC_ERR_PLIB, "fewer contacts than counted, from %" PetscInt_FMT,
             first);
  data[0] = c->records.data[GR_RECORD_KEY];
  if (c->records.size[GR_RECORD_VALUES] > 0)
    data[1] = c->records.data[GR_RECORD_VALUES];
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkSaveContacts(GrWorld w, GrCheckpoint file)
{
  const GrColumn column[] = {GrBulkSaveKeyColumn, GrBulkSaveHistoryColumn(w)};
  Contacts contacts = {.world = w, .at = {.once = PETSC_TRUE}};
  GrRows rows;

  PetscFunctionBeginUser;
  PetscCall(GrDecomposeCounts(w->comm, GrBulkCountHistories(w), &rows));
  PetscCall(GrHistoryRecordsCreate(column[1].components, &contacts.records));
  PetscCall(GrCheckpointPutTable(file, GR_BULK_CONTACTS, column[1].components > 0 ? 2 : 1, column, rows, FillContacts,
                                 &contacts));
  PetscCall(GrColumnsDestroy(&contacts.records));
  PetscFunctionReturn(0);
}
