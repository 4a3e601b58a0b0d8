/* The inside of `granum diff`: two readers and the verdict so far. */
#ifndef GRANUM_IO_DIFF_DIFF_H
#define GRANUM_IO_DIFF_DIFF_H

#include "io/diff/reader.h"

enum { GR_LINE_MAX = 512 };

typedef struct {
  GrReader reader[2];
  FILE *out;
  PetscBool same; /* until the first difference, which is the only one printed */
} GrDiff;

/* Prints the difference and gives the verdict. */
void GrDiffSay(GrDiff *diff, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether types and extents of two datasets or attributes let their values be compared; if not, says so about
   `what`. */
PetscErrorCode GrDiffShapes(GrDiff *diff, const char *what, const GrSource source[2]);

/* The first element that differs among the n of both, or n. */
size_t GrDiffFirst(const GrValues values[2]);

/* Both values of element i as text: "1 in a.h5, 2 in b.h5, 3 ulp apart". */
PetscErrorCode GrDiffPair(const GrDiff *diff, const GrValues values[2], size_t i, char *text, size_t size);

/* Compares a dataset, or the attribute of this name of an object. */
PetscErrorCode GrDiffValues(GrDiff *diff, const char *path, const char *attribute);

#endif
