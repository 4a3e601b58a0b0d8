/* contacts: writes contact histories to a checkpoint and reads them; see save.h.

   The table "contacts" has a row per acting contact, rank after rank. Its columns "key" and "history" are described in
   contact/records.h. The order of the rows has no meaning. Each rank reads an equal number of rows. Most rows belong to
   particles that the same rank has read. The rank sends the other rows to the ranks that have read their particles. */
#include "bulk/bulk.h"
#include "bulk/save/save.h"

#include "parallel/decomposition.h"
#include "parallel/row_split.h"

static const char table[] = "contacts";

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
  Contacts contacts = {.world = w, .at = {.once = true}};
  GrRows rows;

  PetscCall(GrRowDecomposeCounts(w->comm, GrBulkCountHistories(w), &rows));
  PetscCall(GrHistoryRecordsCreate(column[1].components, &contacts.records));
  PetscCall(GrCheckpointPutTable(file, table, column[1].components > 0 ? 2 : 1, column, rows, FillContacts, &contacts));
  return GrParallelColumnsDestroy(&contacts.records);
}

/* Finds the ranks that have read the particles of the records. holder: GR_PARTNERS entries per record; -1: no rank has
   read the particle. Collective. */
static PetscErrorCode FindHolders(GrWorld w, const GrParallelColumns *records, int holder[])
{
  const GrStore *particles = &w->bulk->store;
  const PetscInt64 *key = records->data[GR_RECORD_KEY];
  const PetscInt *partner = records->data[GR_RECORD_PARTNERS], entries = GR_PARTNERS * records->n;
  PetscInt64 *id, most;
  PetscInt asked = 0, *entry;
  int *found;

  PetscCall(PetscMalloc3(entries, &id, entries, &entry, entries, &found));
  for (PetscInt k = 0; k < entries; k++) {
    const PetscInt64 own = key[GR_KEY * (k / GR_PARTNERS) + k % GR_PARTNERS];
    holder[k] = partner[k] < 0 ? -1 : w->rank;
    if (partner[k] >= 0 || own <= 0)
      continue;
    entry[asked] = k;
    id[asked++] = own;
  }
  most = asked;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPIU_INT64, MPI_MAX, w->comm));
  if (most > 0) /* otherwise each rank has read the particles of all its records */
    PetscCall(GrRowHolders(w->comm, particles->columns.n, particles->id, asked, id, found));
  for (PetscInt k = 0; k < asked; k++)
    holder[entry[k]] = found[k];
  return PetscFree3(id, entry, found);
}

/* Sends each record to the ranks that have read its particles. A contact with a wall has one rank, a contact of two
   particles has one or two. Collective. */
static PetscErrorCode SpreadRecords(GrWorld w, GrParallelColumns *records)
{
  const PetscInt n = records->n;
  int *to, *holder;

  PetscCall(PetscMalloc2(2 * n, &to, GR_PARTNERS * n, &holder));
  PetscCall(FindHolders(w, records, holder));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(GrHistoryRecordsAddress(records, i, holder[GR_PARTNERS * i], holder[GR_PARTNERS * i + 1], w->rank, to));
  for (PetscInt i = 0; i < records->n; i++) /* particle indices of this rank are not valid on other ranks */
    for (int k = 0; k < GR_PARTNERS && to[i] != w->rank; k++)
      ((PetscInt *)records->data[GR_RECORD_PARTNERS])[GR_PARTNERS * i + k] = -1;
  PetscCall(GrParallelColumnsExchange(w->comm, records, to));
  return PetscFree2(to, holder);
}

PetscErrorCode GrBulkLoadContacts(GrWorld w, GrCheckpoint file, GrParallelColumns *records)
{
  const GrStore *particles = &w->bulk->store;
  const GrBounds any_key = GR_ANYTHING, any_finite = GR_FINITE;
  const GrColumn history = GrBulkSaveHistoryColumn(w);
  PetscInt64 total;

  PetscCall(GrCheckpointTableRows(file, table, &total));
  const GrRows rows = GrRowDecompose(PetscMax(total, 0), w->rank, w->size);
  PetscCall(GrParallelColumnsReserve(records, (PetscInt)rows.count));
  records->n = (PetscInt)rows.count;
  PetscCall(GrCheckpointGetColumn(file, table, &GrBulkSaveKeyColumn, &any_key, rows, records->data[GR_RECORD_KEY]));
  if (history.components > 0)
    PetscCall(GrCheckpointGetColumn(file, table, &history, &any_finite, rows, records->data[GR_RECORD_VALUES]));
  GrHistoryRecordsForget(records, 0);
  PetscCall(GrHistoryRecordsFind(records, particles->columns.n, particles->id));
  return SpreadRecords(w, records);
}
