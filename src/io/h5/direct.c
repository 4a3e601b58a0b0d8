/* direct: rows of a dataset on their way into the file, past HDF5 and MPI-IO.

   HDF5 makes datasets with all their room at once, and says where in the file a dataset that is not cut into chunks, or
   a chunk of one that is, begins; nothing moves from there, since nothing is compressed. Each rank writes its run of
   rows to its place by itself. Why: a collective write of the same bytes took twice the time (two-phase buffers), and
   with Open MPI 4.1.4 it returns success where the disk is full; pwrite tells. HDF5 keeps no copies of what is in
   chunks while several ranks have a file open for writing, so that none can be stale. What is in the kernel's cache is
   sent on its way to the disk at once; a sync waits for it.

   Chunks are found anew each time, which HDF5 1.10 does by going through all of them: where that would cost more than
   it saves, as for very many small frames, rows go through HDF5.

   Ranks that fail alone tell it once a frame (GrResultsSettle), or when the file is flushed or closed. */
#define _GNU_SOURCE /* sync_file_range */
#include "io/h5/dataset.h"

#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <string.h>
#include <unistd.h>

/* Bytes: that are worth sending on their way; that could be written while a chunk is passed on the way to another; that
   are not worth much searching. */
enum { AHEAD = 1 << 20, A_CHUNK = 64, LITTLE = 1 << 18 };

/* The first failure is kept until all are told. */
static void NoteError(GrResults results, const char *action, const char *object, int error)
{
  if (error && !results->error)
    results->error = GrFail(GR_EXIT_FILE, "%s: could not %s %s: %s", results->path, action, object, strerror(error));
}

void GrResultsDirectOpen(GrResults results)
{
  results->direct = PETSC_TRUE;
  results->writer = open(GrResultsName(results), O_WRONLY | O_CLOEXEC);
  NoteError(results, "open", "the file", results->writer < 0 ? errno : 0);
}

PetscErrorCode GrResultsDirectFlush(GrResults results)
{
  if (results->wrote)
    NoteError(results, "write", "rows", fdatasync(results->writer) != 0 ? errno : 0);
  results->wrote = PETSC_FALSE;
  return results->error;
}

PetscErrorCode GrResultsDirectClose(GrResults results)
{
  if (results->direct && results->writer >= 0)
    close(results->writer);
  results->direct = PETSC_FALSE;
  return results->error;
}

PetscErrorCode GrResultsSettle(GrResults results)
{
  PetscFunctionBeginUser;
  if (results->direct)
    PetscCall(GrFailAgree(results->comm, results->error));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetFindRows(GrDataset *dataset)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "look at", dataset->path);
  const GrExtent *extent = &dataset->extent;
  hsize_t chunk[GR_RANK_MAX] = {0};
  hid_t list;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, list = H5Dget_create_plist(dataset->id));
  const H5D_layout_t layout = H5Pget_layout(list);
  if (layout == H5D_CHUNKED)
    GrCallLocal(H5Pget_chunk(list, GR_RANK_MAX, chunk));
  dataset->rows = layout == H5D_CONTIGUOUS ? GR_ROWS_TOGETHER : GR_ROWS_ANYHOW;
  if (layout == H5D_CHUNKED && extent->rank == 1) {
    dataset->rows = GR_ROWS_STRUNG;
    dataset->chunk_rows = chunk[0];
  }
  if (layout == H5D_CHUNKED && extent->rank > 1 && chunk[0] == 1 &&
      (extent->rank == 2 || chunk[2] == extent->size[2])) {
    dataset->rows = GR_ROWS_CHUNKED;
    dataset->chunk_rows = chunk[1];
  }
  if (H5Pget_nfilters(list) != 0)
    dataset->rows = GR_ROWS_ANYHOW;
  GrCallLocal(H5Pclose(list));
  PetscFunctionReturn(0);
}

/* 0 or the error number. */
static int WriteRun(int to, const char *bytes, size_t n, off_t at)
{
  for (size_t done = 0; done < n;) {
    const ssize_t wrote = pwrite(to, bytes + done, n - done, at + (off_t)done);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0)
      return wrote < 0 ? errno : EIO;
    done += (size_t)wrote;
  }
  if (n >= AHEAD)
    (void)sync_file_range(to, at, (off_t)n, SYNC_FILE_RANGE_WRITE); /* a hint */
  return 0;
}

/* `at`: where the piece of the file begins that the run is in. */
static void PutRun(const GrDataset *dataset, haddr_t at, hsize_t behind, const void *data, size_t n)
{
  GrResults results = dataset->results;
  int error = 0;

  if (n == 0 || results->error)
    return;
  error = at == HADDR_UNDEF ? EIO : WriteRun(results->writer, data, n, (off_t)(at + behind));
  results->wrote = PETSC_TRUE;
  if (error && !results->error)
    results->error = GrFail(GR_EXIT_FILE, "%s: could not write %s: %s", results->path, dataset->path, strerror(error));
}

static hsize_t RowBytes(const GrDataset *dataset, int first)
{
  hsize_t bytes = dataset->single ? sizeof(float) : sizeof(double);
  for (int i = first; i < dataset->extent.rank; i++)
    bytes *= dataset->extent.size[i];
  return bytes;
}

/* Is finding the chunks of an entry cheap beside writing them? All ranks say the same. */
static PetscBool IsFoundCheaply(const GrDataset *dataset)
{
  const hsize_t *size = dataset->extent.size, step = dataset->chunk_rows;
  const hsize_t chunks = dataset->rows == GR_ROWS_CHUNKED ? (size[1] + step - 1) / step : 1,
                passed = dataset->rows == GR_ROWS_CHUNKED ? size[0] * chunks * chunks : size[0] / step;
  return (PetscBool)(passed * A_CHUNK <= PetscMax(RowBytes(dataset, 1), LITTLE));
}

/* All ranks ask for all chunks of an entry, as HDF5 wants it; `at` HADDR_UNDEF where there is none. */
static PetscErrorCode FindChunk(const GrDataset *dataset, const hsize_t corner[], haddr_t *at)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "find a chunk of", dataset->path);
  hsize_t bytes;
  unsigned mask;

  PetscFunctionBeginUser;
  *at = HADDR_UNDEF;
  GrCallHdf5(&context, H5Dget_chunk_info_by_coord(dataset->id, corner, &mask, at, &bytes));
  PetscFunctionReturn(0);
}

/* The rows of one entry. */
static PetscErrorCode PutChunked(const GrDataset *dataset, const GrSlab *slab, const char *data)
{
  const hsize_t first = slab->start[1], end = first + slab->count[1], step = dataset->chunk_rows,
                row = RowBytes(dataset, 2);
  haddr_t at;

  PetscFunctionBeginUser;
  for (hsize_t begin = 0; begin < dataset->extent.size[1]; begin += step) {
    const hsize_t corner[GR_RANK_MAX] = {slab->start[0], begin}, from = PetscMax(first, begin),
                  to = PetscMin(end, begin + step);
    PetscCall(FindChunk(dataset, corner, &at));
    if (to > from)
      PutRun(dataset, at, (from - begin) * row, data + (from - first) * row, (size_t)((to - from) * row));
  }
  PetscFunctionReturn(0);
}

/* One entry of numbers. */
static PetscErrorCode PutStrung(const GrDataset *dataset, const GrSlab *slab, const void *data)
{
  const hsize_t behind = slab->start[0] % dataset->chunk_rows, corner[GR_RANK_MAX] = {slab->start[0] - behind};
  haddr_t at;

  PetscFunctionBeginUser;
  PetscCall(FindChunk(dataset, corner, &at));
  PutRun(dataset, at, behind * sizeof(double), data, (size_t)slab->count[0] * sizeof(double));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetPut(const GrDataset *dataset, const GrSlab *slab, const void *data)
{
  const hsize_t row = RowBytes(dataset, 1);

  PetscFunctionBeginUser;
  if (dataset->results->looks)
    PetscFunctionReturn(0);
  if (dataset->extent.storage.pack)
    PetscCall(GrResultsReserve(dataset->results, dataset->path, GrDatasetEntryBytes(dataset)));
  if (!dataset->results->direct || dataset->rows == GR_ROWS_ANYHOW ||
      (dataset->rows != GR_ROWS_TOGETHER && !IsFoundCheaply(dataset)))
    PetscCall(GrDatasetWrite(dataset, slab, data));
  else if (dataset->rows == GR_ROWS_CHUNKED)
    PetscCall(PutChunked(dataset, slab, data));
  else if (dataset->rows == GR_ROWS_STRUNG)
    PetscCall(PutStrung(dataset, slab, data));
  else
    PutRun(dataset, H5Dget_offset(dataset->id), slab->start[0] * row, data, (size_t)(slab->count[0] * row));
  PetscFunctionReturn(0);
}
