/* The commit of a checkpoint. Its order is what makes it safe against a kill at any moment:
     1. all ranks flush the data (they may run on several nodes, each with a cache of its own);
     2. rank 0 opens the file and asks HDF5 where each text and column is;
     3. all ranks read the file back, a share each, and compare each text and column with the checksum of what they
        gave; the parts of the checksum make up that of the whole file;
     4. rank 0 writes the header and flushes it;
     5. rank 0 renames the file and flushes the directory;
     6. rank 0 removes what is older than the previous checkpoint. */
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

/* Rank 0: where the bytes of each text and column are; -1: it has none. */
static PetscErrorCode FindGiven(GrCheckpoint file, int64_t first[])
{
  struct GrResults_ inside = {.comm = PETSC_COMM_SELF, .path = file->inside.path, .given = (hsize_t)file->header.size};
  PetscErrorCode code;

  PetscFunctionBeginUser;
  inside.file = H5I_INVALID_HID;
  code = GrPlainFileOpen(&inside);
  for (int i = 0; i < file->n_given && !code; i++) {
    GrDataset dataset = {.results = &inside};
    PetscCall(PetscStrallocpy(file->given[i].path, &dataset.path));
    code = GrPlainOpen(&dataset);
    const haddr_t at = code ? HADDR_UNDEF : H5Dget_offset(dataset.id);
    first[i] = at == HADDR_UNDEF ? -1 : (int64_t)at;
    if (!code)
      code = GrDatasetClose(&dataset);
  }
  if (inside.file >= 0)
    H5Fclose(inside.file);
  PetscFunctionReturn(code);
}

static int CompareFirst(const void *a, const void *b, void *first)
{
  const int64_t x = ((const int64_t *)first)[*(const int *)a], y = ((const int64_t *)first)[*(const int *)b];
  return x < y ? -1 : x > y;
}

static PetscErrorCode FailReadBack(GrCheckpoint file, int i)
{
  return GrFail(GR_EXIT_FILE,
                "%s: %s reads back other than it was written; the disk or its file system loses data, the checkpoint "
                "before this one is kept",
                file->path, file->given[i].path);
}

/* The file is cut where a text or column begins and where it ends, `order` as they lie in it: [2 n_given + 1] parts, of
   which part 2 i + 1 is that of order[i]. Those without bytes come first. */
static PetscErrorCode CutFile(GrCheckpoint file, const int64_t first[], int order[], int64_t place[])
{
  const int n = file->n_given;

  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++)
    order[i] = i;
  PetscCall(PetscTimSort(n, order, sizeof(*order), CompareFirst, (void *)first));
  place[0] = GR_FILE_HEADER_BYTES;
  for (int i = 0; i < n; i++) {
    const GrCheckpointGiven *given = &file->given[order[i]];
    const int64_t from = given->bytes > 0 ? first[order[i]] : place[2 * i];
    if (from < place[2 * i] || given->bytes > file->header.size - from)
      PetscFunctionReturn(FailReadBack(file, order[i]));
    place[2 * i + 1] = from;
    place[2 * i + 2] = from + given->bytes;
  }
  place[2 * n + 1] = file->header.size;
  PetscFunctionReturn(0);
}

/* Does the disk have, where HDF5 finds them, the texts and columns that the ranks gave? */
static PetscErrorCode CompareGiven(GrCheckpoint file, const int order[], const int64_t place[], uint64_t part[],
                                   uint64_t gave[])
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "read back", "the file");
  const int n = file->n_given;
  int error;

  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++)
    gave[i] = file->given[order[i]].part;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, gave, n, MPI_UINT64_T, MPI_BXOR, file->inside.comm));
  PetscCall(
      GrFileChecksum(file->inside.comm, file->inside.path, 2 * n + 1, place, part, &file->header.checksum, &error));
  PetscCall(GrHdf5SystemAgree(&context, error));
  for (int i = 0; i < n; i++)
    if (part[2 * i + 1] != gave[i])
      PetscFunctionReturn(FailReadBack(file, order[i]));
  PetscFunctionReturn(0);
}

/* Sets the checksum of the header. */
static PetscErrorCode ReadBack(GrCheckpoint file)
{
  const int n = file->n_given;
  PetscErrorCode code = 0;
  int64_t *first, *place;
  uint64_t *part, *gave;
  int rank, *order;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(file->inside.comm, &rank));
  PetscCallMPI(MPI_Bcast(&file->header.size, 1, MPI_INT64_T, 0, file->inside.comm));
  PetscCall(PetscMalloc5(n, &first, 2 * n + 2, &place, 2 * n + 1, &part, n, &gave, n, &order));
  if (rank == 0)
    code = FindGiven(file, first);
  code = GrFailAgree(file->inside.comm, code);
  if (!code) {
    PetscCallMPI(MPI_Bcast(first, n, MPI_INT64_T, 0, file->inside.comm));
    code = CutFile(file, first, order, place);
  }
  if (!code)
    code = CompareGiven(file, order, place, part, gave);
  PetscCall(PetscFree5(first, place, part, gave, order));
  PetscFunctionReturn(code);
}

static PetscErrorCode WriteHeader(GrCheckpoint file)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "write the header of", "the file");
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(file->inside.comm, &rank));
  if (rank == 0)
    error = GrFileHeaderWrite(file->inside.path, &file->header);
  PetscCall(GrHdf5SystemAgree(&context, error));
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
  PetscCall(ReadBack(file));
  PetscCall(WriteHeader(file));
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
