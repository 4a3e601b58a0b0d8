/* Names of the files in the folder of a run or a study, and symbolic links in their place. */
#ifndef GRANUM_BASE_FILES_H
#define GRANUM_BASE_FILES_H

#include <petscsys.h>
#include <stdbool.h>

/* A kind of files that a run writes, with names BEGIN END or, if numbered, BEGIN NUMBER END. The names of incomplete
   files end with .part, possibly followed by more text. */
typedef struct {
  const char *begin, *end; /* begin and end of the name */
  bool numbered;           /* whether the name has a number */
  bool kept;               /* whether a folder with such a file counts as the folder of a run */
  bool resumable;          /* whether `granum resume` can continue a run that has such a file */
} GrFilesRow;

enum { GR_FILES = 13 };
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
bool GrFilesIsLeftLock(const char *name);

/* Returns whether granum reads or writes a file of this name in the folder of a study, so that no case may have this
   name. File systems may ignore the difference of small and capital letters; therefore the function ignores it, too. */
bool GrFilesIsReserved(const char *name);

/* Returns ELOOP if the path is a symbolic link, otherwise 0. granum does not write files of a run through a link,
   because the link may lead to a file of the user. Call it before HDF5 or MPI-IO opens a file for writing; calls of
   open() have the flag O_NOFOLLOW instead. */
int GrFilesIsLink(const char *path);

/* Returns the text of an error number. For ELOOP the text says what to do with the link. */
const char *GrFilesReason(int error);

#endif
