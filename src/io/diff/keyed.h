/* Rows whose order means nothing: those of the tables "particles", with a column "id", and "contacts", with a column
   "key", as checkpoints have them. */
#ifndef GRANUM_IO_DIFF_KEYED_H
#define GRANUM_IO_DIFF_KEYED_H

#include "io/diff/reader.h"

/* The order of the rows of a table of a file, for its columns one after another; to begin with, all zeros. */
typedef struct {
  const char *table;
  PetscInt64 *row; /* of the file, in ascending order of keys; NULL: they are in order, or none is known */
} GrSourceOrder;

/* Is this dataset a column of such a table? */
PetscBool GrSourceIsKeyed(const GrSource *source);

/* Reads all of it, its rows in ascending order of their keys. */
PetscErrorCode GrSourceReadKeyed(GrSource *source, GrSourceOrder *order);
PetscErrorCode GrSourceOrderDestroy(GrSourceOrder *order);

#endif
