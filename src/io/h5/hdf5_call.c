/* Failures of HDF5 calls, and help for other calls; see hdf5_call.h. */
#define _GNU_SOURCE /* sync_file_range */
#include "io/h5/hdf5_call.h"

#include "base/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const GrErrorContext *GrHdf5Current;

/* Takes the first entry of an upward walk, which is the innermost one. For a failed MPI call it is MPI's error
   text. */
static herr_t TakeInnermost(unsigned depth, const H5E_error2_t *entry, void *context)
{
  char *reason = context;
  if (depth == 0 && entry->desc)
    snprintf(reason, GR_HDF5_REASON, "%s", entry->desc);
  for (char *end = reason; (end = strchr(end, '\n'));) /* after a time of day */
    *end = ' ';
  return 0;
}

void GrHdf5Reason(char reason[GR_HDF5_REASON])
{
  snprintf(reason, GR_HDF5_REASON, "HDF5 gives no reason");
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, TakeInnermost, reason);
}

static PetscErrorCode Complain(const GrErrorContext *context, const char *reason)
{
  if (context->comm == MPI_COMM_NULL) {
    const GrExit code = GrFailureCode(); /* of an earlier failure, whose message is printed first */
    char before[PETSC_MAX_PATH_LEN];
    snprintf(before, sizeof(before), "%s%s", GrFailureMessage(), code ? "; " : "");
    GrFailureClear();
    (void)GrFail(code ? code : GR_EXIT_FILE,
                 "%s%s: could not %s %s: %s; check the free space and the quota of its disk", before, context->path,
                 context->action, context->object, reason);
    GrFailAbort();
  }
  return GrFail(GR_EXIT_FILE, "%s: could not %s %s: %s", context->path, context->action, context->object, reason);
}

PetscErrorCode GrHdf5Failure(const GrErrorContext *context)
{
  char reason[GR_HDF5_REASON];

  GrHdf5Reason(reason); /* before any other HDF5 call clears the error stack */
  return Complain(context, reason);
}

PetscErrorCode GrHdf5SystemFailure(const GrErrorContext *context, int error)
{
  return error ? Complain(context, GrFilesReason(error)) : 0;
}

PetscErrorCode GrHdf5Agree(const GrErrorContext *context, PetscErrorCode error)
{
  if (context->comm != MPI_COMM_NULL)
    PetscCall(GrFailAgree(context->comm, error));
  return 0;
}

/* Sets *context if memory could not be allocated. */
static herr_t LookForMemory(unsigned depth, const H5E_error2_t *entry, void *context)
{
  (void)depth;
  if (entry->maj_num == H5E_RESOURCE || entry->min_num == H5E_NOSPACE || entry->min_num == H5E_CANTALLOC)
    *(bool *)context = true;
  return 0;
}

PetscErrorCode GrHdf5LocalFailure(const char *call)
{
  bool memory = false;

  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, LookForMemory, &memory);
  PetscCheck(!memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory in HDF5 (%s): it asked for memory", call);
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_LIB, "HDF5 refused %s", call);
}

/* At the end of the process: whether HDF5 has ended it. */
static void ReportExit(void)
{
  if (!GrHdf5Current)
    return;
  GrErrorContext context = *GrHdf5Current;
  context.comm = MPI_COMM_NULL;
  GrHdf5Current = NULL;
  (void)Complain(&context, "the library ended the process, probably because memory is exhausted");
}

PetscErrorCode GrHdf5Quiet(void)
{
  static bool reports = false;

  if (!reports && atexit(ReportExit) == 0)
    reports = true;
  GrCallLocal(H5Eset_auto2(H5E_DEFAULT, NULL, NULL));
  return 0;
}

void GrHdf5BeginSync(hid_t dataset, int file, hsize_t first, hsize_t size)
{
  const haddr_t at = H5Dget_offset(dataset);

  if (file >= 0 && at != HADDR_UNDEF)
    (void)sync_file_range(file, (off_t)(at + first), (off_t)size, SYNC_FILE_RANGE_WRITE);
}
