/* One dataset of a results file. All ranks create it together and write its rows. */
#ifndef GRANUM_IO_H5_DATASET_H
#define GRANUM_IO_H5_DATASET_H

#include "io/h5/results_file.h"

enum { GR_RANK_MAX = 3 };

/* Shape of a dataset, with its planned size. */
typedef struct {
  int rank;
  hsize_t size[GR_RANK_MAX];
  PetscBool grows;  /* entries of the first dimension are written one after the other */
  PetscBool varies; /* the number of rows differs between entries; unused rows are NaN, or -1 for integers */
  GrStorage storage;
} GrExtent;

/* A box of rows of a dataset, as start and count in each dimension. */
typedef struct {
  hsize_t start[GR_RANK_MAX], count[GR_RANK_MAX];
} GrSlab;

struct GrDataset_ {
  GrResults results;
  char *path;
  GrExtent extent; /* shape in the file */
  hid_t id;
  hid_t memory; /* type of the values in memory: double or 64-bit integer */
  PetscBool single;
  /* only if extent.grows */
  hsize_t length;    /* number of entries written so far */
  hsize_t width;     /* largest number of rows of these entries */
  hsize_t wanted[2]; /* required size of the first two dimensions in the data file */
};

/* Collective. Creates group/column.name with its attributes. */
PetscErrorCode GrDatasetCreate(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                               GrDataset *dataset);

/* Creation property list: the space of the dataset is allocated when it is created. */
PetscErrorCode GrDatasetList(const GrDataset *dataset, hid_t *list);

/* Collective. Creates a dataset as GrDatasetCreate does, or finds it in a file that is continued. Keeps it open until
   the results are closed. Fails if the shape in the file differs in a dimension that cannot grow. `done`: number of
   entries that the file has already. */
PetscErrorCode GrDatasetKeep(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                             hsize_t done, GrDataset **dataset);

/* Collective. GrDatasetKeep for each column of a table with this number of rows, which grows or not. */
PetscErrorCode GrDatasetKeepTable(GrResults results, const char *group, int n, const GrColumn columns[], hsize_t rows,
                                  PetscBool grows, hsize_t done, GrDataset *dataset[]);

/* Values per row of a dataset of such a table. */
static inline hsize_t GrDatasetWidth(const GrDataset *dataset)
{
  return dataset->extent.rank > 1 ? dataset->extent.size[1] : 1;
}

/* Collective. Attaches dimension scales to the axes of a new dataset: the dataset `time` to the first axis (NULL:
   the dataset has no axis of time), the rows of the group to the next axis (NULL: no axis of rows), and numbers
   from 0 to the axis of components. If an axis has no scale, no scale is attached: netCDF's readers refuse a
   mixture. */
PetscErrorCode GrDatasetAttachScales(const GrDataset *dataset, const char *time, const char *group);

/* Collective. Ensures that the data file has space for `length` entries and, if the rows vary, `width` rows per entry.
   If it has not, the data file is copied into a larger one: with at least twice the length for all datasets of the same
   length, or with at least 1.5 times the width for all datasets whose rows vary. */
PetscErrorCode GrDatasetNeed(GrDataset *dataset, hsize_t length, hsize_t width);

/* Sets n values to the fill value of unused rows: NaN, or -1 for integers. */
void GrDatasetFill(const GrDataset *dataset, size_t n, void *values);

/* This rank alone. Writes the fill value to rows [from, to) of the entries [first, first + n). */
PetscErrorCode GrDatasetBlank(const GrDataset *dataset, hsize_t first, hsize_t n, hsize_t from, hsize_t to);

/* Collective. Fails unless entry number span.done of `times`, the 1-D dataset of a file that is continued, is
   span.latest. */
PetscErrorCode GrDatasetCheck(const GrDataset *times, GrSpan span);

/* Each rank writes its slab, which may be empty, or sends it to its writer. Collective. */
PetscErrorCode GrDatasetWrite(const GrDataset *dataset, const GrSlab *slab, const void *data);
/* This rank writes its slab, which may be empty, into the open file. Collective if the transfer is. */
PetscErrorCode GrDatasetWriteOwn(const GrDataset *dataset, const GrSlab *slab, const void *data);

/* Rows of a dataset that is not kept open. */
struct GrWaiting_ {
  GrDataset dataset;
  GrSlab slab;
  void *data;
  GrWaiting *next;
};

/* Collective. Copies the rows of this rank, which are written when all ranks have opened the file, and closes the
   dataset. */
PetscErrorCode GrDatasetWriteLater(GrDataset *dataset, const GrSlab *slab, const void *data);

/* Each rank that has the file open reads its slab; several ranks may read the same slab. Collective if the transfer
   is. */
PetscErrorCode GrDatasetRead(const GrDataset *dataset, const GrSlab *slab, void *data);
/* Collective. All ranks read the same slab. */
PetscErrorCode GrDatasetReadSame(const GrDataset *dataset, const GrSlab *slab, void *data);

/* copy.c. Creates another file with the same content:
     GR_COPY_VIRTUAL  virtual datasets that show the entries written so far; by the first rank alone
     GR_COPY_PLANNED  datasets have their `wanted` size
     GR_COPY_EXACT    datasets have the size of the written entries, and are compressed if their storage requires it
   Collective except for GR_COPY_VIRTUAL. The caller has flushed the data file. */
typedef enum { GR_COPY_VIRTUAL, GR_COPY_PLANNED, GR_COPY_EXACT } GrCopyKind;
PetscErrorCode GrResultsCopy(GrResults results, GrCopyKind kind, const char *name);

/* Size of a dataset in such a copy. */
static inline void GrDatasetSizeIn(const GrDataset *d, GrCopyKind kind, hsize_t size[GR_RANK_MAX])
{
  for (int i = 0; i < GR_RANK_MAX; i++)
    size[i] = d->extent.size[i];
  if (d->extent.grows)
    size[0] = kind == GR_COPY_PLANNED ? d->wanted[0] : d->length;
  if (d->extent.varies)
    size[1] = kind == GR_COPY_PLANNED ? d->wanted[1] : PetscMax(1, d->width);
}

/* pack.c. Property list of a compressed dataset of this size. */
PetscErrorCode GrDatasetPackList(const GrDataset *dataset, const hsize_t size[GR_RANK_MAX], hid_t *list);

/* Collective. Compresses all values into a dataset `to` of this size, which the first rank has open. */
PetscErrorCode GrDatasetPackValues(const GrDataset *dataset, const hsize_t size[GR_RANK_MAX], hid_t to);

#endif
