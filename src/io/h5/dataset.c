/* One dataset of a results file; see dataset.h.

   No fill values, and no filters unless they are asked for: what is written are the bits of the numbers, and each byte
   is written once. Space is allocated when a dataset is made or grows, by all ranks alike, so that the layout of the
   file does not depend on their number. */
#include "io/h5/dataset.h"
#include "io/h5/plain.h"

#include <granum/error.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { DEFLATE_LEVEL = 3, NOTHING_PACKED = 64 }; /* a chunk without anything shrinks to this part */

/* Bytes of a chunk, and how many chunks there are; a dataset that is not cut into them counts as one. */
static hsize_t ChunkBytes(const GrExtent *extent, hsize_t *n)
{
  const hsize_t value = extent->storage.single ? sizeof(float) : sizeof(double); /* integers have 8 bytes as well */
  hsize_t chunks = 1, bytes = value;
  for (int i = 0; i < extent->rank; i++) {
    hsize_t chunk = extent->chunk[0] > 0 ? extent->chunk[i] : extent->size[i];
    chunks *= chunk > 0 ? (extent->size[i] + chunk - 1) / chunk : 0;
    bytes *= chunk;
  }
  *n = chunks;
  return bytes;
}

/* Bytes of all values, in whole chunks, less those that the file has; of chunks that will be compressed those that say
   that nothing is there. */
static hsize_t BytesToAllocate(GrResults results, const GrExtent *extent, hsize_t has)
{
  hsize_t n;
  const hsize_t bytes = ChunkBytes(extent, &n), there = bytes > 0 ? has / bytes : 0,
                gap = bytes / GR_ALIGNED_FROM >= results->alignment ? results->alignment : 0;
  if (extent->storage.pack)
    return n * (bytes / NOTHING_PACKED + GR_BYTES_CHUNK);
  return n > there ? (n - there) * (bytes + gap + GR_BYTES_CHUNK) : 0;
}

hsize_t GrDatasetEntryBytes(const GrDataset *dataset)
{
  GrExtent entry = dataset->extent;
  hsize_t n;
  entry.size[0] = 1;
  const hsize_t bytes = ChunkBytes(&entry, &n);
  return n * (bytes + GR_BYTES_CHUNK);
}

static const double blank_real = NAN;
static const int64_t blank_integer = -1;

/* What a reader is told of values that are not there; nothing is written. */
static PetscErrorCode DeclareFill(hid_t memory, hid_t list)
{
  PetscFunctionBeginUser;
  if (memory == H5T_NATIVE_INT64)
    GrCallLocal(H5Pset_fill_value(list, H5T_NATIVE_INT64, &blank_integer));
  else
    GrCallLocal(H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &blank_real));
  PetscFunctionReturn(0);
}

static PetscErrorCode MakeCreationList(const GrExtent *extent, hid_t memory, hid_t *list)
{
  PetscFunctionBeginUser;
  GrCallLocal(*list = H5Pcreate(H5P_DATASET_CREATE));
  GrCallLocal(H5Pset_obj_track_times(*list, false)); /* no time stamps: same run, same bytes */
  GrCallLocal(H5Pset_alloc_time(*list, H5D_ALLOC_TIME_EARLY));
  GrCallLocal(H5Pset_fill_time(*list, H5D_FILL_TIME_NEVER));
  if (extent->chunk[0] > 0)
    GrCallLocal(H5Pset_chunk(*list, extent->rank, extent->chunk));
  if (extent->widens)
    PetscCall(DeclareFill(memory, *list));
  if (extent->storage.pack) {
    GrCallLocal(H5Pset_shuffle(*list)); /* bytes of the same meaning stand together */
    GrCallLocal(H5Pset_deflate(*list, DEFLATE_LEVEL));
  }
  PetscFunctionReturn(0);
}

static hid_t MemoryType(const GrColumn *column, const GrExtent *extent)
{
  if (extent->storage.single)
    return H5T_NATIVE_FLOAT;
  return column->number == GR_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
}

PetscErrorCode GrDatasetCreate(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                               GrDataset *dataset)
{
  hsize_t limit[GR_RANK_MAX];
  hid_t parent, space, list, type;

  PetscFunctionBeginUser;
  dataset->results = results;
  dataset->extent = *extent;
  dataset->memory = MemoryType(column, extent);
  dataset->single = extent->storage.single;
  type = extent->storage.single ? H5T_IEEE_F32LE : column->number == GR_REAL ? H5T_IEEE_F64LE : H5T_STD_I64LE;
  PetscCall(GrResultsJoin(group, column->name, &dataset->path));
  GrErrorContext context = GrResultsErrorContext(results, "create", dataset->path);
  PetscCall(GrResultsReserve(results, dataset->path, GR_BYTES_OBJECT + BytesToAllocate(results, extent, 0)));

  for (int i = 0; i < extent->rank; i++)
    limit[i] = (i == 0 && extent->chunk[0] > 0) || (i == 1 && extent->widens) ? H5S_UNLIMITED : extent->size[i];
  GrCallLocal(space = H5Screate_simple(extent->rank, extent->size, limit));
  PetscCall(MakeCreationList(extent, dataset->memory, &list));
  PetscCall(GrResultsGroup(results, group, &parent));
  GrCallHdf5(&context, dataset->id = H5Dcreate2(parent, column->name, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  PetscCall(GrResultsDescribe(results, dataset->id, column->unit, column->description));
  if (extent->chunk[0] > 0)
    PetscCall(GrResultsGrows(results, dataset->path, dataset->id, extent->size[0], &dataset->growing));
  PetscCall(GrDatasetFindRows(dataset));
  GrCallLocal(H5Gclose(parent));
  GrCallLocal(H5Pclose(list));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

/* Before it is opened, a compressed one forgets the entries that will be written anew. */
static PetscErrorCode ForgetEntries(GrDataset *dataset, const GrExtent *extent)
{
  GrResults results = dataset->results;
  GrErrorContext context = GrResultsErrorContext(results, "go on with", dataset->path);
  H5L_info_t info;

  PetscFunctionBeginUser;
  if (!extent->storage.pack || results->looks)
    PetscFunctionReturn(0);
  GrCallHdf5(&context, H5Lget_info(results->file, dataset->path, &info, H5P_DEFAULT));
  PetscCall(GrHdf5SystemAgree(&context, GrResultsCut(results, info.u.address, extent->kept)));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetOpen(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                             GrDataset *dataset)
{
  const hid_t memory = MemoryType(column, extent);

  PetscFunctionBeginUser;
  *dataset = (GrDataset){.results = results};
  PetscCall(GrResultsJoin(group, column->name, &dataset->path));
  PetscCall(ForgetEntries(dataset, extent));
  PetscCall(GrPlainOpen(dataset));
  const hsize_t found = dataset->extent.size[0], width = dataset->extent.size[1];
  if (dataset->single)
    dataset->memory = H5T_NATIVE_FLOAT;
  PetscBool fits = (PetscBool)(dataset->memory == memory && dataset->extent.rank == extent->rank);
  for (int i = 1; i < extent->rank; i++)
    fits = (PetscBool)(fits && (dataset->extent.size[i] == extent->size[i] || (i == 1 && extent->widens)));
  if (!fits || (extent->chunk[0] == 0 && found != extent->size[0]))
    return GrFail(GR_EXIT_FILE, "%s: %s is not of the shape that this case has; is it the file of another run?",
                  results->path, dataset->path);
  dataset->extent = *extent;
  dataset->extent.size[0] = found;
  if (extent->widens)
    dataset->extent.size[1] = width;
  if (extent->chunk[0] > 0)
    PetscCall(GrResultsGrows(results, dataset->path, dataset->id, found, &dataset->growing));
  PetscCall(GrDatasetFindRows(dataset));
  if (found < extent->size[0] && !results->looks)
    PetscCall(GrDatasetGrow(dataset, extent->size[0]));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetGrow(GrDataset *dataset, hsize_t length)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "extend", dataset->path);
  const hsize_t has = H5Dget_storage_size(dataset->id); /* more than the extent needs, if not all of it is shown */
  GrExtent extent = dataset->extent;

  PetscFunctionBeginUser;
  extent.size[0] = length;
  PetscCall(GrResultsReserve(dataset->results, dataset->path, BytesToAllocate(dataset->results, &extent, has)));
  PetscCall(GrHdf5SystemAgree(&context,
                              GrResultsUndoKeep(dataset->results, &dataset->results->growing[dataset->growing - 1])));
  GrCallHdf5(&context, H5Dset_extent(dataset->id, extent.size));
  dataset->extent = extent;
  dataset->results->growing[dataset->growing - 1].room = length;
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetWiden(GrDataset *dataset, hsize_t width)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "extend", dataset->path);
  const hsize_t has = H5Dget_storage_size(dataset->id);
  GrExtent extent = dataset->extent;

  PetscFunctionBeginUser;
  extent.size[1] = width;
  PetscCall(GrResultsReserve(dataset->results, dataset->path, BytesToAllocate(dataset->results, &extent, has)));
  PetscCall(GrHdf5SystemAgree(&context,
                              GrResultsUndoKeep(dataset->results, &dataset->results->growing[dataset->growing - 1])));
  GrCallHdf5(&context, H5Dset_extent(dataset->id, extent.size));
  dataset->extent = extent;
  PetscFunctionReturn(0);
}

void GrDatasetNarrow(const GrDataset *dataset, hsize_t width)
{
  dataset->results->growing[dataset->growing - 1].width = width;
}

void GrDatasetFill(const GrDataset *dataset, size_t n, void *values)
{
  if (dataset->single) {
    for (size_t i = 0; i < n; i++)
      ((float *)values)[i] = NAN;
    return;
  }
  const void *blank = dataset->memory == H5T_NATIVE_DOUBLE ? (const void *)&blank_real : &blank_integer;
  for (size_t i = 0; i < n; i++)
    memcpy((char *)values + i * sizeof(blank_real), blank, sizeof(blank_real));
}

void GrDatasetReached(const GrDataset *dataset, hsize_t length)
{
  dataset->results->growing[dataset->growing - 1].reached = length;
}

void GrDatasetTruncate(const GrDataset *dataset)
{
  dataset->results->growing[dataset->growing - 1].cut = PETSC_TRUE;
}

PetscErrorCode GrDatasetCheck(const GrDataset *times, GrSpan span)
{
  double found = NAN;

  PetscFunctionBeginUser;
  if (!times->results->continued || span.done == 0)
    PetscFunctionReturn(0);
  if ((hsize_t)span.done <= times->extent.size[0])
    PetscCall(GrDatasetRead(times, &(GrSlab){{(hsize_t)span.done - 1}, {1}}, &found));
  if (found != span.latest)
    return GrFail(GR_EXIT_FILE,
                  "%s: entry %" PetscInt64_FMT " of %s is %.9g s, not %.9g s; is it the file of another run?",
                  times->results->path, span.done - 1, times->path, found, span.latest);
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetBlank(const GrDataset *dataset, hsize_t first)
{
  enum { PIECE = 65536 };
  const hsize_t length = dataset->extent.size[0];
  int rank;
  char *piece;

  PetscFunctionBeginUser;
  if (first >= length || dataset->results->looks)
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_rank(dataset->results->comm, &rank));
  const hsize_t most = PetscMin(length - first, PIECE);
  PetscCall(PetscMalloc1(most * sizeof(blank_real), &piece));
  GrDatasetFill(dataset, most, piece);
  for (; first < length; first += most)
    PetscCall(GrDatasetPutEntries(dataset, first, PetscMin(length - first, most), rank == 0 ? piece : NULL));
  PetscCall(PetscFree(piece));
  PetscFunctionReturn(0);
}

/* What a slab is in the file and in memory. */
static PetscErrorCode SelectSlab(const GrDataset *dataset, const GrSlab *slab, hid_t *space, hid_t *memory)
{
  hsize_t n = 1;

  PetscFunctionBeginUser;
  for (int i = 0; i < dataset->extent.rank; i++)
    n *= slab->count[i];
  GrCallLocal(*space = H5Dget_space(dataset->id));
  if (n > 0) {
    /* of the same shape as in the file: otherwise HDF5 finds the chunks of the numbers one by one */
    GrCallLocal(*memory = H5Screate_simple(dataset->extent.rank, slab->count, NULL));
    GrCallLocal(H5Sselect_hyperslab(*space, H5S_SELECT_SET, slab->start, NULL, slab->count, NULL));
  } else {
    const hsize_t one = 1; /* not H5S_NULL: HDF5 1.10 then writes stray bytes in a collective transfer */
    GrCallLocal(*memory = H5Screate_simple(1, &one, NULL));
    GrCallLocal(H5Sselect_none(*memory));
    GrCallLocal(H5Sselect_none(*space));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetWrite(const GrDataset *dataset, const GrSlab *slab, const void *data)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "write", dataset->path);
  hid_t space, memory;

  PetscFunctionBeginUser;
  for (int i = 0; i < dataset->extent.rank; i++)
    if (dataset->extent.size[i] == 0) /* HDF5 1.10 cannot write nothing to a dataset without an address */
      PetscFunctionReturn(0);
  if (dataset->results->looks)
    PetscFunctionReturn(0);
  PetscCall(SelectSlab(dataset, slab, &space, &memory));
  GrCallHdf5Agree(&context, H5Dwrite(dataset->id, dataset->memory, memory, space, dataset->results->transfer, data));
  GrCallLocal(H5Sclose(memory));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetRead(const GrDataset *dataset, const GrSlab *slab, void *data)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "read", dataset->path);
  hid_t space, memory;

  PetscFunctionBeginUser;
  PetscCall(SelectSlab(dataset, slab, &space, &memory));
  GrCallHdf5Agree(&context, H5Dread(dataset->id, dataset->memory, memory, space, dataset->results->transfer, data));
  GrCallLocal(H5Sclose(memory));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetClose(GrDataset *dataset)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "close", dataset->path);

  PetscFunctionBeginUser;
  GrCallHdf5(&context, H5Dclose(dataset->id));
  PetscCall(PetscFree(dataset->path));
  PetscFunctionReturn(0);
}
