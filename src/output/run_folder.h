/* The folder of a run, for those in granum who find out where it is (granum/run_folder.h for all). */
#ifndef GRANUM_RUN_FOLDER_PLACE_H
#define GRANUM_RUN_FOLDER_PLACE_H

#include <granum/run_folder.h>

PetscErrorCode GrRunFolderPlace(GrRunFolder folder, const char *path, GrFolderUse use);
/* Between these two no run can begin in `from`, of which a copy is made. */
PetscErrorCode GrRunFolderCopyBegin(GrRunFolder folder, const char *from);
PetscErrorCode GrRunFolderCopyEnd(GrRunFolder folder);

GrFolderUse GrRunFolderUse(const GrRunFolder folder);
MPI_Comm GrRunFolderComm(const GrRunFolder folder);

#endif
