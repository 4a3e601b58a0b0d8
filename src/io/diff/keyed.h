/* Tables whose order of rows has no meaning: "particles", with a column "id", and "contacts", with a column
   "key", as checkpoints have them. */
#ifndef GRANUM_IO_DIFF_KEYED_H
#define GRANUM_IO_DIFF_KEYED_H

#include "io/h5/reader.h"

/* Order of the rows of a table, used for all of its columns. Initialise it with zeros. */
typedef struct {
  const char *table;
  PetscInt64 *row; /* rows of the file in ascending order of keys; NULL: they are sorted, or have no keys */
} GrDiffOrder;

/* Is this dataset a column of such a table? */
PetscBool GrDiffIsKeyed(const GrSource *source);

/* Reads all of it, its rows in ascending order of their keys. */
PetscErrorCode GrDiffReadKeyed(GrSource *source, GrDiffOrder *order);
PetscErrorCode GrDiffOrderDestroy(GrDiffOrder *order);

#endif
