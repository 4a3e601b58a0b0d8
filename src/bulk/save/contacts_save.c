/* contacts_save: writes contact histories to a checkpoint; see save.h.

   The table "contacts" has a row per acting contact, rank after rank. Its columns "key" and "history" are described in
   contact/records.h. The order of the rows has no meaning: the reader sends each row to the ranks of its particles. */
#include "bulk/bulk.h"
#include "bulk/save/save.h"

#include "parallel/decomposition.h"

typedef struct {
  GrWorld world;
  GrBulkCollector at;
  GrParallelColumns records; /* of one range of rows */
} Contacts;

/* Fills the columns of the table: key, and history if the laws have one. */
static PetscErrorCode FillContacts(void *context, PetscInt first, PetscInt n, void *data[])
{
  Contacts *c = context;

  c->records.n = 0;
  PetscCall(GrBulkCollectNext(c->world, &c->at, n, &c->records));
  PetscCheck(c->records.n == n, PETSC_COMM_SELF, PETSC_ERR_PLIB, "fewer contacts than counted, from %" PetscInt_FMT,
             first);
  data[0] = c->records.data[GR_RECORD_KEY];
  if (c->records.size[GR_RECORD_VALUES] > 0)
    data[1] = c->records.data[GR_RECORD_VALUES];
  return 0;
}

PetscErrorCode GrBulkSaveContacts(GrWorld w, GrCheckpoint file)
{
  const GrColumn column[] = {GrBulkSaveKeyColumn, GrBulkSaveHistoryColumn(w)};
  Contacts contacts = {.world = w, .at = {.once = PETSC_TRUE}};
  GrRows rows;

  PetscCall(GrRowDecomposeCounts(w->comm, GrBulkCountHistories(w), &rows));
  PetscCall(GrHistoryRecordsCreate(column[1].components, &contacts.records));
  PetscCall(GrCheckpointPutTable(file, GR_BULK_CONTACTS, column[1].components > 0 ? 2 : 1, column, rows, FillContacts,
                                 &contacts));
  return GrParallelColumnsDestroy(&contacts.records);
}
