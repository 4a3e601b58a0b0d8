/* bulk_migrate: particles and the histories of their contacts go to the ranks that own them; see bulk.h.

   Space is cut anew (domain/partition.h) when it repays (integrate/sharing.h) or when the case asks for it. Nothing
   that a run computes depends on who owns what. */
#include "integrate/bulk_share.h"

/* Local numbers by id: the rows of a store in an open hash table. */
typedef struct {
  PetscInt *row;
  uint64_t mask;
} IdTable;

static uint64_t Place(PetscInt64 id, uint64_t mask)
{
  uint64_t h = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);
  return (h ^ h >> 32) & mask;
}

static PetscErrorCode IdTableCreate(PetscInt n, const PetscInt64 *id, IdTable *t)
{
  uint64_t size = 16;

  PetscFunctionBeginUser;
  while (size < 2 * (uint64_t)n)
    size *= 2;
  t->mask = size - 1;
  PetscCall(PetscMalloc1(size, &t->row));
  for (uint64_t k = 0; k < size; k++)
    t->row[k] = -1;
  for (PetscInt i = 0; i < n; i++) {
    uint64_t at = Place(id[i], t->mask);
    while (t->row[at] >= 0)
      at = (at + 1) & t->mask;
    t->row[at] = i;
  }
  PetscFunctionReturn(0);
}

static PetscInt IdTableFind(const IdTable *t, const PetscInt64 *id, PetscInt64 wanted)
{
  uint64_t at = Place(wanted, t->mask);
  while (t->row[at] >= 0 && id[t->row[at]] != wanted)
    at = (at + 1) & t->mask;
  return t->row[at];
}

/* Appends a copy of a record for another receiver. */
static PetscErrorCode CopyRecord(GrColumns *records, PetscInt row)
{
  PetscFunctionBeginUser;
  PetscCall(GrColumnsReserve(records, records->n + 1));
  for (int k = 0; k < records->n_columns; k++) {
    char *data = records->data[k];
    const size_t size = records->size[k];
    PetscCall(PetscMemcpy(data + size * (size_t)records->n, data + size * (size_t)row, size));
  }
  records->n++;
  PetscFunctionReturn(0);
}

/* Where the record of a contact must be known: with the owners of both its particles. Those of particles that are not
   here are told by the ranks that have them. */
static PetscErrorCode AddressRecords(GrWorld w, const int *owner, GrColumns *records, int **to)
{
  const GrStore *s = &w->bulk->store;
  const PetscInt n = records->n;
  IdTable table;

  PetscFunctionBeginUser;
  PetscCall(IdTableCreate(s->columns.n, s->id, &table));
  PetscCall(PetscMalloc1(2 * n, to));
  for (PetscInt r = 0; r < n; r++) {
    const PetscInt64 *key = (const PetscInt64 *)records->data[GR_RECORD_KEY] + GR_KEY * r;
    PetscInt first = IdTableFind(&table, s->id, key[GR_KEY_FIRST]);
    PetscInt second = key[GR_KEY_SECOND] > 0 ? IdTableFind(&table, s->id, key[GR_KEY_SECOND]) : -1;
    (*to)[r] = first >= 0 ? owner[first] : (second >= 0 ? owner[second] : w->rank);
    if (first >= 0 && second >= 0 && owner[first] != owner[second]) {
      PetscCall(CopyRecord(records, r));
      (*to)[records->n - 1] = owner[second];
    }
  }
  PetscCall(PetscFree(table.row));
  PetscFunctionReturn(0);
}

/* Cuts space, by the weights of the particles if they are known, and by their number if not. */
static PetscErrorCode Cut(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  double *x;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(3 * n, &x));
  for (PetscInt i = 0; i < n; i++)
    for (int a = 0; a < 3; a++)
      x[a * n + i] = b->store.reference[3 * i + a];
  const double *const xs[3] = {x, x + n, x + 2 * n};
  PetscCall(GrPartitionCut(b->partition, n, xs, w->share_weight));
  b->cut = PETSC_TRUE;
  b->rebalance_due = PETSC_FALSE;
  PetscCall(PetscFree(x));
  PetscFunctionReturn(0);
}

/* Brings particles and records to the owners of the particles, in one message to each rank that gets any. */
PetscErrorCode GrBulkMigrate(GrWorld w, GrColumns *records)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  const PetscBool first = (PetscBool)!b->cut, cuts = (PetscBool)(first || b->rebalance_due);
  const double begun = MPI_Wtime();
  GrColumns *const set[] = {&s->columns, records};
  int *owner, *to;

  PetscFunctionBeginUser;
  if (w->size == 1)
    PetscFunctionReturn(0);
  if (cuts)
    PetscCall(Cut(w));
  PetscCall(PetscMalloc1(n, &owner));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(GrPartitionOwner(b->partition, s->reference + 3 * i, &owner[i]));
  PetscCall(AddressRecords(w, owner, records, &to));
  PetscCall(GrColumnsExchangeAll(w->comm, 2, set, (const int *const[]){owner, to}, &w->rebuild_traffic));
  GrStorePoint(s);
  PetscCall(PetscFree(to));
  PetscCall(PetscFree(owner));
  if (cuts)
    PetscCall(GrBulkShareDone(w, first, begun));
  PetscFunctionReturn(0);
}
