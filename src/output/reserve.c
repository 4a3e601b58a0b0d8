/* Room on the disk for a results file, taken before it is written to.

   Why: with Open MPI a collective write that finds the disk full, a quota used up or a limit reached returns success,
   and the rows are lost (measured with 4.1.4). So the first rank reserves each new part of the file with fallocate,
   whose answer can be trusted, and all ranks learn it before the transfer. A margin covers what HDF5 adds for its own
   use; closing the file cuts off what was not used. Limits: where the file system cannot reserve, its free space is
   compared with the need, which knows nothing of quotas. */
#define _GNU_SOURCE // fallocate
#include "results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/statvfs.h>

enum { MARGIN = 1 << 20 }; // bytes

/* 0, or why there is no room. */
static int Reserve(int file, off_t from, off_t length)
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

PetscErrorCode GrResultsReserve(GrResults results, const char *object)
{
  GrDeed deed = GrResultsDeed(results, "write", object);
  hsize_t size;
  int reason = 0;

  PetscFunctionBegin;
  GrCallLocal(H5Fget_filesize(results->file, &size));
  if (size <= results->reserved)
    PetscFunctionReturn(0);
  if (results->descriptor >= 0)
    reason = Reserve(results->descriptor, (off_t)results->reserved, (off_t)(size + MARGIN - results->reserved));
  PetscCall(GrSystemAgree(&deed, reason));
  results->reserved = size + MARGIN;
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsCut(GrResults results)
{
  PetscFunctionBegin;
  GrCallLocal(H5Fget_filesize(results->file, &results->reserved));
  PetscFunctionReturn(0);
}
