/* The folder of a run: functions for use inside granum. The public functions are in granum/run_folder.h. */
#ifndef GRANUM_RUN_FOLDER_FOLDER_H
#define GRANUM_RUN_FOLDER_FOLDER_H

#include "base/json.h"
#include "run/folder/status.h"
#include <granum/error.h>
#include <granum/run_folder.h>

/* Sets the path of the folder object, and the treatment of a run that this folder already contains. */
PetscErrorCode GrRunFolderPlace(GrRunFolder folder, const char *path, GrFolderUse use);
/* Locks the folder `from`, so that no run can begin in it while it is copied. Collective. */
PetscErrorCode GrRunFolderCopyBegin(GrRunFolder folder, const char *from);
/* Releases the lock of the folder that GrRunFolderCopyBegin has locked. Collective. */
PetscErrorCode GrRunFolderCopyEnd(GrRunFolder folder);

/* Writes run.json with the state "running", and the input, as resolved and as read. The folder must be locked. from:
   simulated time at the start [s]; NaN: the run has no simulated time. Collective. */
PetscErrorCode GrRunFolderBegin(GrRunFolder folder, const GrCase *the_case, const char *resolved, double from);

/* Sets further members of run.json, such as the performance card. They are written when the folder is closed. The
   folder frees `card`. */
PetscErrorCode GrRunFolderCard(GrRunFolder folder, GrJson *card);

/* Records the cost of this segment of the run for run.json: numbers of steps, of checkpoints, and of bytes written by
   all ranks; NaN: unknown. A segment is the part of a run that one process computes. */
void GrRunFolderCost(GrRunFolder folder, double steps, double checkpoints, double bytes);

/* Records how the run ended, for run.json. cause: why it ended early, NULL: it was completed; to: simulated time at the
   end [s]. Only the first call has an effect. */
PetscErrorCode GrRunFolderEnd(GrRunFolder folder, GrExit code, const char *cause, double to);

/* Writes status.json with the progress of the run. The function itself sets the members state, cause, started, host,
   job and warnings. The first failure to write prints a warning; later failures are ignored. To be called on the first
   rank. */
void GrRunFolderStatus(GrRunFolder folder, const GrStatus *status);

/* Creates the folder object *below for a case of a study, whose folder is the subfolder `name` of `folder`.
   Collective. */
PetscErrorCode GrRunFolderBelow(const GrRunFolder folder, const char *name, GrFolderUse use, GrRunFolder *below);

#endif
