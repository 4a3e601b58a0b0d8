/* performance: what a run cost, printed at its end and kept in run.json with where the results come from. */
#include "base/join.h"
#include "bulk/output.h"
#include "bulk/population/population.h"
#include "io/h5/provenance.h"
#include "run/folder/folder.h"
#include "run/insertion.h"
#include "run/stages.h"
#include "run/status.h"

#include <granum/error.h>
#include <math.h>
#include <sys/resource.h>

/* Per rank, then reduced. */
typedef struct {
  double seconds, start, end, phase[GR_PHASE_COUNT], memory, grown, messages, bytes, rebuild_messages, rebuild_bytes,
      owned;
  double ghosts, candidates, contacts; /* of an assembly, at the end */
} Cost;
enum {
  COSTS = sizeof(Cost) / sizeof(double),
  MANY = 10000 /* particles a rank: fewer are lost in what a process takes */
};

typedef struct {
  Cost max, mean;
  double rate; /* particle-steps per second */
  double evaluations_per_step;
  GrTally tally; /* if particles come and go */
  GrRun run;
} Card;

static PetscBool Varies(GrWorld w)
{
  return (PetscBool)(w->bulk && GrBulkPopulationVaries(w));
}

/* The time, by the clock of timers, up to which this process has told what it spent: it was launched then, or an
   earlier run reported. */
static double told_until;

static double SpentBefore(void)
{
  return told_until > 0 ? told_until : GrTimersLaunched();
}

static Cost CostOfRank(GrRun run)
{
  const GrWorld w = run->world;
  struct rusage usage = {0};
  Cost cost = {0};

  (void)getrusage(RUSAGE_SELF, &usage);
  GrTimersStop(&run->world->timers); /* of a run that failed they still go */
  cost.seconds = w->timers.whole;
  cost.start = w->timers.started - SpentBefore();
  cost.end = GrTimersNow() - w->timers.started - w->timers.whole;
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    cost.phase[p] = w->timers.seconds[p];
  cost.memory = 1024.0 * (double)usage.ru_maxrss;
  cost.grown = cost.memory - w->memory_before;
  w->ops->traffic(w, &cost.messages, &cost.bytes);
  if (w->bulk) {
    const GrBulkWorkload load = GrBulkFindWorkload(w);
    cost.owned = load.owned;
    cost.ghosts = load.ghosts;
    cost.candidates = load.candidates;
    cost.contacts = load.contacts;
  }
  if (w->rebuilds > 0) {
    cost.rebuild_messages = (double)w->rebuild_traffic.messages / (double)w->rebuilds;
    cost.rebuild_bytes = (double)w->rebuild_traffic.bytes / (double)w->rebuilds;
  }
  return cost;
}

/* Largest and sum over ranks, in one. */
static void JoinCosts(const void *lower, void *value)
{
  const double *a = lower;
  double *b = value;

  for (int k = 0; k < COSTS; k++) {
    b[k] = PetscMax(b[k], a[k]);
    b[COSTS + k] += a[COSTS + k];
  }
}

static PetscErrorCode CollectCard(GrRun run, Card *card)
{
  const GrWorld w = run->world;
  const Cost mine = CostOfRank(run);
  Cost all[2] = {mine, mine};
  const double steps = w->bulk ? GrBulkPopulationParticleSteps(w) : (double)GrWorldTotal(w) * (double)run->steps;

  PetscFunctionBeginUser;
  PetscCall(GrJoinAll(w->comm, sizeof(all), JoinCosts, all));
  card->max = all[0];
  card->mean = all[1];
  for (int i = 0; i < COSTS; i++)
    ((double *)&card->mean)[i] /= w->size;
  card->run = run;
  card->rate = steps / card->mean.seconds;
  card->evaluations_per_step = run->steps ? (double)w->evaluations / (double)run->steps : 0;
  PetscFunctionReturn(0);
}

static void PrintBooks(const GrRun run, FILE *out)
{
  const GrLedger *e = &run->end;
  const double in = GrRunEnergyIn(run, e);

  fprintf(out, "energy [J]: kinetic %.9g, elastic %.9g, dissipated %.9g viscous + %.9g plastic", e->kinetic, e->elastic,
          e->dissipated_viscous, e->dissipated_plastic);
  if (run->world->bulk)
    fprintf(out, " + %.9g frictional + %.9g drag, carried out %.9g", e->dissipated_frictional, e->dissipated_drag,
            e->carried_out);
  if (e->dissipated_bonds != 0)
    fprintf(out, ", lost with bonds %.9g", e->dissipated_bonds);
  if (e->brought_in != 0)
    fprintf(out, ", brought in %.9g", e->brought_in);
  if (e->taken_by_changes != 0)
    fprintf(out, ", taken by changes of stages %.9g", e->taken_by_changes);
  fprintf(out, ", external work %.9g\n", e->external_work);
  fprintf(out, "the ledger closes to %.3g J", e->residual);
  if (in > 0)
    fprintf(out, ", %.3g of the energy put in", e->residual / in);
  fputc('\n', out);
}

static void PrintLeft(GrWorld w, FILE *out)
{
  char text[GR_MESSAGE_MAX];

  GrWorldLeftText(w, text, sizeof(text));
  if (text[0])
    fprintf(out, "particles that left: %s\n", text);
}

static void WriteSides(GrJson *json, const char *name, const PetscInt64 left[GR_SIDES])
{
  GrJsonBegin(json, name, '{');
  for (int side = 0; side < GR_SIDES; side++)
    GrJsonNumber(json, GrSideNames[side], (double)left[side]);
  GrJsonEnd(json, '}');
}

static void PrintLoadBalance(const Card *card, FILE *out)
{
  const GrWorld w = card->run->world;
  const GrLoadBalance *s = &w->load_balance;

  fprintf(out, "  %" PetscInt64_FMT " rebuilds of the neighbourhood", w->rebuilds);
  if (w->size > 1)
    fprintf(out, ", at most %.3g messages of a rank each (%.3g bytes)\n  load balanced %" PetscInt64_FMT " times",
            card->max.rebuild_messages, card->max.rebuild_bytes, s->partitions);
  if (s->latest > 0)
    fprintf(out, "; the busiest rank now has %.3g of the mean", s->latest);
  if (s->partitions > 0 && s->reference > 0)
    fprintf(out, "; %.3g before that and %.3g after it", GrLoadBalanceImbalance(s, 0), GrLoadBalanceImbalance(s, 1));
  if (s->work.mean > 0)
    fprintf(out, "\n  critical path %.4g times the mean work by count, of contacts %.4g", GrLoadShareImbalance(s->work),
            GrLoadShareImbalance(s->contacts));
  fputc('\n', out);
}

static void WritePhases(GrJson *json, const char *name, const Cost *cost)
{
  GrJsonBegin(json, name, '{');
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    GrJsonNumber(json, GrPhases[p].name, cost->phase[p]);
  GrJsonEnd(json, '}');
}

/* Over the ranks. */
static void WriteMaxMean(GrJson *json, const char *name, double max, double mean)
{
  GrJsonObject(json, name, 2, (GrJsonPair[]){{"max", max}, {"mean", mean}});
}

static void WriteLoadBalance(GrJson *json, const Card *card)
{
  const GrLoadBalance *s = &card->run->world->load_balance;
  const double before = GrLoadBalanceImbalance(s, 0), after = GrLoadBalanceImbalance(s, 1),
               contacts = GrLoadShareImbalance(s->contacts);

  GrJsonNumber(json, "rebuilds", (double)card->run->world->rebuilds);
  GrJsonNumber(json, "displacement_checks", (double)card->run->world->checks);
  WriteMaxMean(json, "messages_per_rebuild", card->max.rebuild_messages, card->mean.rebuild_messages);
  WriteMaxMean(json, "bytes_per_rebuild", card->max.rebuild_bytes, card->mean.rebuild_bytes);
  WriteMaxMean(json, "particles_owned", card->max.owned, card->mean.owned);
  WriteMaxMean(json, "ghosts", card->max.ghosts, card->mean.ghosts);
  WriteMaxMean(json, "candidates", card->max.candidates, card->mean.candidates);
  WriteMaxMean(json, "contacts", card->max.contacts, card->mean.contacts);
  GrJsonObject(json, "rebalancing", 10,
               (GrJsonPair[]){{"times", (double)s->partitions},
                              {"imbalance_before", before > 0 ? before : NAN}, /* not measured: null */
                              {"imbalance_after", after > 0 ? after : NAN},
                              {"imbalance_now", s->latest > 0 ? s->latest : NAN},
                              {"critical_path", s->work.most},
                              {"mean_work", s->work.mean},
                              {"work_gained", s->gained},
                              {"contacts_imbalance", contacts > 0 ? contacts : NAN},
                              {"contacts_uneven", contacts > 0 ? s->contacts_uneven / s->contacts.mean : NAN},
                              {"seconds_spent", s->spent}});
}

/* Shares are of the mean over ranks, and add up to it. */
static void PrintPhases(const Card *card, FILE *out)
{
  fprintf(out, "  %-16s %10s %10s %7s  over ranks; shares of the mean of %.4g s\n", "phase", "mean s", "max s", "share",
          card->mean.seconds);
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    fprintf(out, "  %-16s %10.4g %10.4g %6.1f%%  %s\n", GrPhases[p].name, card->mean.phase[p], card->max.phase[p],
            100 * card->mean.phase[p] / card->mean.seconds, GrPhases[p].meaning);
}

static void PrintCard(const Card *card, FILE *out)
{
  const GrRun run = card->run;
  const GrWorld w = run->world;
  const double seconds = card->mean.seconds;

  fprintf(out,
          "%" PetscInt64_FMT " particles, %" PetscInt64_FMT
          " steps on %d rank%s in %.3f s: %.4g particle-steps/s, %.4g us a step\n",
          GrWorldTotal(w), run->steps, w->size, w->size == 1 ? "" : "s", seconds, card->rate,
          run->steps ? 1e6 * seconds / (double)run->steps : 0);
  PrintPhases(card, out);
  fprintf(out, "  before the first step %.4g s, after the last one %.4g s: %.4g s in all\n", card->mean.start,
          card->mean.end, card->mean.start + seconds + card->mean.end);
  fprintf(out, "  messages per force evaluation: at most %g a rank (%g bytes), mean %.3g; %.4g evaluations a step\n",
          card->max.messages, card->max.bytes, card->mean.messages, card->evaluations_per_step);
  if (w->bulk)
    PrintLoadBalance(card, out);
  fprintf(out, "  memory: at most %.1f MB a rank, %.1f MB of it for the case", 1e-6 * card->max.memory,
          1e-6 * card->max.grown);
  if (GrWorldTotal(w) / w->size >= MANY)
    fprintf(out, ", %.0f bytes a particle", card->max.grown / (double)(GrWorldTotal(w) / w->size));
  fputc('\n', out);
}

static void WriteEquilibrium(GrJson *json, const GrEquilibrium *e)
{
  GrJsonObject(json, "equilibrium", 4,
               (GrJsonPair[]){
                   {"beads", (double)e->beads}, {"load", e->load}, {"residual", e->residual}, {"seconds", e->seconds}});
}

static void WritePerformance(GrJson *json, const Card *card)
{
  const GrWorld w = card->run->world;

  GrJsonBegin(json, "performance", '{');
  GrJsonNumbers(json, 6,
                (GrJsonPair[]){{"ranks", w->size},
                               {"particles", (double)GrWorldTotal(w)},
                               {"steps", (double)card->run->steps},
                               {"evaluations", (double)w->evaluations},
                               {"seconds", card->mean.seconds},
                               {"particle_steps_per_second", card->rate}});
  WriteMaxMean(json, "messages_per_evaluation", card->max.messages, card->mean.messages);
  WriteMaxMean(json, "bytes_per_evaluation", card->max.bytes, card->mean.bytes);
  if (w->bulk)
    WriteLoadBalance(json, card);
  GrJsonObject(
      json, "memory_bytes", 3,
      (GrJsonPair[]){{"max", card->max.memory}, {"mean", card->mean.memory}, {"max_for_case", card->max.grown}});
  GrJsonObject(json, "wall_seconds", 4,
               (GrJsonPair[]){{"start", card->mean.start},
                              {"steps", card->mean.seconds},
                              {"end", card->mean.end},
                              {"whole", card->mean.start + card->mean.seconds + card->mean.end}});
  WritePhases(json, "phase_seconds", &card->mean);
  WritePhases(json, "phase_seconds_max", &card->max);
  GrJsonEnd(json, '}');
}

/* The members of run.json that tell what the run cost. */
static PetscErrorCode RecordCard(const Card *card)
{
  const GrRun run = card->run;
  const GrEquilibrium *equilibrium = GrWorldEquilibrium(run->world);
  GrJson json = {.depth = 1, .filled = PETSC_TRUE};

  PetscFunctionBeginUser;
  GrJsonBegin(&json, "step", '{');
  GrJsonNumber(&json, "seconds", run->step);
  GrJsonText(&json, "reason", run->reason);
  GrJsonEnd(&json, '}');
  if (equilibrium)
    WriteEquilibrium(&json, equilibrium);
  GrRunStagesWrite(run, &json);
  GrRunInsertionWrite(run, &json);
  if (Varies(run->world))
    GrRunTallyWrite(&card->tally, &json);
  GrJsonObject(&json, "energy", 2,
               (GrJsonPair[]){{"put_in", GrRunEnergyIn(run, &run->end)}, {"residual", run->end.residual}});
  if (run->world->bulk) {
    const GrLeft left = GrWorldLeft(run->world);
    WriteSides(&json, "left_through", left.open);
    WriteSides(&json, "left_past_walls", left.past_walls);
  }
  WritePerformance(&json, card);
  PetscCall(GrRunFolderCard(run->folder, &json));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunReport(GrRun run, FILE *out)
{
  Card card;

  PetscFunctionBeginUser;
  PetscCall(CollectCard(run, &card));
  if (Varies(run->world))
    PetscCall(GrBulkPopulationTally(run->world, &card.tally));
  if (run->world->rank == 0) {
    if (out) {
      PrintBooks(run, out);
      GrRunInsertionReport(run, out);
      if (Varies(run->world))
        GrRunTallyReport(&card.tally, out);
      PrintLeft(run->world, out);
      PrintCard(&card, out);
    }
    if (run->folder)
      PetscCall(RecordCard(&card));
  }
  told_until = GrTimersNow();
  PetscFunctionReturn(0);
}
