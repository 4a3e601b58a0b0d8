/* One dataset of a results file. All ranks create it together and write its rows. */
#ifndef GRANUM_IO_H5_DATASET_H
#define GRANUM_IO_H5_DATASET_H

#include "io/h5/results_file.h"

enum { GR_RANK_MAX = 3 };

/* The shape of a dataset, as large as it is planned. */
typedef struct {
  int rank;
  hsize_t size[GR_RANK_MAX];
  PetscBool grows;  /* entries of the first dimension are written one after the other */
  PetscBool varies; /* each entry has a number of rows of its own; the others are not a number, or -1 for integers */
  GrStorage storage;
} GrExtent;

/* A box of rows of a dataset, as start and count in each dimension. */
typedef struct {
  hsize_t start[GR_RANK_MAX], count[GR_RANK_MAX];
} GrSlab;

struct GrDataset_ {
  GrResults results;
  char *path;
  GrExtent extent; /* as it is in the file */
  hid_t id;
  hid_t memory; /* type of the values in memory: that of the file, but doubles for single precision that is read */
  PetscBool single;
  /* of one that grows */
  hsize_t length;    /* entries that were written */
  hsize_t width;     /* rows of the widest of these */
  hsize_t wanted[2]; /* size of the first two dimensions that the data file must have */
};

/* Collective. Creates group/column.name with its attributes. */
PetscErrorCode GrDatasetCreate(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                               GrDataset *dataset);

/* Property list of a dataset that is allocated when it is created. */
PetscErrorCode GrDatasetList(const GrDataset *dataset, hid_t *list);

/* Collective. Creates a dataset as GrDatasetCreate does, or in a file that was opened finds it, and keeps it open until the results are closed. With
   another shape, other than in the dimensions that can grow, it fails. `done`: entries that are there already. */
PetscErrorCode GrDatasetKeep(GrResults results, const char *group, const GrColumn *column, const GrExtent *extent,
                             hsize_t done, GrDataset **dataset);

/* Collective. The axes of a dataset get the names of these scales, datasets of one dimension; one that is NULL: none
   does. */
PetscErrorCode GrScalesAttach(const GrDataset *dataset, const char *const path[]);

/* Collective. A scale WHAT_N of the numbers from 0 to n - 1, or NULL; and that of the rows of a group: its ids, if it
   has them once and for all, or NULL. */
PetscErrorCode GrScaleOfNumbers(GrResults results, const char *what, hsize_t n, const char **path);
PetscErrorCode GrScaleOfRows(GrResults results, const char *group, PetscInt64 rows, const char **path);

/* Collective. All scales say of what they are the axes; there are no more from here on. */
PetscErrorCode GrScalesSettle(GrResults results);

/* Collective. No dataset is declared any more. The data file gets the size that is needed. */
PetscErrorCode GrResultsReady(GrResults results);

/* Collective. Makes sure that entries up to this number and of so many rows can be written. If not, the data file is
   copied into one with half as much again: for all datasets of the same length, and for all that vary. */
PetscErrorCode GrDatasetNeed(GrDataset *dataset, hsize_t length, hsize_t width);

/* n values that are not a number, or -1: what stands where there is nothing. */
void GrDatasetFill(const GrDataset *dataset, size_t n, void *values);

/* This rank alone. Fills rows [from, to) of the entries [first, first + n) with these values. */
PetscErrorCode GrDatasetBlank(const GrDataset *dataset, hsize_t first, hsize_t n, hsize_t from, hsize_t to);

/* Collective. Fails unless the times of an opened file, a 1-D dataset, hold span.latest as number span.done. */
PetscErrorCode GrDatasetCheck(const GrDataset *times, GrSpan span);

/* Each rank writes its slab, which may be empty. Collective. */
PetscErrorCode GrDatasetWrite(const GrDataset *dataset, const GrSlab *slab, const void *data);

/* Collective. The same for rows of a dataset that is closed again: they are copied, and written as soon as all ranks
   have the file open. */
PetscErrorCode GrDatasetWait(const GrDataset *dataset, const GrSlab *slab, const void *data);

/* Each rank reads its slab, also several the same. Collective if the transfer is. */
PetscErrorCode GrDatasetRead(const GrDataset *dataset, const GrSlab *slab, void *data);

/* Collective. */
PetscErrorCode GrDatasetClose(GrDataset *dataset);

/* copy.c. Another file with the same content:
     GR_COPY_VIRTUAL  written by the first rank alone; datasets are virtual, and show what was written so far
     GR_COPY_PLANNED  with the size that is wanted
     GR_COPY_EXACT    with what was written, compressed where this is asked for
   Collective, but for GR_COPY_VIRTUAL. The data file has been flushed. */
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
