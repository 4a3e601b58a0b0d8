/* Watchdog: a thread of each rank compares the progress of the ranks of its node; see watch.h.

   The thread calls MPI only to end the job. MPI_Abort may itself wait for a network that has failed. The process then
   ends by _exit, and the launcher of the job ends the other processes. */
#include "base/watch.h"

#include "base/shell.h"
#include "base/timers.h"
#include <dirent.h>
#include <fcntl.h>
#include <granum/error.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LOOKS = 4 /* looks at the folder per limit */, TICKS = 16, TEXT_MAX = 4096, HOST_MAX = 256 };
static const double TICK = 1, PATIENCE = 10; /* longest time between wake-ups; time for MPI_Abort [s] */

/* Progress of a rank as its thread saw it at its last wake-up, in memory that the ranks of the node share. */
typedef struct {
  volatile PetscInt64 marks, ticks;
  volatile int phase, rank, reports;
} Seen;

struct GrWatchProgress GrWatchMine = {.phase = GR_WATCH_SETUP};

static struct {
  double limit, tick; /* [s] */
  char directory[PETSC_MAX_PATH_LEN];
  MPI_Comm node;
  MPI_Win window; /* MPI_WIN_NULL: the node has one rank */
  int n, mine, ranks;
  Seen *seen;        /* [n] ranks of the node */
  PetscInt64 *ticks; /* [n] wake-ups of each rank when the node last made progress */
  bool resumable;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  bool on, ends, refused; /* refused: no memory or thread */
} watch = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* A number that changes when a file of the folder changes. */
static double ExamineFolder(void)
{
  DIR *entries = watch.directory[0] ? opendir(watch.directory) : NULL;
  struct stat status;
  double sum = 0;

  for (struct dirent *entry = entries ? readdir(entries) : NULL; entry; entry = readdir(entries)) {
    if (fstatat(dirfd(entries), entry->d_name, &status, 0) == 0)
      sum += (double)status.st_size + 1e-3 * (double)(status.st_mtim.tv_nsec / 1000) + (double)status.st_mtim.tv_sec;
    const char *end = strrchr(entry->d_name, '.');
    if (strncmp(entry->d_name, "checkpoint-", 11) == 0 && end && strcmp(end, ".h5") == 0)
      watch.resumable = true;
  }
  if (entries)
    closedir(entries);
  return sum;
}

static const char *NamePhase(int phase)
{
  return phase >= 0 && phase < GR_PHASE_COUNT ? GrPhases[phase].name : "set-up";
}

/* Appends the ranks of the node whose threads are awake or not and whose phase has this name. */
static void AppendRanks(int phase, bool awake, char text[TEXT_MAX])
{
  char list[TEXT_MAX / 2] = "";
  size_t end = strlen(text);
  int count = 0;

  for (int i = 0; i < watch.n; i++) {
    const Seen *s = &watch.seen[i];
    const size_t length = strlen(list);
    if (s->phase == phase && (s->ticks > watch.ticks[i] + 1) == awake)
      snprintf(list + length, sizeof(list) - length, "%s%d", count++ ? ", " : "", s->rank);
  }
  if (count)
    snprintf(text + end, TEXT_MAX - end, "%srank%s %s in the phase '%s'%s", end ? "; " : "", count > 1 ? "s" : "", list,
             NamePhase(phase), awake ? "" : ", stopped or killed");
}

/* Prints which ranks are in which phase, and ends the job. The lock of the folder is emptied, as by a run that stops,
   so that a batch script does not take this job for a run that still holds the folder. */
static void EndJob(double idle)
{
  char text[TEXT_MAX] = "", host[HOST_MAX] = "", since[32] = "", path[PETSC_MAX_PATH_LEN + 16],
       command[GR_SHELL_MAX] = "";
  const time_t begun = time(NULL) - (time_t)idle;
  struct tm utc;

  for (int awake = 0; awake < 2; awake++)
    for (int phase = GR_WATCH_SETUP; phase < GR_PHASE_COUNT; phase++)
      AppendRanks(phase, awake, text);
  (void)gethostname(host, sizeof(host) - 1);
  (void)strftime(since, sizeof(since), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&begun, &utc));
  snprintf(path, sizeof(path), "%s/.granum.lock", watch.directory);
  if (watch.directory[0])
    (void)open(path, O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC); /* the process ends */
  if (watch.resumable)
    GrShellCommand("resume", watch.directory, command);
  fprintf(
      stderr,
      "granum: no progress on host %s for %g s (run.watchdog), since %s: %s; the job ends. If the network, the file "
      "system and all nodes work, %s%s\n",
      host, watch.limit, since, text, watch.resumable ? "continue from the last checkpoint: " : "run the case again",
      command);
  fflush(stderr);
  if (watch.ranks > 1)
    MPI_Abort(PETSC_COMM_WORLD, GR_EXIT_STOPPED);
  nanosleep(&(struct timespec){.tv_sec = watch.ranks > 1 ? (time_t)PATIENCE : 0}, NULL);
  _exit(GR_EXIT_STOPPED);
}

/* Waits for a tick. Returns whether the watch continues. */
static bool Sleep(void)
{
  struct timespec until;

  clock_gettime(CLOCK_REALTIME, &until);
  const double at = (double)until.tv_nsec * 1e-9 + watch.tick;
  until.tv_sec += (time_t)at;
  until.tv_nsec = (long)(1e9 * (at - floor(at)));
  pthread_mutex_lock(&watch.mutex);
  if (!watch.ends)
    pthread_cond_timedwait(&watch.wake, &watch.mutex, &until);
  const bool ends = watch.ends;
  pthread_mutex_unlock(&watch.mutex);
  return !ends;
}

/* Publishes the progress of this rank and returns the sum of the counts of the node. */
static PetscInt64 SumMarks(void)
{
  Seen *mine = &watch.seen[watch.mine];
  PetscInt64 sum = 0;

  mine->marks = GrWatchMine.marks;
  mine->phase = GrWatchMine.phase;
  mine->ticks++;
  for (int i = 0; i < watch.n; i++)
    sum += watch.seen[i].marks;
  return sum;
}

static void *Watch(void *context)
{
  const int most = (int)ceil(watch.limit / watch.tick), look = PetscMax(1, most / LOOKS);
  PetscInt64 before = -1;
  double folder = 0;
  int idle = 0;

  (void)context;
  while (Sleep()) {
    const PetscInt64 sum = SumMarks();
    const double now = sum == before && ++idle % look == 0 ? ExamineFolder() : folder;
    if (sum != before || now != folder) {
      idle = 0;
      for (int i = 0; i < watch.n; i++)
        watch.ticks[i] = watch.seen[i].ticks;
    }
    before = sum;
    folder = now;
    if (idle > most && __atomic_exchange_n(&watch.seen[0].reports, 1, __ATOMIC_SEQ_CST) == 0)
      EndJob(watch.limit);
    if (idle > most + (int)(2 * PATIENCE / watch.tick)) /* the rank that reported could not end the job */
      _exit(GR_EXIT_STOPPED);
  }
  return NULL;
}

/* Allocates the table of the ranks of this node; watch.seen NULL: MPI refuses, on all ranks of the node. */
static PetscErrorCode ShareTable(MPI_Comm comm)
{
  MPI_Aint bytes;
  int unit, rank, failed = 0;
  void *own;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &watch.ranks));
  PetscCallMPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &watch.node));
  PetscCallMPI(MPI_Comm_rank(watch.node, &watch.mine));
  PetscCallMPI(MPI_Comm_size(watch.node, &watch.n));
  PetscCallMPI(MPI_Comm_set_errhandler(watch.node, MPI_ERRORS_RETURN));
  watch.window = MPI_WIN_NULL;
  watch.seen = watch.n == 1 ? malloc(sizeof(Seen)) : NULL;
  if (watch.n > 1)
    failed = MPI_Win_allocate_shared(sizeof(Seen), 1, MPI_INFO_NULL, watch.node, &own, &watch.window) != MPI_SUCCESS;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, watch.node));
  if (watch.n > 1 && !failed)
    PetscCallMPI(MPI_Win_shared_query(watch.window, 0, &bytes, &unit, &watch.seen));
  PetscCall(PetscCalloc1(watch.n, &watch.ticks));
  if (watch.seen)
    watch.seen[watch.mine] = (Seen){.phase = GR_WATCH_SETUP, .rank = rank};
  PetscCallMPI(MPI_Barrier(watch.node));
  return 0;
}

PetscErrorCode GrWatchBegin(MPI_Comm comm, double limit, const char *directory)
{
  sigset_t all, before;
  int rank;

  if (watch.on || watch.refused || !(limit > 0))
    return 0;
  PetscCall(ShareTable(comm));
  watch.limit = limit;
  watch.tick = PetscMin(TICK, limit / TICKS);
  watch.resumable = watch.ends = false;
  PetscCall(PetscStrncpy(watch.directory, directory ? directory : "", sizeof(watch.directory)));
  pthread_cond_init(&watch.wake, NULL);
  sigfillset(&all); /* signals are for the thread of the run */
  pthread_sigmask(SIG_SETMASK, &all, &before);
  watch.on = watch.seen && pthread_create(&watch.thread, NULL, Watch, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  watch.refused = !watch.on;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (watch.refused && rank == 0)
    GrWarn(stderr, "the watchdog (run.watchdog) has no shared memory or no thread; the run continues without it");
  return 0;
}

PetscErrorCode GrWatchEnd(bool failed)
{
  if (!watch.on)
    return 0;
  pthread_mutex_lock(&watch.mutex);
  watch.ends = true;
  pthread_cond_signal(&watch.wake);
  pthread_mutex_unlock(&watch.mutex);
  pthread_join(watch.thread, NULL);
  pthread_cond_destroy(&watch.wake);
  watch.on = false;
  GrWatchMine.phase = GR_WATCH_SETUP;
  PetscCall(PetscFree(watch.ticks));
  if (failed)
    return 0;
  if (watch.window == MPI_WIN_NULL)
    free(watch.seen);
  else
    PetscCallMPI(MPI_Win_free(&watch.window));
  PetscCallMPI(MPI_Comm_free(&watch.node));
  return 0;
}
