/* Failures that a user caused: the first failure is stored with its exit code until it is cleared. The last warning is
   also stored. An agreement makes all ranks return the failure of some ranks, and ends a job that cannot continue. See
   granum/error.h.

   An agreement is one reduction, and one broadcast if a rank has failed. A rank that has bad input or cannot access a
   file waits some seconds for the other ranks, because they may wait for this rank inside another collective call.
   Then it ends the job. A rank that cannot write results or a checkpoint ends the job at once (io/h5/hdf5_call.h). At
   its end the program agrees once more (main.c), so that no failure of one rank is without an agreement.

   Limits: an agreement does not help if a rank fails inside another collective call, for instance because its memory is
   exhausted, or if a file system does not respond. */
#include "base/failure.h"

#include "base/memory.h"

#include <ctype.h>
#include <granum/error.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_MAX = 4096, OPTION_MAX = 128, KEPT_WARNINGS = 1000, RANKS = 3 };
/* longest wait for the other ranks [s]; after bad input they may still be reading */
enum { PATIENCE = 5, PATIENCE_INPUT = 30 };

static struct {
  GrExit code;
  int agreed; /* number of ranks that have agreed on this failure; 0: none */
  char message[MESSAGE_MAX];
} failure = {.code = GR_EXIT_DONE};
static bool blames_options = false;
static int warnings;
static char last_warning[MESSAGE_MAX], *kept_warning[KEPT_WARNINGS];
static bool printed = true; /* the first rank prints the message of a failure before it leaves */
static int leaving;         /* exit code of a process that leaves */

PetscErrorCode GrFail(GrExit code, const char *format, ...)
{
  if (failure.code == GR_EXIT_DONE) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure.message, sizeof failure.message, format, arguments);
    va_end(arguments);
    failure.code = code;
  }
  return PETSC_ERR_USER;
}

GrExit GrFailureCode(void)
{
  return failure.code;
}

const char *GrFailureMessage(void)
{
  return failure.message;
}

void GrFailureClear(void)
{
  failure.code = GR_EXIT_DONE;
  failure.agreed = 0;
  failure.message[0] = '\0';
}

void GrWarn(FILE *out, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(last_warning, sizeof last_warning, format, arguments);
  va_end(arguments);
  if (warnings < KEPT_WARNINGS)
    kept_warning[warnings] = strdup(last_warning);
  warnings++;
  if (out)
    GrFailurePrint(out, GR_EXIT_DONE, last_warning);
}

const char *GrWarningsAt(int k)
{
  return k < warnings && k < KEPT_WARNINGS ? kept_warning[k] : NULL;
}

int GrWarnings(const char **last)
{
  *last = last_warning;
  return warnings;
}

void GrFailBlameOptions(bool on)
{
  blames_options = on;
}

static void ExitNow(void)
{
  _exit((int)failure.code);
}

static void ExitOnSignal(int signal)
{
  (void)signal;
  ExitNow();
}

/* Waits longer on a higher rank. If several ranks fail at the same time, the lowest rank prints its message and ends
   the others: by SIGTERM, and a second later by SIGKILL (Open MPI). */
static void AwaitTurn(void)
{
  static const struct timespec wait[RANKS] = {{0, 0}, {1, 200000000}, {1, 700000000}};
  int rank = 0;

  (void)MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  (void)signal(SIGTERM, SIG_DFL);
  nanosleep(&wait[PetscMin(rank, RANKS - 1)], NULL);
}

/* MPI_Abort of MPICH calls exit(). HDF5 then closes its files, which crashes after a failed write. Therefore the last
   handler that is registered, which exit() calls first, ends the process, and so does a crash. */
void GrFailAbort(void)
{
  (void)atexit(ExitNow);
  (void)signal(SIGSEGV, ExitOnSignal);
  AwaitTurn();
  fflush(stdout);
  GrFailurePrint(stderr, failure.code, failure.message);
  fflush(stderr);
  MPI_Abort(PETSC_COMM_WORLD, (int)failure.code);
}

/* Waits until all ranks have come to the agreement; ends the job after the longest wait. */
static PetscErrorCode AwaitOthers(MPI_Request *request)
{
  const struct timespec pause = {.tv_nsec = 1000000};
  const double latest = MPI_Wtime() + (failure.code == GR_EXIT_INPUT ? PATIENCE_INPUT : PATIENCE);
  int all = 0;

  while (!all) {
    PetscCallMPI(MPI_Test(request, &all, MPI_STATUS_IGNORE));
    if (!all && MPI_Wtime() > latest)
      GrFailAbort();
    if (!all)
      nanosleep(&pause, NULL);
  }
  return 0;
}

PetscErrorCode GrFailAgree(MPI_Comm comm, PetscErrorCode error)
{
  int rank, size, first;
  MPI_Request request;

  PetscCallMPI(MPI_Comm_size(comm, &size));
  if (size == 1 || (error && failure.code == GR_EXIT_DONE)) /* a defect: main aborts all ranks */
    return error;
  if (error && failure.agreed >= size)
    return error;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  first = error ? rank : size;
  PetscCallMPI(MPI_Iallreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm, &request));
  if (error && (failure.code == GR_EXIT_FILE || failure.code == GR_EXIT_INPUT))
    PetscCall(AwaitOthers(&request));
  else
    PetscCallMPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  if (first == size)
    return 0;
  failure.agreed = size;
  PetscCallMPI(MPI_Bcast(&failure, sizeof failure, MPI_BYTE, first, comm)); /* the first rank that has failed */
  return PETSC_ERR_USER;
}

static void Leave(int signal)
{
  (void)signal;
  if (!printed && write(STDERR_FILENO, failure.message, strlen(failure.message)) >= 0)
    (void)!write(STDERR_FILENO, "\n", 1);
  _exit(leaving);
}

void GrFailLeave(int exit_code)
{
  int rank;

  leaving = exit_code;
  if (exit_code != GR_EXIT_DONE)
    signal(SIGSEGV, Leave); /* HDF5 1.10 crashes in MPI_Finalize after a file could not be closed */
  if (failure.code != GR_EXIT_FILE)
    return;
  printed = MPI_Comm_rank(MPI_COMM_WORLD, &rank) != MPI_SUCCESS || rank == 0;
  signal(SIGALRM, Leave);
  alarm(PATIENCE);
}

/* Whether the sentence contains the word, not as a part of another word. */
static bool MentionsWord(const char *sentence, const char *word, size_t length)
{
  for (const char *at = sentence; *at; at++) {
    const bool begins = at == sentence || !isalnum((unsigned char)at[-1]);
    if (begins && strncmp(at, word, length) == 0 && !isalnum((unsigned char)at[length]))
      return true;
  }
  return false;
}

/* Finds the option whose value, or a part of it between colons, the sentence mentions: "-ts_dt abc"; "" if there is
   none. */
static void FindOption(const char *sentence, char option[OPTION_MAX])
{
  char *all, *name = NULL, *state;

  option[0] = '\0';
  if (!PetscInitializeCalled || PetscOptionsGetAll(NULL, &all))
    return;
  for (char *word = strtok_r(all, " ", &state); word; word = strtok_r(NULL, " ", &state)) {
    for (size_t at = 0, length = 0; name && word[at]; at += length + (word[at + length] == ':')) {
      length = strcspn(word + at, ":");
      if (length && MentionsWord(sentence, word + at, length))
        snprintf(option, OPTION_MAX, "%s %s", name, word);
    }
    name = word[0] == '-' ? word : NULL;
  }
  (void)PetscFree(all);
}

/* Prints nothing while a recorded failure is returned; otherwise PETSc's traceback. */
static PetscErrorCode HandleError(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                  PetscErrorType type, const char *message, void *context)
{
  /* these codes cannot be caused by the value of an option */
  if (blames_options && failure.code == GR_EXIT_DONE && type == PETSC_ERROR_INITIAL &&
      !(code == PETSC_ERR_SIG || code == PETSC_ERR_PLIB || code == PETSC_ERR_MPI || code == PETSC_ERR_MEM)) {
    const int length = message ? (int)strcspn(message, "\n") : 0;
    char option[OPTION_MAX];
    FindOption(length ? message : "", option);
    (void)GrFail(GR_EXIT_INPUT, "%s%s cannot be used: %.*s; correct it, or leave it out",
                 option[0] ? "the option " : "", option[0] ? option : "one of PETSc's options", length,
                 message ? message : "");
  }
  if (failure.code != GR_EXIT_DONE)
    return code;
  /* Memory is exhausted although GrMemoryDemand found enough. The job ends, because ranks that got their memory would
     wait for this rank. */
  if (code == PETSC_ERR_MEM) {
    int size = 1;
    if (PetscInitializeCalled)
      MPI_Comm_size(PETSC_COMM_WORLD, &size);
    (void)GrFail(GR_EXIT_INPUT, "%s, but only %.0f are available; use more nodes, or a smaller case", message,
                 GrMemoryAvailable());
    if (size > 1)
      GrFailAbort();
    return code;
  }
  return PetscTraceBackErrorHandler(comm, line, function, file, code, type, message, context);
}

PetscErrorCode GrErrorHandlerInstall(void)
{
  return PetscPushErrorHandler(HandleError, NULL);
}
