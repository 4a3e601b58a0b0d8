/* lock: one run at a time holds a folder; see folder_impl.h.

   The lock is one of an open file description (Linux: F_OFD_SETLK): the kernel ends it with the process, NFS and Lustre
   (mounted with flock) pass it on to other nodes, and runs of one process exclude one another as well. The file is
   never removed, so that its name always leads to the file that is locked. Who is refused reads in it who has the lock;
   for a moment after the lock was taken that is not there yet. */
#define _GNU_SOURCE // F_OFD_SETLK
#include "io/h5/provenance.h"
#include "run/folder/folder_impl.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOOKS = 50 };
static const struct timespec Between = {.tv_nsec = 10 * 1000 * 1000}; /* two looks at who has the lock */

static PetscBool LockPath(const char *path, char lock[PETSC_MAX_PATH_LEN])
{
  return (PetscBool)(snprintf(lock, PETSC_MAX_PATH_LEN, "%s/.granum.lock", path) < PETSC_MAX_PATH_LEN);
}

/* The file system does not know locks. */
static PetscBool HasNoLocks(int error)
{
  return (PetscBool)(error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL);
}

/* Who holds a lock that was refused. */
static void ReadHolder(int file, char holder[GR_HOLDER_MAX])
{
  ssize_t n = 0;

  for (int look = 0; look < LOOKS && n <= 0; look++) {
    if (look)
      (void)nanosleep(&Between, NULL);
    n = pread(file, holder, GR_HOLDER_MAX - 1, 0);
  }
  holder[PetscMax(0, n)] = '\0';
  holder[strcspn(holder, "\n")] = '\0';
  if (!holder[0])
    snprintf(holder, GR_HOLDER_MAX, "unknown host and process");
}

/* Has another process a lock on the file that keeps this kind of lock from being taken? Then who. */
static PetscBool IsRefused(int file, short kind, char holder[GR_HOLDER_MAX])
{
  struct flock lock = {.l_type = kind, .l_whence = SEEK_SET};

  if (fcntl(file, F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
    return PETSC_FALSE;
  if (lock.l_type == F_RDLCK)
    snprintf(holder, GR_HOLDER_MAX, "its results are being copied to another folder");
  else
    ReadHolder(file, holder);
  return PETSC_TRUE;
}

static void WriteHolder(int file)
{
  char host[256] = "unknown", now[GR_UTC_MAX], text[GR_HOLDER_MAX];

  (void)gethostname(host, sizeof(host) - 1);
  GrProvenanceNow(now);
  const int n = snprintf(text, sizeof(text), "host %s, process %ld, since %s\n", host, (long)getpid(), now);
  if (ftruncate(file, 0) != 0 || pwrite(file, text, (size_t)n, 0) != n)
    errno = 0; /* then nobody is told who has it */
}

static int LockFile(int file, short kind, char holder[GR_HOLDER_MAX])
{
  const struct flock lock = {.l_type = kind, .l_whence = SEEK_SET};

  if (fcntl(file, F_OFD_SETLK, &lock) == 0)
    return 0;
  if (errno != EAGAIN && errno != EACCES)
    return errno;
  if (!IsRefused(file, kind, holder)) /* it has ended since */
    snprintf(holder, GR_HOLDER_MAX, "which has ended just now");
  return EAGAIN;
}

/* Does the name still lead to this file? */
static PetscBool HasName(int file, const char *name)
{
  struct stat open, named;
  return (PetscBool)(fstat(file, &open) == 0 && stat(name, &named) == 0 && open.st_ino == named.st_ino &&
                     open.st_dev == named.st_dev);
}

int GrFolderLock(const char *path, int *descriptor, char holder[GR_HOLDER_MAX])
{
  char name[PETSC_MAX_PATH_LEN];
  int file, error;

  *descriptor = -1;
  if (!LockPath(path, name))
    return ENAMETOOLONG;
  while ((file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666)) >= 0) {
    error = LockFile(file, F_WRLCK, holder);
    if (error || HasName(file, name))
      break;
    close(file);
  }
  if (file < 0)
    return errno;
  if (error) {
    close(file);
    return HasNoLocks(error) ? 0 : error;
  }
  WriteHolder(file);
  *descriptor = file;
  return 0;
}

int GrFolderLockShared(const char *path, int *descriptor, char holder[GR_HOLDER_MAX])
{
  char name[PETSC_MAX_PATH_LEN];

  *descriptor = -1;
  const int file = LockPath(path, name) ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0)
    return 0;
  const int error = LockFile(file, F_RDLCK, holder);
  if (error)
    close(file);
  else
    *descriptor = file;
  return HasNoLocks(error) ? 0 : error;
}

PetscBool GrFolderLocked(const char *path, char holder[GR_HOLDER_MAX])
{
  char name[PETSC_MAX_PATH_LEN];
  const int file = LockPath(path, name) ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  const PetscBool locked = (PetscBool)(file >= 0 && IsRefused(file, F_WRLCK, holder));

  if (file >= 0)
    close(file);
  return locked;
}

void GrFolderLeave(const char *path, int *descriptor)
{
  char name[PETSC_MAX_PATH_LEN];

  if (*descriptor >= 0 && LockPath(path, name))
    (void)unlink(name);
  GrFolderUnlock(descriptor);
  (void)rmdir(path);
}

void GrFolderUnlock(int *descriptor)
{
  if (*descriptor >= 0) {
    if (ftruncate(*descriptor, 0) != 0)
      errno = 0; /* it says who had it, which does no harm */
    close(*descriptor);
  }
  *descriptor = -1;
}
