/* Run folder, in which a run writes its files: functions that only granum itself uses. The public functions are in
   granum/command.h. */
#ifndef GRANUM_RUN_FOLDER_FOLDER_H
#define GRANUM_RUN_FOLDER_FOLDER_H

#include "base/json.h"
#include "run/folder/status.h"
#include <granum/command.h>
#include <granum/error.h>

/* Sets the path of a folder object. use: what to do if the folder already contains a run. */
PetscErrorCode GrRunFolderPlace(GrRunFolder folder, const char *path, GrFolderUse use);
/* Locks another folder, `from`, from which files are copied, so that no run can begin there during the copy.
   Collective. */
PetscErrorCode GrRunFolderCopyBegin(GrRunFolder folder, const char *from);
/* Releases the lock of the other folder, which GrRunFolderCopyBegin has locked. Collective. */
PetscErrorCode GrRunFolderCopyEnd(GrRunFolder folder);

/* Writes run.json with the state "running", the input as the user wrote it, and the resolved input (all defaults, SI
   units). The folder must be locked. from: simulated time at the start [s]; NaN: the run has no simulated time.
   Collective. */
PetscErrorCode GrRunFolderBegin(GrRunFolder folder, const GrCase *the_case, const char *resolved, double from);

/* Writes a text file into the folder. Collective. */
PetscErrorCode GrRunFolderWrite(const GrRunFolder folder, const char *name, const char *text);

/* Adds JSON members with performance data to run.json when the folder is closed. card: these members; the folder frees
   it. A second call replaces the members of the first call. */
PetscErrorCode GrRunFolderCard(GrRunFolder folder, GrJson *card);

/* Records the cost of the current segment of the run for run.json. A run that is stopped and resumed has several
   segments, each computed by one execution of granum. Arguments: numbers of time steps, of checkpoints, and of bytes
   written by all ranks; NaN: unknown. */
void GrRunFolderCost(GrRunFolder folder, double steps, double checkpoints, double bytes);

/* Records for run.json how the run ended. code: exit code of the program; cause: reason for an early end, or NULL if
   the run was completed; to: simulated time at the end [s]. Only the first call has an effect. */
PetscErrorCode GrRunFolderEnd(GrRunFolder folder, GrExit code, const char *cause, double to);

/* Writes status.json with the progress of the run. status: progress; the function adds the members state, cause,
   started, host, job and warnings. If writing fails, the function prints a warning the first time and nothing later.
   Call it on rank 0 only. */
void GrRunFolderStatus(GrRunFolder folder, const GrStatus *status);

/* Creates *below, the folder object for a case of a study: the subfolder `name` of `folder`. use: what to do if the
   subfolder already contains a run. comm: ranks that run the case. Collective on comm. */
PetscErrorCode GrRunFolderBelow(MPI_Comm comm, const GrRunFolder folder, const char *name, GrFolderUse use,
                                GrRunFolder *below);

#endif
