/* Divides the beads of a chain among the ranks; see decomposition.h. All beads have the same cost, so recursive
   bisection by measured cost would give the same segments. */
#include "parallel/decomposition.h"

GrRows GrRowDecompose(PetscInt64 total, int rank, int size)
{
  PetscInt64 share = total / size, extra = total % size;
  GrRows rows = {
      .total = total, .first = share * rank + PetscMin((PetscInt64)rank, extra), .count = share + (rank < extra)};
  return rows;
}

PetscErrorCode GrRowDecomposeCounts(MPI_Comm comm, PetscInt64 count, GrRows *rows)
{
  PetscInt64 end;

  PetscCallMPI(MPI_Scan(&count, &end, 1, MPIU_INT64, MPI_SUM, comm));
  *rows = (GrRows){.first = end - count, .count = count};
  PetscCallMPI(MPI_Allreduce(&count, &rows->total, 1, MPIU_INT64, MPI_SUM, comm));
  return 0;
}
