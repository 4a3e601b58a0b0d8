/* Catches signals, and decides on all ranks whether a run must end or a task is due; see stop.h. */
#include "run/stop.h"

#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

enum { CAUSE_WALL_TIME = 1000, CAUSE_FILE /* others: the number of the signal */ };
/* Shortest and longest interval of a task divided by its duration; see GrRunStopSpare. */
static const double SOON = 20, SPARE = 200;
static const double OFTEN = 0.125, SELDOM = 0.5, AGAIN = 1; /* [s] */
static const double FIRST_FLUSH = 2;                        /* after the start [s], unless output.flush is shorter */

static const struct {
  int number;
  const char *name;
} Signals[] = {
    {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"}, {SIGHUP, "SIGHUP"}};
enum { SIGNALS = sizeof(Signals) / sizeof(Signals[0]) };

static volatile sig_atomic_t caught; /* the first signal */
static volatile sig_atomic_t runs;   /* a run has begun: the first signal stops it with a checkpoint */
static struct timespec first;        /* when the first signal came */
static double begun = NAN;           /* GrRunStopCatch [s] */

/* Once a run has begun, further signals are ignored, so that they cannot interrupt its checkpoint. Before that there is
   nothing to save, and a second signal ends the process. Calls only functions that POSIX allows in a signal handler. */
static void CatchSignal(int number)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!caught) {
    first = now;
    caught = number;
  } else if (!runs && difftime(now.tv_sec, first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec) > AGAIN) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

/* nohup ignores SIGHUP. */
static bool IsHangUpIgnored(int number)
{
  struct sigaction now;
  return number == SIGHUP && sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void GrRunStopCatch(void)
{
  struct sigaction action = {.sa_handler = CatchSignal, .sa_flags = SA_RESTART};
  int clock;

  sigemptyset(&action.sa_mask);
  for (int k = 0; k < SIGNALS; k++)
    if (!IsHangUpIgnored(Signals[k].number))
      sigaction(Signals[k].number, &action, NULL);
  MPI_Initialized(&clock);
  begun = clock ? MPI_Wtime() : NAN;
}

void GrRunStopRelease(void)
{
  for (int k = 0; k < SIGNALS; k++)
    if (!IsHangUpIgnored(Signals[k].number))
      signal(Signals[k].number, SIG_DFL);
  if (caught)
    raise(caught);
}

void GrRunStopBegin(GrRunStop *stop, MPI_Comm comm, const GrOutput *output)
{
  const double now = MPI_Wtime();

  runs = 1;
  *stop = (GrRunStop){.comm = comm, .began = now, .looked = now, .stride = 1, .wall_time = output->wall_time};
  stop->deadline = output->wall_time > 0 ? (isnan(begun) ? now : begun) + output->wall_time : INFINITY;
  stop->period[GR_ALARM_FLUSH] = PetscMin(output->flush, FIRST_FLUSH);
  stop->period[GR_ALARM_CHECKPOINT] = output->checkpoint_wall_time;
  for (GrAlarm alarm = 0; alarm < GR_ALARMS; alarm++)
    GrRunStopDone(stop, alarm);
  stop->period[GR_ALARM_KEEP] = output->checkpoint_failure ? DBL_MIN : 0; /* due after the first step */
}

void GrRunStopSpare(GrRunStop *stop, GrAlarm alarm, double since)
{
  GrRunStopDone(stop, alarm);
  const double cost = stop->done[alarm] - since, passed = stop->done[alarm] - stop->began;
  stop->period[alarm] = PetscMax(SELDOM, PetscMin(SPARE * cost, PetscMax(SOON * cost, passed)));
}

void GrRunStopDone(GrRunStop *stop, GrAlarm alarm)
{
  stop->done[alarm] = MPI_Wtime();
  stop->due[alarm] = false;
}

PetscErrorCode GrRunStopLook(GrRunStop *stop, PetscInt64 step)
{
  enum { CAUSE, ELAPSED, DUE, ASKED = DUE + GR_ALARMS, NUMBERS = ASKED + GR_REQUESTS };
  double mine[NUMBERS], all[NUMBERS];
  int message; /* only so that MPI answers other groups of ranks, which take a case of the study (run/study/groups.h) */

  if (step < stop->next)
    return 0;
  const double now = MPI_Wtime();
  PetscCallMPI(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, stop->comm, &message, MPI_STATUS_IGNORE));
  GrRunFolderRequestsLook(&stop->requests);
  for (GrRequest k = 0; k < GR_REQUESTS; k++)
    mine[ASKED + k] = GrRunFolderRequestsAsk(&stop->requests, k);
  mine[CAUSE] = mine[ASKED + GR_REQUEST_STOP] > 0 ? CAUSE_FILE
                : caught                          ? caught
                : now >= stop->deadline           ? CAUSE_WALL_TIME
                                                  : 0;
  mine[ELAPSED] = now - stop->looked;
  for (int k = 0; k < GR_ALARMS; k++)
    mine[DUE + k] = stop->period[k] > 0 && now - stop->done[k] >= stop->period[k];
  PetscCallMPI(MPI_Allreduce(mine, all, NUMBERS, MPI_DOUBLE, MPI_MAX, stop->comm));
  stop->cause = (int)all[CAUSE];
  for (int k = 0; k < GR_ALARMS; k++)
    stop->due[k] = all[DUE + k] > 0;
  for (int k = 0; k < GR_REQUESTS; k++)
    stop->asked[k] = all[ASKED + k] > 0;
  stop->looked = now;
  if (all[ELAPSED] < OFTEN) /* the exchanges are too frequent; below: too rare */
    stop->stride *= 2;
  else if (all[ELAPSED] > SELDOM)
    stop->stride = PetscMax(1, (PetscInt64)((double)stop->stride * OFTEN / all[ELAPSED]));
  stop->next = step + stop->stride;
  return 0;
}

void GrRunStopCause(const GrRunStop *stop, char *text, size_t length)
{
  if (stop->cause == CAUSE_WALL_TIME)
    snprintf(text, length, "the wall time of %g s", stop->wall_time);
  if (stop->cause == CAUSE_FILE)
    snprintf(text, length, "the file stop");
  for (int k = 0; k < SIGNALS; k++)
    if (stop->cause == Signals[k].number)
      snprintf(text, length, "%s", Signals[k].name);
}
