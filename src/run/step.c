/* Chooses the time step of a run, explains which limit or key has determined it, and shortens steps so that they end at
   output times; see run/step.h. */
#include "run/step.h"

#include "bulk/output.h"
#include <float.h>
#include <granum/error.h>
#include <math.h>

static const double much_of = 0.9;     /* explains an output that shortens the step to less than this part */
static const double much_shorter = 10; /* warns of an output that multiplies the number of steps by this factor */

static GrPeriod ShorterPeriod(GrPeriod one, GrPeriod two)
{
  return two.every > 0 && two.every < one.every ? two : one;
}

/* Shortest period of the outputs; `every` is infinite if there is none. */
GrPeriod GrRunStepShortestPeriod(const GrCase *c)
{
  const GrPeriod periods[] = {
      {"output.trajectory", c->output.trajectory.every}, {"output.energy", c->output.energy.every},
      {"output.walls", c->output.walls.every},           {"output.observables", c->output.observables.every},
      {"output.contacts", c->output.contacts.every},     {"output.fields", c->output.fields.when.every}};
  GrPeriod shortest = {"", INFINITY};

  for (size_t k = 0; k < sizeof(periods) / sizeof(periods[0]); k++)
    shortest = ShorterPeriod(shortest, periods[k]);
  for (int s = 0; s < c->output.n_sensors; s++)
    shortest = ShorterPeriod(shortest, (GrPeriod){"output.sensors", c->output.sensors[s].when.every});
  for (int k = 0; k < c->output.n_counters; k++)
    shortest = ShorterPeriod(shortest, (GrPeriod){"output.counters", c->output.counters[k].when.every});
  return shortest;
}

double GrRunStepAutomatic(GrRun run, double *span)
{
  const GrCase *c = run->world->the_case;
  const GrPeriod shortest = GrRunStepShortestPeriod(c);
  const double longest = GrWorldAutomaticStep(&run->bound, &c->time);

  *span = PetscMin(c->time.end, shortest.every);
  const double step = *span / ceil(*span / longest);
  run->met = shortest.every < c->time.end && step < much_of * longest ? shortest : (GrPeriod){0};
  return step;
}

PetscErrorCode GrRunStepChoose(GrRun run)
{
  const GrCase *c = run->world->the_case;
  double span;

  PetscCall(GrWorldFindStepBound(run->world, &run->bound));
  run->step = c->time.step > 0 ? c->time.step : GrRunStepAutomatic(run, &span);
  return 0;
}

PetscErrorCode GrRunStepTake(GrRun run)
{
  PetscBool given;

  PetscCall(TSGetTimeStep(run->ts, &run->step));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-ts_dt", &given));
  run->step_by_option = given;
  if (!given)
    return 0;
  if (!(run->step > 0 && run->step < run->world->the_case->time.end))
    return GrFail(GR_EXIT_INPUT,
                  "the option -ts_dt cannot be used: %g s is not a valid step for a run of %g s; write a step above 0 "
                  "that is shorter than the run, or remove the option",
                  run->step, run->world->the_case->time.end);
  run->met = (GrPeriod){0};
  return 0;
}

/* Whether a fixed step that the user gave is longer than the stable step. The limits of a resumed run are found anew;
   an automatic step stays as it was chosen. */
static bool IsGivenTooLong(GrRun run)
{
  const GrTime *time = &run->world->the_case->time;
  return time->integrator->fixed_step && (time->step > 0 || run->step_by_option) && run->step > run->bound.stable;
}

void GrRunStepExplain(GrRun run)
{
  const GrCase *c = run->world->the_case;
  const bool fixed = c->time.integrator->fixed_step;
  char how[64] = "given", met[96] = "";

  if (run->step_by_option)
    snprintf(how, sizeof(how), "by -ts_dt");
  else if (c->time.step == 0)
    snprintf(how, sizeof(how),
             isinf(run->bound.stable) && isinf(run->bound.accurate)     ? "auto: a hundredth of the run"
             : run->bound.accurate < c->time.safety * run->bound.stable ? "auto: limited by accuracy"
                                                                        : "auto: %g of the stable step",
             c->time.safety);
  if (run->met.every > 0)
    snprintf(met, sizeof(met), ", shortened to meet %s every %g s", run->met.key, run->met.every);
  snprintf(run->reason, sizeof(run->reason), "%s step %.6g s (%s%s); %s%s", fixed ? "fixed" : "first", run->step, how,
           met, run->bound.reason, IsGivenTooLong(run) ? "; WARNING: the step is longer than the stable step" : "");
}

/* Warns if no step that was tried has the accuracy that the case asks for. */
static void WarnInaccurate(const GrRun run)
{
  const GrTime *time = &run->world->the_case->time;

  if (run->world->rank == 0 && time->integrator->fixed_step && !(time->step > 0) && run->bound.error > time->accuracy)
    GrWarn(
        stderr,
        "time.accuracy %g is not met: impacts have errors of up to %.3g at the shortest step that granum tries, %.4g "
        "s; write time.accuracy: %.2g or more, or a shorter time.step",
        time->accuracy, run->bound.error, run->bound.accurate, 1.05 * run->bound.error);
}

/* Each step and each output period must change the time, also at the end of the run. As time is a number of 53 bits,
   there are then fewer steps than the 64 bits of their counters hold. */
PetscErrorCode GrRunStepCheck(GrRun run)
{
  const GrCase *c = run->world->the_case;
  const GrPeriod shortest = GrRunStepShortestPeriod(c);
  const double end = c->time.end, every = shortest.every;
  const double longest = c->time.integrator->fixed_step ? run->step : end;
  double t, next;

  PetscCall(TSGetTime(run->ts, &t));
  PetscCall(TSGetTimeStep(run->ts, &next));
  if (!(run->step > 0 && t + next > t && end + PetscMin(longest, every) > end))
    return GrFail(GR_EXIT_INPUT,
                  "%s: time: steps of %g s cannot advance the time to the end, %g s; write a longer %s, an earlier "
                  "time.end, softer materials or lower speeds; %s",
                  c->file, PetscMin(PetscMin(run->step, next), every), end,
                  every <= run->step ? shortest.key : "time.step", run->reason);
  if (run->world->rank == 0 && c->time.integrator->fixed_step && run->step > (1 + 1e-9) * run->bound.motion)
    GrWarn(stderr,
           "time.step %.3g s is too long for the motion of %s: the error of its work exceeds time.accuracy; write "
           "time.step: auto, or a step up to %.3g s",
           run->step, run->bound.mover, run->bound.motion);
  const double alone = GrWorldAutomaticStep(&run->bound, &c->time); /* without a period */
  if (run->world->rank == 0 && run->met.every > 0 && alone > much_shorter * run->step)
    GrWarn(stderr,
           "%s every %g s shortens the step from %.3g s, which makes %.3g times the steps; write a longer period, or "
           "time.step if that is meant",
           run->met.key, run->met.every, alone, alone / run->step);
  WarnInaccurate(run);
  if (run->world->rank == 0 && IsGivenTooLong(run))
    GrWarn(stderr,
           "the step of %.3g s is longer than the stable step, %.3g s; write time.step: auto, or a shorter step",
           run->step, run->bound.stable);
  return 0;
}

/* Tolerance of the end [s]: time is a number of fixed steps, or a sum of variable steps, and has a rounding error. */
static double SlackAtEnd(const GrRun run)
{
  const GrTime *time = &run->world->the_case->time;
  return time->integrator->fixed_step ? 1e-6 * run->step : 4 * DBL_EPSILON * time->end;
}

/* Sets *wanted to the next step without a cut [s]. After a cut the step before the cut is used again, also if a resume
   delays the end, or if it was the end of a stage. A variable step before the cut is used again only if nothing speaks
   against it: the cut step was accepted at once, and the error control lets it grow as much as it ever does. */
static PetscErrorCode FindWantedStep(GrRun run, double t, double *wanted)
{
  double before, growth;
  TSAdapt adapt;

  PetscCall(TSGetTimeStep(run->ts, wanted));
  if (!run->world->the_case->time.integrator->fixed_step) {
    PetscCall(TSGetPrevTime(run->ts, &before));
    PetscCall(TSGetAdapt(run->ts, &adapt));
    PetscCall(TSAdaptGetClip(adapt, NULL, &growth));
    const double made = t - before, little = 1e-6;
    if (made < (1 - little) * run->planned || *wanted < (1 - little) * growth * made)
      return 0;
  }
  *wanted = PetscMax(*wanted, run->wanted);
  return 0;
}

/* Time that remains to the next time at which a fixed step must end [s]: the end of the stage or of the run, or the
   landing after the step has been planned anew. */
static double FindRemaining(GrRun run, double t)
{
  const double remaining = run->world->clock.until - t;

  if (run->landing <= t + SlackAtEnd(run))
    run->landing = 0;
  return run->landing > 0 ? PetscMin(remaining, run->landing - t) : remaining;
}

PetscErrorCode GrRunStepFit(GrRun run, double t)
{
  const GrTime *time = &run->world->the_case->time;
  const bool fixed = time->integrator->fixed_step;
  double wanted, next, remaining = FindRemaining(run, t);

  run->world->clock.plan.next = GR_NEXT_STEP;
  if (fixed && remaining > 2 * run->step && !(run->wanted > 0))
    return 0;
  PetscCall(FindWantedStep(run, t, &wanted));
  next = wanted;
  const bool ends = run->world->clock.until - t <= SlackAtEnd(run);
  if (ends) { /* the next step is that of a resumed run */
    run->world->clock.plan.next = GR_NEXT_END;
    remaining = INFINITY;
  }
  if (!fixed && run->recorder)
    remaining = PetscMin(remaining, GrRecorderDue(run->recorder) - t);
  if (!(remaining > 0))
    next = wanted;
  else if (fixed)
    next = next - remaining > SlackAtEnd(run) ? remaining : next;
  else if (next >= remaining)
    next = remaining;
  else if (2 * next > remaining) /* two equal steps instead of one and a very short one */
    next = 0.5 * remaining;
  run->wanted = next < wanted ? wanted : 0;
  run->planned = next;
  if (!ends && !(t + next > t))
    return GrFail(GR_EXIT_PHYSICS,
                  "at t = %.9g s: the integrator's step has become %g s, too short to advance the time; "
                  "probable cause: discontinuous forces; use another law variant, a larger time.tolerance, or "
                  "integrator: verlet",
                  t, next);
  return TSSetTimeStep(run->ts, next);
}

/* The neighbour list is valid only for a limited displacement per step. */
PetscErrorCode GrRunStepKeepUp(GrRun run)
{
  const double longest = GrBulkLongestStep(run->world);
  double next;

  PetscCall(TSGetTimeStep(run->ts, &next));
  if (longest > 0 && longest < next)
    PetscCall(TSSetTimeStep(run->ts, longest));
  return 0;
}
