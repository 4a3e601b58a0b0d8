/* progress: see progress.h. The clock is read about ten times a second, whatever a step costs. */
#include "output/progress.h"

#include <petsctime.h>
#include <stdio.h>
#include <unistd.h>

static const double TERMINAL_EVERY = 0.5, LOG_EVERY = 30, LOOK_EVERY = 0.1; /* [s] */

static double Now(void)
{
  PetscLogDouble now = 0;
  (void)PetscTime(&now);
  return now;
}

void GrProgressBegin(GrProgress *p, int rank, double end)
{
  p->shown = (PetscBool)(rank == 0);
  p->terminal = (PetscBool)isatty(STDOUT_FILENO);
  p->end = end;
  p->begun = p->last = Now();
  p->countdown = p->stride = 1;
}

static void Print(const GrProgress *p, PetscInt64 step, double time, double now)
{
  double done = time / p->end, left = (now - p->begun) * (1 - done) / done;
  int minutes = (int)(left / 60);

  printf("%s%5.1f %%  t = %.6g s  step %" PetscInt64_FMT "  %d:%02d left%s", p->terminal ? "\r" : "", 100 * done, time,
         step, minutes, (int)(left - 60 * minutes), p->terminal ? "   " : "\n");
  fflush(stdout);
}

void GrProgressStep(GrProgress *p, PetscInt64 step, double time)
{
  if (!p->shown || --p->countdown > 0)
    return;
  double now = Now(), since = now - p->last;
  double per_step = (now - p->begun) / (double)(step > 0 ? step : 1);
  p->stride = per_step * (double)p->stride * 2 < LOOK_EVERY
                  ? p->stride * 2
                  : (p->stride > 1 && per_step * (double)p->stride > 2 * LOOK_EVERY ? p->stride / 2 : p->stride);
  p->countdown = p->stride;
  if (since < (p->terminal ? TERMINAL_EVERY : LOG_EVERY) || !(time > 0))
    return;
  p->last = now;
  Print(p, step, time, now);
}

void GrProgressEnd(GrProgress *p)
{
  if (p->shown && p->terminal)
    printf("\r%70s\r", "");
}
