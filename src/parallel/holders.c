/* A distributed directory that finds the rank of a particle by its id; see holders.h. */
#include "parallel/holders.h"

#include "parallel/columns.h"

/* Columns of an entry of the directory, and of a request with its answer. */
enum { ID, HOLDER, ENTRY, ASKER = ENTRY, INDEX, QUESTION };

/* Creates n rows with these ids. */
static PetscErrorCode CreateRows(int columns, PetscInt n, const PetscInt64 id[], GrParallelColumns *rows)
{
  const size_t size[QUESTION] = {
      [ID] = sizeof(*id), [HOLDER] = sizeof(int), [ASKER] = sizeof(int), [INDEX] = sizeof(PetscInt)};

  PetscCall(GrParallelColumnsCreate(columns, size, rows));
  PetscCall(GrParallelColumnsReserve(rows, n));
  rows->n = n;
  return PetscArraycpy((PetscInt64 *)rows->data[ID], id, n);
}

PetscErrorCode GrParallelHoldersCreate(MPI_Comm comm, PetscInt n, const PetscInt64 id[], GrParallelHolders *h,
                                       PetscInt64 *twice)
{
  GrParallelColumns rows;
  int rank;

  h->comm = comm;
  *twice = 0;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(GrRowSplitCreate(comm, n, id, &h->split));
  PetscCall(CreateRows(ENTRY, n, id, &rows));
  for (PetscInt i = 0; i < n; i++)
    ((int *)rows.data[HOLDER])[i] = rank;
  PetscCall(GrRowSplitSend(&h->split, h->comm, ID, &rows));
  PetscCall(GrParallelIdTableCreate(rows.n, &h->table));
  for (PetscInt i = 0; i < rows.n; i++) {
    const PetscInt64 own = ((const PetscInt64 *)rows.data[ID])[i];
    const uint64_t at = GrParallelIdTableAt(&h->table, own);
    if (h->table.id[at] == own)
      *twice = own;
    h->table.id[at] = own;
    h->table.number[at] = ((const int *)rows.data[HOLDER])[i];
  }
  PetscCall(GrParallelColumnsDestroy(&rows));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, twice, 1, MPIU_INT64, MPI_MAX, comm));
  return 0;
}

PetscErrorCode GrParallelHoldersDestroy(GrParallelHolders *h)
{
  PetscCall(GrParallelIdTableDestroy(&h->table));
  return GrRowSplitDestroy(&h->split);
}

PetscErrorCode GrParallelHoldersFind(const GrParallelHolders *h, PetscInt n, const PetscInt64 id[], int found[])
{
  GrParallelColumns rows;
  int rank, *back;

  PetscCallMPI(MPI_Comm_rank(h->comm, &rank));
  PetscCall(CreateRows(QUESTION, n, id, &rows));
  for (PetscInt i = 0; i < n; i++) {
    ((int *)rows.data[ASKER])[i] = rank;
    ((PetscInt *)rows.data[INDEX])[i] = i;
  }
  PetscCall(GrRowSplitSend(&h->split, h->comm, ID, &rows));
  for (PetscInt i = 0; i < rows.n; i++)
    ((int *)rows.data[HOLDER])[i] =
        (int)h->table.number[GrParallelIdTableAt(&h->table, ((PetscInt64 *)rows.data[ID])[i])];
  PetscCall(PetscMalloc1(rows.n, &back));
  PetscCall(PetscArraycpy(back, (const int *)rows.data[ASKER], rows.n));
  PetscCall(GrParallelColumnsExchange(h->comm, &rows, back));
  PetscCall(PetscFree(back));
  for (PetscInt i = 0; i < rows.n; i++)
    found[((const PetscInt *)rows.data[INDEX])[i]] = ((const int *)rows.data[HOLDER])[i];
  return GrParallelColumnsDestroy(&rows);
}
