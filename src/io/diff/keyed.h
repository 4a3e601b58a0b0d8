/* Keyed tables: tables of a checkpoint in which the order of the rows has no meaning. A key identifies each row: in the
   tables "particles" and "bodies" it is the column "id", in the table "contacts" the column "key". */
#ifndef GRANUM_IO_DIFF_KEYED_H
#define GRANUM_IO_DIFF_KEYED_H

#include "io/h5/reader.h"
#include <stdbool.h>

/* Permutation that sorts the rows of a table by key, such as the ids of particles. All columns of the table use it.
   Initialise the struct with zeros. */
typedef struct {
  const char *table; /* name of the table */
  /* row[k]: index, in the file, of the row that sorting moves to place k. NULL: the file order is used, because the
     rows are already sorted or have no valid keys */
  PetscInt64 *row;
} GrDiffOrder;

/* Whether a dataset of a checkpoint is a column of a keyed table, in which the order of the rows has no meaning. */
bool GrDiffIsKeyed(const GrHdf5Source *source);

/* Reads a whole column of a keyed table into source->values, with the rows sorted by key in ascending order. order: the
   permutation that sorts the rows. If it belongs to another table, the function computes it first. */
PetscErrorCode GrDiffReadKeyed(GrHdf5Source *source, GrDiffOrder *order);

/* Frees the permutation of a table and sets the struct to zeros. */
PetscErrorCode GrDiffOrderDestroy(GrDiffOrder *order);

#endif
