/* A run from its start to its end. An epoch is the time between two rebuilds of the neighbour list; TSSolve integrates
   one epoch.

   After each accepted step (TSPostStep): the contact histories are committed, the stability check runs, due output is
   recorded, the next step is fitted, and a checkpoint is written if it is due or the run must stop. The integrator may
   make several steps at once if only the commit is needed after them (PlanSteps). Nothing else in the loop allocates
   memory or reduces over all ranks, except the stability check (NextGuard), the check for a request to stop, checks of
   displacements (GrWorldPlanNext), walls and boxes under load, and the output. Clocks are read only at some steps. */
#include "run/run_impl.h"

#include "base/options.h"
#include "base/petsc_compat.h"
#include "base/watch.h"
#include "bulk/bound/bound.h"
#include "bulk/fall/speed.h"
#include "particle/bodies.h"
#include "run/folder/folder.h"
#include "run/report.h"
#include "run/step.h"
#include "time/rhs.h"
#include "world/balance.h"
#include <granum/command.h>
#include <granum/error.h>
#include <granum_version.h>
#include <math.h>
#include <string.h>

/* CONTACTS_EVERY: smallest number of steps between two checks of all contacts. A check takes as long as two steps. */
enum { GUARD_FIRST = 256, GUARD_EVERY = 4096, CONTACTS_EVERY = 64 };

/* The next step with a check of the energy balance. In a small system the sums of a check cost more than its steps. */
static PetscInt64 NextBalance(GrWorld w, PetscInt64 step)
{
  const PetscInt64 every = GrWorldTotal(w) < GR_BALANCE_FEW ? GUARD_EVERY : GR_BALANCE_EVERY;

  return (step / every + 1) * every;
}

/* The next step with a stability check: a step with a check of the energy balance, and in a chain also steps 256, 1024,
   and then every 4096 steps. In an assembly the checks of displacements, which are more frequent, include it. */
static PetscInt64 NextGuard(GrWorld w, PetscInt64 step)
{
  PetscInt64 next = GUARD_FIRST;

  if (w->bulk)
    return NextBalance(w, step);
  while (next <= step && next < GUARD_EVERY)
    next *= 4;
  next = step < next ? next : (step / GUARD_EVERY + 1) * GUARD_EVERY;
  return PetscMin(next, NextBalance(w, step));
}

/* The present state. Give it back with VecRestoreArrayRead. */
static PetscErrorCode TakeSample(GrRun run, GrSample *m)
{
  PetscCall(GrRunStep(run, &m->step));
  PetscCall(TSGetTime(run->ts, &m->time));
  return VecGetArrayRead(run->state, &m->u);
}

/* Checks all contacts of an assembly, unless the last check was less than `least` steps ago. GrWorldGuard reports the
   result. */
static PetscErrorCode CheckContacts(GrRun run, const GrSample *m, PetscInt64 least)
{
  if (!run->world->ops->check_contacts || (run->contacts_checked && m->step - run->contacts_checked < least))
    return 0;
  run->contacts_checked = m->step;
  return run->world->ops->check_contacts(run->world, m->u);
}

/* Stability check, if it is due or output other than that of sensors is due; then recording of due output. */
static PetscErrorCode GuardAndRecord(GrRun run, const GrSample *m, bool due)
{
  const bool frame = due && GrRecorderIsDue(run->recorder, m->time, true);

  PetscCall(GrTimerBegin(&run->world->timers, GR_PHASE_OUTPUT));
  if (frame)
    PetscCall(CheckContacts(run, m, CONTACTS_EVERY));
  if (frame || NextGuard(run->world, m->step - 1) == m->step) {
    run->world->ops->check_finite(run->world, m->u);
    PetscCall(GrWorldGuard(run->world));
  }
  if (NextBalance(run->world, m->step - 1) == m->step)
    PetscCall(GrWorldBalanceCheck(run->world, m->u, m->step, false));
  if (due)
    PetscCall(GrRecorderRecord(run->recorder, m, false));
  return GrTimerEnd(&run->world->timers, GR_PHASE_OUTPUT);
}

/* Writes a checkpoint, flushes the output, or keeps a checkpoint in memory, if this is due. */
static PetscErrorCode SaveDue(GrRun run, const GrSample *m)
{
  const bool over = run->world->clock.plan.next == GR_NEXT_END,
             save = run->stop.cause || (!over && GrRunSaveDue(run, m->time)),
             flush = run->stop.due[GR_ALARM_FLUSH] || run->stop.asked[GR_REQUEST_REPORT],
             keep = run->stop.due[GR_ALARM_KEEP];

  if (!save && (over || (!flush && !keep)))
    return 0;
  PetscCall(GrTimerBegin(&run->world->timers, GR_PHASE_OUTPUT));
  if (save)
    PetscCall(GrRunSave(run, m->u));
  if (!save && flush)
    PetscCall(GrRunSaveFlush(run));
  if (!save && keep)
    PetscCall(GrRunSaveKeep(run, m->u));
  return GrTimerEnd(&run->world->timers, GR_PHASE_OUTPUT);
}

/* Plans the steps that the integrator may make at once: until the next output, stability check, check for a request to
   stop, check of the world, pause, or end. The last step before a pause is a single step of the TS, so that
   TSGetPrevTime returns its start. The same on all ranks. */
static void PlanSteps(GrRun run, PetscInt64 step)
{
  GrStepPlan *plan = &run->world->clock.plan;

  plan->steps = PetscMin(NextGuard(run->world, step) - 1 - step, run->stop.next - step - 1);
  plan->steps = PetscMin(plan->steps, run->pause - step - 2);
  plan->steps = PetscMin(plan->steps, GrWorldFusedSteps(run->world));
  plan->until = PetscMin(run->world->clock.until, run->pause_time) - 3 * run->step;
  if (run->landing > 0)
    plan->until = PetscMin(plan->until, run->landing - 3 * run->step);
  plan->until = PetscMin(plan->until, GrRunSaveDueFrom(run));
  if (run->recorder)
    plan->until = PetscMin(plan->until, GrRecorderIdleUntil(run->recorder));
}

/* Whether GrRunStepsUntil returns before the next step. Time is a number of steps, and has a rounding error. */
static bool Pauses(const GrRun run, PetscInt64 step, double time)
{
  const double slack = 1e-6 * (run->world->the_case->time.integrator->fixed_step ? run->step : 0);

  return step >= run->pause || time >= run->pause_time - slack;
}

/* Determines whether the case ends, the run must stop, or the epoch and maybe a stage ends. Then writes due
   checkpoints, which depend on this, and plans the next steps. */
static PetscErrorCode DecideNext(GrRun run, const GrSample *m)
{
  PetscCall(GrRunStepFit(run, m->time));
  PetscCall(TSGetTimeStep(run->ts, &run->world->clock.next_step));
  if (run->landing > 0) /* the step after a shorter one is as long as before */
    run->world->clock.next_step = PetscMax(run->world->clock.next_step, run->step);
  PetscCall(GrWorldPlanNext(run->world, m->time, m->u));
  if (GrRunStageEnds(run->world))
    PetscCall(GrWorldBalanceCheck(run->world, m->u, m->step, false));
  PetscCall(GrRunStepKeepUp(run));
  PetscCall(GrRunStopLook(&run->stop, m->step));
  PetscCall(SaveDue(run, m));
  PetscCall(GrRunStatusStep(run, m));
  if (GrRunEnds(run) || run->world->clock.plan.next == GR_NEXT_EPOCH || Pauses(run, m->step, m->time))
    PetscCall(TSSetConvergedReason(run->ts, TS_CONVERGED_USER));
  PlanSteps(run, m->step);
  return 0;
}

static PetscErrorCode AfterStep(GrRun run)
{
  GrSample m;
  bool due;

  PetscCall(GrRunCountOn(run));
  PetscCall(TakeSample(run, &m));
  PetscCall(GrWorldCommit(run->world, m.time, m.u));
  if (run->recorder)
    GrRecorderWatch(run->recorder, &m);
  due = run->recorder && GrRecorderIsDue(run->recorder, m.time, false);
  if (due || NextGuard(run->world, m.step - 1) == m.step)
    PetscCall(GuardAndRecord(run, &m, due));
  PetscCall(GrIntegratorTSAccept(run->world, run->ts, run->state));
  if (run->shows_progress)
    GrRunProgressStep(&run->progress, m.step, m.time);
  PetscCall(DecideNext(run, &m));
  return VecRestoreArrayRead(run->state, &m.u);
}

/* The only acceptance signal of a step that can be rejected is this callback with a reason >= 0. */
static PetscErrorCode PostStep(TS ts)
{
  GrRun run;
  TSConvergedReason reason;

  PetscCall(TSGetConvergedReason(ts, &reason));
  if (reason < 0)
    return 0;
  PetscCall(TSGetApplicationContext(ts, &run));
  return AfterStep(run);
}

PetscErrorCode GrRunBegin(GrWorld world, const GrRunSaved *from, PetscInt64 step, const char *options, GrRun *run_out)
{
  GrRun run;

  PetscCall(PetscNew(&run));
  *run_out = run;
  run->world = world;
  run->written_before = GrWatchMine.written;
  PetscCall(PetscStrallocpy(options ? options : "", &run->options));
  if (!from) {
    PetscCall(GrWorldOverlapsFind(world, &run->overlaps));
    PetscCall(GrWorldOverlapsRefuse(world, &run->overlaps));
    PetscCall(GrBulkInsertCheckSides(world));
  }
  PetscCall(GrRunStepChoose(run));
  if (world->bulk && (!from || !(from->step > 0))) {
    GrBulkSpeedExpect(world, run->bound.speed);
    GrBulkLimitExpect(world, true);
  }
  PetscCall(GrIntegratorTSCreate(world, run->step, &run->ts));
  PetscCall(GrIntegratorTSBegin(world, run->ts, from != NULL, &run->state));
  PetscCall(GrRunStepTake(run));
  if (from)
    PetscCall(GrRunSavedApply(run, from, step));
  GrRunStepExplain(run);
  PetscCall(GrRunStepCheck(run));
  if (world->the_case->time.integrator->fixed_step)
    GrWorldSetStep(world, run->step);
  else
    world->clock.contact_step = from && from->step > 0 ? from->contact_step : GrWorldContactStep(world, &run->bound);
  PetscCall(GrRunStepReplan(run)); /* as after each reneighbouring: GrWorldRestore may have made one */
  PetscCall(TSSetApplicationContext(run->ts, run));
  PetscCall(TSSetPostStep(run->ts, PostStep));
  GrRunStopBegin(&run->stop, world->comm, &world->the_case->output);
  return 0;
}

PetscErrorCode GrRunDirectory(GrRun run, GrRunFolder folder)
{
  PetscCall(GrRunFolderHold(folder));
  run->folder = folder;
  run->directory = GrRunFolderPath(folder);
  return 0;
}

PetscErrorCode GrRunInput(GrRun run)
{
  double from;

  PetscCall(TSGetTime(run->ts, &from));
  return GrRunFolderBegin(run->folder, run->world->the_case, run->world->the_case->resolved, from);
}

PetscErrorCode GrRunCreate(GrWorld world, GrRunFolder folder, const GrRunOptions *options, GrRun *run)
{
  const char *petsc = options ? options->petsc : NULL;

  PetscCall(GrRunBegin(world, NULL, 0, petsc, run));
  (*run)->shows_progress = options && options->shows_progress;
  (*run)->verbose = options && options->verbose;
  if (folder) {
    PetscCall(GrRunDirectory(*run, folder));
    PetscCall(GrRunInput(*run));
    PetscCall(GrRecorderCreate(world, (*run)->directory, petsc, &(*run)->recorder));
  }
  GrRunSaveBegin(*run, 0, -1, "");
  return 0;
}

PetscErrorCode GrRunLedger(GrRun run, GrLedger *ledger)
{
  GrSample m;

  PetscCall(TakeSample(run, &m));
  PetscCall(GrWorldLedger(run->world, m.u, ledger));
  return VecRestoreArrayRead(run->state, &m.u);
}

/* Evaluates the start: contacts that touch have a history and a force before the first step. A resumed run has these,
   and has recorded this state. */
static PetscErrorCode EvaluateStart(GrRun run)
{
  GrSample m;

  PetscCall(TakeSample(run, &m));
  if (!run->resumed) {
    GrWorldNoSolution(run->world);
    PetscCall(GrWorldCommit(run->world, m.time, m.u));
    if (run->world->ops->start)
      PetscCall(run->world->ops->start(run->world, m.time, m.u));
    run->world->ops->check_finite(run->world, m.u);
    PetscCall(GrWorldGuard(run->world));
    PetscCall(GrWorldBalanceCheck(run->world, m.u, m.step, false));
    PetscCall(GrWorldLedger(run->world, m.u, &run->start));
    if (run->recorder) {
      GrRecorderWatch(run->recorder, &m);
      PetscCall(GrRecorderRecord(run->recorder, &m, false));
    }
  }
  PetscCall(VecRestoreArrayRead(run->state, &m.u));
  PetscCall(GrRunStepFit(run, m.time));
  return GrRunStepKeepUp(run);
}

/* Ends the run. The checkpoint is written before the samples that are recorded only because the run ends: a run that is
   extended overwrites them. */
static PetscErrorCode FinishRun(GrRun run)
{
  GrSample m;

  PetscCall(TakeSample(run, &m));
  run->steps = m.step - run->first_step;
  if (run->steps > 0)
    PetscCall(CheckContacts(run, &m, 1));
  run->world->ops->check_finite(run->world, m.u);
  PetscCall(GrWorldGuard(run->world));
  if (!run->stop.cause)
    PetscCall(GrWorldBalanceCheck(run->world, m.u, m.step, true));
  if (run->world->the_case->output.checkpoint_end)
    PetscCall(GrRunSave(run, m.u));
  if (run->stop.cause)
    PetscCall(GrRecorderStop(&run->recorder));
  else
    PetscCall(GrRecorderFinish(&run->recorder, &m));
  PetscCall(VecRestoreArrayRead(run->state, &m.u));
  return GrRunLedger(run, &run->end);
}

PetscErrorCode GrRunStart(GrRun run)
{
  double from;

  if (run->phase != GR_RUN_CREATED)
    return 0;
  run->phase = GR_RUN_BEGUN;
  run->world->no_rollback = run->world->the_case->time.integrator->rule && !GrTSMayRollBack(run->ts);
  if (!run->world->no_rollback && GrBodiesExist(run->world->the_case))
    return GrFail(GR_EXIT_INPUT,
                  "%s: clumps: a step may be rejected, and bodies cannot go back; remove the events of "
                  "the TS, or write spheres",
                  run->world->the_case->file);
  PetscCall(EvaluateStart(run));
  PetscCall(TSGetTime(run->ts, &from));
  if (run->shows_progress)
    GrRunProgressBegin(&run->progress, run->world->rank, NULL, from, run->world->the_case->time.end);
  PetscCallMPI(MPI_Barrier(run->world->comm));
  GrTimersStart(&run->world->timers);
  return GrRunStatusBegin(run);
}

/* TSSolve, epoch after epoch, until the run ends or pauses. Sets *pauses to whether it pauses. */
static PetscErrorCode SolveEpochs(GrRun run, bool *pauses)
{
  TSConvergedReason reason = TS_CONVERGED_USER;
  PetscInt64 step;
  double time;

  for (*pauses = false; !GrRunEnds(run) && reason == TS_CONVERGED_USER;) {
    PetscCall(GrRunWhen(run, &step, &time));
    *pauses = Pauses(run, step, time);
    if (*pauses)
      return 0;
    if (run->world->clock.plan.next == GR_NEXT_EPOCH) {
      PetscCall(GrIntegratorTSEnd(run->world, run->ts, &run->state));
      PetscCall(GrWorldEpoch(run->world));
      PetscCall(GrIntegratorTSBegin(run->world, run->ts, true, &run->state));
      PetscCall(GrRunStepReplan(run));
      GrRunStagesPrint(run);
      GrRunInsertionPrint(run);
    }
    run->world->clock.plan.next = GR_NEXT_STEP;
    PetscCall(TSSolve(run->ts, NULL));
    PetscCall(TSGetConvergedReason(run->ts, &reason));
  }
  return 0;
}

/* Fails if PETSc ended the run before the end of the case. */
static PetscErrorCode CheckEnd(GrRun run)
{
  TSConvergedReason reason;
  double t;

  PetscCall(TSGetConvergedReason(run->ts, &reason));
  PetscCall(TSGetTime(run->ts, &t));
  if (reason >= 0 && !GrRunEnds(run))
    return GrFail(GR_EXIT_PHYSICS,
                  "at t = %.9g s: PETSc ended the run before time.end, %g s (%s); leave its options out", t,
                  run->world->the_case->time.end, TSConvergedReasons[reason]);
  if (reason >= 0)
    return 0;
  PetscCall(GrWorldGuard(run->world)); /* its message is more precise */
  return GrFail(
      GR_EXIT_PHYSICS,
      "at t = %.9g s: the integrator failed (%s); probable cause: forces that are discontinuous or not finite; "
      "use another law variant, a larger time.tolerance, or integrator: verlet",
      t, TSConvergedReasons[reason]);
}

/* Makes steps, and finishes the run at its end. */
static PetscErrorCode IntegrateRun(GrRun run)
{
  bool pauses;

  PetscCall(GrRunStart(run));
  PetscCall(SolveEpochs(run, &pauses));
  if (pauses)
    return 0;
  PetscCallMPI(MPI_Barrier(run->world->comm));
  GrTimersStop(&run->world->timers);
  if (run->shows_progress)
    GrRunProgressEnd(&run->progress);
  GrRunStagesPrint(run);
  GrRunInsertionPrint(run);
  PetscCall(CheckEnd(run));
  PetscCall(FinishRun(run));
  run->phase = GR_RUN_DONE;
  return 0;
}

/* Records the cost of this segment in the folder. Collective unless `failed`: then the bytes of other ranks are
   unknown. */
static PetscErrorCode RecordCost(GrRun run, bool failed)
{
  double bytes = GrWatchMine.written - run->written_before;
  PetscInt64 step; /* steps made, also those after the last state that was accepted */

  PetscCall(GrRunStep(run, &step));
  if (!failed)
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, run->world->comm));
  GrRunFolderCost(run->folder, failed ? (double)(step - run->first_step) : (double)run->steps, run->saver.checkpoints,
                  failed ? NAN : bytes);
  return 0;
}

/* Records in the folder how the run ended. cause: message of a failure; of a run that was stopped it is written here. A
   defect of the program is not recorded. */
static PetscErrorCode RecordEnd(GrRun run, PetscErrorCode error, char cause[GR_MESSAGE_MAX])
{
  const GrExit code = error ? GrFailureCode() : run->stop.cause ? GR_EXIT_STOPPED : GR_EXIT_DONE;

  if (!run->folder || (error && code == GR_EXIT_DONE))
    return 0;
  PetscCall(GrRunStatusEnd(run, error));
  PetscCall(RecordCost(run, error != 0));
  if (!error && run->stop.cause)
    GrRunStopCause(&run->stop, cause, GR_MESSAGE_MAX);
  return GrRunFolderEnd(run->folder, code, cause, run->world->clock.committed);
}

PetscErrorCode GrRunStepsUntil(GrRun run, PetscInt64 n, double time, bool *ended)
{
  char cause[GR_MESSAGE_MAX] = "";
  PetscErrorCode error = 0;
  PetscInt64 step;

  PetscCall(GrRunStep(run, &step));
  run->pause = n < INT64_MAX - step ? step + n : INT64_MAX;
  run->pause_time = time;
  if (run->phase != GR_RUN_DONE)
    error = IntegrateRun(run);
  if (error)
    snprintf(cause, sizeof(cause), "%s", GrFailureMessage());
  if (error && GrFailureCode() == GR_EXIT_PHYSICS) { /* the same on all ranks; recorded data remain readable */
    (void)GrRecorderStop(&run->recorder);
    error = GrRunSaveReport(run);
  }
  if (error || run->phase == GR_RUN_DONE)
    PetscCall(RecordEnd(run, error, cause));
  *ended = run->phase == GR_RUN_DONE;
  return error;
}

PetscErrorCode GrRunSteps(GrRun run, PetscInt64 n, bool *ended)
{
  return GrRunStepsUntil(run, n, INFINITY, ended);
}

PetscErrorCode GrRunSolve(GrRun run)
{
  bool ended;

  return GrRunSteps(run, INT64_MAX, &ended);
}

static void PrintHead(GrRun run)
{
  const GrCase *c = run->world->the_case;
  double from = 0;

  TSGetTime(run->ts, &from);
  printf("granum " GRANUM_VERSION ": %s\n%" PetscInt64_FMT " particles on %d rank%s, ", *c->title ? c->title : c->file,
         GrWorldTotal(run->world), run->world->size, run->world->size == 1 ? "" : "s");
  if (from > 0)
    printf("from t = %.9g s ", from);
  printf("to t = %g s%s\n", c->time.end, c->n_stages ? " at most" : "");
  printf("%.*s\n", (int)strcspn(GrRunStepReason(run), ";"), GrRunStepReason(run));
  GrWorldEquilibriumPrint(run->world, "", stdout);
  fflush(stdout);
}

/* Runs to the end and reports. */
static PetscErrorCode Conduct(GrRun run, const GrRunOptions *options)
{
  char message[2 * PETSC_MAX_PATH_LEN];

  GrRunStagesPrint(run); /* messages before a resume have been printed */
  GrRunInsertionPrint(run);
  run->prints = true;
  if (run->world->rank == 0)
    PrintHead(run);
  if (options->warns)
    PetscCall(GrOptionsWarnUnused(run->world->comm));
  run->world->alone = true;
  PetscCall(GrRunSolve(run));
  PetscCall(GrRunReport(run, stdout));
  if (GrRunStopped(run, message, sizeof(message)))
    return GrFail(GR_EXIT_STOPPED, "%s", message);
  return 0;
}

PetscErrorCode GrRunConduct(GrRun run, const GrRunOptions *options)
{
  const GrWorld w = run->world;

  PetscCall(GrWatchBegin(w->comm, w->the_case->watchdog, run->directory));
  const PetscErrorCode error = Conduct(run, options);
  PetscCall(GrWatchEnd(error != 0));
  return error;
}

/* Creates the world and the run of a case. */
static PetscErrorCode SetUp(MPI_Comm comm, const GrCase *the_case, GrRunFolder folder, const GrRunOptions *options,
                            GrWorld *world, GrRun *run)
{
  PetscCall(GrWorldCreate(comm, the_case, world));
  (*world)->alone = true;
  return GrRunCreate(*world, folder, options, run);
}

PetscErrorCode GrRunCase(MPI_Comm comm, const GrCase *the_case, GrRunFolder folder, const GrRunOptions *options)
{
  const GrRunOptions none = {0}, *given = options ? options : &none;
  GrWorld world;
  GrRun run;

  PetscCall(GrWatchBegin(comm, the_case->watchdog, folder ? GrRunFolderPath(folder) : NULL));
  const PetscErrorCode error = SetUp(comm, the_case, folder, given, &world, &run);
  if (error)
    PetscCall(GrWatchEnd(true));
  PetscCall(error);
  PetscCall(GrRunConduct(run, given));
  PetscCall(GrRunDestroy(&run));
  return GrWorldDestroy(&world);
}

PetscErrorCode GrRunDestroy(GrRun *run_out)
{
  GrRun run = *run_out;

  if (!run)
    return 0;
  PetscCall(GrRecorderStop(&run->recorder));
  PetscCall(GrRunFolderRequestsEnd(&run->stop.requests));
  PetscCall(GrCheckpointClose(&run->saver.kept));
  PetscCall(TSDestroy(&run->ts));
  PetscCall(VecDestroy(&run->state));
  PetscCall(PetscFree(run->options));
  PetscCall(PetscFree(run->changes));
  return PetscFree(*run_out);
}
