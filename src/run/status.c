/* Reports on the progress of a run, at intervals and on request; see report.h. */
#include "run/report.h"

#include "bulk/population/population.h"
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"
#include <math.h>
#include <string.h>

static const double SOON = 1, EVERY = 10, LINE_EVERY = 30; /* the first report, the others, a line [s] */

/* Computes steps and simulated time per second since the last report. */
static void TakeSpeed(GrRun run, PetscInt64 step, double time, double now)
{
  GrRunLatestReport *latest = &run->latest;

  if (step > latest->step && now > latest->at) {
    latest->steps_per_second = (double)(step - latest->step) / (now - latest->at);
    latest->time_per_second = (time - latest->time) / (now - latest->at);
  }
  latest->at = now;
  latest->step = step;
  latest->time = time;
}

static void NameCheckpoint(const GrRunSaver *saver, GrStatus *status)
{
  const char *slash = strrchr(saver->path, '/');

  if (saver->step < 0)
    return;
  snprintf(status->checkpoint, sizeof(status->checkpoint), "%.*s", (int)sizeof(status->checkpoint) - 1,
           slash ? slash + 1 : saver->path);
  status->checkpoint_step = (double)saver->step;
  status->checkpoint_time = saver->time;
}

static void CollectStatus(GrRun run, GrStatus *status)
{
  const GrRunLatestReport *latest = &run->latest;
  const GrWorld w = run->world;
  const double end = w->the_case->time.end, particles = (double)GrWorldTotal(w),
               steps = (double)(latest->step - run->first_step),
               mean = w->bulk && steps > 0 ? GrBulkPopulationParticleSteps(w) / steps : particles;

  GrRunFolderStatusClear(status);
  status->time = latest->time;
  status->step = (double)latest->step;
  status->steps = steps;
  status->end = end;
  status->percent = 100 * latest->time / end;
  status->seconds = latest->at - latest->begun;
  status->steps_per_second = latest->steps_per_second;
  status->particle_steps_per_second = mean * latest->steps_per_second;
  status->seconds_left = (end - latest->time) / latest->time_per_second;
  status->particles = particles;
  status->residual = latest->residual;
  status->imbalance = w->load.balance.latest > 0 ? w->load.balance.latest : NAN;
  const double whole = w->timers.running ? w->timers.clock() - w->timers.started : w->timers.whole;
  status->output_share = whole > 0 ? w->timers.seconds[GR_PHASE_OUTPUT] / whole : NAN;
  status->next = run->stop.period[GR_ALARM_REPORT] + 1; /* the ranks look for due tasks about twice a second */
  NameCheckpoint(&run->saver, status);
}

/* Writes and prints a report. For the first rank. */
static void PrintStatus(GrRun run, PetscInt64 step, double time, bool asked)
{
  GrStatus status;

  TakeSpeed(run, step, time, MPI_Wtime());
  CollectStatus(run, &status);
  if (run->folder)
    GrRunFolderStatus(run->folder, &status);
  if (run->shows_progress &&
      (asked || (!run->progress.terminal && run->latest.at - run->latest.line > LINE_EVERY - 1))) {
    char more[160], imbalance[40] = "";
    if (status.imbalance > 0)
      snprintf(imbalance, sizeof(imbalance), "  imbalance %.3g", status.imbalance);
    snprintf(more, sizeof(more), "  %.3g particle-steps/s  residual %.1e%s  output %.2g %%",
             status.particle_steps_per_second, status.residual, imbalance, 100 * status.output_share);
    GrRunProgressLine(&run->progress, run->latest.step, run->latest.time, more);
    run->latest.line = run->latest.at;
  }
}

PetscErrorCode GrRunStatusBegin(GrRun run)
{
  GrRunLatestReport *latest = &run->latest;

  *latest = (GrRunLatestReport){.residual = NAN, .steps_per_second = NAN, .time_per_second = NAN};
  latest->at = latest->begun = latest->line = MPI_Wtime();
  PetscCall(GrRunStep(run, &latest->step));
  PetscCall(TSGetTime(run->ts, &latest->time));
  if (run->directory || run->shows_progress) {
    run->stop.period[GR_ALARM_REPORT] = SOON;
    GrRunStopDone(&run->stop, GR_ALARM_REPORT);
  }
  if (!run->directory || run->world->rank > 0)
    return 0;
  PetscCall(GrRunFolderRequestsBegin(&run->stop.requests, run->directory, run->folder->above));
  PrintStatus(run, latest->step, latest->time, false);
  return 0;
}

static void SayCheckpoint(GrRun run)
{
  if (run->world->rank != 0 || !run->shows_progress)
    return;
  GrRunProgressEnd(&run->progress);
  printf("checkpoint at t = %.9g s, as the file checkpoint asked: %s\n", run->saver.time, run->saver.path);
  fflush(stdout);
}

PetscErrorCode GrRunStatusStep(GrRun run, const GrSample *m)
{
  GrRunStop *stop = &run->stop;
  const bool saved = stop->asked[GR_REQUEST_CHECKPOINT] && (stop->cause || run->world->clock.plan.next != GR_NEXT_END);

  if (saved)
    SayCheckpoint(run);
  if (saved || stop->asked[GR_REQUEST_REPORT] || (stop->due[GR_ALARM_REPORT] && !GrRunEnds(run))) {
    const double begun = MPI_Wtime();
    GrLedger ledger;
    PetscCall(GrTimerBegin(&run->world->timers, GR_PHASE_OUTPUT));
    PetscCall(GrWorldLedger(run->world, m->u, &ledger));
    run->latest.residual = GrWorldRelativeResidual(&ledger);
    GrRunStopSpare(&run->stop, GR_ALARM_REPORT, begun);
    run->stop.period[GR_ALARM_REPORT] = PetscMax(EVERY, run->stop.period[GR_ALARM_REPORT]);
    if (run->world->rank == 0)
      PrintStatus(run, m->step, m->time, run->stop.asked[GR_REQUEST_REPORT]);
    PetscCall(GrTimerEnd(&run->world->timers, GR_PHASE_OUTPUT));
  }
  for (GrRequest k = 0; k < GR_REQUESTS; k++)
    if (stop->asked[k] && (k != GR_REQUEST_CHECKPOINT || saved)) {
      stop->asked[k] = false;
      GrRunFolderRequestsAnswered(&stop->requests, k);
    }
  return 0;
}

PetscErrorCode GrRunStatusEnd(GrRun run, PetscErrorCode error)
{
  const double seconds = run->world->timers.whole;
  GrStatus status;

  PetscCall(GrRunFolderRequestsEnd(&run->stop.requests));
  if (!run->folder || run->world->rank > 0)
    return 0;
  run->latest.at = MPI_Wtime();
  run->latest.time = run->world->clock.committed;
  if (!error) {
    run->latest.residual = GrWorldRelativeResidual(&run->end);
    run->latest.step = run->first_step + run->steps;
    run->latest.steps_per_second = seconds > 0 ? (double)run->steps / seconds : NAN;
    run->latest.time_per_second = NAN;
  }
  CollectStatus(run, &status);
  if (error) /* the count of TS may include steps that were not committed */
    status.step = status.steps = status.seconds_left = NAN;
  if (!error && !run->stop.cause)
    status.percent = 100; /* a condition of the last stage may end the run before time.end */
  GrRunFolderStatus(run->folder, &status);
  return 0;
}
