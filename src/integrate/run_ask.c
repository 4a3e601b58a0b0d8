/* run_ask: what a run says of itself when asked; see granum/run.h. */
#include "integrate/run_impl.h"

PetscBool GrRunStopped(GrRun run, char *message, size_t length)
{
  char cause[64] = "";

  if (!run->stop.cause)
    return PETSC_FALSE;
  GrStopCause(&run->stop, cause, sizeof(cause));
  if (run->directory)
    snprintf(message, length, "stopped by %s at t = %.9g s; to go on: granum resume %s", cause,
             run->world->committed_time, run->directory);
  else
    snprintf(message, length, "stopped by %s at t = %.9g s", cause, run->world->committed_time);
  return PETSC_TRUE;
}

TS GrRunTS(GrRun run)
{
  return run->ts;
}

Vec GrRunState(GrRun run)
{
  return run->state;
}

const char *GrRunDirectoryOf(GrRun run)
{
  return run->directory;
}

const char *GrRunStepReason(GrRun run)
{
  return run->reason;
}
