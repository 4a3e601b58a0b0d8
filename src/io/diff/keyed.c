/* keyed: see keyed.h. Each rank writes the contacts that it has in a checkpoint, in its own order; two checkpoints of
   one state are the same if the same rows have the same keys. Memory of the order of the table. */
#include "io/diff/keyed.h"

#include <string.h>

#define TABLE "contacts/"
#define KEY TABLE "key"

PetscBool GrSourceIsKeyed(const GrSource *source)
{
  return (PetscBool)(!source->attribute && source->rank >= 1 && source->length[0] > 1 &&
                     strncmp(source->path, TABLE, strlen(TABLE)) == 0 && !strchr(source->path + strlen(TABLE), '/') &&
                     GrReaderFind(source->reader, KEY));
}

typedef struct {
  const int64_t *key;
  hsize_t width;
} Keys;

static int CompareRows(const void *a, const void *b, void *context)
{
  const Keys *keys = context;
  const int64_t *x = keys->key + keys->width * (hsize_t) * (const PetscInt64 *)a,
                *y = keys->key + keys->width * (hsize_t) * (const PetscInt64 *)b;
  for (hsize_t k = 0; k < keys->width; k++)
    if (x[k] != y[k])
      return x[k] < y[k] ? -1 : 1;
  return 0;
}

static PetscErrorCode ReadAll(GrSource *source)
{
  const hsize_t start[H5S_MAX_RANK] = {0};

  PetscFunctionBeginUser;
  PetscCall(GrSourceRead(source, start, source->length));
  PetscFunctionReturn(0);
}

/* The order of the rows of the table; NULL: keys are not as granum writes them. */
static PetscErrorCode OrderRows(const GrReader *reader, hsize_t rows, PetscInt64 **order)
{
  GrSource source;

  PetscFunctionBeginUser;
  *order = NULL;
  PetscCall(GrSourceOpen(reader, KEY, NULL, &source));
  if (source.rank == 2 && source.length[0] == rows && H5Tequal(source.values.type, H5T_NATIVE_INT64) > 0) {
    PetscCall(ReadAll(&source));
    Keys keys = {(const int64_t *)source.values.data, source.length[1]};
    PetscCall(PetscMalloc1(rows, order));
    for (hsize_t i = 0; i < rows; i++)
      (*order)[i] = (PetscInt64)i;
    PetscCall(PetscTimSort((PetscInt)rows, *order, sizeof(**order), CompareRows, &keys));
  }
  PetscCall(GrSourceClose(&source));
  PetscFunctionReturn(0);
}

PetscErrorCode GrSourceReadKeyed(GrSource *source)
{
  const hsize_t rows = source->length[0];
  PetscInt64 *order;
  char *sorted;

  PetscFunctionBeginUser;
  PetscCall(ReadAll(source));
  PetscCall(OrderRows(source->reader, rows, &order));
  if (!order)
    PetscFunctionReturn(0);
  const size_t bytes = source->values.n / rows * source->values.size;
  PetscCall(PetscMalloc1(rows * bytes, &sorted));
  for (hsize_t i = 0; i < rows; i++)
    memcpy(sorted + i * bytes, source->values.data + (size_t)order[i] * bytes, bytes);
  memcpy(source->values.data, sorted, rows * bytes);
  PetscCall(PetscFree(sorted));
  PetscCall(PetscFree(order));
  PetscFunctionReturn(0);
}
