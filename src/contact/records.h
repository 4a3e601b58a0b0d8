/* Records: contact histories in the form of table rows, which can be sent to other ranks (parallel/columns.h). Each
   acting contact has one record. It contains the committed history, that is, the history at the end of the last step.

   A rebuild of the neighbour list first converts all histories to records. Then particles get new numbers and move to
   other ranks. Finally, for each new candidate pair, the record with the key of the pair is searched. If this record
   exists, its values become the history of the pair.

   Each record stores the ids of its two particles (column `key`) and the current numbers of these particles on this
   rank (column `partners`). When particles are renumbered, the numbers in the records are updated. They are computed
   from the ids only for ghosts, and for records from another rank or from a checkpoint.

   Search. The search list contains each record once, under one of its two particles, the keeper. The keeper is the
   particle with fewer records, because a large sphere may have thousands of records. The list is sorted by the number
   of the keeper.

   Each rank stores the records of all contacts of its owned particles. If two ranks own the two particles of a contact,
   both ranks therefore have a record of the contact. */
#ifndef GRANUM_CONTACT_RECORDS_H
#define GRANUM_CONTACT_RECORDS_H

#include "contact/history.h"
#include "parallel/columns.h"
#include <stdbool.h>

/* Columns of the records.
   key       [GR_KEY] GR_KEY_FIRST: id of the first particle
             GR_KEY_SECOND: id of the second particle; for a wall, -1 - (number of the wall)
             GR_KEY_IMAGE: numbers of box lengths between the particles (GrImagePack); for a wall, number of the face,
             edge or triangle that the particle touches
   partners  [GR_PARTNERS] numbers of the first and the second particle on this rank; -1: the number is unknown, or
             the second body is a wall
   values    [n_values] values of the contact history */
enum { GR_RECORD_KEY, GR_RECORD_PARTNERS, GR_RECORD_VALUES, GR_RECORD_COLUMNS };
enum { GR_KEY_FIRST, GR_KEY_SECOND, GR_KEY_IMAGE, GR_KEY };
enum { GR_PARTNERS = 2 };

/* Creates an empty table of records of contact histories. n_values: number of history values per record. The caller
   frees the table with GrParallelColumnsDestroy. Not collective. */
PetscErrorCode GrHistoryRecordsCreate(int n_values, GrParallelColumns *records);

/* Acting contacts of one block of a history, whose records are appended together. */
typedef struct {
  PetscInt block; /* number of the block */
  int n;          /* number of contacts */
  /* [n] index of each contact in the committed entries of the block */
  unsigned char entry[GR_BLOCK_SLOTS];
  /* [n] number of history values that the laws of each contact use; the other values of its record are 0 */
  int used[GR_BLOCK_SLOTS];
  PetscInt64 key[GR_BLOCK_SLOTS][GR_KEY];        /* [n] column `key` of the records */
  PetscInt partner[GR_BLOCK_SLOTS][GR_PARTNERS]; /* [n] column `partners` of the records */
} GrHistoryRun;

/* Appends the records of acting contacts with their committed histories. Not collective. */
PetscErrorCode GrHistoryRecordsAdd(GrParallelColumns *records, const GrHistory *history, const GrHistoryRun *run);

/* Sets to[row], the rank to which record number `row` will be sent. first, second: ranks that own its two particles;
   -1: unknown. If both ranks are known and differ, appends a copy of the record for the second rank. If both are
   unknown, the record stays on this rank. rank: number of this rank. to[]: array with two elements for each record. Not
   collective. */
PetscErrorCode GrHistoryRecordsAddress(GrParallelColumns *records, PetscInt row, int first, int second, int rank,
                                       int to[]);

/* Renumbers the particles in all records: number i becomes number[i]. number[i] = -1: this rank no longer owns particle
   i. */
void GrHistoryRecordsRenumber(GrParallelColumns *records, const PetscInt number[]);

/* Sets the particle numbers of record `row` and of all later records to -1 (unknown), because these records come
   from another rank or run. */
void GrHistoryRecordsForget(GrParallelColumns *records, PetscInt row);

/* Replaces the unknown particle numbers (-1) in the records: finds them by the ids in the column `key`. The particle
   with the id id[i], i < n, has the number i. Numbers of particles with other ids remain unknown. Not collective. */
PetscErrorCode GrHistoryRecordsFind(GrParallelColumns *records, PetscInt n, const PetscInt64 id[]);

/* Packs the periodic image of a contact into one number, for the key of its record. side[a]: number of box lengths
   between the two particles of the contact along axis a, from -2^20 to 2^20 - 1. It refers to the unwrapped positions
   of the particles, so it does not change when a particle is moved back into the periodic box. */
static inline PetscInt64 GrImagePack(const PetscInt64 side[3])
{
  const uint64_t bias = UINT64_C(1) << 20, x = (uint64_t)side[0] + bias, y = (uint64_t)side[1] + bias,
                 z = (uint64_t)side[2] + bias;
  return (PetscInt64)(x << 42 | y << 21 | z);
}

/* An entry of the search list. It belongs to one record and is listed under the keeper of the record. The keeper is
   the particle of the contact that has fewer records; for a contact with a wall, it is the only particle. */
typedef struct {
  PetscInt other; /* number of the particle that is not the keeper; for a wall, -1 - (number of the wall) */
  PetscInt row;   /* row of the record in the table */
} GrHistoryRecordEntry;

/* Search list that finds the record of a contact. It is sorted by keeper (of the two particles of a record, the
   particle with fewer records). The table of records must not be freed before the list. */
typedef struct {
  const GrParallelColumns *records; /* the table of records, a row per contact; not owned */
  PetscInt *begin;                  /* [particles + 1] index in `entry` of the first entry of each keeper */
  /* [particles] number of records that contain the particle, as keeper or as the other particle */
  PetscInt *count;
  GrHistoryRecordEntry *entry; /* [number of records] entries, sorted by keeper */
} GrHistoryRecordList;

/* Creates the search list of the records. particles: number of particles on this rank, owned particles and ghosts.
   Omits records that have an unknown particle number. Not collective. */
PetscErrorCode GrHistoryRecordListCreate(const GrParallelColumns *records, PetscInt particles,
                                         GrHistoryRecordList *list);

/* Frees the search list, but not the table of records. Not collective. */
PetscErrorCode GrHistoryRecordListDestroy(GrHistoryRecordList *list);

/* Returns the keeper of the contacts of two particles, under which their records are listed. */
static inline PetscInt GrHistoryRecordKeeper(const GrHistoryRecordList *list, PetscInt one, PetscInt two)
{
  return list->count[one] <= list->count[two] ? one : two;
}

/* Whether the list has, under the particle `keeper`, a record of a contact with the particle `other`. For a wall, other
   = -1 - (number of the wall). */
static inline bool GrHistoryRecordListHas(const GrHistoryRecordList *list, PetscInt keeper, PetscInt other)
{
  for (PetscInt at = list->begin[keeper]; at < list->begin[keeper + 1]; at++)
    if (list->entry[at].other == other)
      return true;
  return false;
}

/* Finds the parts of a wall (faces, edges, triangles) that the particle `keeper` touches, from the records of its
   contacts with the wall. wall: -1 - (number of the wall). Writes at most `capacity` numbers of parts to part[], in
   ascending order, and returns how many numbers it has written. */
int GrHistoryRecordListParts(const GrHistoryRecordList *list, PetscInt keeper, PetscInt wall, int capacity,
                             int64_t part[]);

/* Restores the committed history of a contact after a rebuild of the neighbour list: searches for the record with this
   key under `keeper`, and copies its values to the contact history. They become the next entry of the block of `slot`,
   so slots must be processed in ascending order. Does nothing if there is no such record. */
void GrHistoryRecordListApply(const GrHistoryRecordList *list, PetscInt keeper, const PetscInt64 key[GR_KEY],
                              GrHistory *history, PetscInt slot);

#endif
