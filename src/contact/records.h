/* Records: committed histories as rows that can travel (parallel/columns.h), one per contact that acts.

   At a rebuild all histories become records, particles change numbers and ranks, and each candidate that is listed
   afterwards takes up the record of its key, if there is one. A record knows its particles by their numbers on this
   rank, too, which are kept up to date while particles move; so it is looked for among the records of that one of its
   two particles that has fewer: a large sphere may have thousands. Particles that are neighbours in memory have theirs
   next to each other. Ids are looked up only of ghosts, and of records that come from another rank or a checkpoint.

   Every owned particle has the records of its contacts on its rank: a contact across ranks has one on both. */
#ifndef GRANUM_CONTACT_RECORDS_H
#define GRANUM_CONTACT_RECORDS_H

#include "contact/history.h"
#include "parallel/columns.h"

/* key: id of the first particle; id of the second, or -1 - number of the wall; packed image, see GrImagePack.
   partners: numbers of the first and the second particle on this rank; -1 if it is not known here, or a wall. */
enum { GR_RECORD_KEY, GR_RECORD_PARTNERS, GR_RECORD_VALUES, GR_RECORD_COLUMNS };
enum { GR_KEY_FIRST, GR_KEY_SECOND, GR_KEY_IMAGE, GR_KEY };
enum { GR_PARTNERS = 2 };

PetscErrorCode GrHistoryRecordsCreate(int n_values, GrParallelColumns *records);

/* Appends the record of a committed entry, whose number counts GR_BLOCK_SLOTS for each block before its own. Of its
   values the first `used` are those of the contact's laws, the others become zero. */
PetscErrorCode GrHistoryRecordsAdd(GrParallelColumns *records, const GrHistory *history, PetscInt entry, int used,
                                   const PetscInt64 key[GR_KEY], const PetscInt partner[GR_PARTNERS]);

/* Appends a copy of a record. */
PetscErrorCode GrHistoryRecordsCopy(GrParallelColumns *records, PetscInt row);

/* Particle i becomes number number[i]; -1: it is not owned here any more. */
void GrHistoryRecordsRenumber(GrParallelColumns *records, const PetscInt number[]);

/* The numbers of the particles of records `row` and all after it are not known any more. */
void GrHistoryRecordsForget(GrParallelColumns *records, PetscInt row);

/* Looks up particles whose numbers are not known among n of these ids. */
PetscErrorCode GrHistoryRecordsFind(GrParallelColumns *records, PetscInt n, const PetscInt64 id[]);

/* The number of box sides between two particles that touch, along each axis: -2^20 to 2^20 - 1 each. It stays the same
   when a particle is put back into the box, since that changes its image. */
static inline PetscInt64 GrImagePack(const PetscInt64 side[3])
{
  const uint64_t bias = UINT64_C(1) << 20, x = (uint64_t)side[0] + bias, y = (uint64_t)side[1] + bias,
                 z = (uint64_t)side[2] + bias;
  return (PetscInt64)(x << 42 | y << 21 | z);
}

/* A record in the list of one of its particles. other: number of the other one, or of the wall counted down from -1. */
typedef struct {
  PetscInt other, row;
} GrHistoryRecordEntry;

/* Records, which must outlive the list, by particle. */
typedef struct {
  const GrParallelColumns *records;
  PetscInt *begin;             /* [particles + 1] of the list of a particle */
  PetscInt *count;             /* [particles] records that a particle is in, whoever lists them */
  GrHistoryRecordEntry *entry; /* [records] */
} GrHistoryRecordList;

PetscErrorCode GrHistoryRecordListCreate(const GrParallelColumns *records, PetscInt particles,
                                         GrHistoryRecordList *list);
PetscErrorCode GrHistoryRecordListDestroy(GrHistoryRecordList *list);

/* Which of two particles lists the records that both are in. */
static inline PetscInt GrHistoryRecordKeeper(const GrHistoryRecordList *list, PetscInt one, PetscInt two)
{
  return list->count[one] <= list->count[two] ? one : two;
}

/* Whether a particle lists a record of itself and another one, or a wall. */
static inline PetscBool GrHistoryRecordListHas(const GrHistoryRecordList *list, PetscInt keeper, PetscInt other)
{
  for (PetscInt at = list->begin[keeper]; at < list->begin[keeper + 1]; at++)
    if (list->entry[at].other == other)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* The third numbers of the keys, ascending, of the records that a particle lists with a wall (counted down from -1), at
   most `room`; returns how many. */
int GrHistoryRecordListParts(const GrHistoryRecordList *list, PetscInt keeper, PetscInt wall, int room, int64_t part[]);

/* Makes the record of this key, if `keeper` lists one, the next committed entry of the slot's block; slots must come in
   ascending order. */
void GrHistoryRecordListApply(const GrHistoryRecordList *list, PetscInt keeper, const PetscInt64 key[GR_KEY],
                              GrHistory *history, PetscInt slot);

#endif
