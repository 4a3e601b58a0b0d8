/* One dataset of a results file, which all ranks create and write together. During a run the values are in the data
   file (results_file.h). The entries of a dataset are its elements along the first dimension: frames or samples of a
   series, or rows of a constant dataset. */
#ifndef GRANUM_IO_H5_DATASET_H
#define GRANUM_IO_H5_DATASET_H

#include "io/h5/results_file.h"

enum { GR_RANK_MAX = 3 };

/* Planned shape of a dataset. */
typedef struct {
  int rank;
  hsize_t size[GR_RANK_MAX];
  PetscBool grows; /* whether the entries (along the first dimension) are written one after the other during the run */
  /* whether the number of rows (second dimension) differs between entries; unused rows are NaN, or -1 for integers */
  PetscBool varies;
  GrStorage storage;
} GrExtent;

/* A slab: a box of elements of a dataset, by its first index and its number of elements in each dimension. */
typedef struct {
  hsize_t start[GR_RANK_MAX], count[GR_RANK_MAX];
} GrSlab;

struct GrDataset_ {
  GrResults results;
  char *path;
  GrExtent extent; /* shape in the file */
  hid_t id;
  hid_t memory; /* HDF5 type of the values in memory: double or 64-bit integer */
  PetscBool single;
  /* Only if extent.grows: */
  hsize_t length;    /* number of entries written so far */
  hsize_t width;     /* largest number of rows of these entries */
  hsize_t wanted[2]; /* numbers of entries and of rows for which the data file needs space */
};

/* Collective. Creates the dataset group/column.name with its attributes unit and description. */
PetscErrorCode GrDatasetCreate(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                               GrDataset *dataset);

/* Creates the HDF5 creation property list of the dataset: its space in the file is allocated when it is created. */
PetscErrorCode GrDatasetList(const GrDataset *dataset, hid_t *list);

/* Collective. Creates a dataset as GrDatasetCreate does, or finds it in a file that is continued. The dataset remains
   open until the results are closed. Fails if the shape in the file differs in a dimension that cannot grow. done:
   number of entries that the file already has. */
PetscErrorCode GrDatasetKeep(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                             hsize_t done, GrDataset **dataset);

/* Collective. Calls GrDatasetKeep for each of the n columns of a table. rows: number of rows; grows: whether rows are
   written one after the other during the run. */
PetscErrorCode GrDatasetKeepTable(GrResults results, const char *group, int n, const GrColumn columns[], hsize_t rows,
                                  PetscBool grows, hsize_t done, GrDataset *dataset[]);

/* Returns the number of values per row of a column of a table. */
static inline hsize_t GrDatasetWidth(const GrDataset *dataset)
{
  return dataset->extent.rank > 1 ? dataset->extent.size[1] : 1;
}

/* Collective. Attaches dimension scales of HDF5 to the axes of a new dataset. time: path of the dataset of times for
   the first axis, NULL: the dataset has no time axis; group: group with the scale of the rows for the next axis, NULL:
   it has no axis of rows; the axis of components gets the numbers from 0. If some axis has no scale, no scale is
   attached, because netCDF's readers refuse a mixture. */
PetscErrorCode GrDatasetAttachScales(const GrDataset *dataset, const char *time, const char *group);

/* Collective. Ensures that the data file has space for `length` entries of the dataset and, if extent.varies, for
   `width` rows per entry. If the space is too small, copies the data file into a larger file: with at least twice the
   length for all datasets of the same length, or with at least 1.5 times the width for all datasets whose rows vary. */
PetscErrorCode GrDatasetNeed(GrDataset *dataset, hsize_t length, hsize_t width);

/* Sets n values to the fill value of unused rows: NaN, or -1 for integers. */
void GrDatasetFill(const GrDataset *dataset, size_t n, void *values);

/* Writes the fill value to rows from to to - 1 of the entries first to first + n - 1. To be called on one rank. */
PetscErrorCode GrDatasetBlank(const GrDataset *dataset, hsize_t first, hsize_t n, hsize_t from, hsize_t to);

/* Collective. Checks a file that is continued: fails unless entry number span.done of `times`, the dataset of the times
   of a series, is span.latest. */
PetscErrorCode GrDatasetCheck(const GrDataset *times, GrSpan span);

/* Writes the values of this rank's slab, which may be empty, or sends them to the rank that writes them. Collective. */
PetscErrorCode GrDatasetWrite(const GrDataset *dataset, const GrSlab *slab, const void *data);
/* Writes the values of this rank's slab, which may be empty, into the open file. Collective if the transfer is
   collective. */
PetscErrorCode GrDatasetWriteOwn(const GrDataset *dataset, const GrSlab *slab, const void *data);

/* Values of a constant dataset that wait until all ranks have opened the file. A list of this rank. */
struct GrWaiting_ {
  GrDataset dataset;
  GrSlab slab;
  void *data;
  GrWaiting *next;
};

/* Collective. Copies the values of this rank's slab to the list of waiting values, and closes the dataset. They are
   written when all ranks have opened the file. */
PetscErrorCode GrDatasetWriteLater(GrDataset *dataset, const GrSlab *slab, const void *data);

/* Reads the values of this rank's slab, on the ranks that have the file open; several ranks may read the same slab.
   Collective on these ranks if the transfer is collective. */
PetscErrorCode GrDatasetRead(const GrDataset *dataset, const GrSlab *slab, void *data);
/* Collective. Reads a slab, which must be the same on all ranks, and returns its values on all ranks. */
PetscErrorCode GrDatasetReadSame(const GrDataset *dataset, const GrSlab *slab, void *data);

/* copy.c. Creates a file `name` with the content of the data file:
     GR_COPY_VIRTUAL  virtual datasets that show the entries written so far; by the first rank alone
     GR_COPY_PLANNED  datasets have their `wanted` size
     GR_COPY_EXACT    datasets have the size of the written entries, and are compressed if their storage requires it
   Collective except for GR_COPY_VIRTUAL. The caller must have flushed the data file. */
typedef enum { GR_COPY_VIRTUAL, GR_COPY_PLANNED, GR_COPY_EXACT } GrCopyKind;
PetscErrorCode GrResultsCopy(GrResults results, GrCopyKind kind, const char *name);

/* Computes the size of a dataset in a copy of this kind (GrResultsCopy). */
static inline void GrDatasetSizeIn(const GrDataset *d, GrCopyKind kind, hsize_t size[GR_RANK_MAX])
{
  for (int i = 0; i < GR_RANK_MAX; i++)
    size[i] = d->extent.size[i];
  if (d->extent.grows)
    size[0] = kind == GR_COPY_PLANNED ? d->wanted[0] : d->length;
  if (d->extent.varies)
    size[1] = kind == GR_COPY_PLANNED ? d->wanted[1] : PetscMax(1, d->width);
}

/* pack.c. Creates the HDF5 creation property list of a compressed dataset of this size. */
PetscErrorCode GrDatasetPackList(const GrDataset *dataset, const hsize_t size[GR_RANK_MAX], hid_t *list);

/* Collective. Compresses all values of a dataset into the dataset `to` of this size, which the first rank has
   opened. */
PetscErrorCode GrDatasetPackValues(const GrDataset *dataset, const hsize_t size[GR_RANK_MAX], hid_t to);

#endif
