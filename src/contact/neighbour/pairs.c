/* pairs: memory of a list of pairs; see pairs.h. */
#include "contact/neighbour/pairs.h"

PetscErrorCode GrPairsReserve(GrPairs *p, PetscInt64 n)
{
  const PetscInt64 capacity = PetscMin(n + n / 4, (PetscInt64)PETSC_MAX_INT);

  if (n <= p->capacity)
    return 0;
  PetscCheck(n <= capacity, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "more pairs on one rank than its integers can count; use more ranks");
  p->capacity = (PetscInt)capacity;
  return PetscRealloc((size_t)capacity * sizeof(*p->pair), &p->pair);
}

PetscErrorCode GrPairsDestroy(GrPairs *p)
{
  PetscCall(PetscFree(p->pair));
  return PetscMemzero(p, sizeof(*p));
}
