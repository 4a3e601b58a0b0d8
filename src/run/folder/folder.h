/* The folder of a run, for those in granum who find out where it is (granum/run_folder.h for all). */
#ifndef GRANUM_RUN_FOLDER_FOLDER_H
#define GRANUM_RUN_FOLDER_FOLDER_H

#include "base/json.h"
#include "run/folder/status.h"
#include <granum/error.h>
#include <granum/run_folder.h>

PetscErrorCode GrRunFolderPlace(GrRunFolder folder, const char *path, GrFolderUse use);
/* Between these two no run can begin in `from`, of which a copy is made. */
PetscErrorCode GrRunFolderCopyBegin(GrRunFolder folder, const char *from);
PetscErrorCode GrRunFolderCopyEnd(GrRunFolder folder);

/* Once the folder is held: run.json, which says that the run goes on, and the input, `resolved` and as the case was
   read. `from`: the simulated time at which it starts [s]; NaN: there is none. */
PetscErrorCode GrRunFolderBegin(GrRunFolder folder, const GrCase *the_case, const char *resolved, double from);

/* For run.json: further members, which it takes, of depth 1 and filled; and how the run ended, `cause`
   may be NULL, `to` as `from` above. Closing the folder writes them. Only the first end counts. */
PetscErrorCode GrRunFolderCard(GrRunFolder folder, GrJson *card);
PetscErrorCode GrRunFolderEnd(GrRunFolder folder, GrExit code, const char *cause, double to);

/* For status.json: how far the run is. What `status` says of the session (its first two lines, host, job, warnings)
   does not count. One that cannot be written is a warning, once. For the first rank. */
void GrRunFolderStatus(GrRunFolder folder, const GrStatus *status);

/* One for the run of a case, in the folder of this name below. */
PetscErrorCode GrRunFolderBelow(const GrRunFolder folder, const char *name, GrFolderUse use, GrRunFolder *below);

GrFolderUse GrRunFolderUse(const GrRunFolder folder);
MPI_Comm GrRunFolderComm(const GrRunFolder folder);

/* The folder of the study that it is below; NULL: none. */
const char *GrRunFolderAbove(const GrRunFolder folder);

#endif
