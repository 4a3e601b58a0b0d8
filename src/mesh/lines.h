/* Words of a text file, one after another, with the places where they stand. */
#ifndef GRANUM_MESH_LINES_H
#define GRANUM_MESH_LINES_H

#include <petscsys.h>
#include <stdio.h>

typedef struct {
  const char *path;
  FILE *file;
  char *text; /* the line at hand, which ends in NUL */
  size_t room, length;
  PetscInt64 line; /* its number, from 1 */
  char *at;        /* what has not been read of it; NULL: there is no more line */
} GrMeshLines;

/* Fails, as all that follows, with GR_EXIT_INPUT. */
PetscErrorCode GrMeshLinesOpen(const char *path, GrMeshLines *lines);
PetscErrorCode GrMeshLinesClose(GrMeshLines *lines);

/* Goes to the next line; at the end of the file lines->at becomes NULL. */
PetscErrorCode GrMeshLinesNext(GrMeshLines *lines);

/* The next word of the line, NULL if there is none; it holds until the next line. */
const char *GrMeshWordHere(GrMeshLines *lines);

/* The next word of the file, on this line or a later one; NULL at its end. */
PetscErrorCode GrMeshWordNext(GrMeshLines *lines, const char **word);

/* "PATH:LINE:COLUMN: " before what is wrong with the word (NULL: with the end of the line). */
PetscErrorCode GrMeshComplain(const GrMeshLines *lines, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Words as numbers: finite, and not larger than a float can be. */
PetscErrorCode GrMeshNumber(const GrMeshLines *lines, const char *word, double *number);

#endif
