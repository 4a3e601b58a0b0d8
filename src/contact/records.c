/* records: histories that travel; see records.h. */
#include "contact/records.h"

#include <string.h>

PetscErrorCode GrHistoryRecordsCreate(int n_values, GrColumns *records)
{
  const size_t size[GR_RECORD_COLUMNS] = {[GR_RECORD_KEY] = GR_KEY * sizeof(PetscInt64),
                                          [GR_RECORD_PARTNERS] = GR_PARTNERS * sizeof(PetscInt),
                                          [GR_RECORD_VALUES] = (size_t)n_values * sizeof(double)};

  PetscFunctionBeginUser;
  PetscCall(GrColumnsCreate(GR_RECORD_COLUMNS, size, records));
  PetscFunctionReturn(0);
}

static PetscInt64 *KeyOf(const GrColumns *records, PetscInt row)
{
  return (PetscInt64 *)records->data[GR_RECORD_KEY] + GR_KEY * (size_t)row;
}

static PetscInt *PartnersOf(const GrColumns *records, PetscInt row)
{
  return (PetscInt *)records->data[GR_RECORD_PARTNERS] + GR_PARTNERS * (size_t)row;
}

PetscErrorCode GrHistoryRecordsAdd(GrColumns *records, const GrHistory *h, PetscInt entry, int used,
                                   const PetscInt64 key[GR_KEY], const PetscInt partner[GR_PARTNERS])
{
  const PetscInt row = records->n;
  double *values;

  PetscFunctionBeginUser;
  PetscCall(GrColumnsReserve(records, row + 1));
  memcpy(KeyOf(records, row), key, GR_KEY * sizeof(*key));
  memcpy(PartnersOf(records, row), partner, GR_PARTNERS * sizeof(*partner));
  values = (double *)records->data[GR_RECORD_VALUES] + (size_t)h->n_values * (size_t)row;
  for (int k = 0; k < h->n_values; k++)
    values[k] = k < used ? h->value[h->committed][k][entry] : 0;
  records->n++;
  PetscFunctionReturn(0);
}

PetscErrorCode GrHistoryRecordsCopy(GrColumns *records, PetscInt row)
{
  PetscFunctionBeginUser;
  PetscCall(GrColumnsReserve(records, records->n + 1));
  for (int k = 0; k < records->n_columns; k++) {
    char *data = records->data[k];
    const size_t size = records->size[k];
    memcpy(data + size * (size_t)records->n, data + size * (size_t)row, size);
  }
  records->n++;
  PetscFunctionReturn(0);
}

void GrHistoryRecordsRenumber(GrColumns *records, const PetscInt number[])
{
  PetscInt *partner = PartnersOf(records, 0);

  for (size_t k = 0; k < GR_PARTNERS * (size_t)records->n; k++)
    partner[k] = partner[k] < 0 ? -1 : number[partner[k]];
}

/* Numbers of particles by id: an open hash table. */
typedef struct {
  const PetscInt64 *id;
  PetscInt *number; /* [mask + 1] or -1 */
  uint64_t mask;
} IdTable;

static uint64_t HashId(PetscInt64 id, uint64_t mask)
{
  const uint64_t h = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);
  return (h ^ h >> 32) & mask;
}

static PetscErrorCode IdTableCreate(PetscInt first, PetscInt n, const PetscInt64 *id, IdTable *t)
{
  uint64_t size = 16;

  PetscFunctionBeginUser;
  while (size < 2 * (uint64_t)(n - first))
    size *= 2;
  *t = (IdTable){.id = id, .mask = size - 1};
  PetscCall(PetscMalloc1(size, &t->number));
  memset(t->number, 0xff, size * sizeof(*t->number)); /* -1 */
  for (PetscInt i = first; i < n; i++) {
    uint64_t at = HashId(id[i], t->mask);
    while (t->number[at] >= 0)
      at = (at + 1) & t->mask;
    t->number[at] = i;
  }
  PetscFunctionReturn(0);
}

static PetscInt IdTableFind(const IdTable *t, PetscInt64 wanted)
{
  uint64_t at = HashId(wanted, t->mask);

  while (t->number[at] >= 0 && t->id[t->number[at]] != wanted)
    at = (at + 1) & t->mask;
  return t->number[at];
}

PetscErrorCode GrHistoryRecordsFind(GrColumns *records, PetscInt row, PetscInt first, PetscInt n, const PetscInt64 id[])
{
  IdTable table;

  PetscFunctionBeginUser;
  if (row >= records->n)
    PetscFunctionReturn(0);
  PetscCall(IdTableCreate(first, n, id, &table));
  for (; row < records->n; row++) {
    const PetscInt64 *key = KeyOf(records, row);
    PetscInt *partner = PartnersOf(records, row);
    partner[0] = IdTableFind(&table, key[GR_KEY_FIRST]);
    partner[1] = key[GR_KEY_SECOND] > 0 ? IdTableFind(&table, key[GR_KEY_SECOND]) : -1;
  }
  PetscCall(PetscFree(table.number));
  PetscFunctionReturn(0);
}

/* Whose list the record is in; -1: no particle of it is owned here. */
static PetscInt KeeperOfRecord(const GrColumns *records, PetscInt row)
{
  const PetscInt *partner = PartnersOf(records, row);
  return partner[0] >= 0 ? partner[0] : partner[1];
}

PetscErrorCode GrHistoryRecordListCreate(const GrColumns *records, PetscInt particles, GrHistoryRecordList *list)
{
  PetscInt *begin;

  PetscFunctionBeginUser;
  list->records = records;
  list->next = 0;
  PetscCall(PetscCalloc1((size_t)particles + 2, &list->begin));
  PetscCall(PetscMalloc1(records->n, &list->row));
  begin = list->begin + 1; /* filling turns begins into ends, which are the begins of the next */
  for (PetscInt r = 0; r < records->n; r++)
    begin[KeeperOfRecord(records, r) + 1]++; /* those of nobody come first */
  for (PetscInt i = 0; i < particles; i++)
    begin[i + 1] += begin[i];
  list->begin[0] = begin[0];
  for (PetscInt r = 0; r < records->n; r++) {
    const PetscInt keeper = KeeperOfRecord(records, r);
    if (keeper >= 0)
      list->row[begin[keeper]++] = r;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrHistoryRecordListDestroy(GrHistoryRecordList *list)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(list->begin));
  PetscCall(PetscFree(list->row));
  PetscFunctionReturn(0);
}

static PetscBool SameKey(const PetscInt64 a[GR_KEY], const PetscInt64 b[GR_KEY])
{
  return (PetscBool)(((a[GR_KEY_FIRST] ^ b[GR_KEY_FIRST]) | (a[GR_KEY_SECOND] ^ b[GR_KEY_SECOND]) |
                      (a[GR_KEY_IMAGE] ^ b[GR_KEY_IMAGE])) == 0);
}

/* The record of a key, or -1. Most come one after the other, as they were collected. Of a record that came from the
   ranks of both its particles any of the two will do: they are the same. */
static PetscInt FindRecord(const GrHistoryRecordList *list, PetscInt particle, const PetscInt64 key[GR_KEY])
{
  if (list->next < list->records->n && SameKey(KeyOf(list->records, list->next), key))
    return list->next;
  for (PetscInt at = list->begin[particle]; at < list->begin[particle + 1]; at++)
    if (SameKey(KeyOf(list->records, list->row[at]), key))
      return list->row[at];
  return -1;
}

void GrHistoryRecordListApply(GrHistoryRecordList *list, PetscInt particle, const PetscInt64 key[GR_KEY], GrHistory *h,
                              PetscInt slot)
{
  const PetscInt row = FindRecord(list, particle, key);
  const double *values;
  PetscInt entry;

  if (row < 0)
    return;
  list->next = row + 1;
  values = (const double *)list->records->data[GR_RECORD_VALUES] + (size_t)h->n_values * (size_t)row;
  entry = slot / GR_BLOCK_SLOTS * GR_BLOCK_SLOTS + h->n[h->committed][slot / GR_BLOCK_SLOTS]++;
  for (int k = 0; k < h->n_values; k++)
    h->value[h->committed][k][entry] = values[k];
  h->slot[h->committed][entry] = (unsigned char)(slot % GR_BLOCK_SLOTS);
}
