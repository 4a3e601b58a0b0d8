/* Writes, copies and renames files and folders; see directory.h. */
#define _GNU_SOURCE /* SEEK_DATA */
#include "base/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* Creates a directory and its missing parents. Returns 0 or the error number. */
static int MakeAll(const char *directory)
{
  char above[PETSC_MAX_PATH_LEN];
  int error = 0;

  if (snprintf(above, sizeof(above), "%s", directory) >= (int)sizeof(above))
    return ENAMETOOLONG;
  for (char *slash = strchr(above + (above[0] == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    if (mkdir(above, 0777) != 0 && errno != EEXIST && !error)
      error = errno;
    *slash = '/';
  }
  if (mkdir(directory, 0777) == 0 || errno == EEXIST)
    return 0; /* even if a parent could not be created because it exists on a read-only file system */
  return error ? error : errno;
}

PetscErrorCode GrDirectoryMake(MPI_Comm comm, const char *directory)
{
  int rank, error = 0;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    error = MakeAll(directory);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: the output directory cannot be created: %s; give another one with -o", directory,
                  strerror(error));
  return 0;
}

/* Whether a signal has interrupted a system call with this result, so that it must be repeated. */
static bool IsInterrupted(ssize_t result)
{
  return result < 0 && errno == EINTR;
}

static int OpenFile(const char *path, int flags)
{
  int file;

  do
    file = open(path, flags | O_CLOEXEC, 0666);
  while (IsInterrupted(file));
  return file;
}

/* Creates an empty file and opens it for writing. Removes an old file or link of this name, of an earlier run that was
   killed. Returns the descriptor; -1: errno. */
static int CreateNew(const char *path)
{
  const int failed = unlink(path) == 0 ? 0 : errno;
  const int file = OpenFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);

  if (file < 0 && errno == EEXIST && failed)
    errno = failed;
  return file;
}

/* Returns 0 or the error number. EINVAL means that the file cannot be synced, which is no error. */
static int SyncFile(int file)
{
  int result;

  do
    result = fsync(file);
  while (IsInterrupted(result));
  return result != 0 && errno != EINVAL ? errno : 0;
}

/* Returns 0 or the error number. After an interruption the file is closed (Linux). */
static int CloseFile(int file)
{
  return close(file) != 0 && errno != EINTR ? errno : 0;
}

int GrDirectoryPut(int file, const char *text, size_t size, off_t at)
{
  for (size_t done = 0; done < size;) {
    const ssize_t n = pwrite(file, text + done, size - done, at + (off_t)done);
    if (!IsInterrupted(n) && n <= 0)
      return n < 0 ? errno : ENOSPC;
    done += (size_t)PetscMax(n, 0);
  }
  return 0;
}

int GrDirectoryReplace(const char *path, const char *text, bool sync)
{
  char part[PETSC_MAX_PATH_LEN];

  if (snprintf(part, sizeof(part), "%s.part", path) >= (int)sizeof(part))
    return ENAMETOOLONG;
  const int file = CreateNew(part);
  int error = file < 0 ? errno : GrDirectoryPut(file, text, strlen(text), 0);
  if (!error && sync)
    error = SyncFile(file);
  const int closed = file < 0 ? 0 : CloseFile(file);
  error = error ? error : closed;
  if (!error && rename(part, path) != 0)
    error = errno;
  if (error && file >= 0)
    (void)unlink(part);
  return error;
}

PetscErrorCode GrDirectoryWrite(MPI_Comm comm, const char *directory, const char *name, const char *text)
{
  char path[PETSC_MAX_PATH_LEN];
  int rank, error = 0;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s", directory, name));
  if (rank == 0)
    error = GrDirectoryReplace(path, text, false);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: cannot be written: %s; write into another folder", path, strerror(error));
  return 0;
}

/* Copies the parts of a file that contain data. Returns 0 or the error number. */
static int CopyPieces(int in, int out, off_t size)
{
  for (off_t at = 0, end; at < size; at = end) {
    at = lseek(in, at, SEEK_DATA);
    if (at < 0)
      return errno == ENXIO ? 0 : errno; /* no data up to the end */
    end = lseek(in, at, SEEK_HOLE);
    if (end < 0 || lseek(out, at, SEEK_SET) < 0)
      return errno;
    while (at < end) {
      const ssize_t n = sendfile(out, in, &at, (size_t)(end - at));
      if (n <= 0 && !IsInterrupted(n))
        return n < 0 ? errno : EIO;
    }
  }
  return 0;
}

/* Returns 0 or the error number. */
static int Truncate(int file, off_t size)
{
  int result;

  do
    result = ftruncate(file, size);
  while (IsInterrupted(result));
  return result != 0 ? errno : 0;
}

static int CopyWhole(const char *from, const char *to, const char *part)
{
  struct stat status;
  const int in = OpenFile(from, O_RDONLY);
  const int out = in < 0 ? -1 : CreateNew(part);
  int error = out < 0 || fstat(in, &status) != 0 ? errno : Truncate(out, status.st_size);

  if (!error)
    error = CopyPieces(in, out, status.st_size);
  if (!error)
    error = SyncFile(out);
  if (!error && rename(part, to) != 0)
    error = errno;
  const int closed = out < 0 ? 0 : CloseFile(out);
  error = error ? error : closed;
  if (in >= 0)
    close(in);
  if (error)
    (void)unlink(part);
  return error;
}

PetscErrorCode GrDirectoryCopy(MPI_Comm comm, const char *from, const char *to)
{
  char part[PETSC_MAX_PATH_LEN];
  int rank, error = 0;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(PetscSNPrintf(part, sizeof(part), "%s.part-copy", to));
  if (rank == 0)
    error = CopyWhole(from, to, part);
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: cannot be copied to %s: %s", from, to, strerror(error));
  return 0;
}

int GrDirectorySync(const char *path)
{
  const int file = OpenFile(path, O_RDONLY);
  const int error = file < 0 ? errno : SyncFile(file);

  if (file >= 0)
    (void)close(file);
  return error;
}

int GrDirectoryRename(const char *from, const char *to)
{
  const char *slash = strrchr(to, '/');
  char directory[PETSC_MAX_PATH_LEN] = ".";
  const int error = GrDirectorySync(from);

  if (slash)
    snprintf(directory, sizeof(directory), "%.*s", (int)PetscMax(slash - to, 1), to);
  if (error || rename(from, to) != 0)
    return error ? error : errno;
  return GrDirectorySync(directory);
}

PetscErrorCode GrDirectorySame(MPI_Comm comm, const char *a, const char *b, bool *same)
{
  struct stat of_a, of_b;
  int rank, answer = 0;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    answer = stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
  PetscCallMPI(MPI_Bcast(&answer, 1, MPI_INT, 0, comm));
  *same = answer ? true : false;
  return 0;
}
