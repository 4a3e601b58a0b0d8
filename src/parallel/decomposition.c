/* decomposition: contiguous segments of a chain.

   Every bead costs the same, so recursive bisection on measured cost would give these segments as well. */
#include "parallel/decomposition.h"

GrRows GrDecompose(PetscInt64 total, int rank, int size)
{
  PetscInt64 share = total / size, extra = total % size;
  GrRows rows = {
      .total = total, .first = share * rank + PetscMin((PetscInt64)rank, extra), .count = share + (rank < extra)};
  return rows;
}
