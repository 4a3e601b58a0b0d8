/* migrate: sends particles and the histories of their contacts to the ranks that own them; see ownership.h.

   Space is partitioned again (parallel/partition.h) if the expected gain exceeds the cost (parallel/load_balance.h), or
   if the case requests it. The results do not depend on the owners. */
#include "bulk/bulk.h"

/* Destinations of the records: the owners of both particles of the contact. The ranks of particles that are not on this
   rank send their records to the owners of those particles. */
static PetscErrorCode AddressRecords(GrWorld w, const int *owner, GrParallelColumns *records, int **to)
{
  const PetscInt n = records->n;

  PetscCall(PetscMalloc1(2 * n, to));
  for (PetscInt r = 0; r < n; r++) {
    const PetscInt *partner = (const PetscInt *)records->data[GR_RECORD_PARTNERS] + GR_PARTNERS * r;
    const int first = partner[0] >= 0 ? owner[partner[0]] : -1, second = partner[1] >= 0 ? owner[partner[1]] : -1;
    PetscCall(GrHistoryRecordsAddress(records, r, first, second, w->rank, *to));
  }
  return 0;
}

/* Number of rows whose owner is this rank. */
static PetscInt CountStaying(PetscInt n, const int *to, int rank)
{
  PetscInt staying = 0;

  for (PetscInt i = 0; i < n; i++)
    staying += to[i] == rank;
  return staying;
}

/* Renumbers the particles of records as particles of other owners leave the store. */
static PetscErrorCode RenumberRecords(GrWorld w, const int *owner, GrParallelColumns *records)
{
  const PetscInt n = w->bulk->store.columns.n;
  PetscInt *number, staying = 0;

  PetscCall(PetscMalloc1(n, &number));
  for (PetscInt i = 0; i < n; i++)
    number[i] = owner[i] == w->rank ? staying++ : -1;
  GrHistoryRecordsRenumber(records, number);
  return PetscFree(number);
}

/* Partitions space by the costs of the particles; by their number if no costs are known. */
static PetscErrorCode PartitionSpace(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  double *x;

  b->ownership.rebalance_due = false;
  if (b->population.total == 0) /* the last partition remains valid */
    return 0;
  PetscCall(PetscMalloc1(3 * n, &x));
  for (PetscInt i = 0; i < n; i++)
    for (int a = 0; a < 3; a++)
      x[a * n + i] = b->store.reference[3 * i + a];
  const double *const xs[3] = {x, x + n, x + 2 * n};
  PetscCall(GrParallelPartitionDivide(b->ownership.partition, n, xs, w->load.particle_cost,
                                      b->ownership.relative_speed > 0 ? b->ownership.relative_speed : 1));
  b->ownership.partitioned = true;
  return PetscFree(x);
}

/* One message is sent to each rank that receives anything. */
PetscErrorCode GrBulkMigrateParticles(GrWorld w, GrParallelColumns *records)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  const bool first = !b->ownership.partitioned, partitions = first || b->ownership.rebalance_due;
  const double begun = MPI_Wtime();
  GrParallelColumns *const set[] = {&s->columns, records, &s->bodies.columns};
  int *owner, *to, *bodies;

  if (w->size == 1)
    return 0;
  if (partitions)
    PetscCall(PartitionSpace(w));
  PetscCall(PetscMalloc2(n, &owner, s->bodies.columns.n, &bodies));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(GrParallelPartitionOwner(b->ownership.partition, s->reference + 3 * i, &owner[i]));
  PetscCall(GrBulkBodyFindOwners(w, owner, bodies));
  PetscCall(AddressRecords(w, owner, records, &to));
  PetscCall(RenumberRecords(w, owner, records));
  const PetscInt row = CountStaying(records->n, to, w->rank);
  PetscCall(GrParallelColumnsExchangeAll(w->comm, 3, set, (const int *const[]){owner, to, bodies}, &w->load.traffic));
  GrStorePoint(s);
  GrBodiesPoint(&s->bodies);
  GrHistoryRecordsForget(records, row); /* the new rows are from other ranks */
  PetscCall(PetscFree(to));
  PetscCall(PetscFree2(owner, bodies));
  if (partitions)
    PetscCall(GrBulkEndPartition(w, first, begun));
  return 0;
}
