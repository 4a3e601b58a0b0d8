/* Rows whose order means nothing: those of a table "contacts" with a column "key", as checkpoints have it. */
#ifndef GRANUM_IO_DIFF_KEYED_H
#define GRANUM_IO_DIFF_KEYED_H

#include "io/diff/reader.h"

/* Is this dataset a column of such a table? */
PetscBool GrSourceIsKeyed(const GrSource *source);

/* Reads all of it, its rows in ascending order of their keys. */
PetscErrorCode GrSourceReadKeyed(GrSource *source);

#endif
