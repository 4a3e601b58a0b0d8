/* Records: committed contact histories in rows that can be sent to other ranks (parallel/columns.h). Each acting
   contact has one record.

   A rebuild of the neighbour list converts all histories to records. Then particles change numbers and ranks. Each new
   candidate pair reads its history from the record with its key, if this record exists.

   Each record stores the ids of its particles (key) and their current numbers on this rank (partners). The numbers are
   updated when particles are renumbered. Ids are converted to numbers only for ghosts, and for records from another
   rank or from a checkpoint.

   Search. Each record is listed under one of its two particles: the particle with fewer records, because a large sphere
   may have thousands. Records of particles that are consecutive in memory are consecutive in the list.

   Every rank holds the records of all contacts of its owned particles. A contact between particles of two ranks
   therefore has a record on both ranks. */
#ifndef GRANUM_CONTACT_RECORDS_H
#define GRANUM_CONTACT_RECORDS_H

#include "contact/history.h"
#include "parallel/columns.h"

/* Columns of the records.
   key       [GR_KEY]: id of the first particle; id of the second particle, or -1 - number of the wall; packed image
             (GrImagePack), or for a wall the part of the wall
   partners  [GR_PARTNERS]: numbers of the first and second particle on this rank; -1: unknown, or a wall
   values    [n_values]: values of the history */
enum { GR_RECORD_KEY, GR_RECORD_PARTNERS, GR_RECORD_VALUES, GR_RECORD_COLUMNS };
enum { GR_KEY_FIRST, GR_KEY_SECOND, GR_KEY_IMAGE, GR_KEY };
enum { GR_PARTNERS = 2 };

/* Creates empty records with n_values history values each; free them with GrParallelColumnsDestroy. Not collective. */
PetscErrorCode GrHistoryRecordsCreate(int n_values, GrParallelColumns *records);

/* Appends the record of a committed entry. entry: index in the arrays of the history, GR_BLOCK_SLOTS per block. used:
   number of history values of the contact's laws; the record copies these values and sets the others to 0. Not
   collective. */
PetscErrorCode GrHistoryRecordsAdd(GrParallelColumns *records, const GrHistory *history, PetscInt entry, int used,
                                   const PetscInt64 key[GR_KEY], const PetscInt partner[GR_PARTNERS]);

/* Appends a copy of record number `row`. Not collective. */
PetscErrorCode GrHistoryRecordsCopy(GrParallelColumns *records, PetscInt row);

/* Replaces particle number i by number[i] in all records. -1: the particle is no longer owned by this rank. */
void GrHistoryRecordsRenumber(GrParallelColumns *records, const PetscInt number[]);

/* Sets the particle numbers of record `row` and of all later records to unknown (-1). */
void GrHistoryRecordsForget(GrParallelColumns *records, PetscInt row);

/* Sets the unknown particle numbers of all records: a particle with the id id[i], i < n, gets number i. Particles with
   other ids remain unknown. Not collective. */
PetscErrorCode GrHistoryRecordsFind(GrParallelColumns *records, PetscInt n, const PetscInt64 id[]);

/* Packs the number of box sides between two particles in contact, side[a] along axis a, each from -2^20 to 2^20 - 1.
   The number counts unwrapped box sides, so it does not change when a particle is wrapped back into the box. */
static inline PetscInt64 GrImagePack(const PetscInt64 side[3])
{
  const uint64_t bias = UINT64_C(1) << 20, x = (uint64_t)side[0] + bias, y = (uint64_t)side[1] + bias,
                 z = (uint64_t)side[2] + bias;
  return (PetscInt64)(x << 42 | y << 21 | z);
}

/* A record in the list. Each record is listed once, under one particle of the contact, its keeper: of two particles,
   the particle with fewer records. */
typedef struct {
  PetscInt other, row; /* number of the other particle, or -1 - number of the wall; row of the record */
} GrHistoryRecordEntry;

/* List of records sorted by keeper, the particle under which a record is listed. The records must exist as long as the
   list. */
typedef struct {
  const GrParallelColumns *records;
  PetscInt *begin;             /* [particles + 1] index in `entry` of the first record of each keeper */
  PetscInt *count;             /* [particles] number of records with this particle, under any keeper */
  GrHistoryRecordEntry *entry; /* [records] */
} GrHistoryRecordList;

/* Creates a list of records sorted by keeper, the particle under which a record is listed. particles: number of
   particles, owned and ghost. Records with an unknown particle are not listed. Not collective. */
PetscErrorCode GrHistoryRecordListCreate(const GrParallelColumns *records, PetscInt particles,
                                         GrHistoryRecordList *list);

/* Frees the list, but not the records. Not collective. */
PetscErrorCode GrHistoryRecordListDestroy(GrHistoryRecordList *list);

/* Returns the keeper of the records of two particles, the particle under which they are listed: the particle with fewer
   records. */
static inline PetscInt GrHistoryRecordKeeper(const GrHistoryRecordList *list, PetscInt one, PetscInt two)
{
  return list->count[one] <= list->count[two] ? one : two;
}

/* Whether a record of the particle `keeper` with the particle `other` is listed under `keeper`. For a wall, other is -1
   - number of the wall. */
static inline PetscBool GrHistoryRecordListHas(const GrHistoryRecordList *list, PetscInt keeper, PetscInt other)
{
  for (PetscInt at = list->begin[keeper]; at < list->begin[keeper + 1]; at++)
    if (list->entry[at].other == other)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Finds the parts of a wall that a particle (keeper) touches, from the records of the particle with this wall. wall: -1
   - number of the wall. Writes at most `capacity` numbers of parts in ascending order to part[] and returns how many
   there are. */
int GrHistoryRecordListParts(const GrHistoryRecordList *list, PetscInt keeper, PetscInt wall, int capacity,
                             int64_t part[]);

/* Copies the history values of the record with this key into the contact history, as the next committed entry of the
   block that has this slot. Does nothing if there is no such record under `keeper`. To be called with ascending
   slots. */
void GrHistoryRecordListApply(const GrHistoryRecordList *list, PetscInt keeper, const PetscInt64 key[GR_KEY],
                              GrHistory *history, PetscInt slot);

#endif
