/* agree: brings a failure of some ranks to all ranks, and ends a job that cannot continue; see granum/error.h.

   An agreement is one reduction, and one broadcast if a rank has failed. A rank with a failure of a file waits at most
   PATIENCE for the others, because they may wait for this rank inside a collective call of HDF5 or MPI-IO. Then it ends
   the job. A rank that cannot write results or a checkpoint ends the job at once (io/h5/hdf5_call.h).

   Limits: a failure of one rank inside another collective call, for instance because its memory is exhausted; a file
   system that does not respond. */
#include <granum/error.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_MAX = 4096, PATIENCE = 30 /* [s] */ };

typedef struct {
  int code;
  char message[MESSAGE_MAX];
} Failure;

static PetscBool printed = PETSC_TRUE; /* the first rank prints the message of a failure before it leaves */

void GrFailAbort(void)
{
  fflush(stdout);
  fprintf(stderr, "granum: %s\n", GrFailureMessage());
  fflush(stderr);
  MPI_Abort(PETSC_COMM_WORLD, (int)GrFailureCode());
}

/* Waits until all ranks have come to the agreement; ends the job after PATIENCE. */
static PetscErrorCode AwaitOthers(MPI_Request *request)
{
  const struct timespec pause = {.tv_nsec = 1000000};
  const double latest = MPI_Wtime() + PATIENCE;
  int all = 0;

  PetscFunctionBeginUser;
  while (!all) {
    PetscCallMPI(MPI_Test(request, &all, MPI_STATUS_IGNORE));
    if (!all && MPI_Wtime() > latest)
      GrFailAbort();
    if (!all)
      nanosleep(&pause, NULL);
  }
  PetscFunctionReturn(0);
}

/* Records the failure of the first rank that has one on all ranks. */
static PetscErrorCode SpreadFailure(MPI_Comm comm, int first)
{
  Failure failure = {.code = (int)GrFailureCode()};

  PetscFunctionBeginUser;
  snprintf(failure.message, sizeof failure.message, "%s", GrFailureMessage());
  PetscCallMPI(MPI_Bcast(&failure, sizeof failure, MPI_BYTE, first, comm));
  GrFailureClear();
  PetscFunctionReturn(GrFail((GrExit)failure.code, "%s", failure.message));
}

PetscErrorCode GrFailAgree(MPI_Comm comm, PetscErrorCode error)
{
  int rank, size, first;
  MPI_Request request;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  if (size == 1 || (error && GrFailureCode() == GR_EXIT_DONE)) /* a defect: main aborts all ranks */
    PetscFunctionReturn(error);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  first = error ? rank : size;
  PetscCallMPI(MPI_Iallreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm, &request));
  if (error && GrFailureCode() == GR_EXIT_FILE)
    PetscCall(AwaitOthers(&request));
  else
    PetscCallMPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  PetscFunctionReturn(first == size ? 0 : SpreadFailure(comm, first));
}

static void Leave(int signal)
{
  (void)signal;
  if (!printed && write(STDERR_FILENO, GrFailureMessage(), strlen(GrFailureMessage())) >= 0)
    (void)!write(STDERR_FILENO, "\n", 1);
  _exit((int)GrFailureCode());
}

void GrFailLeave(void)
{
  int rank;

  if (GrFailureCode() != GR_EXIT_FILE)
    return;
  printed = (PetscBool)(MPI_Comm_rank(MPI_COMM_WORLD, &rank) != MPI_SUCCESS || rank == 0);
  signal(SIGALRM, Leave);
  alarm(PATIENCE);
}
