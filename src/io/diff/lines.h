/* Texts of two files, line by line: those that say that they change no result (GR_TEXT_ASIDE) do not count. */
#ifndef GRANUM_IO_DIFF_LINES_H
#define GRANUM_IO_DIFF_LINES_H

#include "io/diff/reader.h"

/* A line of a text, without its end. */
typedef struct {
  const char *begin, *end, *next, *last; /* next: NULL behind the last one */
  size_t number;                         /* from 1 */
} GrSourceLine;

/* Whether strings i of both differ, and the first lines that do. */
PetscBool GrSourceFindLines(const GrValues values[2], size_t i, GrSourceLine line[2]);

#endif
