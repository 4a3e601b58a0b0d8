/* Failures that a user caused: the first one is kept, with its exit code, until it is cleared; see granum/error.h. */
#include <granum/error.h>
#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_MAX = 4096 };

static GrExit failure_code = GR_EXIT_DONE;
static char failure_message[MESSAGE_MAX];

PetscErrorCode GrFail(GrExit code, const char *format, ...)
{
  if (failure_code == GR_EXIT_DONE) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure_message, sizeof failure_message, format, arguments);
    va_end(arguments);
    failure_code = code;
  }
  return PETSC_ERR_USER;
}

PetscErrorCode GrFailAgree(MPI_Comm comm, PetscErrorCode error)
{
  int rank, size, mine, lowest, code = (int)failure_code;

  PetscFunctionBeginUser;
  if (error && failure_code == GR_EXIT_DONE)
    PetscFunctionReturn(error); /* main aborts all ranks */
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  mine = error ? rank : size;
  PetscCallMPI(MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, comm));
  if (lowest == size)
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Bcast(&code, 1, MPI_INT, lowest, comm));
  PetscCallMPI(MPI_Bcast(failure_message, MESSAGE_MAX, MPI_CHAR, lowest, comm));
  failure_code = (GrExit)code;
  PetscFunctionReturn(PETSC_ERR_USER);
}

GrExit GrFailureCode(void)
{
  return failure_code;
}

const char *GrFailureMessage(void)
{
  return failure_message;
}

void GrFailureClear(void)
{
  failure_code = GR_EXIT_DONE;
  failure_message[0] = '\0';
}

/* Silent while a recorded failure travels up; PETSc's traceback for everything else. */
static PetscErrorCode HandleError(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                  PetscErrorType type, const char *message, void *context)
{
  if (failure_code != GR_EXIT_DONE)
    return code;
  return PetscTraceBackErrorHandler(comm, line, function, file, code, type, message, context);
}

PetscErrorCode GrErrorHandlerInstall(void)
{
  PetscFunctionBeginUser;
  PetscCall(PetscPushErrorHandler(HandleError, NULL));
  PetscFunctionReturn(0);
}
