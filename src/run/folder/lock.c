/* Locks the folder of a run, so that only one run at a time uses it; see folder_impl.h.

   The lock is an OFD lock (Linux: F_OFD_SETLK) on the file .granum.lock. The kernel releases it when the process ends,
   NFS and Lustre (mounted with flock) enforce it across nodes, and it also separates two runs of one process. The file
   has one line that describes the process with the lock, for messages. The file is empty while no run has the lock,
   unless the last run was killed.

   A file .granum.lock that is no lock of granum, for example a symbolic link or a file of the user, is never changed.

   Limits: if a file server loses contact with a node, it can keep the lock of this node; the user then removes the
   file. For an instant after a run has locked the folder, the line still describes an earlier run that was killed. */
#define _GNU_SOURCE // F_OFD_SETLK
#include "base/directory.h"
#include "io/h5/provenance.h"
#include "run/folder/folder_impl.h"
#include "run/folder/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char LockName[] = ".granum.lock", Begin[] = "host "; /* name of the file, begin of its line */

/* Opens the file if it is a lock of granum: a regular file that is empty or has the line of a holder. Returns the
   descriptor; -1: errno, which is ELOOP for a symbolic link and EBADMSG for another file. */
static int OpenLock(const char *path, int flags)
{
  const int file = open(GrDirectoryPath(path, LockName).text, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  char begin[sizeof(Begin)] = "";
  struct stat status;

  if (file < 0)
    return -1;
  const ssize_t n = pread(file, begin, sizeof(Begin) - 1, 0); /* 0: a run has just emptied the file */
  if (n >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size < GR_HOLDER_MAX &&
      strncmp(begin, Begin, (size_t)n) == 0)
    return file;
  close(file);
  errno = EBADMSG;
  return -1;
}

/* Calls fcntl for all bytes except the first, which earlier versions lock for another purpose. */
static int CallLock(int file, int command, struct flock *lock, short kind)
{
  *lock = (struct flock){.l_type = kind, .l_whence = SEEK_SET, .l_start = 1, .l_len = 0};
  if (fcntl(file, command, lock) == 0)
    return 0;
  return errno == EACCES ? EAGAIN : errno;
}

/* Describes the holder of a lock that excludes a lock of this kind. False: there is no such lock. */
static bool FindHolder(int file, short kind, char holder[GR_HOLDER_MAX])
{
  struct flock lock;

  snprintf(holder, GR_HOLDER_MAX, "which has ended just now");
  if (CallLock(file, F_OFD_GETLK, &lock, kind) != 0 || lock.l_type == F_UNLCK)
    return false;
  const ssize_t n = lock.l_type == F_WRLCK ? pread(file, holder, GR_HOLDER_MAX - 1, 0) : 0;
  holder[PetscMax(0, n)] = '\0';
  holder[strcspn(holder, "\n")] = '\0';
  if (!holder[0])
    snprintf(holder, GR_HOLDER_MAX, "%s",
             lock.l_type == F_WRLCK ? "unknown host and process" : "its results are being copied to another folder");
  return true;
}

/* Writes the line about this process. fsync: other hosts read the new line. */
static void WriteHolder(int file)
{
  char host[256] = "unknown", job[128], now[GR_UTC_MAX], text[GR_HOLDER_MAX];

  (void)gethostname(host, sizeof(host) - 1);
  GrRunFolderStatusJob(sizeof(job), job);
  GrResultsProvenanceTime(0, now);
  const int n = snprintf(text, sizeof(text), "%s%s, %s%s%sprocess %ld, since %s\n", Begin, host, *job ? "job " : "",
                         job, *job ? ", " : "", (long)getpid(), now);
  if (ftruncate(file, 0) != 0 || pwrite(file, text, (size_t)n, 0) < 0 || fsync(file) != 0)
    errno = 0; /* messages then call the holder unknown */
}

/* Opens the file with these flags and locks it. A file system without locks is no error: descriptor -1. */
static int LockFile(const char *path, int flags, short kind, int *descriptor, char holder[GR_HOLDER_MAX])
{
  struct flock lock;

  *descriptor = -1;
  const int file = OpenLock(path, flags);
  if (file < 0)
    return errno;
  const int error = CallLock(file, F_OFD_SETLK, &lock, kind);
  if (!error) {
    *descriptor = file;
    return 0;
  }
  if (error == EAGAIN)
    (void)FindHolder(file, kind, holder);
  close(file);
  return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL ? 0 : error;
}

int GrRunFolderLock(const char *path, int *descriptor, char holder[GR_HOLDER_MAX])
{
  const int error = LockFile(path, O_RDWR | O_CREAT, F_WRLCK, descriptor, holder);

  if (*descriptor >= 0)
    WriteHolder(*descriptor);
  return error;
}

int GrRunFolderLockShared(const char *path, int *descriptor, char holder[GR_HOLDER_MAX])
{
  const int error = LockFile(path, O_RDONLY, F_RDLCK, descriptor, holder);
  return error == EAGAIN ? error : 0;
}

int GrRunFolderLocked(const char *path, char holder[GR_HOLDER_MAX])
{
  const int file = OpenLock(path, O_RDONLY);

  if (file < 0)
    return errno == ELOOP || errno == EBADMSG ? errno : 0;
  const bool locked = FindHolder(file, F_WRLCK, holder);
  close(file);
  return locked ? EAGAIN : 0;
}

void GrRunFolderLeave(const char *path, int *descriptor)
{
  if (*descriptor >= 0)
    (void)unlink(GrDirectoryPath(path, LockName).text);
  GrRunFolderUnlock(descriptor);
}

void GrRunFolderUnlock(int *descriptor)
{
  if (*descriptor >= 0) {
    if (ftruncate(*descriptor, 0) != 0)
      errno = 0; /* of a shared lock, whose file cannot be written */
    close(*descriptor);
  }
  *descriptor = -1;
}
