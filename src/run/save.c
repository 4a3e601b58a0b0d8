/* Checkpoints of a run; see save.h. A checkpoint is written after the first step that ends at or after k times the
   period, and when the wall clock requires it. No step is shortened for it, so that a run with checkpoints has the bits
   of a run without checkpoints. */
#include "run/save.h"

#include "base/shell.h"
#include "input/case/meshes.h"
#include "run/run_impl.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

#define ROW(member, name, number, unit, description, bounds)                                                           \
  {                                                                                                                    \
    {name, number, sizeof(((GrRunSaved *)0)->member) / sizeof(double), unit, description},                             \
        offsetof(GrRunSaved, member), bounds                                                                           \
  }
/* One row per number, in the order of GrRunSaved. */
static const GrMember Members[] = {
    ROW(time, "time", GR_REAL, "s", "simulated time of the state", GR_NOT_NEGATIVE),
    ROW(step, "step", GR_REAL, "s", "fixed step, or the first step of an adaptive integrator", GR_POSITIVE),
    ROW(next, "next", GR_REAL, "s", "next step, unless an output or the end shortens it", GR_POSITIVE),
    ROW(clock.begin, "clock_begin", GR_REAL, "s", "time at which steps of the present length began", GR_NOT_NEGATIVE),
    ROW(clock.step, "clock_step", GR_REAL, "s", "present length of the step", GR_NOT_NEGATIVE),
    ROW(clock.count, "clock_count", GR_INTEGER, "1", "number of steps of the present length", GR_COUNT),
    ROW(half, "half", GR_INTEGER, "1", "1: forces are computed with the velocity of the half step", GR_YES_OR_NO),
    ROW(contact_step, "contact_step", GR_REAL, "s", "longest step of an adaptive integrator in which a contact acts",
        GR_NOT_NEGATIVE),
    ROW(landing, "landing", GR_REAL, "s", "time at which a step must end after a new plan; 0: none", GR_NOT_NEGATIVE),
    ROW(start, "start", GR_REAL, "J", "energy balance at the start", GR_FINITE),
};
static const GrCheckpointStruct Saved = GR_CHECKPOINT_STRUCT(NULL, GrRunSaved, Members);

void GrRunSaveBegin(GrRun run, double t, PetscInt64 step, const char *path)
{
  GrRunSaver *s = &run->saver;

  s->interval = (GrRecorderInterval){0};
  if (run->directory)
    s->interval.when = run->world->the_case->output.checkpoint;
  GrRecorderIntervalFit(&s->interval, run->world->clock.fixed_step, run->world->the_case->time.end);
  GrRecorderIntervalTake(&s->interval, t);
  s->step = step;
  s->time = t;
  s->closes = s->closes || run->resumed;
  snprintf(s->path, sizeof(s->path), "%s", path);
}

double GrRunSaveDueFrom(GrRun run)
{
  return GrRecorderIntervalFrom(&run->saver.interval);
}

bool GrRunSaveDue(GrRun run, double t)
{
  return t >= GrRunSaveDueFrom(run) ||
         (run->directory && (run->stop.due[GR_ALARM_CHECKPOINT] || run->stop.asked[GR_REQUEST_CHECKPOINT]));
}

static PetscErrorCode CollectSaved(GrRun run, GrRunSaved *saved)
{
  *saved = (GrRunSaved){
      .step = run->step, .contact_step = run->world->clock.contact_step, .landing = run->landing, .start = run->start};
  PetscCall(TSGetTime(run->ts, &saved->time));
  PetscCall(TSGetTimeStep(run->ts, &saved->next));
  if (run->wanted > 0)
    saved->next = run->wanted;
  if (run->world->the_case->time.integrator->rule) {
    bool half;
    GrIntegratorFixedGetClock(run->ts, &saved->clock, &half);
    saved->half = half;
  }
  return 0;
}

static PetscErrorCode PutState(GrRun run, const double *u, const GrRunSaved *saved, GrCheckpoint file)
{
  PetscCall(GrCheckpointPutText(file, "title", run->world->the_case->title));
  PetscCall(GrCheckpointPutText(file, "input", run->world->the_case->text));
  PetscCall(GrCheckpointPutText(file, "options", run->options));
  PetscCall(GrCheckpointPutText(file, "changes", run->changes ? run->changes : ""));
  if (run->world->the_case->force)
    PetscCall(GrCheckpointPutText(file, "force", run->world->the_case->force->name));
  PetscCall(GrCheckpointPutStructs(file, &Saved, 1, saved));
  PetscCall(GrCaseMeshesPut(run->world->comm, run->world->the_case, NULL, file));
  PetscCall(GrRecorderSave(run->recorder, file));
  return GrWorldSave(run->world, u, file);
}

PetscErrorCode GrRunSaveFlush(GrRun run)
{
  if (run->recorder)
    PetscCall(GrRecorderSync(run->recorder));
  GrRunStopDone(&run->stop, GR_ALARM_FLUSH);
  run->stop.period[GR_ALARM_FLUSH] = run->world->the_case->output.flush;
  return 0;
}

/* Whether the energy balance closes at the state u, as far as it can be compared. Does not change the state of its
   checks. Collective. */
static PetscErrorCode FindWhetherCloses(GrRun run, const double *u, PetscInt64 step, bool *closes)
{
  const GrBalance *b = &run->world->account.balance;
  const double limit = run->world->the_case->residual;
  GrLedger ledger;

  PetscCall(GrWorldLedger(run->world, u, &ledger));
  const double relative = fabs(GrWorldRelativeResidual(&ledger));
  const bool early = b->compared <= limit && step - b->compared_step < GR_BALANCE_SPAN;
  *closes = isfinite(relative) && (!(limit > 0) || relative <= limit || early);
  return 0;
}

PetscErrorCode GrRunSave(GrRun run, const double *u)
{
  PetscInt64 step;

  PetscCall(GrRunStep(run, &step));
  if (!run->directory || run->saver.step == step)
    return 0;
  run->world->ops->check_finite(run->world, u);
  PetscCall(GrWorldGuard(run->world));
  PetscCall(FindWhetherCloses(run, u, step, &run->saver.closes));
  char path[PETSC_MAX_PATH_LEN]; /* if writing fails, the previous checkpoint remains */
  GrCheckpoint file;
  GrRunSaved saved;
  PetscCall(CollectSaved(run, &saved));
  PetscCall(GrRunSaveFlush(run));
  PetscCall(GrCheckpointCreate(run->world->comm, run->directory, step, run->world->the_case->resolved, &file));
  PetscErrorCode error = PutState(run, u, &saved, file);
  if (!error)
    error = GrCheckpointCommit(&file);
  if (error && file)
    (void)GrCheckpointClose(&file);
  PetscCall(error);
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/checkpoint-%" PetscInt64_FMT ".h5", run->directory, step));
  GrRunSaveBegin(run, saved.time, step, path);
  run->saver.checkpoints++;
  GrRunStopDone(&run->stop, GR_ALARM_CHECKPOINT);
  PetscCall(GrCheckpointClose(&run->saver.kept)); /* the new checkpoint replaces it */
  return 0;
}

PetscErrorCode GrRunSaveKeep(GrRun run, const double *u)
{
  const double begun = MPI_Wtime();
  PetscInt64 step;
  GrRunSaved saved;

  bool closes = false;
  if (run->directory) {
    run->world->ops->check_finite(run->world, u);
    PetscCall(GrWorldGuard(run->world));
    PetscCall(GrRunStep(run, &step));
    PetscCall(FindWhetherCloses(run, u, step, &closes));
  }
  if (closes) { /* otherwise the run keeps the last state whose balance closed */
    PetscCall(CollectSaved(run, &saved));
    PetscCall(GrCheckpointClose(&run->saver.kept));
    PetscCall(GrCheckpointKeep(run->world->comm, step, run->world->the_case->resolved, &run->saver.kept));
    PetscCall(PutState(run, u, &saved, run->saver.kept));
    run->saver.kept_time = saved.time;
  }
  GrRunStopSpare(&run->stop, GR_ALARM_KEEP, begun);
  return 0;
}

/* Writes the last good state, if it is not in a file yet. Collective. */
static PetscErrorCode WriteKept(GrRun run)
{
  GrRunSaver *s = &run->saver;

  if (!s->kept)
    return 0;
  PetscCall(GrCheckpointWriteKept(s->kept, run->directory));
  s->checkpoints++;
  s->step = GrCheckpointStep(s->kept);
  s->time = s->kept_time;
  s->closes = true;
  snprintf(s->path, sizeof(s->path), "%s/checkpoint-%" PetscInt64_FMT ".h5", run->directory, s->step);
  return 0;
}

/* Writes the changes with which a failed run can be resumed, as arguments of the command. message: of the failure. */
static void WriteRemedy(GrRun run, const char *message, size_t length, char *text)
{
  const GrWorld w = run->world;
  const GrTime *time = &w->the_case->time;
  const bool unstable = w->clock.bound.stable > 0 && w->clock.fixed_step > w->clock.bound.stable;
  const double limit = PetscMin(2 * time->overlap_limit, 1);

  const bool deep = strstr(message, "time.overlap_limit") != NULL;

  if (time->integrator->fixed_step && unstable)
    snprintf(text, length, "--set time.step=auto");
  else if (time->integrator->fixed_step && !deep)
    snprintf(text, length, "--set time.step=%.3g", (strstr(message, "cannot follow") ? 0.01 : 0.5) * run->step);
  else if (!deep)
    snprintf(text, length, "--set time.tolerance=%.3g", PetscMax(1e-2 * time->tolerance, 1e-14));
  else if (time->integrator->fixed_step)
    snprintf(text, length, "--set time.overlap_limit=%g (or --set time.step=%.3g)", limit, 0.5 * run->step);
  else
    snprintf(text, length, "--set time.overlap_limit=%g", limit);
}

PetscErrorCode GrRunSaveReport(GrRun run)
{
  char message[2 * GR_MESSAGE_MAX], command[GR_SHELL_MAX], remedy[96], why[64] = "";

  if (WriteKept(run)) /* the run ends here with the failure of the physics if the file cannot be written */
    snprintf(why, sizeof(why), "; a later state could not be written");
  snprintf(message, sizeof(message), "%s", GrFailureMessage());
  GrFailureClear();
  /* a shorter step or another limit neither stops a wall that moves away from all particles, nor defines the value of
     an expression */
  const bool hopeless = strstr(message, "touches no particle") || strstr(message, "the expression");
  if (run->saver.step <= 0 || !run->saver.closes || hopeless)
    return GrFail(GR_EXIT_PHYSICS, "%s%s", message, why);
  WriteRemedy(run, message, sizeof(remedy), remedy);
  return GrFail(GR_EXIT_PHYSICS, "%s; to continue from the last state before the failure, at t = %.9g s%s, type: %s %s",
                message, run->saver.time, why, GrShellCommand("resume", run->directory, command), remedy);
}

PetscErrorCode GrRunSavedRead(GrCheckpoint file, GrRunSaved *saved)
{
  return GrCheckpointGetStructs(file, &Saved, 1, saved);
}

PetscErrorCode GrRunSavedApply(GrRun run, const GrRunSaved *saved, PetscInt64 step)
{
  run->start = saved->start;
  run->first_step = step;
  run->resumed = true;
  PetscCall(TSSetTime(run->ts, saved->time));
  PetscCall(GrRunSetStep(run, step));
  if (saved->step > 0) {
    run->step = saved->step;
    run->landing = saved->landing;
    PetscCall(TSSetTimeStep(run->ts, saved->next));
  }
  if (run->world->the_case->time.integrator->rule)
    GrIntegratorFixedSetClock(run->ts, &saved->clock, saved->half);
  return 0;
}
