/* Tables of checkpoints whose order of rows has no meaning: "particles", with a column "id", and "contacts", with a
   column "key". */
#ifndef GRANUM_IO_DIFF_KEYED_H
#define GRANUM_IO_DIFF_KEYED_H

#include "io/h5/reader.h"

/* Order of the rows of a table, used for all of its columns. Initialise it with zeros. */
typedef struct {
  const char *table;
  PetscInt64 *row; /* rows of the file in ascending order of keys; NULL: they are sorted, or have no keys */
} GrDiffOrder;

/* Whether this dataset is a column of a keyed table. */
PetscBool GrDiffIsKeyed(const GrHdf5Source *source);

/* Reads the whole dataset, with its rows in ascending order of their keys. */
PetscErrorCode GrDiffReadKeyed(GrHdf5Source *source, GrDiffOrder *order);

/* Frees an order and sets it to zeros. */
PetscErrorCode GrDiffOrderDestroy(GrDiffOrder *order);

#endif
