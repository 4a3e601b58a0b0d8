/* Lines of a text file, each rank its part of a run of them: what the readers of particle files share.

   Every rank gets an equal part of the bytes and takes the lines that begin there. Lines end with LF or CR LF and have
   at most 4096 bytes. */
#ifndef GRANUM_PARTICLE_FILL_LINES_H
#define GRANUM_PARTICLE_FILL_LINES_H

#include "particle/fill/csv_line.h"

enum { GR_LINES_BYTES_MAX = 4096 };

/* A run of whole lines: bytes begin <= . < end; `line`, from 1, begins at `begin`, which is not that of the file. */
typedef struct {
  PetscInt64 begin, end, line;
} GrLinesRun;

typedef struct {
  MPI_Comm comm;
  int rank, size;
  const char *path, *wanted; /* the file; what it should be, for a message */
  char *text;                /* this rank's part, with some bytes before and after */
  PetscInt64 at, end;        /* lines that begin here are this rank's and still to come, as places in `text` */
  PetscInt64 held;           /* bytes of `text` */
  PetscInt64 line;           /* number of the line that was handed out last */
} GrLines;

/* All of n bytes at `from`, or errno. */
int GrLinesReadAt(int file, char *text, PetscInt64 n, PetscInt64 from);

/* Collective. Fail on every rank: if one could not read (errno); with the problem that stands first in the file, where
   a rank has one (line > 0). */
PetscErrorCode GrLinesAgreeOnError(const GrLines *lines, int error);
PetscErrorCode GrLinesAgreeOnProblem(const GrLines *lines, const GrCsvProblem *problem);

/* Collective. comm, rank, size, path and wanted are set. */
PetscErrorCode GrLinesRead(GrLines *lines, const GrLinesRun *run);
PetscErrorCode GrLinesFree(GrLines *lines);

/* At least as many as GrLinesNext will hand out. */
PetscInt64 GrLinesMost(const GrLines *lines);

/* The next line that is neither empty nor a comment, without its LF; false after the last one, or at one that is too
   long, which is then the problem. */
bool GrLinesNext(GrLines *lines, const char **begin, const char **end, GrCsvProblem *problem);

#endif
