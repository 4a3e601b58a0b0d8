/* records: converts contact histories to table rows (records), which can be sent to other ranks, and back; see
   records.h. */
#include "contact/records.h"

#include "parallel/id_table.h"
#include <string.h>

PetscErrorCode GrHistoryRecordsCreate(int n_values, GrParallelColumns *records)
{
  const size_t size[GR_RECORD_COLUMNS] = {[GR_RECORD_KEY] = GR_KEY * sizeof(PetscInt64),
                                          [GR_RECORD_PARTNERS] = GR_PARTNERS * sizeof(PetscInt),
                                          [GR_RECORD_VALUES] = (size_t)n_values * sizeof(double)};

  return GrParallelColumnsCreate(GR_RECORD_COLUMNS, size, records);
}

/* Key of a record: [GR_KEY]. */
static PetscInt64 *KeyOf(const GrParallelColumns *records, PetscInt row)
{
  return (PetscInt64 *)records->data[GR_RECORD_KEY] + GR_KEY * (size_t)row;
}

/* Particle numbers of a record: [GR_PARTNERS]. */
static PetscInt *PartnersOf(const GrParallelColumns *records, PetscInt row)
{
  return (PetscInt *)records->data[GR_RECORD_PARTNERS] + GR_PARTNERS * (size_t)row;
}

PetscErrorCode GrHistoryRecordsAdd(GrParallelColumns *records, const GrHistory *h, const GrHistoryRun *run)
{
  const PetscInt row = records->n;
  const double *from = GrHistoryValues(h, h->committed, run->block, 0);
  const size_t n_values = (size_t)h->n_values;

  if (run->n == 0)
    return 0; /* the columns may have no memory yet */
  PetscCall(GrParallelColumnsReserve(records, row + run->n));
  memcpy(KeyOf(records, row), run->key, (size_t)run->n * sizeof(run->key[0]));
  memcpy(PartnersOf(records, row), run->partner, (size_t)run->n * sizeof(run->partner[0]));
  double *restrict values = (double *)records->data[GR_RECORD_VALUES] + n_values * (size_t)row;
  for (int i = 0; i < run->n; i++, values += n_values)
    for (int k = 0; k < h->n_values; k++)
      values[k] = k < run->used[i] ? from[GR_BLOCK_SLOTS * k + run->entry[i]] : 0;
  records->n += run->n;
  return 0;
}

PetscErrorCode GrHistoryRecordsAddress(GrParallelColumns *records, PetscInt row, int first, int second, int rank,
                                       int to[])
{
  to[row] = first >= 0 ? first : second >= 0 ? second : rank;
  if (second < 0 || second == to[row])
    return 0;
  to[records->n] = second;
  PetscCall(GrParallelColumnsReserve(records, records->n + 1));
  for (int k = 0; k < records->n_columns; k++) {
    char *data = records->data[k];
    const size_t size = records->size[k];
    memcpy(data + size * (size_t)records->n, data + size * (size_t)row, size);
  }
  records->n++;
  return 0;
}

void GrHistoryRecordsRenumber(GrParallelColumns *records, const PetscInt number[])
{
  PetscInt *partner = PartnersOf(records, 0);

  for (size_t k = 0; k < GR_PARTNERS * (size_t)records->n; k++)
    partner[k] = partner[k] < 0 ? -1 : number[partner[k]];
}

/* Whether partner k of a record is a particle with an unknown number. */
static bool IsUnknown(const GrParallelColumns *records, PetscInt row, int k)
{
  return PartnersOf(records, row)[k] < 0 && KeyOf(records, row)[k] > 0;
}

/* Adds the ids of all particles of unknown number to a table. */
static void AddUnknown(const GrParallelColumns *records, GrParallelIdTable *t)
{
  for (PetscInt row = 0; row < records->n; row++)
    for (int k = 0; k < GR_PARTNERS; k++)
      if (IsUnknown(records, row, k))
        t->id[GrParallelIdTableAt(t, KeyOf(records, row)[k])] = KeyOf(records, row)[k];
}

PetscErrorCode GrHistoryRecordsFind(GrParallelColumns *records, PetscInt n, const PetscInt64 id[])
{
  GrParallelIdTable table;
  PetscInt64 unknown = 0;

  for (PetscInt row = 0; row < records->n; row++)
    unknown += IsUnknown(records, row, 0) + IsUnknown(records, row, 1);
  if (unknown == 0)
    return 0;
  const bool all = n < unknown; /* the table has the ids of all particles, or those of unknown number if they are few */
  PetscCall(GrParallelIdTableCreate(PetscMin(n, unknown), &table));
  if (!all)
    AddUnknown(records, &table);
  for (PetscInt i = 0; i < n; i++) {
    const uint64_t at = GrParallelIdTableAt(&table, id[i]);
    if (all)
      table.id[at] = id[i];
    if (table.id[at] != 0)
      table.number[at] = i;
  }
  for (PetscInt row = 0; row < records->n; row++)
    for (int k = 0; k < GR_PARTNERS; k++)
      if (IsUnknown(records, row, k))
        PartnersOf(records, row)[k] = table.number[GrParallelIdTableAt(&table, KeyOf(records, row)[k])];
  return GrParallelIdTableDestroy(&table);
}

void GrHistoryRecordsForget(GrParallelColumns *records, PetscInt row)
{
  for (; row < records->n; row++)
    PartnersOf(records, row)[0] = PartnersOf(records, row)[1] = -1;
}

/* Returns the other body of a record of `particle`: the number of the partner, or -1 - number of the wall. */
static PetscInt OtherThan(const GrParallelColumns *records, PetscInt row, PetscInt particle)
{
  const PetscInt *partner = PartnersOf(records, row);
  const PetscInt64 second = KeyOf(records, row)[GR_KEY_SECOND];
  return second < 0 ? (PetscInt)second : partner[partner[0] == particle];
}

/* Returns the particle under which a record is listed, or -1 if the number of one of its particles is unknown. */
static PetscInt KeeperOfRecord(const GrHistoryRecordList *list, PetscInt row)
{
  const PetscInt *partner = PartnersOf(list->records, row);

  if (KeyOf(list->records, row)[GR_KEY_SECOND] < 0)
    return partner[0];
  if (partner[0] < 0 || partner[1] < 0)
    return -1;
  return GrHistoryRecordKeeper(list, partner[0], partner[1]);
}

/* Adds the number of records of each particle to `count`. */
static void CountRecords(const GrParallelColumns *records, PetscInt count[])
{
  for (PetscInt r = 0; r < records->n; r++)
    for (int k = 0; k < GR_PARTNERS; k++)
      if (PartnersOf(records, r)[k] >= 0)
        count[PartnersOf(records, r)[k]]++;
}

PetscErrorCode GrHistoryRecordListCreate(const GrParallelColumns *records, PetscInt particles,
                                         GrHistoryRecordList *list)
{
  PetscInt *begin;

  list->records = records;
  PetscCall(PetscCalloc2((size_t)particles + 2, &list->begin, particles, &list->count));
  PetscCall(PetscMalloc1(records->n, &list->entry));
  CountRecords(records, list->count);
  begin = list->begin + 1; /* filling advances each begin to the begin of the next particle */
  for (PetscInt r = 0; r < records->n; r++)
    begin[KeeperOfRecord(list, r) + 1]++; /* records without keeper come first */
  for (PetscInt i = 0; i < particles; i++)
    begin[i + 1] += begin[i];
  list->begin[0] = begin[0];
  for (PetscInt r = 0; r < records->n; r++) {
    const PetscInt keeper = KeeperOfRecord(list, r);
    if (keeper >= 0)
      list->entry[begin[keeper]++] = (GrHistoryRecordEntry){OtherThan(records, r, keeper), r};
  }
  return 0;
}

PetscErrorCode GrHistoryRecordListDestroy(GrHistoryRecordList *list)
{
  PetscCall(PetscFree2(list->begin, list->count));
  return PetscFree(list->entry);
}

/* Whether two keys are equal. Compares without branches, because search loops call it. */
static bool SameKey(const PetscInt64 a[GR_KEY], const PetscInt64 b[GR_KEY])
{
  return ((a[GR_KEY_FIRST] ^ b[GR_KEY_FIRST]) | (a[GR_KEY_SECOND] ^ b[GR_KEY_SECOND]) |
          (a[GR_KEY_IMAGE] ^ b[GR_KEY_IMAGE])) == 0;
}

/* Returns the row of the record with this key, or -1. If both ranks of a contact sent its record, the two records are
   equal, and the function returns the first. */
static PetscInt FindRecord(const GrHistoryRecordList *list, PetscInt keeper, const PetscInt64 key[GR_KEY])
{
  for (PetscInt at = list->begin[keeper]; at < list->begin[keeper + 1]; at++)
    if (SameKey(KeyOf(list->records, list->entry[at].row), key))
      return list->entry[at].row;
  return -1;
}

int GrHistoryRecordListParts(const GrHistoryRecordList *list, PetscInt keeper, PetscInt wall, int capacity,
                             int64_t part[])
{
  int n = 0;

  for (PetscInt at = list->begin[keeper]; at < list->begin[keeper + 1] && n < capacity; at++) {
    int k = n;
    if (list->entry[at].other != wall)
      continue;
    const int64_t own = KeyOf(list->records, list->entry[at].row)[GR_KEY_IMAGE];
    for (; k > 0 && part[k - 1] > own; k--)
      part[k] = part[k - 1];
    part[k] = own;
    n++;
  }
  return n;
}

void GrHistoryRecordListApply(const GrHistoryRecordList *list, PetscInt keeper, const PetscInt64 key[GR_KEY],
                              GrHistory *h, PetscInt slot)
{
  const PetscInt row = FindRecord(list, keeper, key);
  const double *values;
  double *to;
  PetscInt entry;

  if (row < 0)
    return;
  values = (const double *)list->records->data[GR_RECORD_VALUES] + (size_t)h->n_values * (size_t)row;
  entry = slot / GR_BLOCK_SLOTS * GR_BLOCK_SLOTS + h->n[h->committed][slot / GR_BLOCK_SLOTS]++;
  to = GrHistoryValue(h, h->committed, entry, 0);
  for (int k = 0; k < h->n_values; k++)
    to[GR_BLOCK_SLOTS * k] = values[k];
  h->slot[h->committed][entry] = (unsigned char)(slot % GR_BLOCK_SLOTS);
}
