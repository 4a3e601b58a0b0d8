/* Structs in a checkpoint: an array of structs is stored as a table with one row per struct and one column per
   member. */
#ifndef GRANUM_BULK_SAVE_MEMBERS_H
#define GRANUM_BULK_SAVE_MEMBERS_H

#include "io/checkpoint/checkpoint.h"
#include "world/world_impl.h"

/* A member of a struct that is stored in a checkpoint: column.components 8-byte numbers at a byte offset in the
   struct. */
typedef struct {
  GrColumn column;
  size_t offset;
  GrBounds bounds;
} GrBulkMember;

/* Writes an array of structs, structs[rows] of `size` bytes each, as a table with the columns member[n]. All ranks have
   the array, and the first rank writes it. Collective. */
PetscErrorCode GrBulkSaveMembers(GrWorld world, GrCheckpoint file, const char *table, int n,
                                 const GrBulkMember member[], PetscInt64 rows, const void *structs, size_t size);

/* Reads a table that GrBulkSaveMembers has written into structs[rows] on all ranks. Collective. */
PetscErrorCode GrBulkLoadMembers(GrCheckpoint file, const char *table, int n, const GrBulkMember member[],
                                 PetscInt64 rows, void *structs, size_t size);

#endif
