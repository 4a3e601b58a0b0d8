/* Struct and internal functions of the folder of a run (granum/run_folder.h). Unless stated otherwise, these functions
   are for one rank and do not communicate. */
#ifndef GRANUM_RUN_FOLDER_FOLDER_IMPL_H
#define GRANUM_RUN_FOLDER_FOLDER_IMPL_H

#include "input/yaml/document.h"
#include "io/h5/provenance.h"
#include "run/folder/status.h"
#include <granum/error.h>
#include <granum/run_folder.h>
#include <limits.h>
#include <sys/types.h>

enum { GR_HOLDER_MAX = 1024, GR_FOLDER_CONTENT = 2 * PETSC_MAX_PATH_LEN, GR_CHECKSUM_TEXT = 32, GR_FOLDER_TEXTS = 2 };

/* File names of the two copies of the input that a run writes: the resolved input, and the input as read. */
extern const char *const GrRunFolderTexts[GR_FOLDER_TEXTS];

enum { GR_CAUSE_MAX = 1024 };

/* A segment: the part of a run that one process computes, from its start or resume to its end. */
typedef struct {
  char started[GR_UTC_MAX], ended[GR_UTC_MAX]; /* date and time, UTC; "": unknown */
  char host[256], job[128], state[16], cause[GR_CAUSE_MAX];
  double process, ranks, nodes;
  double from, to; /* simulated time at the start and at the end of the segment [s]; NaN: none, or unknown */
  /* Cost; NaN: unknown */
  double steps, seconds; /* number of steps; wall-clock time from the launch of the program to its end [s] */
  double core_hours;     /* number of ranks times wall-clock time [h] */
  /* number of written checkpoints; number of bytes of rows written to results and checkpoints */
  double checkpoints, bytes;
} GrSegment;

/* A file that the run must not change. */
typedef struct {
  char *path;
  dev_t device;
  ino_t number;
} GrSpared;

struct GrRunFolder_ {
  MPI_Comm comm;
  int rank;
  const char *const *command;
  char *path;
  GrFolderUse use;
  PetscBool held;
  /* first rank: file descriptors of the lock files of this folder, and of the folder that is copied; -1: none */
  int lock, from;
  int n_spared;
  GrSpared *spared;
  char *before; /* the folder whose run is continued in this folder; NULL: this folder itself */
  char *above;  /* folder of the study to which the run belongs; NULL: none */
  /* ---- for run.json ---- */
  PetscBool begun, ended;
  PetscBool foreign[GR_FOLDER_TEXTS]; /* whether the user has changed this copy of the input since granum wrote it */
  char checksum[GR_FOLDER_TEXTS][GR_CHECKSUM_TEXT];
  char *input, *title;
  int n_segments;
  GrSegment *segment; /* [n_segments] segments of the run so far; on the first rank */
  double launched;    /* clock reading at the launch of the current process (GrTimersNow) [s] */
  char *card;
  GrStatus status;     /* content of status.json; on the first rank */
  PetscBool unwritten; /* whether a failure to write status.json has been reported */
};

/* Locks the folder. Returns 0, EAGAIN if another process holds the lock, or another error number. holder: description
   of that process (host, batch job, process id, time), or "". *descriptor: file descriptor of the lock file, which the
   caller keeps open; -1 if the file system has no locks. */
int GrRunFolderLock(const char *path, int *descriptor, char holder[GR_HOLDER_MAX]);

/* Locks the folder for reading, with the arguments of GrRunFolderLock; several readers may hold this lock. Does nothing
   if no run has ever locked the folder. */
int GrRunFolderLockShared(const char *path, int *descriptor, char holder[GR_HOLDER_MAX]);

/* Whether another process now holds the lock of the folder, so that GrRunFolderLock would fail with EAGAIN. */
PetscBool GrRunFolderLocked(const char *path, char holder[GR_HOLDER_MAX]);

/* Deletes the description of the process that holds the lock from the lock file, and releases the lock. */
void GrRunFolderUnlock(int *descriptor);

/* Releases the lock and removes the lock file. If the folder is then empty, removes the folder, too. */
void GrRunFolderLeave(const char *path, int *descriptor);

/* Writes the names of the files of the run in the folder to `content`: "" or "results.h5, checkpoint-10.h5 and 3 more".
   Sets *resumable to whether `granum resume` can continue the run. */
void GrRunFolderContent(const char *path, char content[GR_FOLDER_CONTENT], PetscBool *resumable);

/* Returns the first of the files spared[n] (files that a run must not change) that a run in the folder would write or
   remove, and sets `name` to its name in the folder; NULL: there is none. */
const GrSpared *GrRunFolderSpared(const char *path, int n, const GrSpared spared[], char name[NAME_MAX + 1]);

/* Reads the JSON file `name` of the folder into `document`, which the caller destroys. Returns the root of the tree;
   NULL: the file cannot be read. */
const GrNode *GrRunFolderDocument(const char *path, const char *name, GrDocument *document);

/* Finds out which copies of the input in the folder the user has changed since granum wrote them. */
void GrRunFolderForeign(const char *path, PetscBool foreign[GR_FOLDER_TEXTS]);

/* Writes run.json for the last time. If GrRunFolderEnd was not called, the reason for the end is taken from `error` and
   the recorded failure (GrFailureMessage). Collective. */
PetscErrorCode GrRunFolderConclude(GrRunFolder folder, PetscErrorCode error);

/* Removes all files of the run and of the cases of a study, and then the empty folders of these cases. Returns 0, or
   the error number of the first file that cannot be removed; path_left is the path of this file. */
int GrRunFolderClear(const char *path, char path_left[PETSC_MAX_PATH_LEN]);

/* Removes lock files that Open MPI leaves beside the results file of a killed run. */
void GrRunFolderClearLocks(const char *path);

#endif
