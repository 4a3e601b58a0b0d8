/* Bounds: the range of valid numbers in a column of a file that granum reads, for example mass > 0. A table that
   describes columns also gives the bounds of each column. The code that reads a column checks its bounds, so later code
   does not check the numbers again. The macros below are bounds that many columns share. */
#ifndef GRANUM_BASE_BOUNDS_H
#define GRANUM_BASE_BOUNDS_H

#include <float.h>
#include <granum/results.h>
#include <math.h>
#include <stdbool.h>

/* The valid numbers of a column: least <= number <= most. NaN is also valid if `nan` is set. */
typedef struct {
  double least, most;
  bool nan;
} GrBounds;

#define GR_BOUNDS(LEAST, MOST, OR_NAN)                                                                                 \
  {                                                                                                                    \
    LEAST, MOST, OR_NAN                                                                                                \
  }
#define GR_ANYTHING GR_BOUNDS(-INFINITY, INFINITY, true)
#define GR_FINITE GR_BOUNDS(-DBL_MAX, DBL_MAX, false)
#define GR_NOT_NEGATIVE GR_BOUNDS(0, DBL_MAX, false)
#define GR_POSITIVE GR_BOUNDS(DBL_MIN, DBL_MAX, false)
#define GR_POSITIVE_OR_INFINITE GR_BOUNDS(DBL_MIN, INFINITY, false)
#define GR_NOT_NEGATIVE_OR_INFINITE GR_BOUNDS(0, INFINITY, false)
#define GR_WHOLE GR_BOUNDS(-1e15, 1e15, false) /* integers; a double represents all of them exactly */
#define GR_COUNT GR_BOUNDS(0, 1e15, false)
#define GR_ID GR_BOUNDS(1, 1e15, false)
#define GR_YES_OR_NO GR_BOUNDS(0, 1, false)

/* Checks the n rows of a column. Returns the index of the first row that has a number out of bounds, or n if all
   numbers are valid. data: the numbers, an array [n][column->components]. */
PetscInt64 GrBoundsFirst(const GrBounds *bounds, const GrColumn *column, PetscInt64 n, const void *data);

/* Explains why the row at the address `row` is out of bounds: writes the reason to text[length], for example "is -1 kg,
   but must be above 0". column: gives the unit. */
void GrBoundsDescribe(const GrBounds *bounds, const GrColumn *column, const void *row, char *text, size_t length);

#endif
