/* Sorts the tables of a checkpoint by key; see keyed.h. Each rank writes its particles, bodies and contacts to a
   checkpoint in its own order. Two checkpoints of a state are equal if rows with the same key are equal. Memory: one
   number per row of the table. */
#include "io/diff/keyed.h"

#include <string.h>

static const struct {
  const char *table, *key;
} tables[] = {{"particles/", "particles/id"},
              {"bodies/", "bodies/id"},
              {"contacts/", "contacts/key"},
              {"load_rates/", "load_rates/key"}};
enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

/* Index of the table of which this path is a column, or TABLES. */
static int FindTable(const char *path)
{
  int t = 0;
  for (; t < TABLES; t++) {
    const size_t length = strlen(tables[t].table);
    if (strncmp(path, tables[t].table, length) == 0 && !strchr(path + length, '/'))
      break;
  }
  return t;
}

bool GrDiffIsKeyed(const GrHdf5Source *source)
{
  const int t = FindTable(source->path);
  return !source->attribute && source->rank >= 1 && source->length[0] > 1 && t < TABLES &&
         GrHdf5ReaderFind(source->reader, tables[t].key);
}

typedef struct {
  const int64_t *key;
  hsize_t width;
} Keys;

static int CompareKeys(const Keys *keys, PetscInt64 a, PetscInt64 b)
{
  const int64_t *x = keys->key + keys->width * (hsize_t)a, *y = keys->key + keys->width * (hsize_t)b;
  for (hsize_t k = 0; k < keys->width; k++)
    if (x[k] != y[k])
      return x[k] < y[k] ? -1 : 1;
  return 0;
}

static int CompareRows(const void *a, const void *b, void *keys)
{
  return CompareKeys(keys, *(const PetscInt64 *)a, *(const PetscInt64 *)b);
}

static PetscErrorCode ReadAll(GrHdf5Source *source)
{
  const hsize_t start[H5S_MAX_RANK] = {0};

  return GrHdf5SourceRead(source, start, source->length);
}

/* Sorts the numbers of the rows by key. If the rows are sorted already, `order` is not allocated. */
static PetscErrorCode SortRows(const Keys *keys, hsize_t rows, PetscInt64 **order)
{
  hsize_t sorted = 1;

  while (sorted < rows && CompareKeys(keys, (PetscInt64)sorted - 1, (PetscInt64)sorted) <= 0)
    sorted++;
  if (sorted >= rows)
    return 0;
  PetscCall(PetscMalloc1(rows, order));
  for (hsize_t i = 0; i < rows; i++)
    (*order)[i] = (PetscInt64)i;
  return PetscTimSort((PetscInt)rows, *order, sizeof(**order), CompareRows, (void *)keys);
}

/* Computes the order of the rows of a table; no order if the keys do not have the form that granum writes. */
static PetscErrorCode FindOrder(const GrHdf5Reader *reader, int table, hsize_t rows, GrDiffOrder *order)
{
  GrHdf5Source source;

  PetscCall(GrDiffOrderDestroy(order));
  order->table = tables[table].table;
  PetscCall(GrHdf5SourceOpen(reader, tables[table].key, NULL, &source));
  if ((source.rank == 1 || source.rank == 2) && source.length[0] == rows &&
      H5Tequal(source.values.type, H5T_NATIVE_INT64) > 0) {
    PetscCall(ReadAll(&source));
    const Keys keys = {(const int64_t *)source.values.data, source.rank == 2 ? source.length[1] : 1};
    PetscCall(SortRows(&keys, rows, &order->row));
  }
  return GrHdf5SourceClose(&source);
}

PetscErrorCode GrDiffOrderDestroy(GrDiffOrder *order)
{
  PetscCall(PetscFree(order->row));
  *order = (GrDiffOrder){0};
  return 0;
}

PetscErrorCode GrDiffReadKeyed(GrHdf5Source *source, GrDiffOrder *order)
{
  const hsize_t rows = source->length[0];
  const int table = FindTable(source->path);
  char *sorted;

  PetscCall(ReadAll(source));
  if (order->table != tables[table].table)
    PetscCall(FindOrder(source->reader, table, rows, order));
  if (!order->row)
    return 0;
  const size_t bytes = source->values.n / rows * source->values.size;
  PetscCall(PetscMalloc1(rows * bytes, &sorted));
  for (hsize_t i = 0; i < rows; i++)
    memcpy(sorted + i * bytes, source->values.data + (size_t)order->row[i] * bytes, bytes);
  memcpy(source->values.data, sorted, rows * bytes);
  return PetscFree(sorted);
}
