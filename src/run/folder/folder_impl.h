/* The inside of the folder of a run (granum/run_folder.h). What is here is for one rank and does not talk to others. */
#ifndef GRANUM_RUN_FOLDER_FOLDER_IMPL_H
#define GRANUM_RUN_FOLDER_FOLDER_IMPL_H

#include "input/yaml/document.h"
#include "io/h5/provenance.h"
#include "run/folder/status.h"
#include <granum/error.h>
#include <granum/run_folder.h>
#include <limits.h>
#include <sys/types.h>

enum { GR_HOLDER_MAX = 1024, GR_FOLDER_TOLD = 2 * PETSC_MAX_PATH_LEN, GR_CHECKSUM_TEXT = 32, GR_FOLDER_TEXTS = 2 };

/* The inputs that a run leaves: as resolved, and as read. */
extern const char *const GrFolderTexts[GR_FOLDER_TEXTS];

enum { GR_CAUSE_MAX = 1024 };

/* From the start of a process to its end. */
typedef struct {
  char started[GR_UTC_MAX], ended[GR_UTC_MAX]; /* UTC; "": not known */
  char host[256], job[128], state[16], cause[GR_CAUSE_MAX];
  double process, ranks;
  double from, to; /* simulated time [s]; NaN: there is none, or it is not known */
} GrSegment;

typedef struct {
  int n;
  GrSegment *segment;
} GrSegments;

/* A file that must be left as it is. */
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
  int lock, from; /* descriptors of the locked files, here and where it is copied from, on the first rank; -1: none */
  int n_spared;
  GrSpared *spared;
  char *before; /* the folder whose run goes on here; NULL: this one */
  char *above;  /* the folder of the study; NULL: there is none */
  /* for run.json */
  PetscBool begun, ended;
  PetscBool foreign[GR_FOLDER_TEXTS]; /* not granum's own */
  char checksum[GR_FOLDER_TEXTS][GR_CHECKSUM_TEXT];
  GrProvenance provenance;
  GrSegments segments; /* on the first rank */
  char *card;
  GrStatus status;     /* on the first rank: status.json */
  PetscBool unwritten; /* it could not be written, which has been said */
};

/* Locks the folder: 0, EAGAIN if another process holds it, or another error number. `holder`: "" or a description of
   that process: host, batch job, process id, time. The caller keeps the descriptor open; it is -1 if the file system has
   no locks. */
int GrFolderLock(const char *path, int *descriptor, char holder[GR_HOLDER_MAX]);

/* For reading, together with others that read: there is nothing to lock in a folder that no run has held. */
int GrFolderLockShared(const char *path, int *descriptor, char holder[GR_HOLDER_MAX]);

/* Whether GrFolderLock would fail now with EAGAIN. */
PetscBool GrFolderLocked(const char *path, char holder[GR_HOLDER_MAX]);

/* Forgets who had it and gives it up. */
void GrFolderUnlock(int *descriptor);

/* The same, and removes the file and, if nothing else is there, the folder. */
void GrFolderLeave(const char *path, int *descriptor);

/* Of a run that is there, in words: "" or "results.h5, checkpoint-10.h5 and 3 more". `goes_on`: `granum resume` would
   find something. */
void GrFolderContent(const char *path, char content[GR_FOLDER_TOLD], PetscBool *goes_on);

/* The first of the files that a run in the folder writes or removes that is one of `spared`; NULL: none. `name` is its
   name there. */
const GrSpared *GrFolderSpared(const char *path, int n, const GrSpared spared[], char name[NAME_MAX + 1]);

/* The root of a JSON file of the folder, NULL if it cannot be read; `document` is to be destroyed. */
const GrNode *GrFolderDocument(const char *path, const char *name, GrDocument *document);

/* Which of the inputs that are there granum did not write, or not so. */
void GrFolderForeign(const char *path, PetscBool foreign[GR_FOLDER_TEXTS]);

/* All ranks. Writes run.json for the last time: how the run ended, if nobody has said so, follows from `error` and the
   failure recorded. */
PetscErrorCode GrFolderConclude(GrRunFolder folder, PetscErrorCode error);

/* Removes all files of the run that is there, and of the cases of a study, with the folders of those that are then
   empty. 0 or the error number of the first that cannot be removed, whose path is then in `path_left`. */
int GrFolderClear(const char *path, char path_left[PETSC_MAX_PATH_LEN]);

/* Removes what Open MPI leaves beside the results file of a run that is killed. */
void GrFolderClearLocks(const char *path);

#endif
