/* Decisions to stop a run early (run/stop.h), on a clock that the test sets: signals before and during a run, the limit
   of the wall-clock time, tasks that are due, and the number of steps between two reductions. Functions of MPI are
   replaced, so that MPI is not started. Each signal test runs in its own process.
   Labels: io run. */
#include "unit.h"

#include "run/stop.h"

#include <float.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#undef MPI_Allreduce
static double now = 1000.75; /* [s] */
static int reductions, mpi_runs = 1;

double MPI_Wtime(void)
{
  return now;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
  time->tv_sec = (time_t)floor(now);
  time->tv_nsec = (long)((now - floor(now)) * 1e9);
  return 0;
}

int MPI_Initialized(int *flag)
{
  *flag = mpi_runs;
  return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
  *size = 1;
  return MPI_SUCCESS;
}

int MPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
  *flag = 0;
  return MPI_SUCCESS;
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
  *flag = 0;
  return MPI_SUCCESS;
}

int MPI_Allreduce(const void *mine, void *all, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
  memcpy(all, mine, (size_t)n * sizeof(double));
  reductions++;
  return MPI_SUCCESS;
}

/* Looks after a step at a later time [s]. */
static void Look(GrRunStop *stop, PetscInt64 step, double later)
{
  now += later;
  assert_int_equal(GrRunStopLook(stop, step), 0);
}

/* Runs a function in a process of its own; returns the signal that ended the process, or 0. */
static int EndOf(void (*act)(void))
{
  int status;
  const pid_t child = fork();

  assert_true(child >= 0);
  if (child == 0) {
    act();
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void Begin(GrRunStop *stop)
{
  const GrOutput output = {.flush = 10};
  GrRunStopBegin(stop, MPI_COMM_SELF, &output);
}

static void OneSignal(void)
{
  GrRunStopCatch();
  raise(SIGTERM);
}

static void SecondSignalAtOnce(void)
{
  OneSignal();
  now += 0.9;
  raise(SIGINT);
}

static void SecondSignalLater(void)
{
  OneSignal();
  now += 1.1;
  raise(SIGINT);
}

static void SignalsDuringRun(void)
{
  GrRunStop stop;

  GrRunStopCatch();
  Begin(&stop);
  raise(SIGUSR1);
  now += 5;
  raise(SIGINT);
}

static void SignalAfterRun(void)
{
  SignalsDuringRun();
  GrRunStopRelease();
}

static void SignalAfterRelease(void)
{
  GrRunStopCatch();
  GrRunStopRelease();
  raise(SIGUSR2);
}

static void HangUpIgnored(void)
{
  signal(SIGHUP, SIG_IGN);
  SignalAfterRelease();
}

static void HangUpUnderNohup(void)
{
  GrRunStop stop;

  signal(SIGHUP, SIG_IGN);
  GrRunStopCatch();
  Begin(&stop);
  raise(SIGHUP);
  Look(&stop, 1, 1);
  raise(stop.cause ? SIGABRT : SIGHUP);
  GrRunStopRelease();
  raise(SIGHUP);
}

static const struct {
  int number;
  const char *name;
} Stopping[] = {
    {SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"}, {SIGHUP, "SIGHUP"}};
enum { STOPPING = sizeof(Stopping) / sizeof(Stopping[0]) };
static int sent; /* index in Stopping of the signal that CauseOfStop sends */

static void CauseOfStop(void)
{
  GrRunStop stop;
  char text[64] = "";

  GrRunStopCatch();
  Begin(&stop);
  Look(&stop, 1, 1);
  if (stop.cause)
    raise(SIGABRT);
  raise(Stopping[sent].number);
  raise(SIGTERM);
  Look(&stop, 100, 1);
  GrRunStopCause(&stop, text, sizeof(text));
  if (strcmp(text, Stopping[sent].name) != 0)
    raise(SIGABRT);
}

/* Before a run has begun, a second signal ends the process after 1 s. During the run further signals have no effect,
   and the first is raised again when the run has ended. */
static void TestSignals(void **state)
{
  assert_int_equal(EndOf(OneSignal), 0);
  assert_int_equal(EndOf(SecondSignalAtOnce), 0);
  assert_int_equal(EndOf(SecondSignalLater), SIGINT);
  assert_int_equal(EndOf(SignalsDuringRun), 0);
  assert_int_equal(EndOf(SignalAfterRun), SIGUSR1);
  assert_int_equal(EndOf(SignalAfterRelease), SIGUSR2);
  assert_int_equal(EndOf(HangUpIgnored), SIGUSR2);
  assert_int_equal(EndOf(HangUpUnderNohup), 0);
  for (sent = 0; sent < STOPPING; sent++)
    assert_int_equal(EndOf(CauseOfStop), 0);
}

/* The limit counts from GrRunStopCatch, if MPI was started before it, or otherwise from the start of the run. */
static void TestWallTime(void **state)
{
  const GrOutput output = {.wall_time = 60};
  GrRunStop stop;
  char text[64] = "";

  Begin(&stop);
  assert_true(isinf(stop.deadline));
  GrRunStopBegin(&stop, MPI_COMM_SELF, &output);
  assert_true(stop.deadline == now + 60);
  Look(&stop, 1, 59.5);
  assert_int_equal(stop.cause, 0);
  Look(&stop, 2, 0.5);
  assert_int_not_equal(stop.cause, 0);
  GrRunStopCause(&stop, text, sizeof(text));
  assert_string_equal(text, "the wall time of 60 s");
  GrRunStopCatch();
  now += 7;
  GrRunStopBegin(&stop, MPI_COMM_SELF, &output);
  assert_true(stop.deadline == now + 53);
  mpi_runs = 0;
  GrRunStopCatch();
  now += 7;
  GrRunStopBegin(&stop, MPI_COMM_SELF, &output);
  assert_true(stop.deadline == now + 60);
}

/* The first flush is due after 2 s, unless output.flush is shorter. A checkpoint in memory is due after the first step;
   later its interval is the time since the start, but from 20 to 200 times its duration, and at least 0.5 s. */
static void TestAlarms(void **state)
{
  const GrOutput often = {.flush = 0.5}, seldom = {.flush = 10, .checkpoint_wall_time = 5, .checkpoint_failure = true};
  GrRunStop stop;

  GrRunStopBegin(&stop, MPI_COMM_SELF, &often);
  Look(&stop, 1, 0.5);
  assert_true(stop.due[GR_ALARM_FLUSH] && !stop.due[GR_ALARM_CHECKPOINT] && !stop.due[GR_ALARM_KEEP]);
  GrRunStopBegin(&stop, MPI_COMM_SELF, &seldom);
  Look(&stop, 1, 1);
  assert_true(!stop.due[GR_ALARM_FLUSH] && !stop.due[GR_ALARM_CHECKPOINT] && stop.due[GR_ALARM_KEEP]);
  now += 0.25;
  GrRunStopSpare(&stop, GR_ALARM_KEEP, now - 0.25); /* due again after 5 s, not only after 50 s */
  assert_false(stop.due[GR_ALARM_KEEP]);
  Look(&stop, 2, 0.75);
  assert_true(stop.due[GR_ALARM_FLUSH] && !stop.due[GR_ALARM_CHECKPOINT] && !stop.due[GR_ALARM_KEEP]);
  GrRunStopDone(&stop, GR_ALARM_FLUSH);
  assert_false(stop.due[GR_ALARM_FLUSH]);
  Look(&stop, 3, 3);
  assert_true(stop.due[GR_ALARM_CHECKPOINT] && !stop.due[GR_ALARM_KEEP] && !stop.due[GR_ALARM_REPORT]);
  Look(&stop, 4, 1.25);
  assert_true(stop.due[GR_ALARM_KEEP]);
  GrRunStopSpare(&stop, GR_ALARM_KEEP, now);
  Look(&stop, 5, 0.375);
  assert_false(stop.due[GR_ALARM_KEEP]);
  Look(&stop, 6, 0.125);
  assert_true(stop.due[GR_ALARM_KEEP]);
  now += 1000;
  GrRunStopSpare(&stop, GR_ALARM_KEEP, now - 0.25); /* in a long run after 50 s */
  Look(&stop, 7, 49);
  assert_false(stop.due[GR_ALARM_KEEP]);
  Look(&stop, 8, 1);
  assert_true(stop.due[GR_ALARM_KEEP]);
}

/* Reductions follow each other after 1/8 s to 1/2 s: the number of steps between them is doubled or divided. */
static void TestStride(void **state)
{
  GrRunStop stop;
  PetscInt64 step = 1;

  Begin(&stop);
  reductions = 0;
  for (; step < 1024; step++)
    Look(&stop, step, 0);
  assert_int_equal(reductions, 10);
  Look(&stop, stop.next, 0.25);
  assert_int_equal(stop.stride, 1024);
  Look(&stop, stop.next, 0.5);
  assert_int_equal(stop.stride, 1024);
  Look(&stop, stop.next, 1);
  assert_int_equal(stop.stride, 128);
  Look(&stop, stop.next, 1000);
  assert_int_equal(stop.stride, 1);
}

/* TestSignals is the first case: no run has begun in this process. */
UNIT(CASE(TestSignals), CASE(TestWallTime), CASE(TestAlarms), CASE(TestStride));
