/* insertion: see insertion.h. */
#include "run/insertion.h"

#include "bulk/insert.h"
#include <math.h>

static int CountGroups(GrWorld w)
{
  return w->bulk && w->bulk->insertion ? w->bulk->insertion->n_groups : 0;
}

static PetscBool WasTold(const GrRun run, int k)
{
  return (PetscBool)(k >= 64 || (run->insertion_told >> k & 1));
}

void GrRunInsertionPrint(GrRun run)
{
  for (int k = 0; k < CountGroups(run->world); k++) {
    const GrInsertion state = GrBulkInsertion(run->world, k);
    if (!(state.owed > 0) || WasTold(run, k))
      continue;
    run->insertion_told |= (uint64_t)1 << k;
    if (run->world->rank != 0 || !run->tells)
      continue;
    if (run->shows_progress)
      GrProgressEnd(&run->progress);
    printf("%s: at t = %.9g s %.0f particles (%.4g kg) found no place in the region; they are tried again at every "
           "event\n",
           state.group, run->world->committed_time, state.owed, state.owed_mass);
    fflush(stdout);
  }
}

void GrRunInsertionReport(GrRun run, FILE *out)
{
  for (int k = 0; k < CountGroups(run->world); k++) {
    const GrInsertion state = GrBulkInsertion(run->world, k);
    fprintf(out, "%s: %.0f particles (%.6g kg) came in", state.group, state.number, state.mass);
    if (state.owed > 0)
      fprintf(out, ", %.0f (%.4g kg) that were due found no place", state.owed, state.owed_mass);
    fputc('\n', out);
  }
}

void GrRunInsertionWrite(GrRun run, GrJson *json)
{
  if (CountGroups(run->world) == 0)
    return;
  GrJsonBegin(json, "insertion", '[');
  for (int k = 0; k < CountGroups(run->world); k++) {
    const GrInsertion state = GrBulkInsertion(run->world, k);
    GrJsonBegin(json, NULL, '{');
    GrJsonText(json, "group", state.group);
    GrJsonNumbers(json, 4,
                  (GrJsonPair[]){{"number", state.number},
                                 {"mass", state.mass},
                                 {"owed_number", state.owed},
                                 {"owed_mass", state.owed_mass}});
    GrJsonEnd(json, '}');
  }
  GrJsonEnd(json, ']');
}

static void PrintAmount(const GrInsertPlan *plan, FILE *out)
{
  const GrInsert *i = plan->insert;

  if (isfinite(plan->rate))
    fprintf(out, "%.4g particles per second (%.4g kg/s)", plan->rate, plan->rate * plan->mass);
  if (isfinite(plan->all))
    fprintf(out, "%s%.0f particles (%.4g kg)", isfinite(plan->rate) ? ", " : "", plan->all, plan->all * plan->mass);
  else if (!isfinite(plan->rate))
    fprintf(out, "as many as find a place");
  if (!isnan(i->solid_fraction))
    fprintf(out, ", up to a solid fraction of %g", i->solid_fraction);
  if (!isnan(i->level))
    fprintf(out, ", up to the level %g m", i->level);
}

void GrRunInsertionForecast(GrWorld w, const char *mark, FILE *out)
{
  for (int k = 0; k < CountGroups(w); k++) {
    GrInsertPlan plan;
    GrInsertPlanOf(w->the_case, &w->the_case->grains[w->bulk->insertion->of[k].group], &plan);
    fprintf(out, "%s%s comes in: ", mark, plan.grains->name);
    PrintAmount(&plan, out);
    fprintf(out, ", from %g s", plan.insert->from);
    if (!isnan(plan.insert->until))
      fprintf(out, " until %g s", plan.insert->until);
    if (plan.insert->during >= 0)
      fprintf(out, " of stage %s", w->the_case->stages[plan.insert->during].name);
    fprintf(out, ", an event every %.4g s; the region holds at most %.0f at a time", plan.insert->every, plan.fits);
    if (isfinite(plan.stay))
      fprintf(out, ", which stay %.4g s each", plan.stay);
    fputc('\n', out);
  }
}
