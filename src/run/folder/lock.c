/* lock: one run at a time holds a folder; see folder_impl.h.

   The lock is an OFD lock (Linux: F_OFD_SETLK) on the file .granum.lock. The kernel releases it when the process ends,
   NFS and Lustre (mounted with flock) enforce it across nodes, and it also separates two runs of one process.

   Two ranges of the file are locked. A process locks byte 0 while it takes the folder or reads the description of the
   holder. A run locks all other bytes as long as it holds the folder. While byte 0 is locked by a reader, the text of
   the file describes the current holder: line 1 for messages, line 2 process id, boot id and process id namespace.
   Exceptions: writing the text failed, the holder is releasing the folder, or no run holds it.

   A file server can keep the lock of a process that it has lost contact with. If the holder was a process of this
   kernel and namespace and no longer exists, the lock is void: the file is removed and a new one is locked. The lock of
   another host is never removed, since nothing here proves that its run has ended. */
#define _GNU_SOURCE // F_OFD_SETLK
#include "io/h5/provenance.h"
#include "run/folder/folder_impl.h"
#include "run/folder/status.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 50, IDENTITY_MAX = 128 };
static const struct timespec Between = {.tv_nsec = 10 * 1000 * 1000}; /* pause between two tries to lock the text */
static const struct flock Text = {.l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
static const struct flock Folder = {.l_whence = SEEK_SET, .l_start = 1, .l_len = 0}; /* to the end */

static PetscBool LockPath(const char *path, char lock[PETSC_MAX_PATH_LEN])
{
  return (PetscBool)(snprintf(lock, PETSC_MAX_PATH_LEN, "%s/.granum.lock", path) < PETSC_MAX_PATH_LEN);
}

/* Whether the error means that the file system does not support locks. */
static PetscBool HasNoLocks(int error)
{
  return (PetscBool)(error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL);
}

static int SetLock(int file, struct flock lock, short kind)
{
  lock.l_type = kind;
  if (fcntl(file, F_OFD_SETLK, &lock) == 0)
    return 0;
  return errno == EACCES ? EAGAIN : errno;
}

/* Locks the text (byte 0); tries for half a second. Returns 0 or the error. */
static int LockText(int file, short kind)
{
  int error = EAGAIN;

  for (int i = 0; i < TRIES && error == EAGAIN; i++) {
    if (i)
      (void)nanosleep(&Between, NULL);
    error = SetLock(file, Text, kind);
  }
  return error;
}

/* Boot id of the kernel and process id namespace: where a process id means the same process. "": unknown. */
static void ReadIdentity(char identity[IDENTITY_MAX])
{
  char boot[64] = "", space[64] = "";
  FILE *in = fopen("/proc/sys/kernel/random/boot_id", "r");

  identity[0] = '\0';
  const PetscBool known = (PetscBool)(in && fscanf(in, "%63s", boot) == 1);
  if (in)
    fclose(in);
  if (known && readlink("/proc/self/ns/pid", space, sizeof(space) - 1) > 0)
    snprintf(identity, IDENTITY_MAX, "%s %s", boot, space);
}

/* Whether `line` names a process of this kernel and namespace that no longer exists. */
static PetscBool IsGone(const char *line)
{
  char identity[IDENTITY_MAX], *rest;
  const long process = strtol(line, &rest, 10);

  ReadIdentity(identity);
  if (process <= 0 || !identity[0] || *rest != ' ' || strcmp(rest + 1, identity) != 0)
    return PETSC_FALSE;
  return (PetscBool)(kill((pid_t)process, 0) != 0 && errno == ESRCH);
}

/* Reads line 1 of the text; returns whether line 2 names a process that no longer exists. */
static PetscBool ReadHolder(int file, char holder[GR_HOLDER_MAX])
{
  const ssize_t n = pread(file, holder, GR_HOLDER_MAX - 1, 0);

  holder[PetscMax(0, n)] = '\0';
  char *line = holder + strcspn(holder, "\n"), *next = *line ? line + 1 : line;
  next[strcspn(next, "\n")] = '\0';
  const PetscBool gone = IsGone(next);
  *line = '\0';
  if (!holder[0])
    snprintf(holder, GR_HOLDER_MAX, "unknown host and process");
  return gone;
}

/* Returns whether an existing process holds a lock of the folder that excludes a lock of this kind, and describes it in
   `holder`. unread: 0 if this process has locked the text, otherwise the error of LockText. gone: whether the holder no
   longer exists; always false if `unread`, because the text may then describe an earlier holder. */
static PetscBool IsRefused(int file, short kind, int unread, char holder[GR_HOLDER_MAX], PetscBool *gone)
{
  struct flock lock = Folder;

  *gone = PETSC_FALSE;
  lock.l_type = kind;
  if (fcntl(file, F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
    return PETSC_FALSE;
  if (lock.l_type == F_RDLCK)
    snprintf(holder, GR_HOLDER_MAX, "its results are being copied to another folder");
  else
    *gone = (PetscBool)(ReadHolder(file, holder) && !unread);
  return (PetscBool) !*gone;
}

/* Describes this process in the file. fsync precedes the unlocking of the text, so that other hosts read this text. */
static void WriteHolder(int file)
{
  char host[256] = "unknown", job[128], now[GR_UTC_MAX], identity[IDENTITY_MAX], text[GR_HOLDER_MAX];

  (void)gethostname(host, sizeof(host) - 1);
  GrStatusJob(sizeof(job), job);
  GrProvenanceNow(now);
  ReadIdentity(identity);
  const int n = snprintf(text, sizeof(text), "host %s, %s%s%sprocess %ld, since %s\n%ld %s\n", host, *job ? "job " : "",
                         job, *job ? ", " : "", (long)getpid(), now, (long)getpid(), identity);
  if (ftruncate(file, 0) != 0 || pwrite(file, text, PetscMin((size_t)n, sizeof(text) - 1), 0) < 0 || fsync(file) != 0)
    errno = 0; /* messages then call the holder unknown */
}

/* Whether `name` is still a name of this open file. */
static PetscBool HasName(int file, const char *name)
{
  struct stat open, named;
  return (PetscBool)(fstat(file, &open) == 0 && stat(name, &named) == 0 && open.st_ino == named.st_ino &&
                     open.st_dev == named.st_dev);
}

/* Locks the folder for writing and describes this process in the file. Returns ESTALE if the file has lost its name: it
   was removed before, or by this call because its holder no longer exists. The caller then opens the name again. */
static int TakeFolder(int file, const char *name, char holder[GR_HOLDER_MAX])
{
  PetscBool gone = PETSC_FALSE;
  const int unread = LockText(file, F_WRLCK), error = unread ? unread : SetLock(file, Folder, F_WRLCK);

  if (error == EAGAIN && !IsRefused(file, F_WRLCK, unread, holder, &gone) && !gone)
    snprintf(holder, GR_HOLDER_MAX, "which has ended just now");
  if (!HasName(file, name) || (gone && unlink(name) == 0))
    return ESTALE;
  if (error)
    return error;
  WriteHolder(file);
  (void)SetLock(file, Text, F_UNLCK);
  return 0;
}

int GrFolderLock(const char *path, int *descriptor, char holder[GR_HOLDER_MAX])
{
  char name[PETSC_MAX_PATH_LEN];
  int file, error;

  *descriptor = -1;
  if (!LockPath(path, name))
    return ENAMETOOLONG;
  while ((file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666)) >= 0) {
    error = TakeFolder(file, name, holder);
    if (error != ESTALE)
      break;
    close(file);
  }
  if (file < 0)
    return errno;
  if (error) {
    close(file);
    return HasNoLocks(error) ? 0 : error;
  }
  *descriptor = file;
  return 0;
}

int GrFolderLockShared(const char *path, int *descriptor, char holder[GR_HOLDER_MAX])
{
  char name[PETSC_MAX_PATH_LEN];
  PetscBool gone = PETSC_FALSE;

  *descriptor = -1;
  const int file = LockPath(path, name) ? open(name, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0)
    return 0;
  const int unread = LockText(file, F_RDLCK), error = unread ? unread : SetLock(file, Folder, F_RDLCK);
  if (error == EAGAIN && !IsRefused(file, F_RDLCK, unread, holder, &gone) && !gone)
    snprintf(holder, GR_HOLDER_MAX, "which has ended just now");
  if (error) {
    close(file);
    return HasNoLocks(error) || gone ? 0 : error;
  }
  (void)SetLock(file, Text, F_UNLCK);
  *descriptor = file;
  return 0;
}

PetscBool GrFolderLocked(const char *path, char holder[GR_HOLDER_MAX])
{
  char name[PETSC_MAX_PATH_LEN];
  PetscBool gone;
  const int file = LockPath(path, name) ? open(name, O_RDONLY | O_CLOEXEC) : -1;

  if (file < 0)
    return PETSC_FALSE;
  const PetscBool locked = IsRefused(file, F_WRLCK, LockText(file, F_RDLCK), holder, &gone);
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
      errno = 0; /* readers use the old text only while the folder is locked */
    close(*descriptor);
  }
  *descriptor = -1;
}
