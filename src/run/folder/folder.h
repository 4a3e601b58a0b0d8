/* The folder of a run: functions for use inside granum. The public functions are in granum/run_folder.h. */
#ifndef GRANUM_RUN_FOLDER_FOLDER_H
#define GRANUM_RUN_FOLDER_FOLDER_H

#include "base/json.h"
#include "run/folder/status.h"
#include <granum/error.h>
#include <granum/run_folder.h>

PetscErrorCode GrRunFolderPlace(GrRunFolder folder, const char *path, GrFolderUse use);
/* Between these two calls no run can begin in `from`, which is being copied. */
PetscErrorCode GrRunFolderCopyBegin(GrRunFolder folder, const char *from);
PetscErrorCode GrRunFolderCopyEnd(GrRunFolder folder);

/* To be called when the folder is locked. Writes run.json, with the state of a running run, and the input, both
   `resolved` and as read. `from`: simulated time at the start [s]; NaN: there is none. */
PetscErrorCode GrRunFolderBegin(GrRunFolder folder, const GrCase *the_case, const char *resolved, double from);

/* Set further members of run.json, of which the folder takes ownership, and the end of the run: `cause` may be NULL,
   `to` as `from` above. They are written when the folder is closed. Only the first end counts. */
PetscErrorCode GrRunFolderCard(GrRunFolder folder, GrJson *card);
PetscErrorCode GrRunFolderEnd(GrRunFolder folder, GrExit code, const char *cause, double to);

/* For status.json: how far the run is. What `status` says of the session (its first two lines, host, job, warnings)
   does not count. One that cannot be written is a warning, once. For the first rank. */
void GrRunFolderStatus(GrRunFolder folder, const GrStatus *status);

/* One for the run of a case, in the folder of this name below. */
PetscErrorCode GrRunFolderBelow(const GrRunFolder folder, const char *name, GrFolderUse use, GrRunFolder *below);

#endif
