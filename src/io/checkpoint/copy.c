/* copy: see copy.h. Each rank copies one contiguous part of the file. */
#include "io/checkpoint/copy.h"

#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 20 };

/* 0 or the error number. */
static int WritePiece(int to, const char *bytes, ssize_t n, off_t at)
{
  for (ssize_t done = 0, wrote; done < n; done += wrote) {
    wrote = pwrite(to, bytes + done, (size_t)(n - done), at + (off_t)done);
    if (wrote <= 0)
      return wrote < 0 ? errno : EIO;
  }
  return 0;
}

static int CopyPart(int from, int to, off_t begin, off_t end)
{
  static const char zeros[PIECE];
  static char bytes[PIECE];

  for (off_t at = begin; at < end;) {
    ssize_t n = pread(from, bytes, (size_t)PetscMin((off_t)PIECE, end - at), at);
    if (n <= 0)
      return n < 0 ? errno : EIO;
    int error = memcmp(bytes, zeros, (size_t)n) != 0 ? WritePiece(to, bytes, n, at) : 0;
    if (error)
      return error;
    at += n;
  }
  return 0;
}

/* Rank 0 makes the file with its size; 0 or the error number. */
static int MakeTarget(const char *from, const char *to, off_t *size)
{
  struct stat status;
  int error = 0, file;

  if (stat(from, &status) != 0)
    return errno;
  *size = status.st_size;
  file = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return errno;
  if (ftruncate(file, status.st_size) != 0)
    error = errno;
  close(file);
  return error;
}

static int CopyShare(const char *from, const char *to, off_t size, int rank, int ranks)
{
  const off_t share = (size + ranks - 1) / ranks, begin = PetscMin(rank * share, size);
  int in = open(from, O_RDONLY | O_CLOEXEC), out = in < 0 ? -1 : open(to, O_WRONLY | O_CLOEXEC),
      error = in < 0 || out < 0 ? errno : 0;

  if (!error)
    error = CopyPart(in, out, begin, PetscMin(begin + share, size));
  if (!error && fsync(out) != 0 && errno != EINVAL)
    error = errno;
  if (out >= 0 && close(out) != 0 && !error)
    error = errno;
  if (in >= 0)
    close(in);
  return error;
}

/* All ranks. 0 or the error number of one of them. */
static PetscErrorCode CopyAll(MPI_Comm comm, const char *from, const char *to, int *error)
{
  long long begun[2] = {0, 0}; /* error number, size */
  int rank, ranks;
  off_t size = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  if (rank == 0) {
    begun[0] = MakeTarget(from, to, &size);
    begun[1] = size;
  }
  PetscCallMPI(MPI_Bcast(begun, 2, MPI_LONG_LONG, 0, comm));
  *error = begun[0] ? (int)begun[0] : CopyShare(from, to, (off_t)begun[1], rank, ranks);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_INT, MPI_MAX, comm));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointFileCopy(MPI_Comm comm, const char *from, const char *to)
{
  char part[PETSC_MAX_PATH_LEN];
  int rank, error;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(PetscSNPrintf(part, sizeof(part), "%s.part-copy", to));
  PetscCall(CopyAll(comm, from, part, &error));
  if (rank == 0 && !error && rename(part, to) != 0)
    error = errno;
  if (rank == 0 && error)
    (void)unlink(part);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: cannot be copied to %s: %s", from, to, strerror(error)));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointFileSame(MPI_Comm comm, const char *a, const char *b, PetscBool *same)
{
  struct stat of_a, of_b;
  int rank, answer = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    answer = stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
  PetscCallMPI(MPI_Bcast(&answer, 1, MPI_INT, 0, comm));
  *same = answer ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(0);
}
