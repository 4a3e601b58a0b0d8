/* Struct and internal functions of the folder of a run (granum/command.h). Unless stated otherwise, these functions
   are for one rank and do not communicate. */
#ifndef GRANUM_RUN_FOLDER_FOLDER_IMPL_H
#define GRANUM_RUN_FOLDER_FOLDER_IMPL_H

#include "base/json.h"
#include "input/yaml/document.h"
#include "io/h5/provenance.h"
#include "run/folder/status.h"
#include <granum/command.h>
#include <granum/error.h>
#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

enum { GR_HOLDER_MAX = 1024, GR_FOLDER_CONTENT = 2 * PETSC_MAX_PATH_LEN, GR_CHECKSUM_TEXT = 32, GR_FOLDER_TEXTS = 2 };

/* File names of the two copies of the input in the folder: of the resolved input, which has all defaults, and of the
   input that was read. */
extern const char *const GrRunFolderTexts[GR_FOLDER_TEXTS];

enum { GR_CAUSE_MAX = 1024 };

/* A segment: the part of a run that one execution of the program computes, from its start or resume to its end. */
typedef struct GrSegment_ {
  char started[GR_UTC_MAX]; /* date and time of the start of the segment, UTC; "": unknown */
  char ended[GR_UTC_MAX];   /* date and time of the end of the segment, UTC; "": unknown */
  char host[256], job[128], state[16], cause[GR_CAUSE_MAX]; /* host of rank 0, batch job, state, reason of the end */
  double process, ranks, nodes; /* process id of rank 0, number of ranks, number of compute nodes */
  double from; /* simulated time at the start of the segment [s]; NaN: the run has no simulated time, or unknown */
  double to;   /* simulated time at the end of the segment [s]; NaN: the run has no simulated time, or unknown */
  /* The following members are the cost of the segment. NaN: unknown. */
  double steps;       /* number of steps */
  double seconds;     /* wall-clock time from the launch of the program to its end [s] */
  double core_hours;  /* number of ranks times wall-clock time [h] */
  double checkpoints; /* number of checkpoints that were written */
  double bytes;       /* amount of data that was written to results and checkpoints [bytes] */
  int n_warnings;
  char **warning; /* [n_warnings] texts of the warnings of the segment that no earlier segment has */
} GrSegment;

/* A file that the run must not change, such as its own input. Device and inode number identify the file. */
typedef struct {
  char *path;   /* path of the file */
  dev_t device; /* device of the file */
  ino_t number; /* inode number of the file */
} GrSpared;

/* The folder of a run: its path, its lock, and the contents of run.json and status.json. */
struct GrRunFolder_ {
  MPI_Comm comm;
  int rank;
  const char *const *command; /* command that started the program, for run.json */
  char *path;                 /* path of the folder */
  GrFolderUse use;            /* what to do if the folder already contains a run */
  bool held;                  /* whether the folder has been created and locked */
  /* The following two members are set on the first rank. */
  int lock; /* file descriptor of the lock file of this folder; -1: none */
  int from; /* file descriptor of the lock file of another folder while a run is copied from there; -1: none */
  int n_spared;
  GrSpared *spared; /* [n_spared] files that the run must not change */
  char *before;     /* path of another folder, whose run this folder continues; NULL: the run began in this folder */
  char *above;      /* folder of the study to which the run belongs; NULL: none */
  /* ---- for run.json ---- */
  bool begun, ended; /* whether GrRunFolderBegin and GrRunFolderEnd have been called */
  /* for each copy of the input (GrRunFolderTexts): whether the user has changed the file since granum wrote it */
  bool foreign[GR_FOLDER_TEXTS];
  char checksum[GR_FOLDER_TEXTS][GR_CHECKSUM_TEXT]; /* checksum of each copy of the input, as text */
  char *input, *title;                              /* path of the input; title of the case */
  char *described;                                  /* member `case` of run.json (GrCase.described); NULL: none */
  int n_segments;     /* number of executions of the program that have computed parts of the run */
  GrSegment *segment; /* [n_segments] part of the run that each execution has computed; on the first rank */
  int warned_until;   /* number of the first warning of this process that no segment has yet */
  double launched;    /* time at which the program was launched, by the clock GrTimersNow [s] */
  char *card;         /* members of run.json with performance data, as JSON text; NULL: none */
  GrStatus status;    /* latest contents of status.json; on the first rank */
  bool unwritten;     /* whether the warning that status.json cannot be written has been printed */
};

/* Locks the folder. Returns 0; EAGAIN if another process has the lock; ELOOP or EBADMSG if the lock file is a symbolic
   link or a file that granum did not write, which it does not change; or another error number. holder: set to a
   description of the process that has the lock (host, batch job, process id, time); "": unknown. *descriptor: set to
   the file descriptor of the lock file, which the caller keeps open; -1: the file system has no locks. */
int GrRunFolderLock(const char *path, int *descriptor, char holder[GR_HOLDER_MAX]);

/* Locks the folder for reading, with the arguments and return value of GrRunFolderLock. Several processes may have this
   lock at the same time. Does nothing if no run has ever locked the folder. */
int GrRunFolderLockShared(const char *path, int *descriptor, char holder[GR_HOLDER_MAX]);

/* Returns EAGAIN if another process has the lock of the folder, ELOOP or EBADMSG as GrRunFolderLock, otherwise 0.
   holder: set to the description of the process; "": unknown. */
int GrRunFolderLocked(const char *path, char holder[GR_HOLDER_MAX]);

/* Releases the lock. Before this, removes the description of the current process from the lock file. */
void GrRunFolderUnlock(int *descriptor);

/* Releases the lock and removes the lock file. */
void GrRunFolderLeave(const char *path, int *descriptor);

/* Sets `content` to a text that names the files that a run has written to the folder, for example "results.h5,
   checkpoint-10.h5 and 3 more"; "": there are none. Sets *resumable to whether `granum resume` can continue the run. */
void GrRunFolderContent(const char *path, char content[GR_FOLDER_CONTENT], bool *resumable);

/* Checks whether a run in the folder would write or remove one of the files spared[n], which the run must not change.
   Returns the first file that would be changed, and sets `name` to its name in the folder; NULL: no file. */
const GrSpared *GrRunFolderSpared(const char *path, int n, const GrSpared spared[], char name[NAME_MAX + 1]);

/* Reads the JSON file `name` of the folder into `document`, which the caller destroys. Returns the root of the tree;
   NULL: the file cannot be read. */
const GrNode *GrRunFolderDocument(const char *path, const char *name, GrDocument *document);

/* Sets foreign[k] to whether the user has changed the file GrRunFolderTexts[k] since granum wrote it. */
void GrRunFolderForeign(const char *path, bool foreign[GR_FOLDER_TEXTS]);

/* ---- warnings.c ---- */

/* Begins the warnings of the current segment: warnings of this process that no ended run has. */
void GrRunFolderWarningsBegin(GrRunFolder folder);
/* Later warnings of this process belong to later runs. */
void GrRunFolderWarningsEnd(void);
/* Adds the texts of a list in run.json or status.json to a segment. list NULL: none. */
PetscErrorCode GrRunFolderWarningsRead(const GrNode *list, GrSegment *segment);
/* Writes the warnings of a segment as the member `name` of the current object, a list of texts. */
void GrRunFolderWarningsWrite(GrJson *json, const char *name, const GrSegment *segment);
/* Frees the texts of a segment. */
PetscErrorCode GrRunFolderWarningsFree(GrSegment *segment);

/* Writes the final run.json, with the reason why the run ended. If GrRunFolderEnd was not called, the reason follows
   from `error` and the recorded failure (GrFailureMessage). Collective. */
PetscErrorCode GrRunFolderConclude(GrRunFolder folder, PetscErrorCode error);

/* Removes the lock files that Open MPI leaves in the folder, beside the results file, when a run is killed. If `run` is
   set, also removes all files that a run has written to the folder. For a study it then also removes the files of its
   cases, and each folder of a case that becomes empty. Returns 0; if a file of the run cannot be removed, the error
   number of the system, with path_left set to the path of the first such file. */
int GrRunFolderClear(const char *path, bool run, char path_left[PETSC_MAX_PATH_LEN]);

#endif
