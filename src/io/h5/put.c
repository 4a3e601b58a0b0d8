/* put: bytes that a rank writes into the results file by itself, past HDF5 and MPI-IO, at a place that HDF5 has said.

   What is in the kernel's cache is sent on its way to the disk at once; a sync waits for it. A rank that fails alone
   tells it once a frame (GrResultsSettle), or when the file is flushed or closed. */
#define _GNU_SOURCE /* sync_file_range */
#include "io/h5/put.h"
#include "io/h5/results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <string.h>
#include <unistd.h>

/* Bytes: of one call, as ranks of a node take turns at a file, and whoever waits for a long call is put to sleep (one
   call for all rows took three times as long on 2 ranks); that are worth sending on their way. */
enum { CALL = 1 << 18, AHEAD = 1 << 20 };

/* The first failure is kept until all are told. */
static void NoteError(GrResults results, const char *action, const char *object, int error)
{
  if (error && !results->error)
    results->error = GrFail(GR_EXIT_FILE, "%s: could not %s %s: %s", results->path, action, object, strerror(error));
}

PetscErrorCode GrResultsDirectOpen(GrResults results, PetscBool tried)
{
  PetscFunctionBeginUser;
  results->direct = (PetscBool)!tried;
  results->writer = open(GrResultsName(results), O_WRONLY | O_CLOEXEC);
  NoteError(results, "open", "the file", results->writer < 0 ? errno : 0);
  PetscCall(GrFailAgree(results->comm, results->error));
  if (tried)
    close(results->writer);
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsDirectFlush(GrResults results)
{
  if (results->wrote)
    NoteError(results, "write", "rows", fdatasync(results->writer) != 0 ? errno : 0);
  results->wrote = PETSC_FALSE;
  return results->error;
}

PetscErrorCode GrResultsDirectClose(GrResults results)
{
  if (results->direct && results->writer >= 0)
    close(results->writer);
  results->direct = PETSC_FALSE;
  return results->error;
}

PetscErrorCode GrResultsSettle(GrResults results)
{
  PetscFunctionBeginUser;
  if (results->direct)
    PetscCall(GrFailAgree(results->comm, results->error));
  PetscFunctionReturn(0);
}

int GrResultsWriteBytes(int to, const char *bytes, size_t n, off_t at)
{
  for (size_t done = 0; done < n;) {
    const ssize_t wrote = pwrite(to, bytes + done, PetscMin(n - done, CALL), at + (off_t)done);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0)
      return wrote < 0 ? errno : EIO;
    done += (size_t)wrote;
  }
  return 0;
}

void GrResultsPut(GrResults results, const char *object, haddr_t at, const void *data, size_t n)
{
  if (n == 0 || results->looks || results->error)
    return;
  const int error = at == HADDR_UNDEF ? EIO : GrResultsWriteBytes(results->writer, data, n, (off_t)at);
  NoteError(results, "write", object, error);
  if (n >= AHEAD && !error)
    (void)sync_file_range(results->writer, (off_t)at, (off_t)n, SYNC_FILE_RANGE_WRITE); /* a hint */
  results->wrote = PETSC_TRUE;
}
