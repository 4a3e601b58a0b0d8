/* A hash table from ids to numbers; see id_table.h. */
#include "parallel/id_table.h"

#include <string.h>

PetscErrorCode GrParallelIdTableCreate(PetscInt64 ids, GrParallelIdTable *t)
{
  uint64_t size = 16;

  while (size < 2 * (uint64_t)ids)
    size *= 2;
  t->mask = size - 1;
  PetscCall(PetscCalloc1(size, &t->id));
  PetscCall(PetscMalloc1(size, &t->number));
  memset(t->number, 0xff, size * sizeof(*t->number)); /* -1 */
  return 0;
}

PetscErrorCode GrParallelIdTableDestroy(GrParallelIdTable *t)
{
  PetscCall(PetscFree(t->id));
  return PetscFree(t->number);
}
