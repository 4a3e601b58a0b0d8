/* One dataset of a results file; see dataset.h.

   Space is allocated when a dataset is created, in one piece and without fill values. The layout of the file therefore
   does not depend on the number of ranks, and each byte is written once. */
#include "io/h5/dataset.h"
#include "io/h5/plain.h"

#include <granum/error.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

PetscErrorCode GrDatasetList(const GrDataset *d, hid_t *list)
{
  char blank[sizeof(double)];

  PetscFunctionBeginUser;
  GrCallLocal(*list = H5Pcreate(H5P_DATASET_CREATE));
  GrCallLocal(H5Pset_obj_track_times(*list, false)); /* no time stamps: same run, same bytes */
  GrCallLocal(H5Pset_alloc_time(*list, H5D_ALLOC_TIME_EARLY));
  GrCallLocal(H5Pset_fill_time(*list, H5D_FILL_TIME_NEVER));
  if (d->extent.varies) { /* readers can find the value of unused rows */
    GrDatasetFill(d, 1, blank);
    GrCallLocal(H5Pset_fill_value(*list, d->memory, blank));
  }
  PetscFunctionReturn(0);
}

static hid_t MemoryType(const GrColumn *column)
{
  return column->number == GR_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
}

PetscErrorCode GrDatasetCreate(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                               GrDataset *dataset)
{
  hid_t parent, space, list, type;

  PetscFunctionBeginUser;
  *dataset = (GrDataset){.results = results, .extent = *extent, .memory = MemoryType(column)};
  dataset->single = extent->storage.single;
  type = extent->storage.single ? H5T_IEEE_F32LE : column->number == GR_REAL ? H5T_IEEE_F64LE : H5T_STD_I64LE;
  PetscCall(GrResultsJoin(group, column->name, &dataset->path));
  PetscCall(GrResultsAlone(results));
  GrErrorContext context = GrResultsErrorContext(results, "create", dataset->path);
  if (results->idle)
    PetscFunctionReturn(0);

  GrCallLocal(space = H5Screate_simple(extent->rank, extent->size, NULL));
  PetscCall(GrDatasetList(dataset, &list));
  PetscCall(GrResultsGroup(results, group, &parent));
  GrCallHdf5(&context, dataset->id = H5Dcreate2(parent, column->name, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  PetscCall(GrResultsDescribe(results, dataset->id, column->unit, column->description));
  GrCallLocal(H5Gclose(parent));
  GrCallLocal(H5Pclose(list));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

/* Finds a dataset in a file that is continued. */
static PetscErrorCode OpenDataset(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                                  hsize_t done, GrDataset *d)
{
  PetscFunctionBeginUser;
  *d = (GrDataset){.results = results};
  PetscCall(GrResultsJoin(group, column->name, &d->path));
  PetscCall(GrPlainOpen(d));
  PetscBool fits = (PetscBool)(d->memory == MemoryType(column) && d->extent.rank == extent->rank &&
                               (extent->grows ? d->extent.size[0] >= done : d->extent.size[0] == extent->size[0]));
  for (int i = 1; i < extent->rank; i++)
    fits = (PetscBool)(fits && (d->extent.size[i] == extent->size[i] || (i == 1 && extent->varies)));
  if (!fits)
    return GrFail(GR_EXIT_FILE, "%s: %s is not of the shape that this case has; is it the file of another run?",
                  results->path, d->path);
  d->extent.grows = extent->grows;
  d->extent.varies = extent->varies;
  d->extent.storage = extent->storage;
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetKeep(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                             hsize_t done, GrDataset **dataset)
{
  GrDataset *d;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&d));
  if (results->continued)
    PetscCall(OpenDataset(results, group, column, extent, done, d));
  else
    PetscCall(GrDatasetCreate(results, group, column, extent, d));
  d->length = done;
  for (int i = 0; i < PetscMin(extent->rank, 2); i++)
    d->wanted[i] = PetscMax(d->extent.size[i], extent->size[i]);
  if ((results->n_kept & (results->n_kept - 1)) == 0) /* full at every power of two */
    PetscCall(PetscRealloc(2 * (size_t)PetscMax(results->n_kept, 1) * sizeof(GrDataset *), &results->kept));
  results->kept[results->n_kept++] = d;
  *dataset = d;
  PetscFunctionReturn(0);
}

static const double blank_real = NAN;
static const int64_t blank_integer = -1;

void GrDatasetFill(const GrDataset *dataset, size_t n, void *values)
{
  const void *blank = dataset->memory == H5T_NATIVE_DOUBLE ? (const void *)&blank_real : &blank_integer;
  for (size_t i = 0; i < n; i++)
    memcpy((char *)values + i * sizeof(blank_real), blank, sizeof(blank_real));
}

PetscErrorCode GrDatasetBlank(const GrDataset *d, hsize_t first, hsize_t n, hsize_t from, hsize_t to)
{
  enum { PIECE = 1 << 18 }; /* values */
  const hid_t transfer = d->results->transfer;
  const hsize_t components = d->extent.rank > 2 ? d->extent.size[2] : 1,
                rows = PetscMin(to > from ? to - from : 0, PetscMax(1, PIECE / components));
  double *blank;

  PetscFunctionBeginUser;
  if (rows == 0 || n == 0)
    PetscFunctionReturn(0);
  const hsize_t entries = rows < to - from ? 1 : PetscMin(n, PetscMax(1, PIECE / (rows * components)));
  PetscCall(PetscMalloc1(entries * rows * components, &blank));
  GrDatasetFill(d, entries * rows * components, blank);
  d->results->transfer = H5P_DEFAULT;
  for (hsize_t k = first; k < first + n; k += entries)
    for (hsize_t i = from; i < to; i += rows) {
      const GrSlab slab = {{k, i, 0}, {PetscMin(entries, first + n - k), PetscMin(rows, to - i), components}};
      PetscCall(GrDatasetWrite(d, &slab, blank));
    }
  d->results->transfer = transfer;
  PetscCall(PetscFree(blank));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetCheck(const GrDataset *times, GrSpan span)
{
  double found = NAN;

  PetscFunctionBeginUser;
  if (!times->results->continued || span.done == 0)
    PetscFunctionReturn(0);
  PetscCall(GrDatasetRead(times, &(GrSlab){{(hsize_t)span.done - 1}, {1}}, &found));
  if (found != span.latest)
    return GrFail(GR_EXIT_FILE,
                  "%s: entry %" PetscInt64_FMT " of %s is %.9g s, not %.9g s; is it the file of another run?",
                  times->results->path, span.done - 1, times->path, found, span.latest);
  PetscFunctionReturn(0);
}

/* Selections of a slab in the file and in memory. */
static PetscErrorCode SelectSlab(const GrDataset *dataset, const GrSlab *slab, hsize_t n, hid_t *space, hid_t *memory)
{
  PetscFunctionBeginUser;
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
  PetscFunctionReturn(0);
}

static hsize_t CountValues(const GrDataset *dataset, const GrSlab *slab)
{
  hsize_t n = 1;
  for (int i = 0; i < dataset->extent.rank; i++)
    n *= slab->count[i];
  return n;
}

PetscErrorCode GrDatasetWrite(const GrDataset *dataset, const GrSlab *slab, const void *data)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "write", dataset->path);
  const hsize_t n = CountValues(dataset, slab);
  hid_t space, memory;

  PetscFunctionBeginUser;
  PetscCall(GrResultsTogether(dataset->results));
  for (int i = 0; i < dataset->extent.rank; i++)
    if (dataset->extent.size[i] == 0) /* HDF5 1.10 fails in an empty write to a dataset without an address */
      PetscFunctionReturn(0);
  if (dataset->results->looks || (n == 0 && dataset->results->transfer == H5P_DEFAULT))
    PetscFunctionReturn(0);
  PetscCall(SelectSlab(dataset, slab, n, &space, &memory));
  GrCallHdf5(&context, H5Dwrite(dataset->id, dataset->memory, memory, space, dataset->results->transfer, data));
  GrCallLocal(H5Sclose(memory));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetWait(const GrDataset *dataset, const GrSlab *slab, const void *data)
{
  const hsize_t n = CountValues(dataset, slab);
  hid_t space, memory;
  char *copy;

  PetscFunctionBeginUser;
  if (n == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(n * sizeof(double), &copy));
  memcpy(copy, data, n * sizeof(double));
  PetscCall(SelectSlab(dataset, slab, n, &space, &memory));
  PetscCall(GrResultsWait(dataset->results, dataset->path, dataset->memory, space, memory, copy));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetRead(const GrDataset *dataset, const GrSlab *slab, void *data)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "read", dataset->path);
  hid_t space, memory;

  PetscFunctionBeginUser;
  PetscCall(GrResultsTogether(dataset->results));
  PetscCall(SelectSlab(dataset, slab, CountValues(dataset, slab), &space, &memory));
  GrCallHdf5Agree(&context, H5Dread(dataset->id, dataset->memory, memory, space, dataset->results->transfer, data));
  GrCallLocal(H5Sclose(memory));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDatasetClose(GrDataset *dataset)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "close", dataset->path);

  PetscFunctionBeginUser;
  if (!dataset->results->idle)
    GrCallHdf5(&context, H5Dclose(dataset->id));
  PetscCall(PetscFree(dataset->path));
  PetscFunctionReturn(0);
}
