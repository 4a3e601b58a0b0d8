/* Prints and writes the progress of the insertion of particles, and the particle balance; see report.h. */
#include "run/report.h"

#include "bulk/population/insert.h"
#include <granum/error.h>
#include <math.h>

/* Prints that particles of a group are not inserted so far, and why, or that the group remains smaller than the case
   asks for. */
static void PrintOwed(GrRun run, const GrInsertProgress *state)
{
  const double t = run->world->clock.committed;
  const bool one = state->owed == 1;

  if (run->shows_progress)
    GrRunProgressEnd(&run->progress);
  if (state->filled && state->over)
    GrWarn(
        stdout,
        "%s: insertion is over at t = %.9g s, and %.0f %s (%.4g kg) that %s due %s missing, because the region had "
        "its solid_fraction; give the group a larger region, a larger solid_fraction, or a later end of its insertion",
        state->group, t, state->owed, one ? "particle" : "particles", state->owed_mass, one ? "was" : "were",
        one ? "is" : "are");
  else if (state->filled)
    printf(
        "%s: at t = %.9g s the region has its solid_fraction; %.0f %s (%.4g kg) that %s due %s inserted when particles "
        "leave it\n",
        state->group, t, state->owed, one ? "particle" : "particles", state->owed_mass, one ? "is" : "are",
        one ? "is" : "are");
  else if (state->over)
    GrWarn(
        stdout,
        "%s: insertion is over at t = %.9g s, and %.0f %s (%.4g kg) that %s due %s missing, because %s found no place; "
        "give the group a larger region, more tries, or a later end of its insertion",
        state->group, t, state->owed, one ? "particle" : "particles", state->owed_mass, one ? "was" : "were",
        one ? "is" : "are", one ? "it" : "they");
  else
    printf("%s: at t = %.9g s %.0f %s (%.4g kg) found no place in the region; granum tries again to insert %s at each "
           "insertion\n",
           state->group, t, state->owed, one ? "particle" : "particles", state->owed_mass, one ? "it" : "them");
  fflush(stdout);
}

void GrRunInsertionPrint(GrRun run)
{
  for (int k = 0; k < GrBulkInsertCountGroups(run->world) && k < 64; k++) {
    const GrInsertProgress state = GrBulkInsertFindProgress(run->world, k);
    const uint64_t group = (uint64_t)1 << k;
    uint64_t *printed = state.over ? &run->insertion_over : &run->insertion_printed;
    if (!(state.owed > 0) || (*printed & group))
      continue;
    *printed |= group;
    if (run->world->rank == 0 && run->prints)
      PrintOwed(run, &state);
  }
}

void GrRunInsertionWrite(GrRun run, GrJson *json)
{
  if (GrBulkInsertCountGroups(run->world) == 0)
    return;
  GrJsonBegin(json, "insertion", '[');
  for (int k = 0; k < GrBulkInsertCountGroups(run->world); k++) {
    const GrInsertProgress state = GrBulkInsertFindProgress(run->world, k);
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

void GrRunInsertionForecast(GrWorld w, const char *mark, FILE *out)
{
  for (int g = 0; w->bulk && g < w->the_case->n_grains; g++)
    if (GrFillInsertOf(&w->the_case->grains[g])) {
      const GrGrains *grains = &w->the_case->grains[g];
      GrInsertPlan plan;
      GrFillInsertPlanOf(w->the_case, grains, &plan);
      const double expected = GrFillInsertExpected(&plan);
      fprintf(out, "%sinsertion of %s: ", mark, grains->name);
      if (isfinite(plan.rate))
        fprintf(out, "%s%.4g particles per second (%.4g kg/s), ",
                plan.insert->rate_of_time || plan.insert->mass_rate_of_time ? "at most " : "", plan.rate,
                plan.rate * plan.mass);
      if (isfinite(expected))
        fprintf(out, "%.0f particles in all (%.4g kg)", expected, expected * plan.mass);
      else
        fprintf(out, "as many particles as find a place");
      fprintf(out, ", an event every %.4g s; the region holds at most %.0f at a time", plan.insert->every, plan.fits);
      if (isfinite(plan.stay))
        fprintf(out, ", each stays %.4g s", plan.stay);
      fputc('\n', out);
    }
}
