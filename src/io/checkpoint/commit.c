/* The commit of a checkpoint. Its order is what makes it safe against a kill at any moment:
     1. all ranks flush the data (they may run on several nodes, each with a cache of its own);
     2. rank 0 writes the header and flushes it;
     3. all ranks read the file back and compare each text and column with the checksum of what they gave;
     4. rank 0 renames it and flushes the directory;
     5. rank 0 removes what is older than the previous checkpoint. */
#include "io/checkpoint/file.h"
#include "io/h5/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Everything of the file to the disk, from every rank; rank 0 learns its final size. */
static PetscErrorCode FlushFile(GrCheckpoint file)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "flush", "the file");
  struct stat status;
  int error = 0;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, H5Fflush(file->inside.file, H5F_SCOPE_GLOBAL));
  PetscCall(GrCheckpointInsideClose(file));
  int descriptor = open(file->inside.path, O_RDONLY | O_CLOEXEC); /* anew: network file systems then look for changes */
  if (descriptor < 0 || fsync(descriptor) != 0 || fstat(descriptor, &status) != 0)
    error = errno;
  else
    file->header.size = (int64_t)status.st_size;
  if (descriptor >= 0)
    close(descriptor);
  PetscCall(GrHdf5SystemAgree(&context, error));
  PetscFunctionReturn(0);
}

/* Takes the checksum of the file and writes it into the header. */
static PetscErrorCode WriteHeader(GrCheckpoint file)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "write the header of", "the file");
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(file->inside.comm, &rank));
  PetscCallMPI(MPI_Bcast(&file->header.size, 1, MPI_INT64_T, 0, file->inside.comm));
  PetscCall(GrFileChecksum(file->inside.comm, file->inside.path, GR_FILE_HEADER_BYTES,
                           file->header.size - GR_FILE_HEADER_BYTES, &file->header.checksum, &error));
  if (rank == 0 && !error)
    error = GrFileHeaderWrite(file->inside.path, &file->header);
  PetscCall(GrHdf5SystemAgree(&context, error));
  PetscFunctionReturn(0);
}

/* Does the disk have, where HDF5 finds this text or column, what the ranks gave? */
static PetscErrorCode CompareGiven(GrCheckpoint file, const GrCheckpointGiven *given)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "read back", given->path);
  GrDataset dataset = {.results = &file->inside};
  uint64_t checksum;
  int error;

  PetscFunctionBeginUser;
  PetscCall(PetscStrallocpy(given->path, &dataset.path));
  PetscCall(GrPlainOpen(&dataset));
  const haddr_t first = H5Dget_offset(dataset.id);
  PetscCall(GrDatasetClose(&dataset));
  PetscCall(GrFileChecksum(file->inside.comm, file->inside.path, (int64_t)first, given->bytes, &checksum, &error));
  PetscCall(GrHdf5SystemAgree(&context, error));
  if (checksum != given->checksum)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s reads back other than it was written; the disk or its file system loses data, "
                               "the checkpoint before this one is kept",
                               file->path, given->path));
  PetscFunctionReturn(0);
}

/* The header holds for what was read back from the disk; this is whether it is what the ranks gave. */
static PetscErrorCode CompareWithGiven(GrCheckpoint file)
{
  PetscFunctionBeginUser;
  PetscCall(GrCheckpointInsideOpen(file));
  for (int i = 0; i < file->n_given; i++)
    PetscCall(CompareGiven(file, &file->given[i]));
  PetscCall(GrCheckpointInsideClose(file));
  PetscFunctionReturn(0);
}

static PetscErrorCode PublishFile(GrCheckpoint file)
{
  GrErrorContext context = {file->inside.comm, file->path, "rename", "the finished file to this name"};
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(file->inside.comm, &rank));
  if (rank == 0 && rename(file->inside.path, file->path) != 0)
    error = errno;
  if (rank == 0 && !error)
    error = GrCheckpointFolderFlush(file->directory);
  PetscCall(GrHdf5SystemAgree(&context, error));
  if (rank == 0)
    GrCheckpointFolderPrune(file->directory, file->header.sequence);
  PetscFunctionReturn(0);
}

static PetscErrorCode CommitFile(GrCheckpoint file)
{
  PetscFunctionBeginUser;
  PetscCall(FlushFile(file));
  PetscCall(WriteHeader(file));
  PetscCall(CompareWithGiven(file));
  PetscCall(PublishFile(file));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointCommit(GrCheckpoint *file)
{
  PetscFunctionBeginUser;
  PetscCheck((*file)->directory, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE, "a checkpoint that is being read");
  PetscErrorCode code = CommitFile(*file);
  PetscCall(GrCheckpointDestroy(file, code ? PETSC_TRUE : PETSC_FALSE));
  PetscCall(code);
  PetscFunctionReturn(0);
}

static PetscErrorCode WritePieces(const struct GrMemoryCheckpoint_ *kept, GrCheckpoint file)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < kept->n; i++) {
    const GrPiece *p = &kept->piece[i];
    if (p->kind == GR_PIECE_TEXT)
      PetscCall(GrCheckpointPutText(file, p->name, p->data));
    else if (p->kind == GR_PIECE_NUMBER)
      PetscCall(GrCheckpointPutNumber(file, &p->column, p->data));
    else
      PetscCall(GrCheckpointPutColumn(file, p->table, &p->column, p->rows, p->data));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointWriteKept(GrCheckpoint kept, const char *directory)
{
  GrCheckpoint file;

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointCreate(kept->inside.comm, directory, kept->kept->step, kept->kept->case_text, &file));
  PetscErrorCode error = WritePieces(kept->kept, file);
  if (!error)
    error = GrCheckpointCommit(&file);
  if (error && file)
    (void)GrCheckpointClose(&file);
  PetscCall(error);
  PetscFunctionReturn(0);
}
