/* Begins and completes a checkpoint; see checkpoint.h. */
#include "io/checkpoint/file.h"

#include "base/directory.h"
#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <granum_version.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Sets the path of the checkpoint, and a random name until it is complete, equal on all ranks. */
static PetscErrorCode NameFile(GrCheckpoint file, const char *directory)
{
  uint64_t random = 0;

  PetscCheck(getentropy(&random, sizeof(random)) == 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "no random number");
  PetscCallMPI(MPI_Bcast(&random, 1, MPI_UINT64_T, 0, file->comm));
  PetscCall(PetscSNPrintf(file->path, sizeof(file->path), "%s/checkpoint-%" PRId64 ".h5", directory, file->head.step));
  return PetscSNPrintf(file->part, sizeof(file->part), "%s.part-%016" PRIx64, file->path, random);
}

/* The format of HDF5 1.8: its metadata have checksums, and the file of a killed run is not marked as open. Each rank
   opens the file first: if MPI-IO cannot open it on one rank, the ranks wait for each other inside Open MPI 4.1.4. The
   rank then begins to write its rows to the disk with this descriptor. */
static PetscErrorCode CreateFile(GrCheckpoint file)
{
  GrErrorContext context = GrCheckpointContext(file, "the file");
  hid_t access, creation;

  file->disk = open(file->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  PetscCall(GrHdf5SystemFailure(&context, file->disk < 0 ? errno : 0));
  GrCallLocal(access = H5Pcreate(H5P_FILE_ACCESS));
  PetscCall(GrHdf5SetMpiIo(access, file->comm, MPI_INFO_NULL));
  GrCallLocal(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  GrCallLocal(creation = H5Pcreate(H5P_FILE_CREATE));
  GrCallLocal(H5Pset_obj_track_times(creation, false)); /* of the root group: equal runs write equal bytes */
  GrCallHdf5(&context, file->file = H5Fcreate(file->part, H5F_ACC_TRUNC, creation, access));
  return GrHdf5Close(creation, access);
}

static PetscErrorCode NewCheckpoint(MPI_Comm comm, PetscInt64 step, GrCheckpoint *file)
{
  PetscCall(PetscNew(file));
  (*file)->comm = comm;
  (*file)->file = H5I_INVALID_HID;
  (*file)->disk = -1;
  (*file)->head = (GrCheckpointHead){GR_CHECKPOINT_FORMAT, step, 0, GRANUM_VERSION};
  PetscCallMPI(MPI_Comm_rank(comm, &(*file)->rank));
  return 0;
}

static PetscErrorCode BeginFile(MPI_Comm comm, const char *directory, PetscInt64 step, GrCheckpoint *file)
{
  int64_t sequence;

  *file = NULL;
  PetscCall(GrHdf5Quiet());
  PetscCall(GrCheckpointFolderBegin(comm, directory, &sequence));
  PetscCall(NewCheckpoint(comm, step, file));
  (*file)->head.sequence = sequence;
  PetscCall(NameFile(*file, directory));
  PetscCall(CreateFile(*file));
  GrErrorContext context = GrCheckpointContext(*file, "the head");
  const GrCheckpointHead *head = &(*file)->head;
  PetscCall(GrHdf5Attribute(&context, (*file)->file, "format", H5T_NATIVE_INT64, 0, &head->format));
  PetscCall(GrHdf5Attribute(&context, (*file)->file, "step", H5T_NATIVE_INT64, 0, &head->step));
  PetscCall(GrHdf5Attribute(&context, (*file)->file, "sequence", H5T_NATIVE_INT64, 0, &head->sequence));
  return GrCheckpointPutText(*file, "program", head->program);
}

PetscErrorCode GrCheckpointCreate(MPI_Comm comm, const char *directory, PetscInt64 step, const char *case_text,
                                  GrCheckpoint *file)
{
  PetscCall(BeginFile(comm, directory, step, file));
  return GrCheckpointPutText(*file, "case", case_text);
}

PetscErrorCode GrCheckpointKeep(MPI_Comm comm, PetscInt64 step, const char *case_text, GrCheckpoint *file)
{
  PetscCall(NewCheckpoint(comm, step, file));
  return GrCheckpointPutText(*file, "case", case_text);
}

/* First rank, after all ranks have closed the file. The file is a checkpoint once it has its final name. */
static PetscErrorCode Publish(GrCheckpoint file)
{
  GrErrorContext context = GrCheckpointContext(file, "the finished file");
  char directory[PETSC_MAX_PATH_LEN];

  snprintf(directory, sizeof(directory), "%.*s", (int)(strrchr(file->path, '/') - file->path), file->path);
  PetscCall(GrHdf5SystemFailure(&context, GrDirectoryRename(file->part, file->path)));
  return GrCheckpointFolderPrune(directory);
}

PetscErrorCode GrCheckpointCommit(GrCheckpoint *file)
{
  GrCheckpoint f = *file;
  GrErrorContext context = GrCheckpointContext(f, "the end of the file");

  GrCallHdf5(&context, H5Fflush(f->file, H5F_SCOPE_GLOBAL));
  GrCallHdf5(&context, H5Fclose(f->file));
  f->file = H5I_INVALID_HID;
  PetscCallMPI(MPI_Barrier(f->comm)); /* no rank has failed */
  if (f->rank == 0)
    PetscCall(Publish(f));
  PetscCallMPI(MPI_Barrier(f->comm)); /* no rank continues before the checkpoint is complete */
  return GrCheckpointClose(file);
}

PetscErrorCode GrCheckpointWriteKept(GrCheckpoint kept, const char *directory)
{
  GrCheckpoint file;

  PetscCall(BeginFile(kept->comm, directory, kept->head.step, &file));
  for (int i = 0; i < kept->n_pieces; i++) {
    const GrCheckpointPiece *p = &kept->piece[i];
    const GrColumn column = {p->name, p->number, p->components, p->unit, p->description};
    if (p->table)
      PetscCall(GrCheckpointPutColumn(file, p->table, &column, p->rows, p->data));
    else
      PetscCall(GrCheckpointPutText(file, p->name, p->data));
  }
  return GrCheckpointCommit(&file);
}
