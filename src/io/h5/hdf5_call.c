/* Failures of HDF5 calls, and what all ranks learn of them; see hdf5_call.h. */
#include "io/h5/hdf5_call.h"

#include <stdio.h>
#include <string.h>

enum { REASON_MAX = 512 };

/* The first entry of an upward walk is the innermost one; for a failed MPI call it holds MPI's own error text. */
static herr_t TakeInnermost(unsigned depth, const H5E_error2_t *entry, void *context)
{
  char *reason = context;
  if (depth == 0 && entry->desc)
    snprintf(reason, REASON_MAX, "%s", entry->desc);
  for (char *end = reason; (end = strchr(end, '\n'));) /* behind a time of day */
    *end = ' ';
  return 0;
}

static PetscErrorCode Complain(const GrErrorContext *context, const char *reason)
{
  const PetscErrorCode error =
      GrFail(GR_EXIT_FILE, "%s: could not %s %s: %s", context->path, context->action, context->object, reason);
  if (context->comm == MPI_COMM_NULL)
    GrFailAbort();
  return error;
}

PetscErrorCode GrHdf5Failure(const GrErrorContext *context)
{
  char reason[REASON_MAX] = "";

  /* before any other HDF5 call clears the error stack */
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, TakeInnermost, reason);
  return Complain(context, reason[0] ? reason : "HDF5 gives no reason");
}

PetscErrorCode GrHdf5SystemFailure(const GrErrorContext *context, int error)
{
  return error ? Complain(context, strerror(error)) : 0;
}

/* Not reached if the failure has ended the job. */
static PetscErrorCode Agree(const GrErrorContext *context, PetscErrorCode error)
{
  PetscFunctionBeginUser;
  if (context->comm != MPI_COMM_NULL)
    PetscCall(GrFailAgree(context->comm, error));
  PetscFunctionReturn(0);
}

PetscErrorCode GrHdf5Agree(const GrErrorContext *context, PetscBool failed)
{
  PetscFunctionBeginUser;
  PetscCall(Agree(context, failed ? GrHdf5Failure(context) : 0));
  PetscFunctionReturn(0);
}

PetscErrorCode GrHdf5SystemAgree(const GrErrorContext *context, int error)
{
  PetscFunctionBeginUser;
  PetscCall(Agree(context, GrHdf5SystemFailure(context, error)));
  PetscFunctionReturn(0);
}

PetscErrorCode GrHdf5Quiet(void)
{
  PetscFunctionBeginUser;
  GrCallLocal(H5Eset_auto2(H5E_DEFAULT, NULL, NULL));
  PetscFunctionReturn(0);
}
