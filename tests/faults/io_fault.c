/* A library to be preloaded by tests: makes calls that access files fail, or kills the process during such a call.

   IO_FAULT_FILE: part of the absolute paths of the affected files, for instance the folder of a run; `/`: all files,
   also files of MPI and of other libraries. Calls on these files are counted from 1.
   IO_FAULT_CALLS: counts only these functions, separated by commas. Default: pwrite, pwritev, write (also sendfile),
   ftruncate, rename (counted by the new name), open (for writing). More functions, which are counted only if they are
   listed: open_read (open for reading), fopen, close, close_read (of a file that is open for reading; on real file
   systems it does not fail), fsync (also fdatasync), unlink, mkdir; H5Fflush and H5Gcreate2 of HDF5, which are counted
   for all files.
   IO_FAULT_AT: number of the first call that fails. IO_FAULT_FOR: number of calls that fail; default: all later calls.
   IO_FAULT_ERROR: EIO (default), ENOSPC, EDQUOT, EINTR or EMFILE; `short`: writes half of the bytes, without an error.
   A failing close() closes the file, as on Linux.
   IO_FAULT_KILL: if it is set, the call writes only some whole pages of its data, as a kill may, and the process is
   killed.
   IO_FAULT_RANKS: ranks on which calls fail, separated by commas; default: all ranks.
   IO_FAULT_COUNT: a file to which each of these ranks appends a line "RANK NUMBER" at its end: its number of calls.
   IO_FAULT_LOG: a file to which all ranks append a line "RANK CALL BYTES NAME" for each call on the files. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE = 4096 };

static long calls;

/* Sets `next` to the function of this name in the libraries behind this one. */
#define NEXT(next, name) (*(void **)&(next) = dlsym(RTLD_NEXT, name))

/* Whether the word is in a variable (words separated by commas); `unset`: the result without the variable. */
static int Names(const char *variable, const char *word, int unset)
{
  const char *words = getenv(variable);
  char one[64], all[256];

  if (!words)
    return unset;
  snprintf(one, sizeof one, ",%s,", word);
  snprintf(all, sizeof all, ",%s,", words);
  return strstr(all, one) != NULL;
}

/* The number of this rank, from Open MPI or from MPICH; "0" without a launcher. */
static const char *Rank(void)
{
  const char *open_mpi = getenv("OMPI_COMM_WORLD_RANK"), *mpich = getenv("PMI_RANK");
  return open_mpi ? open_mpi : mpich ? mpich : "0";
}

static int IsThisRank(void)
{
  return Names("IO_FAULT_RANKS", Rank(), 1);
}

static int GoesWrongNow(void)
{
  const char *at = getenv("IO_FAULT_AT"), *many = getenv("IO_FAULT_FOR");

  if (!IsThisRank())
    return 0;
  const long call = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  const long n = getenv("IO_FAULT_KILL") ? 1 : many ? atol(many) : LONG_MAX;
  return at && call >= atol(at) && call - atol(at) < n;
}

/* Appends a call to the log. Its own calls bypass this library. */
static void Log(const char *call, const char *name, size_t bytes)
{
  const char *log = getenv("IO_FAULT_LOG");

  if (!log)
    return;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666);
  dprintf(file, "%s %s %zu %s\n", Rank(), call, bytes, name);
  syscall(SYS_close, file);
}

/* Logs and counts a call on a file of this name; returns 1 if it has to fail. `usual`: it is counted by default. */
static int GoesWrong(const char *call, int usual, const char *name, size_t bytes)
{
  const char *part = getenv("IO_FAULT_FILE");
  char path[PATH_MAX], above[PATH_MAX];

  if (!part || !name)
    return 0;
  snprintf(path, sizeof path, "%s%s%s", name[0] != '/' && getcwd(above, PATH_MAX / 2) ? above : "",
           name[0] == '/' ? "" : "/", name);
  if (!strstr(path, part))
    return 0;
  Log(call, path, bytes);
  return Names("IO_FAULT_CALLS", call, usual) && GoesWrongNow();
}

/* The same for an open file, which may have no name. */
static int GoesWrongAt(const char *call, int usual, int file, size_t bytes)
{
  char link[64], name[PATH_MAX];

  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t n = readlink(link, name, PATH_MAX - 1);
  name[n > 0 ? n : 0] = '\0';
  return name[0] == '/' && GoesWrong(call, usual, name, bytes);
}

static int IsShort(void)
{
  const char *error = getenv("IO_FAULT_ERROR");
  return error && strcmp(error, "short") == 0;
}

/* Fails the call, or kills the process. */
static ssize_t Fail(void)
{
  static const struct {
    const char *name;
    int error;
  } errors[] = {{"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EINTR", EINTR}, {"EMFILE", EMFILE}};
  const char *error = getenv("IO_FAULT_ERROR");

  if (getenv("IO_FAULT_KILL"))
    kill(getpid(), SIGKILL);
  errno = EIO;
  for (size_t k = 0; error && k < sizeof errors / sizeof *errors; k++)
    if (strcmp(error, errors[k].name) == 0)
      errno = errors[k].error;
  return -1;
}

/* Number of bytes that a kill leaves of n bytes at an offset: whole pages of the file, about half of them. A short
   write leaves half of the bytes. */
static size_t Half(size_t n, off_t at)
{
  const off_t half = at + (off_t)(n / 2), page = half + PAGE - 1 - (half + PAGE - 1) % PAGE;
  if (IsShort())
    return (n + 1) / 2;
  return page < at + (off_t)n ? (size_t)(page - at) : 0;
}

ssize_t pwrite64(int file, const void *data, size_t n, off64_t at)
{
  ssize_t (*next)(int, const void *, size_t, off64_t);
  NEXT(next, "pwrite64");
  if (!GoesWrongAt("pwrite", 1, file, n))
    return next(file, data, n, at);
  if (IsShort())
    return next(file, data, Half(n, at), at);
  if (getenv("IO_FAULT_KILL"))
    (void)!next(file, data, Half(n, at), at);
  return Fail();
}

ssize_t pwrite(int file, const void *data, size_t n, off_t at)
{
  return pwrite64(file, data, n, at);
}

/* Writes the first half of the pieces. Returns the number of bytes. */
static ssize_t WriteHalf(int file, const struct iovec *piece, int n, off_t at)
{
  ssize_t (*next)(int, const void *, size_t, off64_t);
  size_t all = 0, done = 0;
  NEXT(next, "pwrite64");
  for (int k = 0; k < n; k++)
    all += piece[k].iov_len;
  for (const size_t half = Half(all, at); done < half; piece++) {
    const size_t some = half - done < piece->iov_len ? half - done : piece->iov_len;
    (void)!next(file, piece->iov_base, some, at + (off_t)done);
    done += some;
  }
  return (ssize_t)done;
}

ssize_t pwritev64(int file, const struct iovec *piece, int n, off64_t at)
{
  ssize_t (*next)(int, const struct iovec *, int, off64_t);
  size_t bytes = 0;
  for (int k = 0; k < n; k++)
    bytes += piece[k].iov_len;
  NEXT(next, "pwritev64");
  if (!GoesWrongAt("pwritev", 1, file, bytes))
    return next(file, piece, n, at);
  if (IsShort())
    return WriteHalf(file, piece, n, at);
  if (getenv("IO_FAULT_KILL"))
    (void)WriteHalf(file, piece, n, at);
  return Fail();
}

ssize_t pwritev(int file, const struct iovec *piece, int n, off_t at)
{
  return pwritev64(file, piece, n, at);
}

ssize_t write(int file, const void *data, size_t n)
{
  ssize_t (*next)(int, const void *, size_t);
  NEXT(next, "write");
  if (!GoesWrongAt("write", 1, file, n))
    return next(file, data, n);
  return IsShort() ? next(file, data, (n + 1) / 2) : Fail();
}

ssize_t sendfile(int to, int from, off_t *at, size_t n)
{
  ssize_t (*next)(int, int, off_t *, size_t);
  NEXT(next, "sendfile");
  if (!GoesWrongAt("write", 1, to, n))
    return next(to, from, at, n);
  return IsShort() ? next(to, from, at, (n + 1) / 2) : Fail();
}

int ftruncate64(int file, off64_t length)
{
  int (*next)(int, off64_t);
  NEXT(next, "ftruncate64");
  return GoesWrongAt("ftruncate", 1, file, 0) ? (int)Fail() : next(file, length);
}

int ftruncate(int file, off_t length)
{
  return ftruncate64(file, length);
}

int fsync(int file)
{
  int (*next)(int);
  NEXT(next, "fsync");
  return GoesWrongAt("fsync", 0, file, 0) ? (int)Fail() : next(file);
}

int fdatasync(int file)
{
  int (*next)(int);
  NEXT(next, "fdatasync");
  return GoesWrongAt("fsync", 0, file, 0) ? (int)Fail() : next(file);
}

int close(int file)
{
  int (*next)(int);
  NEXT(next, "close");
  const int reads = (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY;
  if (!GoesWrongAt(reads ? "close_read" : "close", 0, file, 0))
    return next(file);
  (void)next(file);
  return (int)Fail();
}

int rename(const char *from, const char *to)
{
  int (*next)(const char *, const char *);
  NEXT(next, "rename");
  return GoesWrong("rename", 1, to, 0) ? (int)Fail() : next(from, to);
}

int unlink(const char *name)
{
  int (*next)(const char *);
  NEXT(next, "unlink");
  return GoesWrong("unlink", 0, name, 0) ? (int)Fail() : next(name);
}

int mkdir(const char *name, mode_t mode)
{
  int (*next)(const char *, mode_t);
  NEXT(next, "mkdir");
  return GoesWrong("mkdir", 0, name, 0) ? (int)Fail() : next(name, mode);
}

FILE *fopen(const char *name, const char *mode)
{
  FILE *(*next)(const char *, const char *);
  NEXT(next, "fopen");
  if (!GoesWrong("fopen", 0, name, 0))
    return next(name, mode);
  (void)Fail();
  return NULL;
}

FILE *fopen64(const char *name, const char *mode)
{
  return fopen(name, mode);
}

int open64(const char *name, int flags, ...)
{
  int (*next)(const char *, int, ...);
  const int reads = (flags & O_ACCMODE) == O_RDONLY;
  va_list rest;
  va_start(rest, flags);
  const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  NEXT(next, "open64");
  return GoesWrong(reads ? "open_read" : "open", !reads, name, 0) ? (int)Fail() : next(name, flags, mode);
}

int open(const char *name, int flags, ...)
{
  va_list rest;
  va_start(rest, flags);
  const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  return open64(name, flags, mode);
}

int H5Fflush(int64_t object, int scope)
{
  int (*next)(int64_t, int);
  NEXT(next, "H5Fflush");
  return Names("IO_FAULT_CALLS", "H5Fflush", 0) && GoesWrongNow() ? -1 : next(object, scope);
}

int64_t H5Gcreate2(int64_t place, const char *name, int64_t link, int64_t creation, int64_t access)
{
  int64_t (*next)(int64_t, const char *, int64_t, int64_t, int64_t);
  NEXT(next, "H5Gcreate2");
  return Names("IO_FAULT_CALLS", "H5Gcreate2", 0) && GoesWrongNow() ? -1 : next(place, name, link, creation, access);
}

__attribute__((destructor)) static void TellCount(void)
{
  const char *name = getenv("IO_FAULT_COUNT");

  if (!name || !IsThisRank())
    return;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND, 0666);
  dprintf(file, "%s %ld\n", Rank(), calls);
  syscall(SYS_close, file);
}
