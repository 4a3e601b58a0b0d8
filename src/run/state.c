/* Properties of a run that programs can read, and its step count; see granum/run.h. */
#include "run/run_impl.h"

#include "base/shell.h"
#include <granum/command.h>
#include <granum/error.h>

bool GrRunStopped(GrRun run, char *message, size_t length)
{
  char cause[64] = "", command[GR_SHELL_MAX];

  if (!run->stop.cause)
    return false;
  GrRunStopCause(&run->stop, cause, sizeof(cause));
  if (run->directory)
    snprintf(message, length, "stopped by %s at t = %.9g s; to continue, type: %s", cause, run->world->clock.committed,
             GrShellCommand("resume", run->directory, command));
  else
    snprintf(message, length, "stopped by %s at t = %.9g s", cause, run->world->clock.committed);
  return true;
}

TS GrRunTS(GrRun run)
{
  return run->ts;
}

Vec GrRunState(GrRun run)
{
  return run->state;
}

enum { COUNT_MAX = PETSC_MAX_INT - 1 }; /* PETSc ends a run at PETSC_MAX_INT steps */

PetscErrorCode GrRunStep(GrRun run, PetscInt64 *step)
{
  PetscInt count;

  PetscCall(TSGetStepNumber(run->ts, &count));
  *step = run->steps_before + count;
  return 0;
}

PetscErrorCode GrRunSetStep(GrRun run, PetscInt64 step)
{
  run->steps_before = step < COUNT_MAX ? 0 : step - 1; /* TS treats a count of 0 as the start */
  return TSSetStepNumber(run->ts, (PetscInt)(step - run->steps_before));
}

PetscErrorCode GrRunCountOn(GrRun run)
{
  PetscInt count;

  PetscCall(TSGetStepNumber(run->ts, &count));
  if (count >= COUNT_MAX)
    PetscCall(GrRunSetStep(run, run->steps_before + count));
  return 0;
}

const char *GrRunWarning(GrRun run, int k)
{
  if (run->folder)
    return GrRunFolderWarning(run->folder, k);
  return run->world->rank == 0 ? GrWarningsAt(k) : NULL;
}

const char *GrRunDirectoryOf(GrRun run)
{
  return run->directory;
}

const char *GrRunStepReason(GrRun run)
{
  return run->reason;
}
