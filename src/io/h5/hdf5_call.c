/* Agreement of all ranks on the outcome of an HDF5 call; see hdf5_call.h. */
#include "io/h5/hdf5_call.h"

#include <granum/error.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { REASON_MAX = 256 };

/* The first entry of an upward walk is the innermost one; for a failed MPI call it holds MPI's own error text. */
static herr_t TakeInnermost(unsigned depth, const H5E_error2_t *entry, void *context)
{
  char *reason = context;
  if (depth == 0 && entry->desc)
    snprintf(reason, REASON_MAX, "%s", entry->desc);
  return 0;
}

/* The first rank that failed gives the reason to all. */
static PetscErrorCode AgreeOnFailure(const GrErrorContext *context, PetscBool failed, char reason[REASON_MAX])
{
  int rank, first;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(context->comm, &rank));
  first = failed ? rank : INT_MAX;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, context->comm));
  if (first == INT_MAX)
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Bcast(reason, REASON_MAX, MPI_CHAR, first, context->comm));
  PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: could not %s %s: %s", context->path, context->action, context->object,
                             reason[0] ? reason : "HDF5 gives no reason"));
}

PetscErrorCode GrHdf5Agree(const GrErrorContext *context, PetscBool failed)
{
  char reason[REASON_MAX] = "";

  PetscFunctionBeginUser;
  if (failed) /* before any other HDF5 call clears the error stack */
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, TakeInnermost, reason);
  PetscCall(AgreeOnFailure(context, failed, reason));
  PetscFunctionReturn(0);
}

PetscErrorCode GrHdf5SystemAgree(const GrErrorContext *context, int error)
{
  char reason[REASON_MAX] = "";

  PetscFunctionBeginUser;
  if (error)
    snprintf(reason, sizeof(reason), "%s", strerror(error));
  PetscCall(AgreeOnFailure(context, error ? PETSC_TRUE : PETSC_FALSE, reason));
  PetscFunctionReturn(0);
}

PetscErrorCode GrHdf5Quiet(void)
{
  PetscFunctionBeginUser;
  GrCallLocal(H5Eset_auto2(H5E_DEFAULT, NULL, NULL));
  PetscFunctionReturn(0);
}
