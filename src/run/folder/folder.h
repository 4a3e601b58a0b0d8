/* The folder of a run: functions for use inside granum. The public functions are in granum/run_folder.h. */
#ifndef GRANUM_RUN_FOLDER_FOLDER_H
#define GRANUM_RUN_FOLDER_FOLDER_H

#include "base/json.h"
#include "run/folder/status.h"
#include <granum/error.h>
#include <granum/run_folder.h>

/* Changes path and use. */
PetscErrorCode GrRunFolderPlace(GrRunFolder folder, const char *path, GrFolderUse use);
/* Between these two calls no run can begin in `from`, which is copied. Collective. */
PetscErrorCode GrRunFolderCopyBegin(GrRunFolder folder, const char *from);
PetscErrorCode GrRunFolderCopyEnd(GrRunFolder folder);

/* Call it when the folder is locked. Writes run.json with the state "running", and the input, as resolved and as read.
   from: simulated time at the start [s]; NaN: none. Collective. */
PetscErrorCode GrRunFolderBegin(GrRunFolder folder, const GrCase *the_case, const char *resolved, double from);

/* Sets further members of run.json, which are written when the folder is closed. The folder takes ownership. */
PetscErrorCode GrRunFolderCard(GrRunFolder folder, GrJson *card);

/* Records how the run ended, for run.json. cause: NULL for none; to: simulated time at the end [s]. Only the first call
   counts. */
PetscErrorCode GrRunFolderEnd(GrRunFolder folder, GrExit code, const char *cause, double to);

/* Writes status.json with the progress of the run. Members about the session (state, cause, start, host, job, warnings)
   are set here. A failure to write is a warning, once. For the first rank. */
void GrRunFolderStatus(GrRunFolder folder, const GrStatus *status);

/* Creates a folder object for a case, in the folder NAME below. Collective. */
PetscErrorCode GrRunFolderBelow(const GrRunFolder folder, const char *name, GrFolderUse use, GrRunFolder *below);

#endif
