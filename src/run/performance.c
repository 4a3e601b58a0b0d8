/* The summary that a run prints at its end, its performance card (times, speed, memory), and their part of run.json. */
#include "base/join.h"
#include "base/shell.h"
#include "bulk/output.h"
#include "bulk/population/population.h"
#include "io/h5/provenance.h"
#include "run/advice.h"
#include "run/folder/folder.h"
#include "run/report.h"
#include "run/step.h"

#include <granum/error.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

/* Costs of a rank: times [s], memory [byte], messages and bytes per evaluation and per rebuild, and, of an assembly,
   numbers of particles, ghosts, candidate pairs and contacts at the end. */
typedef struct {
  double seconds, start, end, phase[GR_PHASE_COUNT], memory, grown, messages, bytes, rebuild_messages, rebuild_bytes,
      owned, ghosts, candidates, contacts;
} Cost;
enum { COSTS = sizeof(Cost) / sizeof(double) };

typedef struct {
  Cost max, mean;
  double rate;   /* particle-steps per second */
  GrTally tally; /* if particles are inserted or removed */
  GrRun run;
  GrJson json; /* members of run.json */
  FILE *out;   /* the card is printed here; NULL: it is not printed */
  int n_advices;
  char advice[GR_ADVICES_MAX][GR_ADVICE_TEXT]; /* [n_advices] sentences */
} Card;

static bool Varies(GrWorld w)
{
  return w->bulk && GrBulkPopulationVaries(w);
}

/* Time of the last report of this process, or 0 [s, clock of the timers]; the next report counts costs from it. */
static double reported_until;

static Cost CostOfRank(GrRun run)
{
  const GrWorld w = run->world;
  struct rusage usage = {0};
  Cost cost = {0};

  (void)getrusage(RUSAGE_SELF, &usage);
  GrTimersStop(&run->world->timers); /* in a run that failed they are running */
  cost.seconds = w->timers.whole;
  cost.start = w->timers.started - (reported_until > 0 ? reported_until : GrTimersLaunched());
  cost.end = GrTimersNow() - w->timers.started - w->timers.whole;
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    cost.phase[p] = w->timers.seconds[p];
  cost.memory = 1024.0 * (double)usage.ru_maxrss;
  cost.grown = cost.memory - w->load.memory_before;
  w->ops->traffic(w, &cost.messages, &cost.bytes);
  if (w->bulk) {
    const GrBulkWorkload load = GrBulkFindWorkload(w);
    cost.owned = load.owned;
    cost.ghosts = load.ghosts;
    cost.candidates = load.candidates;
    cost.contacts = load.contacts;
  }
  if (w->load.rebuilds > 0) {
    cost.rebuild_messages = (double)w->load.traffic.messages / (double)w->load.rebuilds;
    cost.rebuild_bytes = (double)w->load.traffic.bytes / (double)w->load.rebuilds;
  }
  return cost;
}

/* Maxima and sums over the ranks. */
static void JoinCosts(const void *lower, void *value)
{
  const double *a = lower;
  double *b = value;

  for (int k = 0; k < COSTS; k++) {
    b[k] = PetscMax(b[k], a[k]);
    b[COSTS + k] += a[COSTS + k];
  }
}

/* Reduces the costs of all ranks and computes the rate. Collective. */
static PetscErrorCode CollectCard(Card *card)
{
  const GrRun run = card->run;
  const GrWorld w = run->world;
  const Cost mine = CostOfRank(run);
  Cost all[2] = {mine, mine};
  const double steps = w->bulk ? GrBulkPopulationParticleSteps(w) : (double)GrWorldTotal(w) * (double)run->steps;

  PetscCall(GrJoinAll(w->comm, sizeof(all), JoinCosts, all));
  card->max = all[0];
  card->mean = all[1];
  for (int i = 0; i < COSTS; i++)
    ((double *)&card->mean)[i] /= w->size;
  card->rate = steps / card->mean.seconds;
  return 0;
}

/* Writes numbers as an object of run.json, name NULL: as members of the current object. Prints them as a line of the
   card. */
static void WriteNumbers(Card *card, const char *name, int n, const GrJsonPair pairs[])
{
  if (name)
    GrJsonObject(&card->json, name, n, pairs);
  else
    GrJsonNumbers(&card->json, n, pairs);
  if (!card->out)
    return;
  fprintf(card->out, "  %s%s", name ? name : "", name ? ": " : "");
  for (int i = 0; i < n; i++)
    if (isfinite(pairs[i].value))
      fprintf(card->out, "%s%s %.6g", i ? ", " : "", pairs[i].name, pairs[i].value);
  fputc('\n', card->out);
}

/* Writes the maximum and the mean over the ranks of a member of Cost. */
static void WriteMaxMean(Card *card, const char *name, size_t offset)
{
  const double max = *(const double *)((const char *)&card->max + offset),
               mean = *(const double *)((const char *)&card->mean + offset);
  WriteNumbers(card, name, 2, (GrJsonPair[]){{"max", max}, {"mean", mean}});
}

static void WriteEnergy(Card *card)
{
  const GrRun run = card->run;
  const GrLedger *e = &run->end;
  const double put_in = run->start.kinetic + run->start.elastic + fabs(e->external_work) + e->brought_in;

  WriteNumbers(card, "energy", 17,
               (GrJsonPair[]){{"put_in", put_in},
                              {"kinetic", e->kinetic},
                              {"elastic", e->elastic},
                              {"dissipated_viscous", e->dissipated_viscous},
                              {"dissipated_frictional", e->dissipated_frictional},
                              {"dissipated_plastic", e->dissipated_plastic},
                              {"dissipated_bonds", e->dissipated_bonds},
                              {"dissipated_drag", e->dissipated_drag},
                              {"carried_out", e->carried_out},
                              {"taken_by_changes", e->taken_by_changes},
                              {"external_work", e->external_work},
                              {"brought_in", e->brought_in},
                              {"residual", e->residual},
                              {"exchanged", e->exchanged},
                              {"relative_residual", GrWorldRelativeResidual(e)},
                              {"largest_relative_residual", run->world->account.balance_now.worst},
                              {"largest_relative_residual_time", run->world->account.balance_now.worst_time}});
}

static void WriteDeepest(Card *card)
{
  const GrWorld w = card->run->world;
  const GrDeepest *d = &w->deepest;

  if (!(d->ratio > 0))
    return;
  GrJsonBegin(&card->json, "largest_overlap", '{');
  GrJsonNumbers(&card->json, 3,
                (GrJsonPair[]){{"over_radius", d->ratio}, {"time", d->time}, {"first", (double)d->first}});
  if (d->second)
    GrJsonNumber(&card->json, "second", (double)d->second);
  else
    GrJsonText(&card->json, "wall", w->the_case->walls[d->wall].name);
  GrJsonEnd(&card->json, '}');
}

static void WriteSides(GrJson *json, const char *name, const PetscInt64 left[GR_SIDES])
{
  GrJsonBegin(json, name, '{');
  for (int side = 0; side < GR_SIDES; side++)
    GrJsonNumber(json, GrWorldSideNames[side], (double)left[side]);
  GrJsonEnd(json, '}');
}

/* Numbers that were not measured are null. */
static void WriteLoadBalance(Card *card)
{
  const GrWorld w = card->run->world;
  const GrParallelLoadBalance *s = &w->load.balance;
  const double before = GrParallelLoadBalanceImbalance(s, 0), after = GrParallelLoadBalanceImbalance(s, 1),
               contacts = GrParallelLoadShareImbalance(s->contacts);

  WriteNumbers(card, NULL, 2,
               (GrJsonPair[]){{"rebuilds", (double)w->load.rebuilds}, {"displacement_checks", (double)w->load.checks}});
  WriteMaxMean(card, "messages_per_rebuild", offsetof(Cost, rebuild_messages));
  WriteMaxMean(card, "bytes_per_rebuild", offsetof(Cost, rebuild_bytes));
  WriteMaxMean(card, "particles_owned", offsetof(Cost, owned));
  WriteMaxMean(card, "ghosts", offsetof(Cost, ghosts));
  WriteMaxMean(card, "candidates", offsetof(Cost, candidates));
  WriteMaxMean(card, "contacts", offsetof(Cost, contacts));
  WriteNumbers(card, "rebalancing", 10,
               (GrJsonPair[]){{"times", (double)s->partitions},
                              {"imbalance_before", before > 0 ? before : NAN},
                              {"imbalance_after", after > 0 ? after : NAN},
                              {"imbalance_now", s->latest > 0 ? s->latest : NAN},
                              {"critical_path", s->work.most},
                              {"mean_work", s->work.mean},
                              {"work_gained", s->gained},
                              {"contacts_imbalance", contacts > 0 ? contacts : NAN},
                              {"contacts_uneven", contacts > 0 ? s->contacts_uneven / s->contacts.mean : NAN},
                              {"seconds_spent", s->partition_seconds}});
}

static void WritePhases(GrJson *json, const char *name, const Cost *cost)
{
  GrJsonBegin(json, name, '{');
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    GrJsonNumber(json, GrPhases[p].name, cost->phase[p]);
  GrJsonEnd(json, '}');
}

static void WritePerformance(Card *card)
{
  const GrWorld w = card->run->world;
  const Cost *mean = &card->mean;

  GrJsonBegin(&card->json, "performance", '{');
  WriteNumbers(card, NULL, 6,
               (GrJsonPair[]){{"ranks", w->size},
                              {"particles", (double)GrWorldTotal(w)},
                              {"steps", (double)card->run->steps},
                              {"evaluations", (double)w->load.evaluations},
                              {"seconds", mean->seconds},
                              {"particle_steps_per_second", card->rate}});
  WriteMaxMean(card, "messages_per_evaluation", offsetof(Cost, messages));
  WriteMaxMean(card, "bytes_per_evaluation", offsetof(Cost, bytes));
  if (w->bulk)
    WriteLoadBalance(card);
  WriteNumbers(card, "memory_bytes", 3,
               (GrJsonPair[]){{"max", card->max.memory}, {"mean", mean->memory}, {"max_for_case", card->max.grown}});
  WriteNumbers(card, "wall_seconds", 4,
               (GrJsonPair[]){{"start", mean->start},
                              {"steps", mean->seconds},
                              {"end", mean->end},
                              {"whole", mean->start + mean->seconds + mean->end}});
  WritePhases(&card->json, "phase_seconds", mean);
  WritePhases(&card->json, "phase_seconds_max", &card->max);
  GrJsonEnd(&card->json, '}');
  if (card->out) {
    fprintf(card->out, "  %-16s %10s %10s %7s  over ranks; shares of the mean of %.4g s\n", "phase", "mean s", "max s",
            "share", card->mean.seconds);
    for (int p = 0; p < GR_PHASE_COUNT; p++)
      fprintf(card->out, "  %-16s %10.4g %10.4g %6.1f%%  %s\n", GrPhases[p].name, card->mean.phase[p],
              card->max.phase[p], 100 * card->mean.phase[p] / card->mean.seconds, GrPhases[p].meaning);
  }
}

/* Collects the facts of the card and of the step, and looks for advice. */
static void FindAdvice(Card *card)
{
  const GrRun run = card->run;
  const GrTime *time = &run->world->the_case->time;
  const GrPeriod shortest = GrRunStepShortestPeriod(run->world->the_case);
  const Cost *max = &card->max, *mean = &card->mean;
  const double whole = mean->seconds;
  const double busiest = max->phase[GR_PHASE_FORCES] + max->phase[GR_PHASE_GHOST],
               busy = mean->phase[GR_PHASE_FORCES] + mean->phase[GR_PHASE_GHOST];
  const GrAdviceFacts facts = {.seconds = whole,
                               .ranks = run->world->size,
                               .particles = (double)GrWorldTotal(run->world) / run->world->size,
                               .output = mean->phase[GR_PHASE_OUTPUT] / whole,
                               .rebuild = mean->phase[GR_PHASE_REBUILD] / whole,
                               .halo = mean->phase[GR_PHASE_HALO] / whole,
                               .waiting = (busiest - busy) / whole,
                               .rebalances = run->world->bulk,
                               .by_work = time->rebalance == 0,
                               .step = time->integrator->fixed_step ? run->step : 0,
                               .given = time->step > 0 || run->step_by_option,
                               .automatic = GrWorldAutomaticStep(&run->bound, time),
                               .stable = time->safety * run->bound.stable,
                               .accurate = run->bound.accurate,
                               .damped = run->bound.damped,
                               .limit = run->bound.named ? run->bound.reason + run->bound.named : "",
                               .output_key = shortest.key,
                               .output_every = shortest.every};

  card->n_advices = GrRunAdvise(&facts, card->advice);
}

/* Writes the members of run.json about the run, and prints the card. */
static void WriteCard(Card *card)
{
  const GrRun run = card->run;
  const GrEquilibrium *e = GrWorldEquilibrium(run->world);

  GrJsonBegin(&card->json, "step", '{');
  GrJsonNumber(&card->json, "seconds", run->step);
  GrJsonText(&card->json, "reason", run->reason);
  GrJsonEnd(&card->json, '}');
  if (e)
    WriteNumbers(
        card, "equilibrium", 4,
        (GrJsonPair[]){
            {"beads", (double)e->beads}, {"load", e->load}, {"residual", e->residual}, {"seconds", e->seconds}});
  GrRunStagesWrite(run, &card->json);
  GrRunChangesWrite(run, &card->json);
  GrRunInsertionWrite(run, &card->json);
  if (Varies(run->world)) {
    static const char *const names[GR_TALLIES] = {"start", "inserted", "removed", "left", "present"};
    const GrTally *tally = &card->tally;
    GrJsonBegin(&card->json, "particles", '{');
    for (int k = 0; k < GR_TALLIES; k++)
      GrJsonObject(&card->json, names[k], 2,
                   (GrJsonPair[]){{"number", (double)tally->number[k]}, {"mass", tally->mass[k]}});
    GrJsonObject(&card->json, "missing", 2,
                 (GrJsonPair[]){{"number", (double)tally->missing}, {"mass", tally->missing_mass}});
    GrJsonEnd(&card->json, '}');
  }
  WriteEnergy(card);
  WriteDeepest(card);
  if (run->world->bulk) {
    const GrLeft left = GrWorldLeft(run->world);
    WriteSides(&card->json, "left_through", left.open);
    WriteSides(&card->json, "left_past_walls", left.past_walls);
  }
  WritePerformance(card);
  GrJsonBegin(&card->json, "advice", '[');
  for (int k = 0; k < card->n_advices; k++)
    GrJsonText(&card->json, NULL, card->advice[k]);
  GrJsonEnd(&card->json, ']');
}

static void PrintBalance(const GrRun run, FILE *out)
{
  const GrBalance *b = &run->world->account.balance_now;
  const double relative = GrWorldRelativeResidual(&run->end);

  fprintf(out, "energy balance: residual %.3g J, %.3g of the energy exchanged", run->end.residual, relative);
  if (b->worst >= GR_BALANCE_WARNS && b->worst > 1.005 * fabs(relative))
    fprintf(out, "; at most %.3g, at t = %.9g s", b->worst, b->worst_time);
  fputc('\n', out);
}

static void PrintDeepest(GrWorld w, FILE *out)
{
  char text[GR_NAME_MAX + 96];

  if (!(w->deepest.ratio > 0))
    return;
  GrWorldDeepestText(w, sizeof(text), text);
  fprintf(out, "largest overlap: %.3g of the smaller radius, %s\n", w->deepest.ratio, text);
}

/* Prints the warnings of all segments. */
static void PrintWarnings(GrRunFolder folder, FILE *out)
{
  const int n = folder ? GrRunFolderCountWarnings(folder) : 0;

  if (n > 0)
    fprintf(out, "warnings: %d\n", n);
  for (int k = 0; k < n; k++)
    fprintf(out, "  %s\n", GrRunFolderWarning(folder, k));
}

/* Prints five lines, and in runs in which particles are inserted, removed or leave the domain also their numbers. */
static void PrintSummary(const Card *card, FILE *out)
{
  const GrRun run = card->run;
  const GrWorld w = run->world;
  char text[GR_MESSAGE_MAX] = "completed";

  if (run->stop.cause) {
    snprintf(text, sizeof(text), "stopped by ");
    GrRunStopCause(&run->stop, text + strlen(text), sizeof(text) - strlen(text));
  }
  fprintf(out, "%s at t = %.9g s, step %" PetscInt64_FMT "\n", text, w->clock.committed, run->first_step + run->steps);
  fprintf(out, "%" PetscInt64_FMT " step%s in %.3f s on %d rank%s: %.4g particle-steps/s, %.4g us a step\n", run->steps,
          run->steps == 1 ? "" : "s", card->mean.seconds, w->size, w->size == 1 ? "" : "s", card->rate,
          run->steps ? 1e6 * card->mean.seconds / (double)run->steps : 0);
  PrintBalance(run, out);
  if (Varies(w)) {
    const PetscInt64 *n = card->tally.number;
    fprintf(out,
            "particles: %" PetscInt64_FMT " at the start, %" PetscInt64_FMT " inserted, %" PetscInt64_FMT
            " were removed, %" PetscInt64_FMT " left the domain, %" PetscInt64_FMT " remain",
            n[GR_TALLY_START], n[GR_TALLY_INSERTED], n[GR_TALLY_REMOVED], n[GR_TALLY_LEFT], n[GR_TALLY_PRESENT]);
    if (card->tally.missing)
      fprintf(out, ", %" PetscInt64_FMT " are missing", card->tally.missing);
    fputc('\n', out);
  }
  GrWorldLeftText(w, text, sizeof(text));
  if (text[0])
    fprintf(out, "particles that left: %s\n", text);
  PrintDeepest(w, out);
  PrintWarnings(run->folder, out);
  for (int k = 0; k < card->n_advices; k++)
    fprintf(out, "advice: %s\n", card->advice[k]);
  GrRunResultsPrint(run->directory, !run->stop.cause, out);
}

void GrRunResultsPrint(const char *directory, bool done, FILE *out)
{
  char command[GR_SHELL_MAX];

  if (directory)
    fprintf(out, "results: %s\n", directory);
  if (directory && done)
    fprintf(out, "next: %s\n", GrShellCommand("info", directory, command));
}

PetscErrorCode GrRunReport(GrRun run, FILE *out)
{
  Card card = {.run = run, .json = {.depth = 1, .filled = true}, .out = run->verbose ? out : NULL};

  PetscCall(CollectCard(&card));
  PetscCall(GrWorldDeepestReduce(run->world));
  if (Varies(run->world))
    PetscCall(GrBulkPopulationTally(run->world, &card.tally));
  if (run->world->rank == 0) {
    FindAdvice(&card);
    WriteCard(&card);
    if (out)
      PrintSummary(&card, out);
    if (run->folder)
      PetscCall(GrRunFolderCard(run->folder, &card.json));
    else
      PetscCall(GrTextPour(&card.json.text, NULL));
  }
  reported_until = GrTimersNow();
  return 0;
}
