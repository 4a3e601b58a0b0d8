/* contacts_load: contacts from a checkpoint; contacts_save.c describes the table. Each rank reads an equal share of the
   rows. Most rows belong to particles that the same rank has read; the rank sends the other rows to the ranks that have
   read their particles. */
#include "bulk/bulk.h"
#include "bulk/save/save.h"

#include "parallel/decomposition.h"
#include "parallel/holders.h"

/* Finds the ranks that have read the particles of the records, if this rank has not. holder: GR_PARTNERS entries per
   record; -1: no rank has read the particle. Collective. */
static PetscErrorCode FindHolders(GrWorld w, const GrParallelHolders *holders, const GrParallelColumns *records,
                                  int holder[])
{
  const PetscInt64 *key = records->data[GR_RECORD_KEY];
  const PetscInt *partner = records->data[GR_RECORD_PARTNERS];
  PetscInt64 *id;
  PetscInt n = 0;
  int *found;

  for (PetscInt i = 0; i < GR_PARTNERS * records->n; i++)
    n += partner[i] < 0;
  PetscCall(PetscMalloc2(n, &id, n, &found));
  n = 0;
  for (PetscInt i = 0; i < records->n; i++)
    for (int k = 0; k < GR_PARTNERS; k++)
      if (partner[GR_PARTNERS * i + k] < 0 && key[GR_KEY * i + k] > 0)
        id[n++] = key[GR_KEY * i + k];
  PetscCall(GrParallelHoldersFind(holders, n, id, found));
  n = 0;
  for (PetscInt i = 0; i < records->n; i++)
    for (int k = 0; k < GR_PARTNERS; k++) {
      holder[GR_PARTNERS * i + k] = partner[GR_PARTNERS * i + k] < 0 ? -1 : w->rank;
      if (partner[GR_PARTNERS * i + k] < 0 && key[GR_KEY * i + k] > 0)
        holder[GR_PARTNERS * i + k] = found[n++];
    }
  return PetscFree2(id, found);
}

/* Sends each record to the ranks that have read its particles. A contact with a wall has one rank, a contact of two
   particles has one or two. Collective. */
static PetscErrorCode SpreadRecords(GrWorld w, const GrParallelHolders *holders, GrParallelColumns *records)
{
  const PetscInt n = records->n;
  int *to, *holder;

  PetscCall(PetscMalloc2(2 * n, &to, GR_PARTNERS * n, &holder));
  PetscCall(FindHolders(w, holders, records, holder));
  for (PetscInt i = 0; i < n; i++) {
    const int one = holder[GR_PARTNERS * i], two = holder[GR_PARTNERS * i + 1];
    to[i] = one < 0 ? (two < 0 ? w->rank : two) : one;
    if (two >= 0 && two != to[i]) {
      to[records->n] = two;
      PetscCall(GrHistoryRecordsCopy(records, i));
    }
  }
  for (PetscInt i = 0; i < records->n; i++) /* particle indices of this rank are not valid on other ranks */
    for (int k = 0; k < GR_PARTNERS && to[i] != w->rank; k++)
      ((PetscInt *)records->data[GR_RECORD_PARTNERS])[GR_PARTNERS * i + k] = -1;
  PetscCall(GrParallelColumnsExchange(w->comm, records, to));
  return PetscFree2(to, holder);
}

PetscErrorCode GrBulkLoadContacts(GrWorld w, GrCheckpoint file, const GrStore *particles, GrParallelColumns *records)
{
  const GrBounds any_key = GR_ANYTHING, any_finite = GR_FINITE;
  const GrColumn history = GrBulkSaveHistoryColumn(w);
  PetscInt64 total, twice;
  GrParallelHolders holders;

  PetscCall(GrParallelHoldersCreate(w->comm, particles->columns.n, particles->id, &holders, &twice));
  PetscCall(GrCheckpointTableRows(file, GR_BULK_CONTACTS, &total));
  const GrRows rows = GrRowDecompose(PetscMax(total, 0), w->rank, w->size);
  PetscCall(GrParallelColumnsReserve(records, (PetscInt)rows.count));
  records->n = (PetscInt)rows.count;
  PetscCall(GrCheckpointGetColumn(file, GR_BULK_CONTACTS, &GrBulkSaveKeyColumn, &any_key, rows,
                                  records->data[GR_RECORD_KEY]));
  if (history.components > 0)
    PetscCall(
        GrCheckpointGetColumn(file, GR_BULK_CONTACTS, &history, &any_finite, rows, records->data[GR_RECORD_VALUES]));
  GrHistoryRecordsForget(records, 0);
  PetscCall(GrHistoryRecordsFind(records, particles->columns.n, particles->id));
  PetscCall(SpreadRecords(w, &holders, records));
  return GrParallelHoldersDestroy(&holders);
}
