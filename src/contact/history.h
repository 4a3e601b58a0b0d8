/* Histories of contacts: what each remembers from step to step, committed and trial.

   A slot is a candidate; its values mean something where `touched` says so, and are zero elsewhere for whoever asks. An
   evaluation writes the trial buffer of all slots; GrHistoryCommit swaps the buffers. */
#ifndef GRANUM_CONTACT_HISTORY_H
#define GRANUM_CONTACT_HISTORY_H

#include "contact/model.h"
#include "domain/columns.h"

typedef struct {
  PetscInt n, capacity; /* slots */
  int n_values;
  double *value[2][GR_MODEL_HISTORY]; /* [slots] */
  unsigned char *touched[2];          /* [slots] 1: the contact acts */
  int committed;                      /* which buffer */
} GrHistory;

PetscErrorCode GrHistoryCreate(int n_values, GrHistory *history);
PetscErrorCode GrHistoryDestroy(GrHistory *history);

/* n slots, none of which is touched. What they held is gone. */
PetscErrorCode GrHistoryReset(GrHistory *history, PetscInt n);
void GrHistoryCommit(GrHistory *history);

/* Records: committed histories as rows that can travel (domain/columns.h), one per contact that acts.
   key: id of the first particle; id of the second, or -1 - number of the wall; packed image, see GrImagePack. */
enum { GR_RECORD_KEY, GR_RECORD_VALUES, GR_RECORD_COLUMNS };
enum { GR_KEY_FIRST, GR_KEY_SECOND, GR_KEY_IMAGE, GR_KEY };

PetscErrorCode GrRecordsCreate(int n_values, GrColumns *records);

/* Appends the record of a slot. */
PetscErrorCode GrRecordsAdd(GrColumns *records, const GrHistory *history, PetscInt slot, const PetscInt64 key[GR_KEY]);

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

/* Puts the record of this key, if there is one, into a slot as its committed history. */
void GrRecordTableApply(const GrRecordTable *table, const PetscInt64 key[GR_KEY], GrHistory *history, PetscInt slot);

#endif
