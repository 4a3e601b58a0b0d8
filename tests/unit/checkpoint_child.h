/* Shared by tests of checkpoints in child processes. Each child has a time limit, so that a crash or a hang is a
   failure of the test; the parent never starts MPI. */
#ifndef GRANUM_TESTS_CHECKPOINT_CHILD_H
#define GRANUM_TESTS_CHECKPOINT_CHILD_H

#include "checkpoint_example.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { LIMIT = 500 }; // time limit of a child [s]; sanitized programs are several times slower

/* Report of a child to its parent, in shared memory. */
static volatile struct {
  long trial;        /* current trial, for the message after a crash */
  long refused;      /* files refused */
  int64_t committed; /* step of the last commit that has returned, -1 before any */
  int turn;          /* number of the child that may write */
  int64_t resumed;   /* commits since the last kill */
  bool ready;        /* writing now */
} * told;

#define DEMAND(condition, ...)                                                                                         \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "line %d: ", __LINE__);                                                                          \
      fprintf(stderr, __VA_ARGS__);                                                                                    \
      fputc('\n', stderr);                                                                                             \
      _exit(1);                                                                                                        \
    }                                                                                                                  \
  } while (0)

/* Open MPI's singletons share a session folder, which the first one to end removes; therefore each child has its
   own. */
static void OwnSession(void)
{
  char session[512];
  snprintf(session, sizeof(session), "%s.mpi/%d", folder, (int)getpid());
  DEMAND(mkdir(session, 0777) == 0, "cannot make %s", session);
  setenv("OMPI_MCA_orte_tmpdir_base", session, 1);
}

static pid_t Start(void (*work)(void))
{
  pid_t process = fork();
  if (process == 0) {
    alarm(LIMIT);
    OwnSession();
    DEMAND(!PetscInitializeNoArguments() && !PetscPopSignalHandler() && !GrErrorHandlerInstall(), "no PETSc");
    work();
    _exit(PetscFinalize() ? 1 : 0);
  }
  return process;
}

static void Run(void (*work)(void))
{
  int status;
  assert_true(waitpid(Start(work), &status, 0) > 0);
  FACT(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child ended with status %x at trial %ld", (unsigned)status,
       told->trial);
}

static int Setup(void **state)
{
  char session[512];
  memset((void *)told, 0, sizeof(*told));
  int failed = MakeFolder();
  snprintf(session, sizeof(session), "%s.mpi", folder);
  return failed || mkdir(session, 0777) != 0;
}

static int Teardown(void **state)
{
  return RemoveFolder();
}

/* Makes the memory of the report before the first case. */
static int ShareReport(void **state)
{
  told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return told == MAP_FAILED;
}

#endif
