/* Keyed tables: tables of checkpoints whose order of rows has no meaning. Their rows are identified by a key: the
   column "id" of the table "particles", the column "key" of the table "contacts". */
#ifndef GRANUM_IO_DIFF_KEYED_H
#define GRANUM_IO_DIFF_KEYED_H

#include "io/h5/reader.h"

/* Order of the rows of a keyed table by their keys, used for all columns of the table. Initialise it with zeros. */
typedef struct {
  const char *table;
  /* numbers of the rows in the file, in ascending order of their keys; NULL: the rows are sorted, or have no keys */
  PetscInt64 *row;
} GrDiffOrder;

/* Whether a dataset is a column of a keyed table. */
PetscBool GrDiffIsKeyed(const GrHdf5Source *source);

/* Reads the whole dataset of a keyed table, with the rows in ascending order of their keys. */
PetscErrorCode GrDiffReadKeyed(GrHdf5Source *source, GrDiffOrder *order);

/* Frees the order of a table and sets the struct to zeros. */
PetscErrorCode GrDiffOrderDestroy(GrDiffOrder *order);

#endif
