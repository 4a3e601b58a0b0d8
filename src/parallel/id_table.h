/* A hash table that stores a number for each id. It uses open addressing and is at most half full. */
#ifndef GRANUM_PARALLEL_ID_TABLE_H
#define GRANUM_PARALLEL_ID_TABLE_H

#include <petscsys.h>
#include <stdint.h>

typedef struct {
  PetscInt64 *id;   /* [mask + 1] ids, >= 1; 0: the place is empty */
  PetscInt *number; /* [mask + 1] number of each id; -1 until the caller sets it */
  uint64_t mask;
} GrParallelIdTable;

/* Creates an empty table for this number of ids. */
PetscErrorCode GrParallelIdTableCreate(PetscInt64 ids, GrParallelIdTable *table);
/* Frees a table. */
PetscErrorCode GrParallelIdTableDestroy(GrParallelIdTable *table);

/* Returns the index of an id in the arrays of the table; if the table does not have the id, the index of the empty
   place for it. */
static inline uint64_t GrParallelIdTableAt(const GrParallelIdTable *t, PetscInt64 id)
{
  const uint64_t h = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);
  uint64_t at = (h ^ h >> 32) & t->mask;

  while (t->id[at] != 0 && t->id[at] != id)
    at = (at + 1) & t->mask;
  return at;
}

#endif
