/* Bounds: which numbers a column of a file that is read may have. A row of a table says so beside the column itself;
   who reads it need not look again. Bounds are written as GR_POSITIVE and so on, or follow from the case. */
#ifndef GRANUM_BASE_BOUNDS_H
#define GRANUM_BASE_BOUNDS_H

#include <float.h>
#include <granum/results.h>
#include <math.h>

/* least <= number <= most, so never what is not a number, unless `nan`. */
typedef struct {
  double least, most;
  PetscBool nan;
} GrBounds;

#define GR_ANYTHING                                                                                                    \
  {                                                                                                                    \
    -INFINITY, INFINITY, PETSC_TRUE                                                                                    \
  }
#define GR_FINITE                                                                                                      \
  {                                                                                                                    \
    -DBL_MAX, DBL_MAX, PETSC_FALSE                                                                                     \
  }
#define GR_NOT_NEGATIVE                                                                                                \
  {                                                                                                                    \
    0, DBL_MAX, PETSC_FALSE                                                                                            \
  }
#define GR_POSITIVE                                                                                                    \
  {                                                                                                                    \
    DBL_MIN, DBL_MAX, PETSC_FALSE                                                                                      \
  }
#define GR_POSITIVE_OR_INFINITE                                                                                        \
  {                                                                                                                    \
    DBL_MIN, INFINITY, PETSC_FALSE                                                                                     \
  }
/* Integers that reals can hold. */
#define GR_WHOLE                                                                                                       \
  {                                                                                                                    \
    -1e15, 1e15, PETSC_FALSE                                                                                           \
  }
#define GR_COUNT                                                                                                       \
  {                                                                                                                    \
    0, 1e15, PETSC_FALSE                                                                                               \
  }
#define GR_ID                                                                                                          \
  {                                                                                                                    \
    1, 1e15, PETSC_FALSE                                                                                               \
  }
#define GR_YES_OR_NO                                                                                                   \
  {                                                                                                                    \
    0, 1, PETSC_FALSE                                                                                                  \
  }

/* First of n rows that has a number out of bounds, or n. */
PetscInt64 GrBoundsFirst(const GrBounds *bounds, const GrColumn *column, PetscInt64 n, const void *data);

/* What is wrong with a row: "is -1 kg, which must be above 0". */
void GrBoundsDescribe(const GrBounds *bounds, const GrColumn *column, const void *row, char *text, size_t length);

#endif
