/* agree: brings a failure of some ranks to all ranks; see granum/error.h.

   An agreement is one reduction, and one broadcast if a rank has failed, on a communicator for agreements only. A rank
   that fails where the others call no agreement (GrFailSpeak) therefore enters the next agreement at once, and the
   others join it when they reach theirs. If they wait for the failed rank elsewhere, they never do: after PATIENCE the
   failed rank ends the run. The same holds for a failure of a file in GrFailAgree, because the others may still be in a
   call of the file's library that this rank has left. The run also ends if the others have continued, because the state
   of the file in memory then differs between ranks, and its library could not close it. A process that has failed may
   wait for ever when it ends: see GrFailLeave.

   All of this needs library calls that return. A rank that cannot write results or a checkpoint ends the run at once
   (io/h5/hdf5_call.h). Limits: a failure of one rank alone inside a collective call, for instance because its memory is
   exhausted, and a file system that does not respond. */
#include <granum/error.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Times in s; each rank up to number LAST waits longer than the one before it, so that one alone prints and the others
   are ended meanwhile. The variable GRANUM_PATIENCE of the environment has another PATIENCE, for tests. */
enum { MESSAGE_MAX = 4096, PATIENCE = 30, STAGGER = 5, LAST = 12 };
enum { FIRST, ALL, ALONE, WORDS }; /* of an agreement: minima */

typedef struct {
  int code;
  char message[MESSAGE_MAX];
} Told;

static int key = MPI_KEYVAL_INVALID; /* of the communicator of a communicator's agreements */

static int FreeAgreements(MPI_Comm comm, int its_key, void *agreements, void *extra)
{
  (void)comm, (void)its_key, (void)extra;
  int code = MPI_Comm_free((MPI_Comm *)agreements);
  (void)PetscFree(agreements);
  return code;
}

/* Before MPI ends: what belongs to all ranks. */
static PetscErrorCode ForgetAgreements(void)
{
  MPI_Comm *agreements;
  int found;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_get_attr(PETSC_COMM_WORLD, key, &agreements, &found));
  if (found)
    PetscCallMPI(MPI_Comm_delete_attr(PETSC_COMM_WORLD, key));
  PetscCallMPI(MPI_Comm_free_keyval(&key));
  PetscFunctionReturn(0);
}

/* Collective at the first agreement. */
static PetscErrorCode FindAgreements(MPI_Comm comm, MPI_Comm *agreements)
{
  MPI_Comm *its;
  int found;

  PetscFunctionBeginUser;
  if (key == MPI_KEYVAL_INVALID) {
    PetscCallMPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, FreeAgreements, &key, NULL));
    PetscCall(PetscRegisterFinalize(ForgetAgreements));
  }
  PetscCallMPI(MPI_Comm_get_attr(comm, key, &its, &found));
  if (!found) {
    PetscCall(PetscNew(&its));
    PetscCallMPI(MPI_Comm_dup(comm, its));
    PetscCallMPI(MPI_Comm_set_attr(comm, key, its));
  }
  *agreements = *its;
  PetscFunctionReturn(0);
}

void GrFailAbort(void)
{
  fflush(stdout);
  fprintf(stderr, "granum: %s\n", GrFailureMessage());
  fflush(stderr);
  MPI_Abort(PETSC_COMM_WORLD, (int)GrFailureCode());
}

static double Patience(void)
{
  const char *told = getenv("GRANUM_PATIENCE");
  const double seconds = told ? atof(told) : 0;
  return seconds > 0 ? seconds : PATIENCE;
}

/* Until all have come to the agreement; `rank` of this one, which failed, maybe alone. */
static PetscErrorCode AwaitOthers(MPI_Request *request, int rank)
{
  const struct timespec pause = {.tv_nsec = 1000000};
  const double latest = MPI_Wtime() + Patience() + STAGGER * PetscMin(rank, LAST);
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

/* The failure of the first rank that has one, on all. */
static PetscErrorCode SpreadFailure(MPI_Comm agreements, int first)
{
  Told told = {.code = (int)GrFailureCode()};

  PetscFunctionBeginUser;
  snprintf(told.message, sizeof told.message, "%s", GrFailureMessage());
  PetscCallMPI(MPI_Bcast(&told, sizeof told, MPI_BYTE, first, agreements));
  GrFailureClear();
  PetscFunctionReturn(GrFail((GrExit)told.code, "%s", told.message));
}

/* After an agreement in which somebody has failed. */
static PetscErrorCode EndAgreement(MPI_Comm agreements, const PetscInt64 word[WORDS])
{
  const PetscBool some_went_on = (PetscBool)(!word[ALL] && !word[ALONE]);
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(agreements, &rank));
  PetscErrorCode error = SpreadFailure(agreements, (int)word[FIRST]);
  if (some_went_on && rank == word[FIRST])
    GrFailAbort();
  if (some_went_on)
    PetscCallMPI(MPI_Barrier(agreements)); /* until the first one has ended them */
  PetscFunctionReturn(error);
}

static PetscErrorCode AgreeOnError(MPI_Comm comm, PetscErrorCode error, PetscBool alone)
{
  int rank, size;
  MPI_Comm agreements = MPI_COMM_NULL;
  MPI_Request request;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  if (size == 1 || (error && GrFailureCode() == GR_EXIT_DONE)) /* a defect: main aborts all ranks */
    PetscFunctionReturn(error);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(FindAgreements(comm, &agreements));
  PetscInt64 word[WORDS] = {error ? rank : INT64_MAX, error != 0, !alone};
  PetscCallMPI(MPI_Iallreduce(MPI_IN_PLACE, word, WORDS, MPIU_INT64, MPI_MIN, agreements, &request));
  if (alone || (error && GrFailureCode() == GR_EXIT_FILE))
    PetscCall(AwaitOthers(&request, rank));
  else
    PetscCallMPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  PetscFunctionReturn(word[FIRST] == INT64_MAX ? 0 : EndAgreement(agreements, word));
}

PetscErrorCode GrFailAgree(MPI_Comm comm, PetscErrorCode error)
{
  return AgreeOnError(comm, error, PETSC_FALSE);
}

PetscErrorCode GrFailSpeak(MPI_Comm comm, PetscErrorCode error)
{
  return AgreeOnError(comm, error, PETSC_TRUE);
}

static void Leave(int signal)
{
  (void)signal;
  _exit((int)GrFailureCode());
}

void GrFailLeave(void)
{
  if (GrFailureCode() != GR_EXIT_FILE)
    return;
  signal(SIGALRM, Leave);
  alarm((unsigned)ceil(Patience()));
}
