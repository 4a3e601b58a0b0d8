/* Arrays of rows that grow by doubling their capacity; see log.h. */
#include "base/log.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

PetscErrorCode GrLogAppend(GrLog *log, const void *row)
{
  if (log->n == log->capacity) {
    log->capacity = log->capacity ? 2 * log->capacity : FIRST_CAPACITY;
    PetscCall(PetscRealloc((size_t)log->capacity * log->size, &log->row));
  }
  memcpy((char *)log->row + (size_t)log->n++ * log->size, row, log->size);
  return 0;
}

PetscErrorCode GrLogDestroy(GrLog *log)
{
  return PetscFree(log->row);
}
