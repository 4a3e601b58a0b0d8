/* Histories of contacts: what each remembers from step to step, committed and trial.

   A slot is a candidate. Slots are evaluated in blocks of GR_BLOCK_SLOTS; of a block only the contacts that act have an
   entry, one after the other in the block's own memory, with the place of their slot in the block. An evaluation writes
   the trial buffer, block after block, and GrHistoryCommit swaps the buffers. Where every evaluation is sure to become
   a step (`sure`), trial and committed are one buffer: a block is read before it is written. */
#ifndef GRANUM_CONTACT_HISTORY_H
#define GRANUM_CONTACT_HISTORY_H

#include "contact/model.h"
#include "domain/columns.h"

enum { GR_BLOCK_SLOTS = GR_MODEL_WIDTH };

typedef struct {
  PetscInt n_blocks, capacity; /* blocks */
  int n_values;
  double *value[2][GR_MODEL_HISTORY]; /* [blocks][GR_BLOCK_SLOTS] */
  unsigned char *place[2];            /* [blocks][GR_BLOCK_SLOTS] ascending */
  unsigned char *n[2];                /* [blocks] entries */
  int committed;                      /* which buffer */
  PetscBool sure;
} GrHistory;

PetscErrorCode GrHistoryCreate(int n_values, GrHistory *history);
PetscErrorCode GrHistoryDestroy(GrHistory *history);

/* Blocks for as many slots, none of which acts. What was there is gone. */
PetscErrorCode GrHistoryReset(GrHistory *history, PetscInt slots);

static inline int GrHistoryTrial(const GrHistory *history)
{
  return history->sure ? history->committed : !history->committed;
}

static inline void GrHistoryCommit(GrHistory *history)
{
  history->committed = GrHistoryTrial(history);
}

/* The entry of a place in a block, or -1. */
static inline int GrHistoryFind(const GrHistory *history, int buffer, PetscInt block, int place)
{
  const unsigned char *places = history->place[buffer] + GR_BLOCK_SLOTS * block;
  for (int e = 0; e < history->n[buffer][block]; e++)
    if (places[e] == place)
      return e;
  return -1;
}

/* Whether the same contacts of a block act in both buffers. */
PetscBool GrHistorySame(const GrHistory *history, PetscInt block);

/* Records: committed histories as rows that can travel (domain/columns.h), one per contact that acts.
   key: id of the first particle; id of the second, or -1 - number of the wall; packed image, see GrImagePack. */
enum { GR_RECORD_KEY, GR_RECORD_VALUES, GR_RECORD_COLUMNS };
enum { GR_KEY_FIRST, GR_KEY_SECOND, GR_KEY_IMAGE, GR_KEY };

PetscErrorCode GrRecordsCreate(int n_values, GrColumns *records);

/* Appends the record of a committed entry, whose number counts GR_BLOCK_SLOTS for each block before its own. */
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

/* Makes the record of this key, if there is one, the next committed entry of the slot's block; slots must come in
   ascending order. */
void GrRecordTableApply(const GrRecordTable *table, const PetscInt64 key[GR_KEY], GrHistory *history, PetscInt slot);

#endif
