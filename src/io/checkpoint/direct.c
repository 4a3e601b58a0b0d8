/* Rows of a column on their way into the file, past HDF5 and MPI-IO.

   HDF5 makes a column in one piece and says where in the file it begins; from there on the rows of a rank are one run
   of bytes, which the rank writes by itself. Why: a collective write of the same bytes took twice the time (two-phase
   buffers), and with Open MPI 4.1.4 it returns success where the disk is full; write() tells. Rows come as a few
   hundred kilobytes that have just been put together: the checksum is taken of them, and the kernel copies them, while
   they are in the cache. What is in the kernel's cache is sent on its way to the disk early, so that the disk works
   while the next rows are put together; nobody waits for it before the commit. */
#define _GNU_SOURCE /* sync_file_range */
#include "io/checkpoint/checksum.h"
#include "io/checkpoint/file.h"
#include "io/h5/put.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { AHEAD = 8 << 20 }; /* bytes of a column that are worth sending */

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

static void SendAhead(GrCheckpoint file, GrDirectColumn *c)
{
  (void)sync_file_range(file->direct, (off_t)c->sent, (off_t)(c->at - c->sent), SYNC_FILE_RANGE_WRITE); /* a hint */
  c->sent = c->at;
}

int GrCheckpointDirectWrite(GrCheckpoint file, GrDirectColumn *c, const void *rows, size_t n)
{
  const size_t bytes = n * c->width;

  c->part = GrChecksumGoOn(c->part, rows, bytes);
  const int error = GrResultsWriteBytes(file->direct, rows, bytes, (off_t)c->at);
  c->at += (int64_t)bytes;
  if (!error && c->at - c->sent >= AHEAD)
    SendAhead(file, c);
  return error;
}

void GrCheckpointDirectEnd(GrCheckpoint file, GrDirectColumn *c)
{
  if (c->at > c->sent)
    SendAhead(file, c);
}
