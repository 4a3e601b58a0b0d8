/* The commit of a checkpoint. Its order is what makes it safe against a kill at any moment:
     1. all ranks flush the data (they may run on several nodes, each with a cache of its own);
     2. rank 0 opens the file and asks HDF5 where each text and column is: columns must be where their rows were
        written;
     3. the checksum of the file is made up of the parts of its columns, which each rank took when it wrote its rows,
        and of all else, which is little and which rank 0 reads back; texts must be what was given;
     4. rank 0 writes the header and flushes it;
     5. rank 0 renames the file and flushes the directory;
     6. rank 0 removes what is older than the previous checkpoint.

   Columns are not read back: right after they were written they would come out of the memory of the node, not from the
   disk, and so say nothing of it. What guards them: each write() and fsync() tells of errors; a reader compares all
   bytes with the checksum, which was taken from the memory of the ranks; and the checkpoint before is kept. */
#include "io/checkpoint/file.h"
#include "io/h5/plain.h"

#include <errno.h>
#include <granum/error.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* First rank. What HDF5 still has in memory to the file, which is cut to what is used of it. */
static PetscErrorCode CloseInside(GrCheckpoint file)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "flush", "the file");
  hsize_t size;

  PetscFunctionBeginUser;
  GrCallHdf5Agree(&context, H5Fflush(file->inside.file, H5F_SCOPE_GLOBAL));
  GrCallHdf5(&context, H5Fget_filesize(file->inside.file, &size));
  PetscCall(GrCheckpointInsideClose(file));
  PetscCall(GrHdf5SystemAgree(&context, ftruncate(file->direct, (off_t)size) != 0 ? errno : 0));
  file->header.size = (int64_t)size;
  PetscFunctionReturn(0);
}

/* Everything of the file to the disk, from every rank, by the descriptors that the rows were written with: these are
   told of errors. */
static PetscErrorCode FlushFile(GrCheckpoint file)
{
  GrErrorContext context = {file->comm, file->inside.path, "flush", "the file"};

  PetscFunctionBeginUser;
  if (file->rank == 0 && !file->error)
    file->error = CloseInside(file);
  file->error = GrFailAgree(file->comm, file->error);
  if (file->error)
    PetscFunctionReturn(file->error);
  PetscCall(GrHdf5SystemAgree(&context, fsync(file->direct) != 0 ? errno : 0));
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

/* Rank 0: columns are where they were written, texts what was given. */
static PetscErrorCode CompareGiven(GrCheckpoint file, const int order[], const int64_t place[], const uint64_t part[],
                                   const uint64_t gave[])
{
  for (int i = 0; i < file->n_given; i++) {
    const GrCheckpointGiven *given = &file->given[order[i]];
    if (given->bytes > 0 && (given->at < 0 ? part[2 * i + 1] != gave[i] : given->at != place[2 * i + 1]))
      return FailReadBack(file, order[i]);
  }
  return 0;
}

/* Rank 0: the parts of the checksum that were not taken by the ranks, and the whole. */
static PetscErrorCode CompleteChecksum(GrCheckpoint file, const int order[], const int64_t place[], uint64_t part[],
                                       const uint64_t gave[])
{
  const int n = file->n_given;
  int error = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2 * n + 1 && !error; k++)
    if (k % 2 == 1 && file->given[order[k / 2]].at >= 0)
      part[k] = gave[k / 2];
    else
      PetscCall(GrFileChecksumPart(file->inside.path, &place[k], &part[k], &error));
  if (error)
    PetscFunctionReturn(
        GrFail(GR_EXIT_FILE, "%s: could not read back the file: %s", file->inside.path, strerror(error)));
  file->header.checksum = GrFileChecksumWhole(2 * n + 1, place, part);
  PetscFunctionReturn(CompareGiven(file, order, place, part, gave));
}

/* Rank 0 sets the checksum of the header. `gave`: of all ranks, [n_given], as the texts and columns were given. */
static PetscErrorCode FindChecksum(GrCheckpoint file, const uint64_t gave[])
{
  const int n = file->n_given;
  int64_t *first, *place;
  uint64_t *part, *sorted;
  int *order;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc5(n, &first, 2 * n + 2, &place, 2 * n + 1, &part, n, &sorted, n, &order));
  PetscErrorCode code = FindGiven(file, first);
  if (!code)
    code = CutFile(file, first, order, place);
  for (int i = 0; i < n && !code; i++)
    sorted[i] = gave[order[i]];
  if (!code)
    code = CompleteChecksum(file, order, place, part, sorted);
  PetscCall(PetscFree5(first, place, part, sorted, order));
  PetscFunctionReturn(code);
}

static PetscErrorCode JoinChecksum(GrCheckpoint file)
{
  PetscErrorCode code = 0;
  uint64_t *gave;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(file->n_given, &gave));
  for (int i = 0; i < file->n_given; i++)
    gave[i] = file->given[i].part;
  PetscCallMPI(
      MPI_Reduce(file->rank == 0 ? MPI_IN_PLACE : gave, gave, file->n_given, MPI_UINT64_T, MPI_BXOR, 0, file->comm));
  if (file->rank == 0)
    code = FindChecksum(file, gave);
  PetscCall(PetscFree(gave));
  PetscFunctionReturn(GrFailAgree(file->comm, code));
}

static PetscErrorCode WriteHeader(GrCheckpoint file)
{
  GrErrorContext context = {file->comm, file->inside.path, "write the header of", "the file"};
  int error = 0;

  PetscFunctionBeginUser;
  if (file->rank == 0)
    error = GrFileHeaderWrite(file->inside.path, &file->header);
  PetscCall(GrHdf5SystemAgree(&context, error));
  PetscFunctionReturn(0);
}

static PetscErrorCode PublishFile(GrCheckpoint file)
{
  GrErrorContext context = {file->comm, file->path, "rename", "the finished file to this name"};
  int error = 0;

  PetscFunctionBeginUser;
  if (file->rank == 0 && rename(file->inside.path, file->path) != 0)
    error = errno;
  if (file->rank == 0 && !error)
    error = GrCheckpointFolderFlush(file->directory);
  PetscCall(GrHdf5SystemAgree(&context, error));
  if (file->rank == 0)
    GrCheckpointFolderPrune(file->directory, file->header.sequence);
  PetscFunctionReturn(0);
}

static PetscErrorCode CommitFile(GrCheckpoint file)
{
  PetscFunctionBeginUser;
  PetscCall(FlushFile(file));
  PetscCall(JoinChecksum(file));
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
  PetscCall(GrCheckpointCreate(kept->comm, directory, kept->kept->step, kept->kept->case_text, &file));
  PetscErrorCode error = WritePieces(kept->kept, file);
  if (!error)
    error = GrCheckpointCommit(&file);
  if (error && file)
    (void)GrCheckpointClose(&file);
  PetscCall(error);
  PetscFunctionReturn(0);
}
