/* The life of a checkpoint file: begun, opened, closed; see checkpoint.h, and commit.c for its end.

   The object format is that of HDF5 1.8, nothing carries a time stamp, and HDF5 closes whatever a failed call left
   open. The first rank alone makes the file with HDF5, which needs no agreement with the others, and all write their
   rows into what it has made (direct.c); it is read by each rank for itself. */
#include "io/checkpoint/file.h"
#include "io/h5/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static PetscErrorCode NewCheckpoint(MPI_Comm comm, const char *path, GrCheckpoint *file)
{
  PetscFunctionBeginUser;
  PetscCall(GrHdf5Quiet());
  PetscCall(PetscNew(file));
  (*file)->comm = (*file)->inside.comm = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &(*file)->rank));
  (*file)->inside.file = (*file)->inside.transfer = H5I_INVALID_HID;
  (*file)->inside.descriptor = (*file)->direct = -1;
  PetscCall(PetscStrallocpy(path, &(*file)->path));
  PetscFunctionReturn(0);
}

/* For writing, on the first rank. */
static PetscErrorCode CreateInside(GrCheckpoint file)
{
  struct GrResults_ *inside = &file->inside;
  GrErrorContext context = GrResultsErrorContext(inside, "create", "the file");
  hid_t access, creation;

  PetscFunctionBeginUser;
  GrCallLocal(access = H5Pcreate(H5P_FILE_ACCESS));
  GrCallLocal(H5Pset_fapl_sec2(access));
  GrCallLocal(H5Pset_file_locking(access, false, true)); /* not every file system of a cluster has locks */
  GrCallLocal(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  GrCallLocal(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG));
  GrCallLocal(creation = H5Pcreate(H5P_FILE_CREATE));
  GrCallLocal(H5Pset_userblock(creation, GR_FILE_HEADER_BYTES));
  GrCallLocal(H5Pset_obj_track_times(creation, false)); /* for the root group */
  GrCallHdf5Agree(&context, inside->file = H5Fcreate(inside->path, H5F_ACC_TRUNC, creation, access));
  GrCallLocal(H5Pclose(creation));
  GrCallLocal(H5Pclose(access));
  GrCallLocal(inside->transfer = H5Pcreate(H5P_DATASET_XFER));
  PetscFunctionReturn(0);
}

/* For reading. */
static PetscErrorCode OpenInside(GrCheckpoint file)
{
  PetscFunctionBeginUser;
  if (file->inside.transfer >= 0)
    GrCallLocal(H5Pclose(file->inside.transfer));
  file->inside.given = (hsize_t)file->header.size;
  PetscCall(GrPlainFileOpen(&file->inside));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointInsideClose(GrCheckpoint file)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "close", "the file");

  PetscFunctionBeginUser;
  herr_t status = H5Fclose(file->inside.file);
  file->inside.file = H5I_INVALID_HID;
  GrCallHdf5Agree(&context, status);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointDestroy(GrCheckpoint *file, PetscBool remove)
{
  GrCheckpoint f = *file;

  PetscFunctionBeginUser;
  if (f->inside.file >= 0)
    H5Fclose(f->inside.file);
  if (f->inside.transfer >= 0)
    H5Pclose(f->inside.transfer);
  if (f->inside.descriptor >= 0)
    close(f->inside.descriptor);
  if (f->direct >= 0)
    close(f->direct);
  if (remove && f->rank == 0)
    unlink(f->inside.path);
  for (int i = 0; i < f->n_given; i++)
    PetscCall(PetscFree(f->given[i].path));
  PetscCall(PetscFree(f->given));
  PetscCall(PetscFree(f->inside.path));
  PetscCall(PetscFree(f->directory));
  PetscCall(PetscFree(f->path));
  PetscCall(PetscFree(*file));
  PetscFunctionReturn(0);
}

/* The first rank opens the file for the system as well, so that the usual mistakes get its words. */
static PetscErrorCode CreateFile(GrCheckpoint file)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "create", "the file");

  PetscFunctionBeginUser;
  file->inside.descriptor = open(file->inside.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  PetscCall(GrHdf5SystemAgree(&context, file->inside.descriptor < 0 ? errno : 0));
  PetscCall(CreateInside(file));
  PetscCall(GrResultsReserve(&file->inside, "the file", GR_FILE_HEADER_BYTES + GR_BYTES_OBJECT));
  PetscFunctionReturn(0);
}

static PetscErrorCode BeginFile(GrCheckpoint file, const char *case_text)
{
  PetscErrorCode error = 0;

  PetscFunctionBeginUser;
  file->inside.comm = PETSC_COMM_SELF;
  if (file->rank == 0)
    error = CreateFile(file);
  error = GrFailAgree(file->comm, error);
  if (error)
    PetscFunctionReturn(error);
  PetscCall(GrCheckpointDirectOpen(file));
  PetscCall(GrCheckpointPutText(file, "case", case_text));
  PetscCall(GrCheckpointPutText(file, "program", file->header.program));
  PetscFunctionReturn(0);
}

/* The name while it is written is a new one each time: what another run, killed, still writes does no harm. */
static PetscErrorCode NameFile(MPI_Comm comm, const char *directory, PetscInt64 step, char path[PETSC_MAX_PATH_LEN],
                               char part[PETSC_MAX_PATH_LEN])
{
  uint64_t random = 0;
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0 && getentropy(&random, sizeof(random)) != 0)
    error = errno;
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  PetscCheck(!error, PETSC_COMM_SELF, PETSC_ERR_SYS, "no random number: %s", strerror(error));
  PetscCallMPI(MPI_Bcast(&random, 1, MPI_UINT64_T, 0, comm));
  int n = snprintf(path, PETSC_MAX_PATH_LEN, "%s/checkpoint-%" PRId64 ".h5", directory, (int64_t)step);
  if (n >= PETSC_MAX_PATH_LEN ||
      snprintf(part, PETSC_MAX_PATH_LEN, "%s.part-%016" PRIx64, path, random) >= PETSC_MAX_PATH_LEN)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: the path of the checkpoint is too long", directory));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointCreate(MPI_Comm comm, const char *directory, PetscInt64 step, const char *case_text,
                                  GrCheckpoint *file)
{
  char path[PETSC_MAX_PATH_LEN], part[PETSC_MAX_PATH_LEN];
  GrFileHeader header = {.program = GRANUM_VERSION, .step = step};

  PetscFunctionBeginUser;
  *file = NULL;
  PetscCheck(step >= 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "step %" PetscInt64_FMT, step);
  PetscCall(GrCheckpointFolderBegin(comm, directory, &header.sequence));
  PetscCall(NameFile(comm, directory, step, path, part));
  PetscCall(NewCheckpoint(comm, path, file));
  (*file)->header = header;
  PetscCall(PetscStrallocpy(directory, &(*file)->directory));
  PetscCall(PetscStrallocpy(part, &(*file)->inside.path));
  PetscErrorCode code = BeginFile(*file, case_text);
  if (code)
    PetscCall(GrCheckpointDestroy(file, PETSC_TRUE));
  PetscCall(code);
  PetscFunctionReturn(0);
}

/* Header and checksum of the whole file; only then may HDF5 see it. */
static PetscErrorCode CheckBytes(GrCheckpoint file)
{
  char reason[GR_FILE_HEADER_REASON] = "";
  uint64_t checksum;
  int rank, error, valid = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(file->inside.comm, &rank));
  if (rank == 0)
    valid = GrFileHeaderRead(file->path, &file->header, reason);
  PetscCallMPI(MPI_Bcast(&valid, 1, MPI_INT, 0, file->inside.comm));
  if (!valid)
    PetscFunctionReturn(GrCheckpointFolderRefuse(file->inside.comm, file->path, reason));
  PetscCallMPI(MPI_Bcast(&file->header, sizeof(file->header), MPI_BYTE, 0, file->inside.comm));
  const int64_t place[] = {GR_FILE_HEADER_BYTES, file->header.size};
  PetscCall(GrFileChecksum(file->inside.comm, file->path, place, &checksum, &error));
  if (error)
    snprintf(reason, sizeof(reason), "the file cannot be read: %s", strerror(error));
  else if (checksum != file->header.checksum)
    snprintf(reason, sizeof(reason), "the checkpoint is damaged: its bytes do not have its checksum");
  if (reason[0])
    PetscFunctionReturn(GrCheckpointFolderRefuse(file->inside.comm, file->path, reason));
  PetscFunctionReturn(0);
}

static PetscErrorCode OpenContent(GrCheckpoint file)
{
  PetscFunctionBeginUser;
  PetscCall(OpenInside(file));
  PetscCall(GrPlainLinks(&file->inside));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointOpen(MPI_Comm comm, const char *path, GrCheckpoint *file)
{
  PetscFunctionBeginUser;
  *file = NULL;
  PetscCall(NewCheckpoint(comm, path, file));
  PetscCall(PetscStrallocpy(path, &(*file)->inside.path));
  PetscErrorCode code = CheckBytes(*file);
  if (!code)
    code = OpenContent(*file);
  if (code)
    PetscCall(GrCheckpointDestroy(file, PETSC_FALSE));
  PetscCall(code);
  PetscFunctionReturn(0);
}

PetscInt64 GrCheckpointStep(GrCheckpoint file)
{
  return (PetscInt64)file->header.step;
}

const char *GrCheckpointPath(GrCheckpoint file)
{
  return file->path;
}

PetscErrorCode GrCheckpointClose(GrCheckpoint *file)
{
  PetscFunctionBeginUser;
  if (*file && (*file)->kept)
    PetscCall(GrMemoryCheckpointDestroy(file));
  else if (*file)
    PetscCall(GrCheckpointDestroy(file, (*file)->directory ? PETSC_TRUE : PETSC_FALSE));
  PetscFunctionReturn(0);
}
