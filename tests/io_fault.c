/* A library to be preloaded by tests: makes calls that write files fail, or kills the process during such a call.

   IO_FAULT_FILE: part of the names of the affected files. Calls that write to these files, truncate them, rename to
   them or open them for writing are counted from 1. IO_FAULT_CALLS: counts only these functions, separated by commas:
   pwrite, pwritev, write, ftruncate, rename, open; or H5Fflush or H5Gcreate2 of HDF5, which are counted for all files,
   and only if they are listed. IO_FAULT_AT: number of the first call that fails; system calls fail with `Input/output
   error`. If IO_FAULT_KILL is set, this call writes only some whole pages of its data, as a kill may, and the process
   is killed. IO_FAULT_FOR: number of calls that fail; default: all later calls. IO_FAULT_RANKS: ranks on which calls
   fail, separated by commas; default: all ranks. IO_FAULT_COUNT: a file to which the number of calls is written at the
   end. IO_FAULT_LOG: a file to which all ranks append a line "RANK CALL BYTES NAME" for each open (also for reading),
   pwrite, pwritev, write and fsync of the files. */
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
#include <sys/uio.h>
#include <unistd.h>

enum { PAGE = 4096 };

static long calls;

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
  calls++;
  const long n = getenv("IO_FAULT_KILL") ? 1 : many ? atol(many) : LONG_MAX;
  return at && calls >= atol(at) && calls - atol(at) < n;
}

/* Counts a call on a file of this name; returns 1 if it has to fail. */
static int GoesWrong(const char *call, const char *name)
{
  const char *part = getenv("IO_FAULT_FILE");
  return part && strstr(name, part) && Names("IO_FAULT_CALLS", call, 1) && GoesWrongNow();
}

/* Appends a call to the log. */
static void Log(const char *call, const char *name, size_t bytes)
{
  const char *part = getenv("IO_FAULT_FILE"), *log = getenv("IO_FAULT_LOG");
  int (*next)(const char *, int, ...);

  if (!log || !part || !strstr(name, part))
    return;
  *(void **)&next = dlsym(RTLD_NEXT, "open64");
  const int file = next(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
  dprintf(file, "%s %s %zu %s\n", Rank(), call, bytes, name);
  close(file);
}

/* Name of an open file; empty if it has none. */
static const char *NameOf(int file, char name[PATH_MAX])
{
  char link[64];

  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t n = readlink(link, name, PATH_MAX - 1);
  name[n > 0 ? n : 0] = '\0';
  return name;
}

/* Logs a call on an open file; returns 1 if it has to fail. */
static int GoesWrongAt(const char *call, int file, size_t bytes)
{
  char name[PATH_MAX];

  Log(call, NameOf(file, name), bytes);
  return name[0] && GoesWrong(call, name);
}

/* Fails the call, or kills the process. */
static ssize_t Fail(void)
{
  if (getenv("IO_FAULT_KILL"))
    kill(getpid(), SIGKILL);
  errno = EIO;
  return -1;
}

/* Number of bytes that a kill leaves of n bytes at an offset: whole pages of the file, about half of them. */
static size_t Half(size_t n, off_t at)
{
  const off_t half = at + (off_t)(n / 2), page = half + PAGE - 1 - (half + PAGE - 1) % PAGE;
  return page < at + (off_t)n ? (size_t)(page - at) : 0;
}

ssize_t pwrite64(int file, const void *data, size_t n, off64_t at)
{
  ssize_t (*next)(int, const void *, size_t, off64_t);
  *(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
  if (!GoesWrongAt("pwrite", file, n))
    return next(file, data, n, at);
  if (getenv("IO_FAULT_KILL"))
    (void)!next(file, data, Half(n, at), at);
  return Fail();
}

ssize_t pwrite(int file, const void *data, size_t n, off_t at)
{
  return pwrite64(file, data, n, at);
}

static void WriteHalf(int file, const struct iovec *piece, int n, off_t at)
{
  ssize_t (*next)(int, const void *, size_t, off64_t);
  size_t all = 0;
  *(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
  for (int k = 0; k < n; k++)
    all += piece[k].iov_len;
  for (size_t left = Half(all, at); left > 0; piece++) {
    const size_t some = left < piece->iov_len ? left : piece->iov_len;
    (void)!next(file, piece->iov_base, some, at);
    left -= some;
    at += (off_t)some;
  }
}

ssize_t pwritev64(int file, const struct iovec *piece, int n, off64_t at)
{
  ssize_t (*next)(int, const struct iovec *, int, off64_t);
  size_t bytes = 0;
  for (int k = 0; k < n; k++)
    bytes += piece[k].iov_len;
  *(void **)&next = dlsym(RTLD_NEXT, "pwritev64");
  if (!GoesWrongAt("pwritev", file, bytes))
    return next(file, piece, n, at);
  if (getenv("IO_FAULT_KILL"))
    WriteHalf(file, piece, n, at);
  return Fail();
}

ssize_t pwritev(int file, const struct iovec *piece, int n, off_t at)
{
  return pwritev64(file, piece, n, at);
}

ssize_t write(int file, const void *data, size_t n)
{
  ssize_t (*next)(int, const void *, size_t);
  *(void **)&next = dlsym(RTLD_NEXT, "write");
  return GoesWrongAt("write", file, n) ? Fail() : next(file, data, n);
}

int ftruncate64(int file, off64_t length)
{
  int (*next)(int, off64_t);
  *(void **)&next = dlsym(RTLD_NEXT, "ftruncate64");
  return GoesWrongAt("ftruncate", file, 0) ? (int)Fail() : next(file, length);
}

int ftruncate(int file, off_t length)
{
  return ftruncate64(file, length);
}

int fsync(int file)
{
  int (*next)(int);
  char name[PATH_MAX];
  *(void **)&next = dlsym(RTLD_NEXT, "fsync");
  Log("fsync", NameOf(file, name), 0);
  return next(file);
}

int rename(const char *from, const char *to)
{
  int (*next)(const char *, const char *);
  *(void **)&next = dlsym(RTLD_NEXT, "rename");
  return GoesWrong("rename", to) ? (int)Fail() : next(from, to);
}

int open64(const char *name, int flags, ...)
{
  int (*next)(const char *, int, ...);
  va_list rest;
  va_start(rest, flags);
  const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  *(void **)&next = dlsym(RTLD_NEXT, "open64");
  Log("open", name, 0);
  return (flags & O_ACCMODE) != O_RDONLY && GoesWrong("open", name) ? (int)Fail() : next(name, flags, mode);
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
  *(void **)&next = dlsym(RTLD_NEXT, "H5Fflush");
  return Names("IO_FAULT_CALLS", "H5Fflush", 0) && GoesWrongNow() ? -1 : next(object, scope);
}

int64_t H5Gcreate2(int64_t place, const char *name, int64_t link, int64_t creation, int64_t access)
{
  int64_t (*next)(int64_t, const char *, int64_t, int64_t, int64_t);
  *(void **)&next = dlsym(RTLD_NEXT, "H5Gcreate2");
  return Names("IO_FAULT_CALLS", "H5Gcreate2", 0) && GoesWrongNow() ? -1 : next(place, name, link, creation, access);
}

__attribute__((destructor)) static void TellCount(void)
{
  const char *name = getenv("IO_FAULT_COUNT");
  FILE *file = name && IsThisRank() ? fopen(name, "w") : NULL;

  if (!file)
    return;
  fprintf(file, "%ld\n", calls);
  fclose(file);
}
