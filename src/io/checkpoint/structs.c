/* Writes arrays of structs to a checkpoint and reads them; see checkpoint.h. */
#include "io/checkpoint/file.h"

#include <string.h>

static const char *TableOf(const GrCheckpointStruct *kind)
{
  return kind->table ? kind->table : GR_CHECKPOINT_NUMBERS;
}

/* The first rank writes. */
PetscErrorCode GrCheckpointPutStructs(GrCheckpoint file, const GrCheckpointStruct *kind, PetscInt64 rows,
                                      const void *structs)
{
  const GrRows mine = {rows, file->rank == 0 ? 0 : rows, file->rank == 0 ? rows : 0};

  for (const GrMember *m = kind->member; m < kind->member + kind->n && rows > 0; m++) {
    const size_t bytes = (size_t)m->column.components * sizeof(double); /* PetscInt64 is as large */
    char *value;
    PetscCall(PetscMalloc1((size_t)rows * bytes, &value));
    for (size_t i = 0; i < (size_t)rows; i++)
      memcpy(value + i * bytes, (const char *)structs + i * kind->size + m->offset, bytes);
    PetscCall(GrCheckpointPutColumn(file, TableOf(kind), &m->column, mine, value));
    PetscCall(PetscFree(value));
  }
  return 0;
}

PetscErrorCode GrCheckpointGetStructs(GrCheckpoint file, const GrCheckpointStruct *kind, PetscInt64 rows, void *structs)
{
  for (const GrMember *m = kind->member; m < kind->member + kind->n && rows > 0; m++) {
    const size_t bytes = (size_t)m->column.components * sizeof(double);
    char *value;
    PetscCall(PetscMalloc1((size_t)rows * bytes, &value));
    PetscCall(GrCheckpointGetColumn(file, TableOf(kind), &m->column, &m->bounds, (GrRows){rows, 0, rows}, value));
    for (size_t i = 0; i < (size_t)rows; i++)
      memcpy((char *)structs + i * kind->size + m->offset, value + i * bytes, bytes);
    PetscCall(PetscFree(value));
  }
  return 0;
}
