/* history: two buffers per contact, and records that travel; see history.h. */
#include "contact/history.h"

#include <string.h>

PetscErrorCode GrHistoryCreate(int n_values, GrHistory *h)
{
  PetscFunctionBeginUser;
  *h = (GrHistory){.n_values = n_values};
  PetscFunctionReturn(0);
}

PetscErrorCode GrHistoryDestroy(GrHistory *h)
{
  PetscFunctionBeginUser;
  for (int b = 0; b < 2; b++) {
    for (int k = 0; k < h->n_values; k++)
      PetscCall(PetscFree(h->value[b][k]));
    PetscCall(PetscFree(h->place[b]));
    PetscCall(PetscFree(h->n[b]));
  }
  *h = (GrHistory){0};
  PetscFunctionReturn(0);
}

PetscErrorCode GrHistoryReset(GrHistory *h, PetscInt slots)
{
  PetscFunctionBeginUser;
  h->n_blocks = (slots + GR_BLOCK_SLOTS - 1) / GR_BLOCK_SLOTS;
  if (h->n_blocks > h->capacity) {
    h->capacity = h->n_blocks + h->n_blocks / 4;
    for (int b = 0; b < 2; b++) {
      for (int k = 0; k < h->n_values; k++) {
        PetscCall(PetscFree(h->value[b][k]));
        PetscCall(PetscCalloc1(GR_BLOCK_SLOTS * h->capacity, &h->value[b][k])); /* tiles read a little beyond entries */
      }
      PetscCall(PetscFree(h->place[b]));
      PetscCall(PetscFree(h->n[b]));
      PetscCall(PetscMalloc1(GR_BLOCK_SLOTS * h->capacity, &h->place[b]));
      PetscCall(PetscMalloc1(h->capacity, &h->n[b]));
    }
  }
  for (int b = 0; b < 2; b++)
    PetscCall(PetscArrayzero(h->n[b], h->n_blocks));
  PetscFunctionReturn(0);
}

PetscBool GrHistorySame(const GrHistory *h, PetscInt block)
{
  const size_t at = (size_t)GR_BLOCK_SLOTS * (size_t)block;
  return (PetscBool)(h->n[0][block] == h->n[1][block] &&
                     memcmp(h->place[0] + at, h->place[1] + at, h->n[0][block]) == 0);
}

PetscErrorCode GrRecordsCreate(int n_values, GrColumns *records)
{
  const size_t size[GR_RECORD_COLUMNS] = {
      [GR_RECORD_KEY] = GR_KEY * sizeof(PetscInt64), [GR_RECORD_VALUES] = (size_t)n_values * sizeof(double)};

  PetscFunctionBeginUser;
  PetscCall(GrColumnsCreate(GR_RECORD_COLUMNS, size, records));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecordsAdd(GrColumns *records, const GrHistory *h, PetscInt entry, const PetscInt64 key[GR_KEY])
{
  PetscInt row = records->n;
  double *values;

  PetscFunctionBeginUser;
  PetscCall(GrColumnsReserve(records, row + 1));
  memcpy((PetscInt64 *)records->data[GR_RECORD_KEY] + GR_KEY * row, key, GR_KEY * sizeof(PetscInt64));
  values = (double *)records->data[GR_RECORD_VALUES] + (size_t)h->n_values * (size_t)row;
  for (int k = 0; k < h->n_values; k++)
    values[k] = h->value[h->committed][k][entry];
  records->n++;
  PetscFunctionReturn(0);
}

static const PetscInt64 *KeyOf(const GrColumns *records, PetscInt row)
{
  return (const PetscInt64 *)records->data[GR_RECORD_KEY] + GR_KEY * row;
}

/* Multiplies and shifts; which bits come out is of no consequence. */
static uint64_t Hash(const PetscInt64 key[GR_KEY])
{
  uint64_t h = 0;
  for (int k = 0; k < GR_KEY; k++) {
    h = (h ^ (uint64_t)key[k]) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
  }
  return h;
}

static PetscBool Same(const PetscInt64 a[GR_KEY], const PetscInt64 b[GR_KEY])
{
  return (PetscBool)(a[0] == b[0] && a[1] == b[1] && a[2] == b[2]);
}

PetscErrorCode GrRecordTableCreate(const GrColumns *records, GrRecordTable *t)
{
  uint64_t size = 16;

  PetscFunctionBeginUser;
  while (size < 2 * (uint64_t)records->n)
    size *= 2;
  t->records = records;
  t->mask = size - 1;
  PetscCall(PetscMalloc1(size, &t->slot));
  memset(t->slot, 0xff, size * sizeof(*t->slot)); /* -1 */
  for (PetscInt row = 0; row < records->n; row++) {
    const PetscInt64 *key = KeyOf(records, row);
    uint64_t at = Hash(key) & t->mask;
    while (t->slot[at] >= 0 && !Same(KeyOf(records, t->slot[at]), key))
      at = (at + 1) & t->mask;
    t->slot[at] = row; /* a record that came from both its particles is there twice, the same */
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrRecordTableDestroy(GrRecordTable *t)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(t->slot));
  PetscFunctionReturn(0);
}

void GrRecordTableApply(const GrRecordTable *t, const PetscInt64 key[GR_KEY], GrHistory *h, PetscInt slot)
{
  const double *values;
  uint64_t at = Hash(key) & t->mask;
  PetscInt entry;

  while (t->slot[at] >= 0 && !Same(KeyOf(t->records, t->slot[at]), key))
    at = (at + 1) & t->mask;
  if (t->slot[at] < 0)
    return;
  values = (const double *)t->records->data[GR_RECORD_VALUES] + (size_t)h->n_values * (size_t)t->slot[at];
  entry = slot / GR_BLOCK_SLOTS * GR_BLOCK_SLOTS + h->n[h->committed][slot / GR_BLOCK_SLOTS]++;
  for (int k = 0; k < h->n_values; k++)
    h->value[h->committed][k][entry] = values[k];
  h->place[h->committed][entry] = (unsigned char)(slot % GR_BLOCK_SLOTS);
}
