/* Arrays of rows that grow by doubling their capacity; see log.h. */
#include "base/log.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

PetscErrorCode GrLogAppend(GrLog *log, const void *row)
{
  PetscFunctionBeginUser;
  if (log->n == log->capacity) {
    log->capacity = log->capacity ? 2 * log->capacity : FIRST_CAPACITY;
    PetscCall(PetscRealloc((size_t)log->capacity * log->size, &log->row));
  }
  memcpy((char *)log->row + (size_t)log->n++ * log->size, row, log->size);
  PetscFunctionReturn(0);
}

PetscErrorCode GrLogDestroy(GrLog *log)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(log->row));
  PetscFunctionReturn(0);
}
