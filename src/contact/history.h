/* Histories of contacts: what each remembers from step to step, committed and trial.

   A slot is a candidate. Only contacts that act have an entry; entries stand in the order of their slots, which is that
   of the evaluation, so that from one step to the next the same contacts mostly stand in the same places and nothing
   need be moved. An evaluation writes the trial buffer from its beginning (GrHistoryBegin), and GrHistoryCommit swaps
   the buffers. */
#ifndef GRANUM_CONTACT_HISTORY_H
#define GRANUM_CONTACT_HISTORY_H

#include "contact/model.h"
#include "domain/columns.h"

typedef struct {
  PetscInt capacity; /* entries */
  int n_values;
  double *value[2][GR_MODEL_HISTORY]; /* [entries] */
  PetscInt *slot[2];                  /* [entries] ascending */
  PetscInt n[2];                      /* entries */
  int committed;                      /* which buffer */
} GrHistory;

PetscErrorCode GrHistoryCreate(int n_values, GrHistory *history);
PetscErrorCode GrHistoryDestroy(GrHistory *history);

/* Room for as many slots, none of which acts. What was there is gone. */
PetscErrorCode GrHistoryReset(GrHistory *history, PetscInt slots);

/* Empties the trial buffer. */
static inline void GrHistoryBegin(GrHistory *history)
{
  history->n[!history->committed] = 0;
}

static inline void GrHistoryCommit(GrHistory *history)
{
  history->committed = !history->committed;
}

/* The entry of a slot in a buffer, or -1, looking on from *cursor; slots must be asked for in ascending order. */
static inline PetscInt GrHistoryFind(const GrHistory *history, int buffer, PetscInt slot, PetscInt *cursor)
{
  const PetscInt *slots = history->slot[buffer], n = history->n[buffer];
  while (*cursor < n && slots[*cursor] < slot)
    (*cursor)++;
  return *cursor < n && slots[*cursor] == slot ? *cursor : -1;
}

/* Records: committed histories as rows that can travel (domain/columns.h), one per contact that acts.
   key: id of the first particle; id of the second, or -1 - number of the wall; packed image, see GrImagePack. */
enum { GR_RECORD_KEY, GR_RECORD_VALUES, GR_RECORD_COLUMNS };
enum { GR_KEY_FIRST, GR_KEY_SECOND, GR_KEY_IMAGE, GR_KEY };

PetscErrorCode GrRecordsCreate(int n_values, GrColumns *records);

/* Appends the record of a committed entry. */
PetscErrorCode GrRecordsAdd(GrColumns *records, const GrHistory *history, PetscInt entry, const PetscInt64 key[GR_KEY]);

/* The number of box sides between two particles that touch, along each axis: -2^20 to 2^20 - 1 each. It stays the same
   when a particle is put back into the box, since that changes its image. */
static inline PetscInt64 GrImagePack(const PetscInt64 side[3])
{
  return (side[0] + (1 << 20)) << 42 | (side[1] + (1 << 20)) << 21 | (side[2] + (1 << 20));
}

/* A table of records by key; the records must outlive it. */
typedef struct {
  const GrColumns *records;
  PetscInt *slot; /* [mask + 1] record, or -1 */
  uint64_t mask;
} GrRecordTable;

PetscErrorCode GrRecordTableCreate(const GrColumns *records, GrRecordTable *table);
PetscErrorCode GrRecordTableDestroy(GrRecordTable *table);

/* Makes the record of this key, if there is one, the next committed entry; slots must come in ascending order. */
void GrRecordTableApply(const GrRecordTable *table, const PetscInt64 key[GR_KEY], GrHistory *history, PetscInt slot);

#endif
