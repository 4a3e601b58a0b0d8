/* One dataset of a results file: made and written by all ranks together. */
#ifndef GRANUM_IO_H5_DATASET_H
#define GRANUM_IO_H5_DATASET_H

#include "io/h5/results_file.h"

enum { GR_RANK_MAX = 3 };

/* Extent of a dataset. With chunk[0] > 0 its first dimension can grow; with chunk[0] = 0 it is contiguous and fixed.
   With `widens` the second can grow as well, and the dataset says what stands where there is nothing: not a number, or
   -1 for integers. */
typedef struct {
  int rank;
  hsize_t size[GR_RANK_MAX], chunk[GR_RANK_MAX];
  PetscBool widens;
  GrStorage storage;
  hsize_t kept; /* of one that is compressed, in a file that is gone on with: entries that are not written anew */
} GrExtent;

/* A box of rows of a dataset, as start and count in each dimension. */
typedef struct {
  hsize_t start[GR_RANK_MAX], count[GR_RANK_MAX];
} GrSlab;

/* How the rows of an entry of the first dimension, or of all of a dataset that has none to grow, lie in the file:
   through HDF5 alone; in one piece; each entry in chunks of so many rows; a number is an entry, and chunks have so
   many; the same for some numbers. */
typedef enum { GR_ROWS_ANYHOW, GR_ROWS_TOGETHER, GR_ROWS_CHUNKED, GR_ROWS_STRUNG, GR_ROWS_SAMPLES } GrRowsLie;

typedef struct {
  GrResults results;
  char *path;
  GrExtent extent; /* as it is now */
  hid_t id;
  hid_t memory; /* type of the values in memory: that of the file, but doubles for single precision that is read */
  PetscBool single;
  int growing; /* its number among those of the file that grow, from 1; 0: its size is fixed */
  GrRowsLie rows;
  hsize_t chunk_rows;
} GrDataset;

/* Collective. Makes group/column.name with its attributes. */
PetscErrorCode GrDatasetCreate(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                               GrDataset *dataset);

/* Collective. Finds group/column.name in a file that was opened, and makes its first dimension as long as that of
   `extent` if it is shorter; the others must be the same, but for the second of one that widens, which stays as long as
   it is. */
PetscErrorCode GrDatasetOpen(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                             GrDataset *dataset);

/* Collective, before the first sync. The axes of a dataset get the names of these scales, datasets of one dimension;
   one that is NULL: none does. */
PetscErrorCode GrScalesAttach(const GrDataset *dataset, const char *const path[]);

/* Collective. A scale WHAT_N of the numbers from 0 to n - 1, or NULL; and that of the rows of a group: its ids, if it
   has them once and for all, or NULL. */
PetscErrorCode GrScaleOfNumbers(GrResults results, const char *what, hsize_t n, const char **path);
PetscErrorCode GrScaleOfRows(GrResults results, const char *group, PetscInt64 rows, const char **path);

/* Collective, before the first sync. All scales say of what they are the axes; there are no more from here on. */
PetscErrorCode GrScalesSettle(GrResults results);

/* Collective. Lets the first dimension grow to this length. */
PetscErrorCode GrDatasetGrow(GrDataset *dataset, hsize_t length);

/* Collective. Lets the second dimension of one that widens grow to this length; what is new in it is not set. */
PetscErrorCode GrDatasetWiden(GrDataset *dataset, hsize_t width);

/* When the file is closed with `cut` set, its second dimension is made this long. */
void GrDatasetNarrow(const GrDataset *dataset, hsize_t width);

/* Bytes that an entry of the first dimension takes at most. */
hsize_t GrDatasetEntryBytes(const GrDataset *dataset);

/* Not a number, or -1: what stands where there is nothing. */
void GrDatasetFill(const GrDataset *dataset, size_t n, void *values);

/* So many entries of the first dimension have been written: readers find them from the next sync on. */
void GrDatasetReached(const GrDataset *dataset, hsize_t length);

/* Gives up the room for more when the file is closed; nothing may be written any more. */
void GrDatasetTruncate(const GrDataset *dataset);

/* Collective. Fails unless the times of an opened file, a 1-D dataset, hold span.latest as number span.done. */
PetscErrorCode GrDatasetCheck(const GrDataset *times, GrSpan span);

/* Collective. The numbers of a 1-D dataset from `first` on become not a number, or -1 for integers. */
PetscErrorCode GrDatasetBlank(const GrDataset *dataset, hsize_t first);

/* Collective, one transfer for all ranks. A rank whose slab holds nothing writes nothing. */
PetscErrorCode GrDatasetWrite(const GrDataset *dataset, const GrSlab *slab, const void *data);

/* Collective. The same for a run of rows, whole ones, of a dataset that does not grow, or of one entry of one that
   does; each rank writes its own to the file where it can (io/h5/direct.c). What fails there is told by
   GrResultsSettle. */
PetscErrorCode GrDatasetPut(const GrDataset *dataset, const GrSlab *slab, const void *data);

/* Collective. The same for n whole entries from `first` on; one rank has them, for the others data is NULL. */
PetscErrorCode GrDatasetPutEntries(const GrDataset *dataset, hsize_t first, hsize_t n, const void *data);

/* Collective. Finds out how the rows of an open dataset lie: sets rows, chunk_rows, and chunk and packing of its
   extent. */
PetscErrorCode GrDatasetFindRows(GrDataset *dataset);

/* Collective. To each rank its slab, also the same to several. A rank whose slab holds nothing reads nothing. */
PetscErrorCode GrDatasetRead(const GrDataset *dataset, const GrSlab *slab, void *data);

/* Collective. */
PetscErrorCode GrDatasetClose(GrDataset *dataset);

#endif
