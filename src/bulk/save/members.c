/* members: arrays of structs in a checkpoint; see members.h. */
#include "bulk/save/members.h"

#include <string.h>

PetscErrorCode GrBulkSaveMembers(GrWorld w, GrCheckpoint file, const char *table, int n, const GrBulkMember member[],
                                 PetscInt64 rows, const void *structs, size_t size)
{
  const GrRows mine = {rows, w->rank == 0 ? 0 : rows, w->rank == 0 ? rows : 0};

  for (int k = 0; k < n && rows > 0; k++) {
    const size_t bytes = (size_t)member[k].column.components * sizeof(double); /* PetscInt64 is as large */
    char *value;
    PetscCall(PetscMalloc1((size_t)rows * bytes, &value));
    for (size_t i = 0; i < (size_t)rows; i++)
      memcpy(value + i * bytes, (const char *)structs + i * size + member[k].offset, bytes);
    PetscCall(GrCheckpointPutColumn(file, table, &member[k].column, mine, value));
    PetscCall(PetscFree(value));
  }
  return 0;
}

PetscErrorCode GrBulkLoadMembers(GrCheckpoint file, const char *table, int n, const GrBulkMember member[],
                                 PetscInt64 rows, void *structs, size_t size)
{
  for (int k = 0; k < n && rows > 0; k++) {
    const size_t bytes = (size_t)member[k].column.components * sizeof(double);
    char *value;
    PetscCall(PetscMalloc1((size_t)rows * bytes, &value));
    PetscCall(GrCheckpointGetColumn(file, table, &member[k].column, &member[k].bounds, (GrRows){rows, 0, rows}, value));
    for (size_t i = 0; i < (size_t)rows; i++)
      memcpy((char *)structs + i * size + member[k].offset, value + i * bytes, bytes);
    PetscCall(PetscFree(value));
  }
  return 0;
}
