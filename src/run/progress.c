/* Prints the progress of a run; see progress.h. The clock is read about ten times a second. */
#include "run/progress.h"

#include <math.h>
#include <petsctime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double TERMINAL_EVERY = 0.5, LOG_EVERY = 30, LOOK_EVERY = 0.1; /* [s] */

static double WallClock(void)
{
  PetscLogDouble now = 0;
  (void)PetscTime(&now);
  return now;
}

/* Under mpirun a rank writes into a pseudo-terminal whatever mpirun's own output is, so the parent's is looked at as
 * well. */
static bool OnTerminal(void)
{
  char link[64], target[64];
  ssize_t length;

  if (!isatty(STDOUT_FILENO))
    return false;
  snprintf(link, sizeof(link), "/proc/%ld/fd/1", (long)getppid());
  length = readlink(link, target, sizeof(target) - 1);
  if (length < 0) /* unknown: then only if no launcher started this process */
    return !(getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK"));
  target[length] = '\0';
  return !strncmp(target, "/dev/pts/", 9) || !strncmp(target, "/dev/tty", 8);
}

void GrRunProgressBegin(GrRunProgress *p, int rank, const char *what, double from, double end)
{
  p->what = what;
  p->shown = rank == 0;
  p->terminal = OnTerminal();
  p->from = from;
  p->end = end;
  p->begun = p->last = WallClock();
  p->stride = 1;
  p->next = 0;
  p->first = -1;
}

static void PrintProgress(const GrRunProgress *p, PetscInt64 step, double time, const char *more, bool renewed)
{
  const double done = time > p->from ? (time - p->from) / (p->end - p->from) : NAN,
               left = fmax(0, (WallClock() - p->begun) * (1 - done) / done); /* 0: unknown */
  int minutes = (int)(left / 60);
  char where[80];

  if (p->what)
    snprintf(where, sizeof(where), "%.0f of %.0f %s", time, p->end, p->what);
  else
    snprintf(where, sizeof(where), "t = %.6g s  step %" PetscInt64_FMT, time, step);
  printf("%s%5.1f %%  %s%s  %d:%02d left%s", renewed ? "\r" : "", 100 * time / p->end, where, more, minutes,
         (int)(left - 60 * minutes), renewed ? "   " : "\n");
  fflush(stdout);
}

void GrRunProgressStep(GrRunProgress *p, PetscInt64 step, double time)
{
  if (!p->shown || step < p->next || (!p->what && !p->terminal))
    return;
  p->first = p->first < 0 ? step - 1 : p->first;
  double now = WallClock(), since = now - p->last,
         per_look = (now - p->begun) / (double)PetscMax(1, step - p->first) * (double)p->stride;
  if (per_look < 0.5 * LOOK_EVERY)
    p->stride *= 2;
  else if (per_look > 2 * LOOK_EVERY && p->stride > 1)
    p->stride /= 2;
  p->next = step + p->stride;
  if (since < (p->terminal ? TERMINAL_EVERY : LOG_EVERY) || !(time > 0))
    return;
  p->last = now;
  PrintProgress(p, step, time, "", p->terminal);
}

void GrRunProgressLine(GrRunProgress *p, PetscInt64 step, double time, const char *more)
{
  GrRunProgressEnd(p);
  PrintProgress(p, step, time, more, false);
}

void GrRunProgressEnd(GrRunProgress *p)
{
  if (p->shown && p->terminal)
    printf("\r%70s\r", "");
}
