/* Compares texts of two files line by line, except lines with the mark GR_TEXT_ASIDE: they change no result. */
#ifndef GRANUM_IO_DIFF_LINES_H
#define GRANUM_IO_DIFF_LINES_H

#include "io/h5/reader.h"

/* A line of a text, without its end. */
typedef struct {
  const char *begin, *end, *next, *last; /* next: NULL behind the last one */
  size_t number;                         /* from 1 */
} GrSourceLine;

/* Whether the strings i of both files differ, and the first lines that differ. */
PetscBool GrSourceFindLines(const GrValues values[2], size_t i, GrSourceLine line[2]);

#endif
