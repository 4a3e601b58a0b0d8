/* Names of the files in the folder of a run or a study. */
#ifndef GRANUM_BASE_FILES_H
#define GRANUM_BASE_FILES_H

#include <petscsys.h>

/* A kind of files that a run writes, with names BEGIN END or, if numbered, BEGIN NUMBER END. The names of incomplete
   files end with .part, possibly followed by more text. */
typedef struct {
  const char *begin, *end; /* begin and end of the name */
  PetscBool numbered;      /* whether the name has a number */
  PetscBool kept;          /* whether a folder with such a file counts as the folder of a run */
  PetscBool resumable;     /* whether `granum resume` can continue a run that has such a file */
} GrFilesRow;

enum { GR_FILES = 12 };
extern const GrFilesRow GrFiles[GR_FILES];

/* Requests of the user to a run: a file of this name in the folder of the run. The names of the files are in
   GrFilesRequests. */
typedef enum { GR_REQUEST_STOP, GR_REQUEST_CHECKPOINT, GR_REQUEST_REPORT, GR_REQUESTS } GrRequest;
extern const char *const GrFilesRequests[GR_REQUESTS];

/* Returns the row of GrFiles for a file name; -1: no row. Sets *rest to the text after the name of a complete file; "":
   the file is complete. */
int GrFilesKind(const char *name, const char **rest);

/* Returns whether the file is a lock file of Open MPI, which Open MPI creates beside an open file. A killed run leaves
   it. */
PetscBool GrFilesIsLeftLock(const char *name);

/* Returns whether granum reads or writes a file of this name in the folder of a study, so that no case may have this
   name. File systems may ignore the difference of small and capital letters; therefore the function ignores it, too. */
PetscBool GrFilesIsReserved(const char *name);

#endif
