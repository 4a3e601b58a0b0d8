/* Functions that read the words of a text file in order. A word is the text between two blanks. Messages state line and
   column of a word. Lines may have any length and end with LF or CR LF. All errors have the code GR_EXIT_INPUT and
   state the name of the file. Not collective. */
#ifndef GRANUM_MESH_LINES_H
#define GRANUM_MESH_LINES_H

#include <petscsys.h>
#include <stdio.h>

/* A text file that is read word by word, and its current line. */
typedef struct {
  const char *path; /* name of the file, for messages */
  FILE *file;
  char *text;              /* current line, terminated by NUL */
  size_t capacity, length; /* allocated memory of `text`, and length of the current line [bytes] */
  PetscInt64 line;         /* number of the current line, from 1 */
  char *at;                /* the part of the line that has not been read yet; NULL at the end of the file */
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

/* Fails with the message "PATH:LINE:COLUMN: " and the formatted text. COLUMN is the column of `word`; if `word` is
   NULL, it is the end of the line. */
PetscErrorCode GrMeshComplain(const GrMeshLines *lines, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Converts a word to a number, which must be finite and at most FLT_MAX in magnitude. The thread must use the C
   locale. */
PetscErrorCode GrMeshNumber(const GrMeshLines *lines, const char *word, double *number);

#endif
