/* Reads the words of a text file in order, with their line and column for messages. A word is the text between spaces.
   Lines may have any length and end with LF or CR LF. All errors are GR_EXIT_INPUT and have the name of the file. Not
   collective.
 */
#ifndef GRANUM_MESH_LINES_H
#define GRANUM_MESH_LINES_H

#include <petscsys.h>
#include <stdio.h>

typedef struct {
  const char *path;
  FILE *file;
  char *text; /* current line, terminated by NUL */
  size_t capacity, length;
  PetscInt64 line; /* number of the current line, from 1 */
  char *at;        /* rest of the line that has not been read; NULL at the end of the file */
} GrMeshLines;

/* Opens a file for reading. GrMeshLinesNext then reads its first line. */
PetscErrorCode GrMeshLinesOpen(const char *path, GrMeshLines *lines);
/* Closes the file and frees the current line. */
PetscErrorCode GrMeshLinesClose(GrMeshLines *lines);

/* Reads the next line. Sets lines->at to NULL at the end of the file. */
PetscErrorCode GrMeshLinesNext(GrMeshLines *lines);

/* Returns the next word of the current line; NULL: the line has no more words. The word is valid until the next line is
   read. */
const char *GrMeshWordHere(GrMeshLines *lines);

/* Finds the next word of the file, on the current line or a later line. Sets *word to NULL at the end of the file. */
PetscErrorCode GrMeshWordNext(GrMeshLines *lines, const char **word);

/* Fails with "PATH:LINE:COLUMN: " and the text. The column is that of `word`, or of the end of the line if `word` is
   NULL. */
PetscErrorCode GrMeshComplain(const GrMeshLines *lines, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Converts a word to a finite number, at most FLT_MAX in magnitude. Needs the C locale. */
PetscErrorCode GrMeshNumber(const GrMeshLines *lines, const char *word, double *number);

#endif
