/* Measures the wall-clock time of each phase of a run, in some of its steps; see timers.h. */
#include "base/timers.h"

#include <petsctime.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { READINGS = 32, BATCHES = 8 };

const GrPhaseRow GrPhases[GR_PHASE_COUNT] = {
    [GR_PHASE_HALO] = {"halo", "exchange of ghosts (copies of particles of other ranks), including waiting", true},
    [GR_PHASE_FORCES] = {"force pass", "drift, contact forces, their sums and kick of owned particles", true},
    [GR_PHASE_GHOST] = {"ghost contacts", "chains: the force pass of contacts with ghosts and of their beads", true},
    [GR_PHASE_COMMIT] = {"commit", "contact histories and dissipated energy are accepted at the end of a step", true},
    [GR_PHASE_REBUILD] = {"rebuild", "migration, ghosts, neighbour list and its contact histories", false},
    [GR_PHASE_OUTPUT] = {"output", "sampling, writing, checkpoints", false},
    [GR_PHASE_INTEGRATION] = {"integration", "the rest of a step: PETSc's TS, detectors, check for due output", false},
};

double GrTimersNow(void)
{
  PetscLogDouble now = 0;
  (void)PetscTime(&now);
  return now;
}

/* A process: its program, its parent, and its age [s]; 0 if the system does not provide it. */
typedef struct {
  char program[32];
  int parent;
  double age;
} Process;

/* Reads /proc/PID/stat: PID (program) state parent ...; field 22 is the time of its start after the boot [ticks]. */
static Process ReadProcess(int pid)
{
  enum { FIELD = 22 - 3 };
  Process process = {"", 0, 0};
  char path[64], text[1024] = "";
  unsigned long long ticks = 0;
  struct timespec now = {0};

  snprintf(path, sizeof(path), "/proc/%d/stat", pid);
  FILE *file = fopen(path, "r");
  if (!file)
    return process;
  const char *at = fgets(text, sizeof(text), file) ? strrchr(text, ')') : NULL;
  fclose(file);
  if (!at || sscanf(text, "%*d (%31[^)]", process.program) != 1 || sscanf(at, ") %*c %d", &process.parent) != 1)
    return process;
  at += 2;
  for (int k = 0; k < FIELD && at; k++)
    at = strchr(at + 1, ' ');
  if (at && sscanf(at, "%llu", &ticks) == 1 && clock_gettime(CLOCK_BOOTTIME, &now) == 0)
    process.age = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - (double)ticks / (double)sysconf(_SC_CLK_TCK);
  return process;
}

/* Whether a program of this name starts the ranks of a run. */
static bool IsLauncher(const char *program)
{
  static const char *const launchers[] = {"mpirun", "mpiexec", "orterun", "orted",     "prterun",
                                          "prted",  "hydra_",  "pmi_",    "slurmstepd"};
  bool found = false;

  for (size_t k = 0; k < sizeof(launchers) / sizeof(*launchers); k++)
    found = found || strncmp(program, launchers[k], strlen(launchers[k])) == 0;
  return found;
}

double GrTimersLaunched(void)
{
  static double launched;

  if (launched == 0) {
    const Process own = ReadProcess((int)getpid()), parent = ReadProcess(own.parent);
    launched = GrTimersNow() - PetscMax(own.age, IsLauncher(parent.program) ? parent.age : 0);
  }
  return launched;
}

PetscErrorCode GrTimersCreate(GrTimers *t)
{
  PetscClassId id;

  PetscCall(PetscMemzero(t, sizeof(*t)));
  t->stride = 1;
  t->clock = GrTimersNow;
  PetscCall(PetscClassIdRegister("granum", &id));
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    PetscCall(PetscLogEventRegister(GrPhases[p].name, id, &t->event[p]));
  return 0;
}

void GrTimersFit(GrTimers *t, PetscInt particles)
{
  t->stride = particles < GR_TIMER_SMALL ? GR_TIMER_STRIDE : 1;
}

/* Time to read the clock [s]: the minimum over some batches, because other processes may interrupt a batch. */
static double CostOfReading(double (*clock)(void))
{
  double least = PETSC_MAX_REAL;

  for (int b = 0; b < BATCHES; b++) {
    const double begin = clock();
    for (int k = 0; k < READINGS; k++)
      (void)clock();
    const double took = (clock() - begin) / (READINGS + 1);
    least = PetscMin(least, took);
  }
  return least;
}

static void EndStep(GrTimers *t)
{
  const double elapsed = t->clock() - t->step_begun - t->reading;
  t->steps += PetscMax(0, elapsed) * (double)t->weight;
}

void GrTimersStart(GrTimers *t)
{
  t->reading = CostOfReading(t->clock);
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    t->seconds[p] = 0;
  t->steps = t->countdown = 0;
  t->early = t->stride;
  t->running = t->on = true; /* also before the first evaluation */
  t->weight = 1;
  t->started = t->step_begun = t->clock();
}

PetscErrorCode GrTimersNext(GrTimers *t)
{
  PetscBool logs;

  GrWatchMark();
  PetscCall(PetscLogIsActive(&logs));
  t->logs = logs;
  if (!t->running)
    return 0;
  if (t->on)
    EndStep(t);
  t->on = t->countdown == 0;
  if (t->on) {
    t->weight = t->early > 0 ? 1 : t->stride;
    t->early -= t->early > 0;
    t->countdown = t->weight - 1;
    t->step_begun = t->clock();
  } else {
    t->countdown--;
  }
  return 0;
}

void GrTimersStop(GrTimers *t)
{
  double always = 0, sampled = 0, scale;

  if (!t->running)
    return;
  if (t->on)
    EndStep(t);
  t->running = t->on = false;
  t->whole = t->clock() - t->started;
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    *(GrPhases[p].sampled ? &sampled : &always) += t->seconds[p];
  t->steps = PetscMax(t->steps, sampled);
  scale = t->steps > 0 ? (t->whole - always) / t->steps : 0;
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    t->seconds[p] *= GrPhases[p].sampled ? scale : 1;
  t->seconds[GR_PHASE_INTEGRATION] = t->whole - always - scale * sampled;
}

PetscErrorCode GrTimerBeginRead(GrTimers *t, GrPhase phase)
{
  PetscCall(PetscLogEventBegin(t->event[phase], 0, 0, 0, 0));
  if (t->on || !GrPhases[phase].sampled)
    t->begun = t->clock();
  return 0;
}

/* The time of a timed step excludes reading the clock and phases that are always timed. */
PetscErrorCode GrTimerEndRead(GrTimers *t, GrPhase phase)
{
  const bool sampled = GrPhases[phase].sampled;

  if (t->on || !sampled) {
    const double read = t->clock() - t->begun - t->reading, elapsed = PetscMax(0, read);
    t->seconds[phase] += elapsed * (sampled ? (double)t->weight : 1);
    t->step_begun += 2 * t->reading + (sampled ? 0 : elapsed);
  }
  return PetscLogEventEnd(t->event[phase], 0, 0, 0, 0);
}
