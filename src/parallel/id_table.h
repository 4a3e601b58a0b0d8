/* A hash table that stores an integer for each id, for example the index of the particle with this id. It uses open
   addressing. At most half of its entries are used. */
#ifndef GRANUM_PARALLEL_ID_TABLE_H
#define GRANUM_PARALLEL_ID_TABLE_H

#include <petscsys.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  PetscInt64 *id;   /* [mask + 1] id of each entry, >= 1; 0: the entry is not used */
  PetscInt *number; /* [mask + 1] integer stored for the id of each entry; -1 until the caller sets it */
  uint64_t mask;    /* number of entries, a power of 2, minus 1 */
} GrParallelIdTable;

/* Creates an empty table for at most `ids` ids. */
static inline PetscErrorCode GrParallelIdTableCreate(PetscInt64 ids, GrParallelIdTable *t)
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

/* Frees a table. */
static inline PetscErrorCode GrParallelIdTableDestroy(GrParallelIdTable *t)
{
  PetscCall(PetscFree(t->id));
  return PetscFree(t->number);
}

/* Returns the index of the entry of an id. If the table does not have the id, returns the index of the unused entry in
   which the caller may store the id. */
static inline uint64_t GrParallelIdTableAt(const GrParallelIdTable *t, PetscInt64 id)
{
  const uint64_t h = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);
  uint64_t at = (h ^ h >> 32) & t->mask;

  while (t->id[at] != 0 && t->id[at] != id)
    at = (at + 1) & t->mask;
  return at;
}

#endif
