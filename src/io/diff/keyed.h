/* Keyed tables: tables of a checkpoint in which the order of the rows has no meaning. A key identifies each row: in the
   table "particles" it is the column "id", in the table "contacts" the column "key". */
#ifndef GRANUM_IO_DIFF_KEYED_H
#define GRANUM_IO_DIFF_KEYED_H

#include "io/h5/reader.h"

/* Permutation that sorts the rows of a keyed table by key. It is computed once and used for all columns of the table.
   Initialise the struct with zeros. */
typedef struct {
  const char *table; /* name of the table */
  /* row[k]: number of the row in the file that is row k after sorting; NULL: the rows in the file are already sorted,
     or they have no valid keys */
  PetscInt64 *row;
} GrDiffOrder;

/* Whether a dataset is a column of a keyed table, so that the order of its rows has no meaning. */
PetscBool GrDiffIsKeyed(const GrHdf5Source *source);

/* Reads a whole column of a keyed table into source->values, with the rows sorted by key in ascending order. order: the
   permutation that sorts the rows; it is computed if it belongs to another table. */
PetscErrorCode GrDiffReadKeyed(GrHdf5Source *source, GrDiffOrder *order);

/* Frees the permutation of a table and sets the struct to zeros. */
PetscErrorCode GrDiffOrderDestroy(GrDiffOrder *order);

#endif
