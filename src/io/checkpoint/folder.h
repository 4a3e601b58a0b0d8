/* The checkpoints of a directory: their names, which is the newest, which to remove. */
#ifndef GRANUM_IO_CHECKPOINT_FOLDER_H
#define GRANUM_IO_CHECKPOINT_FOLDER_H

#include <petscsys.h>
#include <stdint.h>

/* Collective. The newest (last committed) checkpoint in a directory whose header and size are right; its bytes are not
   looked at. If there is none of these: one that GrCheckpointOpen will refuse and say why; "" without any. */
PetscErrorCode GrCheckpointNewest(MPI_Comm comm, const char *directory, char path[PETSC_MAX_PATH_LEN]);

/* Collective. Removes what killed runs left; `sequence`: one more than that of any checkpoint there. */
PetscErrorCode GrCheckpointFolderBegin(MPI_Comm comm, const char *directory, int64_t *sequence);

/* One rank. Flushes the directory: 0 or the error number. */
int GrCheckpointFolderFlush(const char *directory);

/* One rank. Removes all checkpoints but the one of this sequence and the one before it. */
void GrCheckpointFolderPrune(const char *directory, int64_t sequence);

/* Collective, always a failure: "PATH: REASON; use the previous checkpoint OTHER". Rank 0 gives the reason. */
PetscErrorCode GrCheckpointFolderRefuse(MPI_Comm comm, const char *path, const char *reason);

#endif
