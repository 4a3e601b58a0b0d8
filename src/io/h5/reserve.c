/* Room on the disk for a results file, taken before it is written to.

   Why: with Open MPI a collective write that finds the disk full, a quota used up or a limit reached returns success,
   and the rows are lost (measured with 4.1.4). So the first rank reserves each new part of the file with fallocate,
   whose answer can be trusted, and all ranks learn it before the transfer. Since series and traces are made at their
   final size, a run for which there is no room ends before its first step. A margin covers what HDF5 adds for its own
   use; the next flush cuts off what was not used. Limits: where the file system cannot reserve, its free space is
   compared with the need, which knows nothing of quotas. */
#define _GNU_SOURCE /* fallocate */
#include "io/h5/results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { MARGIN = 1 << 20 }; /* bytes */

/* 0, or why there is no room. */
static int ReserveOnDisk(int file, off_t from, off_t length)
{
  struct statvfs disk;
  int result;
  do
    result = fallocate(file, 0, from, length);
  while (result != 0 && errno == EINTR);
  if (result == 0)
    return 0;
  if (errno != EOPNOTSUPP && errno != ENOSYS)
    return errno;
  if (fstatvfs(file, &disk) != 0)
    return 0;
  return (double)disk.f_bavail * (double)disk.f_frsize < (double)length ? ENOSPC : 0;
}

PetscErrorCode GrResultsReserve(GrResults results, const char *object, hsize_t bytes)
{
  GrErrorContext context = GrResultsErrorContext(results, "write", object);
  int error = 0;

  PetscFunctionBeginUser;
  results->needed += bytes;
  if (results->needed <= results->reserved)
    PetscFunctionReturn(0);
  if (results->descriptor >= 0)
    error = ReserveOnDisk(results->descriptor, (off_t)results->reserved,
                          (off_t)(results->needed + MARGIN - results->reserved));
  if (error && results->part)
    unlink(results->part); /* nothing of use is in it yet */
  PetscCall(GrHdf5SystemAgree(&context, error));
  results->reserved = results->needed + MARGIN;
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsAgreeSize(GrResults results, PetscErrorCode error)
{
  struct stat status;
  PetscInt64 size = INT64_MAX;

  PetscFunctionBeginUser;
  if (results->descriptor >= 0)
    size = fstat(results->descriptor, &status) == 0 ? (PetscInt64)status.st_size : (PetscInt64)results->needed;
  PetscCall(GrFailAgreeLeast(results->comm, error, &size));
  results->needed = results->reserved = (hsize_t)size;
  PetscFunctionReturn(0);
}
