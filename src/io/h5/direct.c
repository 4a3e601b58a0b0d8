/* direct: rows of a dataset on their way into the file, past HDF5 and MPI-IO.

   HDF5 makes datasets with all their room at once, and says where in the file a dataset that is not cut into chunks, or
   a chunk of one that is, begins; nothing moves from there, where nothing is compressed. Each rank writes its run of
   rows to its place by itself. Why: a collective write of the same bytes took twice the time (two-phase buffers), and
   with Open MPI 4.1.4 it returns success where the disk is full; pwrite tells. HDF5 keeps no copies of what is in
   chunks while several ranks have a file open for writing, so that none can be stale. put.c writes the bytes.

   Chunks are found anew each time, which HDF5 1.10 does by going through all of them: where that would cost more than
   it saves, as for very many small frames, rows go through HDF5. */
#include "io/h5/dataset.h"

/* Bytes: that could be written while a chunk is passed on the way to another; that are not worth much searching. */
enum { A_CHUNK = 64, LITTLE = 1 << 18 };

PetscErrorCode GrDatasetFindRows(GrDataset *dataset)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "look at", dataset->path);
  GrExtent *extent = &dataset->extent;
  hsize_t *chunk = extent->chunk;
  hid_t list;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, list = H5Dget_create_plist(dataset->id));
  const H5D_layout_t layout = H5Pget_layout(list);
  if (layout == H5D_CHUNKED)
    GrCallLocal(H5Pget_chunk(list, GR_RANK_MAX, chunk));
  dataset->rows = layout == H5D_CONTIGUOUS ? GR_ROWS_TOGETHER : GR_ROWS_ANYHOW;
  if (layout == H5D_CHUNKED && (extent->rank == 1 || (extent->rank == 2 && chunk[1] == extent->size[1]))) {
    dataset->rows = extent->rank == 1 ? GR_ROWS_STRUNG : GR_ROWS_SAMPLES;
    dataset->chunk_rows = chunk[0];
  }
  if (layout == H5D_CHUNKED && extent->rank > 1 && chunk[0] == 1 &&
      (extent->rank == 2 || chunk[2] == extent->size[2])) {
    dataset->rows = GR_ROWS_CHUNKED;
    dataset->chunk_rows = chunk[1];
  }
  extent->storage.pack = (PetscBool)(H5Pget_nfilters(list) != 0);
  if (extent->storage.pack)
    dataset->rows = GR_ROWS_ANYHOW;
  GrCallLocal(H5Pclose(list));
  PetscFunctionReturn(0);
}

/* `at`: where the piece of the file begins that the run is in. */
static void PutRun(const GrDataset *dataset, haddr_t at, hsize_t behind, const void *data, size_t n)
{
  GrResultsPut(dataset->results, dataset->path, at == HADDR_UNDEF ? at : at + behind, data, n);
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

/* Entries of which a chunk has several. */
static PetscErrorCode PutStrung(const GrDataset *dataset, hsize_t first, hsize_t n, const char *data)
{
  const hsize_t end = first + n, step = dataset->chunk_rows, row = RowBytes(dataset, 1);
  haddr_t at;

  PetscFunctionBeginUser;
  for (hsize_t begin = first - first % step; begin < end; begin += step) {
    const hsize_t corner[GR_RANK_MAX] = {begin}, from = PetscMax(first, begin), to = PetscMin(end, begin + step);
    PetscCall(FindChunk(dataset, corner, &at));
    if (data)
      PutRun(dataset, at, (from - begin) * row, data + (from - first) * row, (size_t)((to - from) * row));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetPutEntries(const GrDataset *dataset, hsize_t first, hsize_t n, const void *data)
{
  PetscFunctionBeginUser;
  if (dataset->results->looks || dataset->extent.size[0] == 0)
    PetscFunctionReturn(0);
  if (dataset->results->direct && (dataset->rows == GR_ROWS_STRUNG || dataset->rows == GR_ROWS_SAMPLES))
    PetscCall(PutStrung(dataset, first, n, data));
  else
    PetscCall(GrDatasetWrite(dataset, &(GrSlab){{first}, {data ? n : 0, dataset->extent.size[1]}}, data));
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
  if (!dataset->results->direct || dataset->rows == GR_ROWS_ANYHOW || dataset->rows == GR_ROWS_SAMPLES ||
      (dataset->rows != GR_ROWS_TOGETHER && !IsFoundCheaply(dataset)))
    PetscCall(GrDatasetWrite(dataset, slab, data));
  else if (dataset->rows == GR_ROWS_CHUNKED)
    PetscCall(PutChunked(dataset, slab, data));
  else if (dataset->rows == GR_ROWS_STRUNG)
    PetscCall(PutStrung(dataset, slab->start[0], 1, slab->count[0] > 0 ? data : NULL));
  else
    PutRun(dataset, H5Dget_offset(dataset->id), slab->start[0] * row, data, (size_t)(slab->count[0] * row));
  PetscFunctionReturn(0);
}
