/* Calls of MPI-IO inside HDF5 that fail on one rank.

   HDF5 1.10 and Open MPI's OMPIO are not made for such a failure: after it, the rank enters other collective calls than
   the other ranks, and all ranks wait for ever. The functions of MPI-IO that write or open a file are therefore
   intercepted through MPI's profiling interface (MPI 3.1, chapter 14). They end the job before HDF5 sees the failure.
   They have no effect outside granum's calls of HDF5 (GrHdf5Current).

   A write that is cut short or interrupted is repeated. In a collective write this is impossible, because the rank that
   fails may write the data of other ranks.

   Limits: OMPIO does not report a collective write that is cut short (Open MPI 4.1). If another library intercepts the
   same functions, or a program is linked in another order, HDF5 calls MPI directly. */
#include "io/h5/hdf5_call.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>

enum { TRIES = 3, LOOKS = 4 };
static const long LOOK = 500000000; /* [ns] between two looks at the open files */

/* Ends the job. error: errno, or 0 if it is unknown. */
static void Stop(int error)
{
  GrErrorContext context = *GrHdf5Current;

  context.comm = MPI_COMM_NULL;
  (void)GrHdf5SystemFailure(&context, error ? error : EIO);
}

/* Whether all n values were written. */
static PetscBool IsWhole(const MPI_Status *status, int n, MPI_Datatype type)
{
  MPI_Count bytes = 0, size = 0;

  (void)PMPI_Type_size_x(type, &size);
  (void)PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
  return (PetscBool)(bytes == size * n);
}

int MPI_File_write_at(MPI_File file, MPI_Offset at, const void *data, int n, MPI_Datatype type, MPI_Status *status)
{
  MPI_Status own, *used = status == MPI_STATUS_IGNORE ? &own : status;

  for (int left = GrHdf5Current ? TRIES : 0;; left--) {
    errno = 0;
    const int error = PMPI_File_write_at(file, at, data, n, type, used);
    if (!GrHdf5Current || (error == MPI_SUCCESS && IsWhole(used, n, type)))
      return error;
    if (left == 1 || (error != MPI_SUCCESS && errno != EINTR))
      Stop(error == MPI_SUCCESS && errno == 0 ? ENOSPC : errno); /* OMPIO may report a failure as a short write */
  }
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset at, const void *data, int n, MPI_Datatype type, MPI_Status *status)
{
  errno = 0;
  const int error = PMPI_File_write_at_all(file, at, data, n, type, status);
  if (error != MPI_SUCCESS && GrHdf5Current)
    Stop(errno);
  return error;
}

int MPI_File_sync(MPI_File file)
{
  errno = 0;
  const int error = PMPI_File_sync(file);
  if (error != MPI_SUCCESS && GrHdf5Current)
    Stop(errno);
  return error;
}

int MPI_File_set_size(MPI_File file, MPI_Offset size)
{
  errno = 0;
  const int error = PMPI_File_set_size(file, size);
  if (error != MPI_SUCCESS && GrHdf5Current)
    Stop(errno);
  return error;
}

/* ---- opening ---- */

/* A file that this process opens together with other ranks. */
typedef struct {
  const char *name;
  PetscBool done;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
} Opening;

/* Whether the file exists, but this process does not have it open (Linux: /proc). */
static PetscBool IsMissing(const char *name)
{
  struct stat wanted, status;
  DIR *list = stat(name, &wanted) == 0 ? opendir("/proc/self/fd") : NULL;
  PetscBool missing = (PetscBool)(list != NULL);

  for (struct dirent *entry; missing && (entry = readdir(list));)
    if (fstatat(dirfd(list), entry->d_name, &status, 0) == 0 && status.st_dev == wanted.st_dev &&
        status.st_ino == wanted.st_ino)
      missing = PETSC_FALSE;
  if (list)
    closedir(list);
  return missing;
}

/* Thread. After a failure to open on one rank, OMPIO waits for the other ranks, and they for this rank. Ends the job if
   the file has existed for some seconds, but this process has not opened it. */
static void *WatchOpening(void *context)
{
  Opening *opening = context;
  struct timespec until;

  pthread_mutex_lock(&opening->mutex);
  for (int missing = 0; !opening->done && missing < LOOKS;) {
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (until.tv_nsec + LOOK) / 1000000000;
    until.tv_nsec = (until.tv_nsec + LOOK) % 1000000000;
    pthread_cond_timedwait(&opening->wake, &opening->mutex, &until);
    missing = !opening->done && IsMissing(opening->name) ? missing + 1 : 0;
    if (missing == LOOKS)
      Stop(EIO);
  }
  pthread_mutex_unlock(&opening->mutex);
  return NULL;
}

int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file)
{
  Opening opening = {.name = name, .mutex = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};
  pthread_t thread;
  int size = 1;

  (void)PMPI_Comm_size(comm, &size);
  if (!GrHdf5Current || size == 1 || pthread_create(&thread, NULL, WatchOpening, &opening) != 0)
    return PMPI_File_open(comm, name, mode, info, file);
  const int error = PMPI_File_open(comm, name, mode, info, file);
  pthread_mutex_lock(&opening.mutex);
  opening.done = PETSC_TRUE;
  pthread_cond_signal(&opening.wake);
  pthread_mutex_unlock(&opening.mutex);
  pthread_join(thread, NULL);
  return error;
}
