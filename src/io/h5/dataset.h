/* A dataset of a results file. All ranks create and write it together. During a run its values are in the data file,
   a separate HDF5 file (results_file.h). An entry of a dataset is its part at one index of the first dimension: a frame
   or sample of a series, or a row of a dataset that is written once. */
#ifndef GRANUM_IO_H5_DATASET_H
#define GRANUM_IO_H5_DATASET_H

#include "io/h5/results_file.h"
#include <stdbool.h>

enum { GR_RANK_MAX = 3 };

/* Shape and storage of a dataset, as planned when it is created. An entry is the part of the dataset at one index of
   the first dimension, for example a frame. */
typedef struct {
  int rank;                  /* number of dimensions */
  hsize_t size[GR_RANK_MAX]; /* [rank] planned number of elements in each dimension */
  bool grows;                /* whether the run writes the entries one after the other */
  /* whether entries may have different numbers of rows (second dimension); unused rows contain NaN, or -1 for
     integers */
  bool varies;
  GrStorage storage; /* precision and compression of the values in the file */
} GrExtent;

/* A slab: a box of elements of a dataset. start: its first index, count: its number of elements, in each dimension. */
typedef struct {
  hsize_t start[GR_RANK_MAX], count[GR_RANK_MAX];
} GrSlab;

/* A dataset of a results file. During the run, the data file contains its values. */
struct GrDataset_ {
  GrResults results; /* the results file */
  char *path;        /* path of the dataset in the file */
  GrExtent extent;   /* shape of the dataset in the file */
  hid_t id;          /* HDF5 identifier of the open dataset */
  hid_t memory;      /* HDF5 type of the values in memory: double or 64-bit integer */
  bool single;       /* whether real numbers have 4 bytes in the file, not 8 */
  /* Only if extent.grows: */
  hsize_t length;    /* number of entries written so far */
  hsize_t width;     /* largest number of rows (second dimension) in an entry written so far */
  hsize_t wanted[2]; /* number of entries [0] and number of rows [1] for which the data file must have space */
};

/* Collective. Creates the dataset `group`/`column->name` and its attributes unit and description. */
PetscErrorCode GrDatasetCreate(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                               GrDataset *dataset);

/* Creates the HDF5 property list for the creation of the dataset: HDF5 allocates the file space when it creates the
   dataset. If extent.varies, unused rows get the fill value of GrDatasetFill. */
PetscErrorCode GrDatasetList(const GrDataset *dataset, hid_t *list);

/* Collective. Creates a dataset as GrDatasetCreate does; if the run continues an existing file, opens the dataset in
   this file instead. The dataset remains open until the results are closed. Fails if the shape in the file differs
   in a dimension that cannot grow. done: number of entries that an existing file already contains. */
PetscErrorCode GrDatasetKeep(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                             hsize_t done, GrDataset **dataset);

/* Collective. Calls GrDatasetKeep for each of the n columns of a table, and stores the datasets in dataset[n]. rows:
   planned number of rows. grows: whether the run writes the rows one after the other. done: as in GrDatasetKeep. */
PetscErrorCode GrDatasetKeepTable(GrResults results, const char *group, int n, const GrColumn columns[], hsize_t rows,
                                  bool grows, hsize_t done, GrDataset *dataset[]);

/* Returns the number of values that a column of a table has in each row. */
static inline hsize_t GrDatasetWidth(const GrDataset *dataset)
{
  return dataset->extent.rank > 1 ? dataset->extent.size[1] : 1;
}

/* Collective. Attaches dimension scales of HDF5 to the axes of a new dataset:
     first axis   the dataset of times at the path `time`; NULL: the dataset has no time axis
     next axis    the ids of the rows, dataset `id` of the group `group`; NULL: the dataset has no axis of rows
     last axis    the components, numbered from 0
   If one axis has no scale (rows without ids), the function attaches no scale, because netCDF readers refuse a dataset
   in which only some axes have a scale. */
PetscErrorCode GrDatasetAttachScales(const GrDataset *dataset, const char *time, const char *group);

/* Collective. Ensures that the data file has space for `length` entries of the dataset and, if extent.varies, for
   `width` rows per entry. If the space is too small, copies the data file into a larger file. If `length` is too
   large, all datasets with the same planned number of entries get space for at least twice as many entries. If `width`
   is too large, all datasets whose `varies` is set get space for at least 1.5 times as many rows. */
PetscErrorCode GrDatasetNeed(GrDataset *dataset, hsize_t length, hsize_t width);

/* Sets n values in memory to the fill value of unused rows of the dataset: NaN, or -1 for integers. */
void GrDatasetFill(const GrDataset *dataset, size_t n, void *values);

/* Writes the rows k with from <= k < to of the entries i with first <= i < end. Copies them from the same rows of
   the dataset `source`. If `source` is NULL, writes the fill value of unused rows: NaN, or -1 for integers. Not
   collective: each rank that has the file open may write a different part of the dataset. */
PetscErrorCode GrDatasetFillRows(const GrDataset *dataset, const GrDataset *source, hsize_t first, hsize_t end,
                                 hsize_t from, hsize_t to);

/* Collective. Checks that a resumed run can continue a time series of an existing file. times: dataset of the times of
   the series. span.done: number of entries that the resumed run keeps. Fails if the time of the last kept entry is not
   span.latest [s]. */
PetscErrorCode GrDatasetCheck(const GrDataset *times, GrSpan span);

/* Collective. Writes the values data[] of this rank's slab, which may be empty. If another rank writes to the file on
   behalf of this rank (GrResults_.team), sends the values to that rank. */
PetscErrorCode GrDatasetWrite(const GrDataset *dataset, const GrSlab *slab, const void *data);
/* Writes the values of this rank's slab, which may be empty, directly into the open file. Collective if the results
   file uses collective transfers. */
PetscErrorCode GrDatasetWriteOwn(const GrDataset *dataset, const GrSlab *slab, const void *data);

/* An item of a linked list of values that this rank has not written yet. It writes them when all ranks have opened the
   file. */
struct GrWaiting_ {
  GrDataset dataset; /* the dataset, which is closed until the values are written */
  GrSlab slab;       /* part of the dataset that gets the values */
  void *data;        /* the values, in memory that this item owns */
  GrWaiting *next;   /* next item of the list; NULL: none */
};

/* Collective. Copies the values of this rank's slab, to write them when all ranks have opened the file. Closes the
   dataset. */
PetscErrorCode GrDatasetWriteLater(GrDataset *dataset, const GrSlab *slab, const void *data);

/* Collective. Reads a slab, which must be the same on all ranks, and returns its values in data[] on all ranks. */
PetscErrorCode GrDatasetReadSame(const GrDataset *dataset, const GrSlab *slab, void *data);

/* Kind of a copy of the data file:
     GR_COPY_VIRTUAL  datasets are virtual datasets that show the entries written so far
     GR_COPY_PLANNED  datasets have the size that is planned for the rest of the run (GrDataset_.wanted)
     GR_COPY_EXACT    datasets have the size of the written entries, and are compressed if their storage requires it */
typedef enum { GR_COPY_VIRTUAL, GR_COPY_PLANNED, GR_COPY_EXACT } GrCopyKind;
/* Copies the data file, which the caller must have flushed, to the file `name`. Collective for GR_COPY_PLANNED and
   GR_COPY_EXACT; only rank 0 calls it for GR_COPY_VIRTUAL. */
PetscErrorCode GrResultsCopy(GrResults results, GrCopyKind kind, const char *name);

/* Computes the number of elements in each dimension that a dataset has in a copy of the data file of this kind. */
static inline void GrDatasetSizeIn(const GrDataset *d, GrCopyKind kind, hsize_t size[GR_RANK_MAX])
{
  for (int i = 0; i < GR_RANK_MAX; i++)
    size[i] = d->extent.size[i];
  if (d->extent.grows)
    size[0] = kind == GR_COPY_PLANNED ? d->wanted[0] : d->length;
  if (d->extent.varies)
    size[1] = kind == GR_COPY_PLANNED ? d->wanted[1] : PetscMax(1, d->width);
}

/* Creates the HDF5 property list for the creation of a compressed dataset with size[] elements in each dimension. */
PetscErrorCode GrDatasetPackList(const GrDataset *dataset, const hsize_t size[GR_RANK_MAX], hid_t *list);

/* Collective. Compresses all values of a dataset and writes them to another dataset `to`. size: number of elements of
   `to` in each dimension. to: HDF5 identifier; rank 0 must have opened this dataset, other ranks ignore `to`. */
PetscErrorCode GrDatasetPackValues(const GrDataset *dataset, const hsize_t size[GR_RANK_MAX], hid_t to);

#endif
