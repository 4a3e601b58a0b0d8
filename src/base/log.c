/* log: see log.h. */
#include "base/log.h"

#include <string.h>

enum { ROOM = 64 };

void GrLogBegin(GrLog *log, size_t size)
{
  *log = (GrLog){.size = size};
}

PetscErrorCode GrLogAppend(GrLog *log, const void *row)
{
  PetscFunctionBeginUser;
  if (log->n == log->room) {
    log->room = log->room ? 2 * log->room : ROOM;
    PetscCall(PetscRealloc((size_t)log->room * log->size, &log->row));
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
