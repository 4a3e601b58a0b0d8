/* A dataset of a results file; see dataset.h.

   Its space in the file is allocated when it is created, contiguous and without fill values. The layout of the file
   therefore does not depend on the number of ranks, and each byte is written once. */
#include "io/h5/dataset.h"

#include <fcntl.h>
#include <granum/error.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

PetscErrorCode GrDatasetList(const GrDataset *d, hid_t *list)
{
  char blank[sizeof(double)];

  PetscCall(GrHdf5List(list));
  if (d->extent.varies) { /* readers get the value of unused rows from the fill value */
    GrDatasetFill(d, 1, blank);
    GrCallLocal(H5Pset_fill_value(*list, d->memory, blank));
  }
  return 0;
}

PetscErrorCode GrDatasetCreate(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                               GrDataset *dataset)
{
  hid_t parent, space, list, type;

  *dataset = (GrDataset){.results = results, .extent = *extent, .memory = GrHdf5Type(column)};
  dataset->single = extent->storage.single;
  type = extent->storage.single ? H5T_IEEE_F32LE : column->number == GR_REAL ? H5T_IEEE_F64LE : H5T_STD_I64LE;
  PetscCall(GrResultsJoin(group, column->name, &dataset->path));
  PetscCall(GrResultsAlone(results));
  GrErrorContext context = GrResultsErrorContext(results, "create", dataset->path);
  if (results->idle)
    return 0;

  GrCallLocal(space = H5Screate_simple(extent->rank, extent->size, NULL));
  PetscCall(GrDatasetList(dataset, &list));
  PetscCall(GrResultsGroup(results, group, &parent));
  GrCallHdf5(&context, dataset->id = H5Dcreate2(parent, column->name, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  PetscCall(GrResultsDescribe(results, dataset->id, column->unit, column->description));
  return GrHdf5Close(parent, list, space);
}

/* Opens a dataset of a file that is continued. Its type and size are read from the file. Fails unless it has the number
   type and the rank of this column and extent, and their size in the dimensions that cannot grow. */
static PetscErrorCode FindDataset(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                                  hsize_t done, GrDataset *d)
{
  hsize_t size[H5S_MAX_RANK] = {0};
  hid_t type, space, list;

  *d = (GrDataset){.results = results, .extent = *extent, .memory = GrHdf5Type(column)};
  PetscCall(GrResultsJoin(group, column->name, &d->path));
  GrErrorContext context = GrResultsErrorContext(results, "open", d->path);
  GrCallHdf5(&context, d->id = H5Dopen2(results->file, d->path, H5P_DEFAULT));
  GrCallHdf5(&context, type = H5Dget_type(d->id));
  GrCallHdf5(&context, space = H5Dget_space(d->id));
  GrCallHdf5(&context, list = H5Dget_create_plist(d->id));
  const bool shown = H5Pget_layout(list) == H5D_VIRTUAL;
  d->single = H5Tequal(type, H5T_IEEE_F32LE) > 0;
  bool fits = H5Tget_class(type) == H5Tget_class(d->memory) &&
              H5Sget_simple_extent_dims(space, size, NULL) == extent->rank &&
              (extent->grows ? size[0] >= done : size[0] == extent->size[0]);
  for (int i = 0; i < extent->rank; i++) {
    fits = fits && (i == 0 || size[i] == extent->size[i] || (i == 1 && extent->varies));
    d->extent.size[i] = size[i];
  }
  PetscCall(GrHdf5Close(list, space, type));
  if (shown)
    return GrFail(GR_EXIT_FILE, "%s: its data file is missing, which has the values of %s; put it beside this file",
                  results->path, d->path);
  if (!fits)
    return GrFail(GR_EXIT_FILE, "%s: %s is not of the shape that this case has; does the file belong to another run?",
                  results->path, d->path);
  return 0;
}

PetscErrorCode GrDatasetKeep(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                             hsize_t done, GrDataset **dataset)
{
  GrDataset *d;

  PetscCall(PetscNew(&d));
  if (results->continued)
    PetscCall(FindDataset(results, group, column, extent, done, d));
  else
    PetscCall(GrDatasetCreate(results, group, column, extent, d));
  d->length = done;
  for (int i = 0; i < PetscMin(extent->rank, 2); i++)
    d->wanted[i] = PetscMax(d->extent.size[i], extent->size[i]);
  if ((results->n_kept & (results->n_kept - 1)) == 0) /* full at every power of two */
    PetscCall(PetscRealloc(2 * (size_t)PetscMax(results->n_kept, 1) * sizeof(GrDataset *), &results->kept));
  results->kept[results->n_kept++] = d;
  *dataset = d;
  return 0;
}

PetscErrorCode GrDatasetKeepTable(GrResults results, const char *group, int n, const GrColumn columns[], hsize_t rows,
                                  bool grows, hsize_t done, GrDataset *dataset[])
{
  for (int i = 0; i < n; i++) {
    const hsize_t width = (hsize_t)columns[i].components;
    const GrExtent extent = {.rank = width > 1 ? 2 : 1, .size = {rows, width}, .grows = grows};
    PetscCall(GrDatasetKeep(results, group, &columns[i], &extent, done, &dataset[i]));
  }
  return 0;
}

static const double blank_real = NAN;
static const int64_t blank_integer = -1;

void GrDatasetFill(const GrDataset *dataset, size_t n, void *values)
{
  const void *blank = dataset->memory == H5T_NATIVE_DOUBLE ? (const void *)&blank_real : &blank_integer;
  for (size_t i = 0; i < n; i++)
    memcpy((char *)values + i * sizeof(blank_real), blank, sizeof(blank_real));
}

/* Selections of a slab in the file and in memory. */
static PetscErrorCode SelectSlab(const GrDataset *dataset, const GrSlab *slab, hsize_t n, hid_t *space, hid_t *memory)
{
  GrCallLocal(*space = H5Screate_simple(dataset->extent.rank, dataset->extent.size, NULL));
  if (n > 0) {
    /* of the same shape as in the file, which HDF5 transfers fastest */
    GrCallLocal(*memory = H5Screate_simple(dataset->extent.rank, slab->count, NULL));
    GrCallLocal(H5Sselect_hyperslab(*space, H5S_SELECT_SET, slab->start, NULL, slab->count, NULL));
  } else {
    const hsize_t one = 1; /* not H5S_NULL: HDF5 1.10 then writes stray bytes in a collective transfer */
    GrCallLocal(*memory = H5Screate_simple(1, &one, NULL));
    GrCallLocal(H5Sselect_none(*memory));
    GrCallLocal(H5Sselect_none(*space));
  }
  return 0;
}

/* Number of values of a slab. */
static hsize_t CountValues(const GrDataset *dataset, const GrSlab *slab)
{
  hsize_t n = 1;
  for (int i = 0; i < dataset->extent.rank; i++)
    n *= slab->count[i];
  return n;
}

/* Asks the system to write a large slab to the disk (GrHdf5BeginSync). */
static void BeginSync(const GrDataset *d, const GrSlab *slab, hsize_t n)
{
  const hsize_t width = d->single ? sizeof(float) : sizeof(double);
  hsize_t first = 0, last = 0;

  if (n * width < GR_HDF5_DISK_BYTES)
    return;
  for (int i = 0; i < d->extent.rank; i++) {
    first = first * d->extent.size[i] + slab->start[i];
    last = last * d->extent.size[i] + slab->start[i] + slab->count[i] - 1;
  }
  const int file = open(d->results->data, O_RDONLY | O_CLOEXEC);
  GrHdf5BeginSync(d->id, file, first * width, (last + 1 - first) * width);
  if (file >= 0)
    (void)close(file);
}

PetscErrorCode GrDatasetWriteOwn(const GrDataset *dataset, const GrSlab *slab, const void *data)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "write", dataset->path);
  const hid_t transfer = dataset->results->alone ? H5P_DEFAULT : dataset->results->transfer;
  const hsize_t n = CountValues(dataset, slab);
  hid_t space, memory;

  for (int i = 0; i < dataset->extent.rank; i++)
    if (dataset->extent.size[i] == 0) /* HDF5 1.10 fails in an empty write to a dataset without an address */
      return 0;
  if (dataset->results->check_only || (n == 0 && transfer == H5P_DEFAULT))
    return 0;
  PetscCall(SelectSlab(dataset, slab, n, &space, &memory));
  GrCallHdf5(&context, H5Dwrite(dataset->id, dataset->memory, memory, space, transfer, data));
  GrWatchMine.written += (double)n * (dataset->single ? sizeof(float) : sizeof(double));
  BeginSync(dataset, slab, n);
  return GrHdf5Close(memory, space);
}

/* ---- rows of a team ---- */

/* Writer. Receives the rows of the ranks [from, to) of its team, whose slabs are parts of `slab`, and writes them. */
static PetscErrorCode WriteRun(const GrDataset *d, const GrSlab part[], int from, int to, const GrSlab *slab,
                               const void *own)
{
  double *value, *end;

  if (to == 1)
    return GrDatasetWriteOwn(d, slab, own);
  PetscCall(PetscMalloc1(CountValues(d, slab), &value));
  end = value;
  for (int k = from; k < to; k++) {
    const size_t n = CountValues(d, &part[k]);
    if (k == 0)
      PetscCall(PetscMemcpy(end, own, n * sizeof(*end)));
    else if (n > 0)
      PetscCallMPI(MPI_Recv(end, (int)n, MPI_INT64_T, k, 0, d->results->team, MPI_STATUS_IGNORE));
    end += n;
  }
  PetscCall(GrDatasetWriteOwn(d, slab, value));
  return PetscFree(value);
}

/* Collective on a team. Its first rank writes the slabs of all its ranks, in pieces of at least TEAM_PIECE values. */
static PetscErrorCode WriteTeam(const GrDataset *d, const GrSlab *slab, const void *data)
{
  enum { TEAM_PIECE = 1 << 19 };                          /* 4 MiB */
  const int axis = d->extent.rank > 1 && d->extent.grows; /* dimension of rows */
  const MPI_Comm team = d->results->team;
  const hsize_t n = CountValues(d, slab);
  GrSlab *part = NULL;
  int size, rank;

  PetscCallMPI(MPI_Comm_size(team, &size));
  PetscCallMPI(MPI_Comm_rank(team, &rank));
  if (rank == 0)
    PetscCall(PetscMalloc1(size, &part));
  PetscCallMPI(MPI_Gather(slab, sizeof(*slab), MPI_BYTE, part, sizeof(*slab), MPI_BYTE, 0, team));
  if (rank > 0 && n > 0)
    PetscCallMPI(MPI_Send(data, (int)n, MPI_INT64_T, 0, 0, team));
  for (int from = 0, to; rank == 0 && from < size; from = to) {
    GrSlab run = part[from];
    for (to = from + 1; to < size && CountValues(d, &run) < TEAM_PIECE; to++)
      if (CountValues(d, &run) == 0)
        run = part[to];
      else if (part[to].start[axis] == run.start[axis] + run.count[axis])
        run.count[axis] += part[to].count[axis];
      else if (CountValues(d, &part[to]) > 0) /* not the next rows */
        break;
    PetscCall(WriteRun(d, part, from, to, &run, data));
  }
  return PetscFree(part);
}

PetscErrorCode GrDatasetWrite(const GrDataset *dataset, const GrSlab *slab, const void *data)
{
  if (dataset->results->declares)
    return 0;
  PetscCall(GrResultsTogether(dataset->results));
  dataset->results->shown = false;
  return dataset->results->gathers ? WriteTeam(dataset, slab, data) : GrDatasetWriteOwn(dataset, slab, data);
}

PetscErrorCode GrDatasetWriteLater(GrDataset *d, const GrSlab *slab, const void *data)
{
  GrErrorContext context = GrResultsErrorContext(d->results, "close", d->path);
  const size_t bytes = CountValues(d, slab) * sizeof(double);
  GrWaiting *w;

  if (!d->results->idle)
    GrCallHdf5(&context, H5Dclose(d->id));
  PetscCall(PetscNew(&w));
  PetscCall(PetscMalloc(bytes, &w->data));
  PetscCall(PetscMemcpy(w->data, data, bytes));
  w->dataset = *d;
  w->slab = *slab;
  w->next = d->results->waiting;
  d->results->waiting = w;
  return 0;
}

/* ---- reading ---- */

/* Reads the values of this rank's slab. Only ranks that have the file open may call it. Several ranks may read the same
   slab. Collective on these ranks if the results file uses collective transfers. */
static PetscErrorCode ReadSlab(const GrDataset *dataset, const GrSlab *slab, void *data)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "read", dataset->path);
  hid_t space, memory;

  PetscCall(GrResultsTogether(dataset->results));
  PetscCall(SelectSlab(dataset, slab, CountValues(dataset, slab), &space, &memory));
  GrCallHdf5Agree(&context, H5Dread(dataset->id, dataset->memory, memory, space, dataset->results->transfer, data));
  return GrHdf5Close(memory, space);
}

PetscErrorCode GrDatasetFillRows(const GrDataset *d, const GrDataset *source, hsize_t first, hsize_t end, hsize_t from,
                                 hsize_t to)
{
  enum { PIECE = 1 << 21 }; /* values that are written at once */
  const hid_t transfer = d->results->transfer;
  const hsize_t components = d->extent.rank > 2 ? d->extent.size[2] : 1,
                rows = PetscMin(to > from ? to - from : 0, PetscMax(1, PIECE / components));
  double *value;

  if (rows == 0 || end <= first)
    return 0;
  const hsize_t entries = rows < to - from ? 1 : PetscMin(end - first, PetscMax(1, PIECE / (rows * components)));
  PetscCall(PetscMalloc1(entries * rows * components, &value));
  GrDatasetFill(d, entries * rows * components, value);
  d->results->transfer = H5P_DEFAULT;
  for (hsize_t k = first; k < end; k += entries)
    for (hsize_t i = from; i < to; i += rows) {
      const GrSlab slab = {{k, i, 0}, {PetscMin(entries, end - k), PetscMin(rows, to - i), components}};
      if (source)
        PetscCall(ReadSlab(source, &slab, value));
      PetscCall(GrDatasetWriteOwn(d, &slab, value));
    }
  d->results->transfer = transfer;
  return PetscFree(value);
}

PetscErrorCode GrDatasetCheck(const GrDataset *times, GrSpan span)
{
  double found = NAN;

  if (!times->results->continued || span.done == 0)
    return 0;
  PetscCall(ReadSlab(times, &(GrSlab){{(hsize_t)span.done - 1}, {1}}, &found));
  if (found != span.latest)
    return GrFail(GR_EXIT_FILE,
                  "%s: entry %" PetscInt64_FMT " of %s is %.9g s, not %.9g s; does the file belong to another run?",
                  times->results->path, span.done - 1, times->path, found, span.latest);
  return 0;
}

PetscErrorCode GrDatasetReadSame(const GrDataset *dataset, const GrSlab *slab, void *data)
{
  if (dataset->results->declares)
    return 0;
  PetscCall(GrResultsTogether(dataset->results));
  if (!dataset->results->idle)
    PetscCall(ReadSlab(dataset, slab, data));
  if (dataset->results->gathers)
    PetscCallMPI(MPI_Bcast(data, (int)CountValues(dataset, slab), MPI_INT64_T, 0, dataset->results->team));
  return 0;
}
