/* The catalogue of a results file: the datasets that its writers declare by GrSeriesCreate, GrTraceCreate and
   GrTableCreate, with their planned sizes. All of them are declared before the first step. From the catalogue follow
   the data file and its copies (dataset.h), the check that a run can be continued, and the forecast of the size. */
#ifndef GRANUM_IO_H5_CATALOGUE_H
#define GRANUM_IO_H5_CATALOGUE_H

#include <granum/results.h>
#include <stdbool.h>

/* Creates a catalogue without a file: datasets can be declared, but nothing is written. Free it with GrResultsClose.
   Collective. */
PetscErrorCode GrResultsDeclare(MPI_Comm comm, GrResults *results);

/* Planned size of some datasets. */
typedef struct {
  double samples; /* largest number of entries of a dataset, such as frames */
  double bytes;   /* size of all entries, without compression [bytes] */
  bool packs;     /* whether some of the datasets will be compressed */
} GrPlannedSize;

/* Returns the planned size of the datasets to which a run appends entries, from dataset number *next of the catalogue
   on, and sets *next to the number of datasets. */
GrPlannedSize GrResultsPlanned(GrResults results, int *next);

#endif
