/* The commit of a checkpoint. Its order is what makes it safe against a kill at any moment:
     1. all ranks flush the data (they may run on several nodes, each with a cache of its own);
     2. rank 0 writes the seal and flushes it;
     3. all ranks read the file back and compare it with the checksums of what they gave;
     4. rank 0 renames it and flushes the directory;
     5. rank 0 removes what is older than the previous checkpoint. */
#include "io/checkpoint/file.h"
#include "io/checkpoint/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Everything of the file to the disk, from every rank; rank 0 learns its final size. */
static PetscErrorCode Flush(GrCheckpoint file)
{
  GrErrorContext deed = GrResultsErrorContext(&file->inside, "flush", "the file");
  struct stat status;
  int error = 0;

  PetscFunctionBegin;
  GrCallHdf5(&deed, H5Fflush(file->inside.file, H5F_SCOPE_GLOBAL));
  PetscCall(GrCheckpointInsideClose(file));
  int descriptor = open(file->inside.path, O_RDONLY | O_CLOEXEC); // anew: network file systems then look for changes
  if (descriptor < 0 || fsync(descriptor) != 0 || fstat(descriptor, &status) != 0)
    error = errno;
  else
    file->seal.size = (int64_t)status.st_size;
  if (descriptor >= 0)
    close(descriptor);
  PetscCall(GrHdf5SystemAgree(&deed, error));
  PetscFunctionReturn(0);
}

/* Takes the checksum of the file and puts the seal on it. */
static PetscErrorCode Seal(GrCheckpoint file)
{
  GrErrorContext deed = GrResultsErrorContext(&file->inside, "seal", "the file");
  int rank, error = 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(file->inside.comm, &rank));
  PetscCallMPI(MPI_Bcast(&file->seal.size, 1, MPI_INT64_T, 0, file->inside.comm));
  PetscCall(GrFileHeaderChecksum(file->inside.comm, file->inside.path, file->seal.size, &file->seal.checksum, &error));
  if (rank == 0 && !error)
    error = GrFileHeaderWrite(file->inside.path, &file->seal);
  PetscCall(GrHdf5SystemAgree(&deed, error));
  PetscFunctionReturn(0);
}

/* The seal holds for what was read back from the disk; this is whether it is what the ranks gave. */
static PetscErrorCode ReadBack(GrCheckpoint file)
{
  char damaged[2 * GR_CHECKPOINT_NAME];

  PetscFunctionBegin;
  PetscCall(GrCheckpointInsideOpen(file));
  PetscCall(GrCheckpointVerify(file, damaged));
  PetscCall(GrCheckpointInsideClose(file));
  if (damaged[0])
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s reads back other than it was written; the disk or its file system loses data, "
                               "the checkpoint before this one is kept",
                               file->path, damaged));
  PetscFunctionReturn(0);
}

static PetscErrorCode Publish(GrCheckpoint file)
{
  GrErrorContext deed = {file->inside.comm, file->path, "rename", "the finished file to this name"};
  int rank, error = 0;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(file->inside.comm, &rank));
  if (rank == 0 && rename(file->inside.path, file->path) != 0)
    error = errno;
  if (rank == 0 && !error)
    error = GrCheckpointFolderFlush(file->directory);
  PetscCall(GrHdf5SystemAgree(&deed, error));
  if (rank == 0)
    GrCheckpointFolderPrune(file->directory, file->seal.sequence);
  PetscFunctionReturn(0);
}

static PetscErrorCode Finish(GrCheckpoint file)
{
  PetscFunctionBegin;
  PetscCall(Flush(file));
  PetscCall(Seal(file));
  PetscCall(ReadBack(file));
  PetscCall(Publish(file));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointCommit(GrCheckpoint *file)
{
  PetscFunctionBegin;
  PetscCheck((*file)->directory, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE, "a checkpoint that is being read");
  PetscErrorCode code = Finish(*file);
  PetscCall(GrCheckpointDestroy(file, code ? PETSC_TRUE : PETSC_FALSE));
  PetscCall(code);
  PetscFunctionReturn(0);
}
