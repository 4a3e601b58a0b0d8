/* Writes texts, numbers and tables to a checkpoint. All ranks call HDF5's metadata functions together. Each rank
   writes its rows with independent transfers. In memory, each rank copies its part. */
#include "io/checkpoint/file.h"

#include <string.h>

enum { RUN_BYTES = 1 << 19 }; /* [bytes] rows of the widest column that are written at once */

uint64_t GrCheckpointSum(const void *words, size_t n, uint64_t first)
{
  const char *bytes = words;
  uint64_t sum = 0, x;

  for (size_t i = 0; i < n; i++) {
    memcpy(&x, bytes + sizeof(x) * i, sizeof(x));
    x += (first + i + 1) * 0x9e3779b97f4a7c15u; /* splitmix64 */
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    sum += x ^ x >> 31;
  }
  return sum;
}

/* Creates a dataset in one piece, with its space in the file allocated at once. */
static PetscErrorCode CreateDataset(GrCheckpoint file, const char *table, const char *name, hid_t type, int rank,
                                    const hsize_t size[], hid_t *dataset)
{
  GrErrorContext context = GrCheckpointContext(file, name);
  hid_t group, list, space;

  PetscCall(GrHdf5Group(&context, file->file, table, &group));
  PetscCall(GrHdf5List(&list));
  GrCallLocal(space = H5Screate_simple(rank, size, NULL));
  GrCallHdf5(&context, *dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  GrCallHdf5(&context, H5Gclose(group));
  return GrHdf5Close(space, list);
}

static PetscErrorCode CloseDataset(GrCheckpoint file, hid_t dataset, const char *name, uint64_t sum)
{
  GrErrorContext context = GrCheckpointContext(file, name);

  PetscCall(GrHdf5Attribute(&context, dataset, GR_CHECKPOINT_SUM, H5T_NATIVE_INT64, 0, &sum));
  GrCallHdf5(&context, H5Dclose(dataset));
  return 0;
}

/* Appends a piece of this number of bytes to a checkpoint in memory. table NULL: a text. */
static PetscErrorCode AddPiece(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows, size_t bytes)
{
  PetscCall(PetscRealloc((size_t)(file->n_pieces + 1) * sizeof(*file->piece), &file->piece));
  GrCheckpointPiece *p = &file->piece[file->n_pieces++];
  *p = (GrCheckpointPiece){.number = column->number, .components = column->components, .rows = rows};
  PetscCall(PetscStrallocpy(table, &p->table));
  PetscCall(PetscStrallocpy(column->name, &p->name));
  PetscCall(PetscStrallocpy(column->unit, &p->unit));
  PetscCall(PetscStrallocpy(column->description, &p->description));
  return PetscCalloc1(bytes, &p->data);
}

PetscErrorCode GrCheckpointPutText(GrCheckpoint file, const char *name, const char *text)
{
  const size_t length = strlen(text), words = length / sizeof(uint64_t) + 1;
  GrErrorContext context = GrCheckpointContext(file, name);
  hid_t type, dataset;
  char *padded;

  if (file->file < 0) {
    PetscCall(AddPiece(file, NULL, &(GrColumn){.name = name}, (GrRows){0}, length + 1));
    return PetscMemcpy(file->piece[file->n_pieces - 1].data, text, length);
  }
  PetscCall(PetscCalloc1(words * sizeof(uint64_t), &padded));
  PetscCall(PetscMemcpy(padded, text, length));
  PetscCall(GrHdf5StringType(length, &type));
  PetscCall(CreateDataset(file, GR_CHECKPOINT_TEXTS, name, type, 0, NULL, &dataset));
  if (file->rank == 0)
    GrCallHdf5(&context, H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded));
  PetscCall(CloseDataset(file, dataset, name, GrCheckpointSum(padded, words, 0)));
  GrCallLocal(H5Tclose(type));
  return PetscFree(padded);
}

/* A column of a table that is written. */
typedef struct {
  size_t width;  /* bytes of a row */
  hid_t dataset; /* H5I_INVALID_HID: in memory */
  char *data;    /* of a run of rows; in memory: of all rows */
  uint64_t sum;  /* of the rows of this rank so far */
  hsize_t begun; /* first row of the table that the system has not been asked to write to the disk */
} Out;

static PetscErrorCode OpenColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows, Out *out)
{
  const hsize_t size[] = {(hsize_t)rows.total, (hsize_t)column->components};
  GrErrorContext context = GrCheckpointContext(file, column->name);

  *out = (Out){sizeof(double) * (size_t)column->components, H5I_INVALID_HID, NULL, 0, (hsize_t)rows.first};
  if (file->file < 0) {
    PetscCall(AddPiece(file, table, column, rows, (size_t)rows.count * out->width));
    out->data = file->piece[file->n_pieces - 1].data;
    return 0;
  }
  PetscCall(CreateDataset(file, table, column->name, GrHdf5Type(column), column->components > 1 ? 2 : 1, size,
                          &out->dataset));
  PetscCall(GrHdf5TextAttribute(&context, out->dataset, "unit", column->unit));
  PetscCall(GrHdf5TextAttribute(&context, out->dataset, "description", column->description));
  return PetscMalloc1(RUN_BYTES + out->width, &out->data);
}

/* Asks the system to write the rows of a column before row `end` of the table to the disk, if they are many. */
static void BeginSync(GrCheckpoint file, hsize_t end, Out *out)
{
  const hsize_t bytes = (end - out->begun) * out->width;

  if (bytes < GR_HDF5_DISK_BYTES)
    return;
  GrHdf5BeginSync(out->dataset, file->disk, out->begun * out->width, bytes);
  out->begun = end;
}

/* Writes n rows, the first of which is row `first` of the table. */
static PetscErrorCode WriteRows(GrCheckpoint file, const GrColumn *column, hsize_t first, hsize_t n, const void *data,
                                Out *out)
{
  const hsize_t components = (hsize_t)column->components, start[] = {first, 0}, count[] = {n, components};
  GrErrorContext context = GrCheckpointContext(file, column->name);
  hid_t memory, space;

  GrCallLocal(memory = H5Screate_simple(2, count, NULL));
  GrCallLocal(space = H5Dget_space(out->dataset));
  GrCallLocal(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
  out->sum += GrCheckpointSum(data, n * components, first * components);
  GrCallHdf5(&context, H5Dwrite(out->dataset, GrHdf5Type(column), memory, space, H5P_DEFAULT, data));
  GrWatchMine.written += (double)(n * components) * sizeof(double);
  BeginSync(file, first + n, out);
  return GrHdf5Close(space, memory);
}

/* Writes the rows of this rank, a run of rows at a time. Without `fill`, context is the data of the only column. */
static PetscErrorCode PutRuns(GrCheckpoint file, int n, const GrColumn column[], GrRows rows, GrRowsFill fill,
                              void *context, Out out[])
{
  PetscInt run = RUN_BYTES;
  void **data;

  PetscCall(PetscMalloc1(n, &data));
  for (int k = 0; k < n; k++)
    run = PetscMin(run, (PetscInt)(RUN_BYTES / out[k].width) + 1);
  for (PetscInt first = 0, m; first < (PetscInt)rows.count; first += m) {
    m = PetscMin(run, (PetscInt)rows.count - first);
    for (int k = 0; k < n; k++)
      data[k] =
          (out[k].dataset < 0 || !fill ? (size_t)first * out[k].width : 0) + (fill ? out[k].data : (char *)context);
    if (fill)
      PetscCall(fill(context, first, m, data));
    for (int k = 0; k < n; k++)
      if (out[k].dataset >= 0)
        PetscCall(WriteRows(file, &column[k], (hsize_t)(rows.first + first), (hsize_t)m, data[k], &out[k]));
      else
        memmove(out[k].data + (size_t)first * out[k].width, data[k], (size_t)m * out[k].width);
  }
  return PetscFree(data);
}

PetscErrorCode GrCheckpointPutTable(GrCheckpoint file, const char *table, int n, const GrColumn column[], GrRows rows,
                                    GrRowsFill fill, void *context)
{
  PetscInt64 all = rows.count;
  Out *out;

  PetscCall(PetscMalloc1(n, &out));
  for (int k = 0; k < n; k++)
    PetscCall(OpenColumn(file, table, &column[k], rows, &out[k]));
  PetscCall(PutRuns(file, n, column, rows, fill, context, out));
  if (file->file >= 0) {
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPIU_INT64, MPI_SUM, file->comm));
    PetscCheck(all == rows.total, PETSC_COMM_SELF, PETSC_ERR_ARG_SIZ,
               "%s: the ranks have %" PetscInt64_FMT " of %" PetscInt64_FMT " rows", table, all, rows.total);
  }
  for (int k = 0; k < n && file->file >= 0; k++) {
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &out[k].sum, 1, MPI_UINT64_T, MPI_SUM, file->comm));
    PetscCall(CloseDataset(file, out[k].dataset, column[k].name, out[k].sum));
    PetscCall(PetscFree(out[k].data));
  }
  return PetscFree(out);
}

PetscErrorCode GrCheckpointPutColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows,
                                     const void *data)
{
  return GrCheckpointPutTable(file, table, 1, column, rows, NULL, (void *)data);
}

PetscErrorCode GrCheckpointPutNumber(GrCheckpoint file, const GrColumn *column, const void *value)
{
  return GrCheckpointPutColumn(file, GR_CHECKPOINT_NUMBERS, column, (GrRows){1, file->rank != 0, file->rank == 0},
                               value);
}
