/* Rows of a column on their way into the file, past HDF5 and MPI-IO.

   HDF5 makes a column in one piece and says where in the file it begins; from there on the rows of a rank are one run
   of bytes, which the rank writes by itself. Why: a collective write of the same bytes took twice the time (two-phase
   buffers), and with Open MPI 4.1.4 it returns success where the disk is full; write() tells. Of each block the
   checksum is taken first, which leaves it in the cache for the kernel to copy. What is in the kernel's cache is sent
   on its way to the disk at once, column after column, so that the disk works while the next ones are gathered; nobody
   waits for it before the commit. */
#define _GNU_SOURCE /* sync_file_range */
#include "io/checkpoint/checksum.h"
#include "io/checkpoint/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { BLOCK = 256 << 10, AHEAD = 1 << 20 }; /* bytes: of a block, which the cache holds; that are worth sending */

PetscErrorCode GrCheckpointDirectOpen(GrCheckpoint file)
{
  GrErrorContext context = {file->comm, file->inside.path, "open", "the file"};
  int error = 0;

  PetscFunctionBeginUser;
  file->direct = open(file->inside.path, O_WRONLY | O_CLOEXEC);
  if (file->direct < 0)
    error = errno;
  PetscCall(GrHdf5SystemAgree(&context, error));
  PetscFunctionReturn(0);
}

/* 0 or the error number. */
static int WriteBlock(int to, const char *bytes, size_t n, off_t at)
{
  for (size_t done = 0; done < n;) {
    const ssize_t wrote = pwrite(to, bytes + done, n - done, at + (off_t)done);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0)
      return wrote < 0 ? errno : EIO;
    done += (size_t)wrote;
  }
  return 0;
}

int GrCheckpointDirectWrite(GrCheckpoint file, int64_t at, const void *data, size_t bytes, uint64_t after,
                            uint64_t *part)
{
  const char *from = data;
  int error = 0;

  *part = 0;
  for (size_t done = 0; done < bytes && !error; done += BLOCK) {
    const size_t n = PetscMin((size_t)BLOCK, bytes - done);
    *part ^= GrChecksumPart(from + done, n, after + (bytes - done - n));
    error = WriteBlock(file->direct, from + done, n, (off_t)(at + (int64_t)done));
  }
  if (!error && bytes >= AHEAD)
    (void)sync_file_range(file->direct, (off_t)at, (off_t)bytes, SYNC_FILE_RANGE_WRITE); /* a hint */
  return error;
}
