/* Structs in a checkpoint: an array of structs is a table with a column per member. */
#ifndef GRANUM_BULK_SAVE_MEMBERS_H
#define GRANUM_BULK_SAVE_MEMBERS_H

#include "io/checkpoint/checkpoint.h"
#include "world/world_impl.h"

/* A member of a struct in a checkpoint: an 8-byte number, or `column.components` of them. */
typedef struct {
  GrColumn column;
  size_t offset;
  GrBounds bounds;
} GrBulkMember;

/* Writes the members of an array of `rows` structs of this size as a table, a column per member. The first rank writes;
   all ranks have the array. Collective. */
PetscErrorCode GrBulkSaveMembers(GrWorld world, GrCheckpoint file, const char *table, int n,
                                 const GrBulkMember member[], PetscInt64 rows, const void *structs, size_t size);

/* Reads such a table on all ranks. Collective. */
PetscErrorCode GrBulkLoadMembers(GrCheckpoint file, const char *table, int n, const GrBulkMember member[],
                                 PetscInt64 rows, void *structs, size_t size);

#endif
