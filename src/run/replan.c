/* replan: a shorter step when the run sees particles that are faster than expected, or contacts that are stiffer; see
   run/step.h.

   The largest speed of all particles is compared at each reneighbouring (bulk/margin.c), whose time and result do not
   depend on the number of ranks. The new step is planned for 1.5 times the speed seen, so that speeds that grow cause
   few plans. The contacts of each particle, and of walls that forces accelerate, are summed at some checks of
   displacements, which end the epoch if the step is too long for them (bulk/bound/contacts.c). The new step is
   time.safety times their stable step, or shorter.

   As at the start, the shortest output period is a multiple of the new step. The step that reaches the next multiple of
   this period is shortened, so that later outputs come at their times (GrRun_.landing). Speeds and contacts are in the
   checkpoints; a run that is resumed just before the rebuild plans the same step. */
#include "bulk/bound/bound.h"
#include "bulk/fall/speed.h"
#include "bulk/step.h"
#include "run/step.h"

#include <granum/error.h>
#include <math.h>

/* Warns that the given step was chosen for slower impacts. */
static void WarnGiven(const GrRun run, double seen, double expected)
{
  if (run->world->rank == 0)
    GrWarn(stderr,
           "at t = %.6g s a particle moves at %.4g m/s, but the step was chosen for impacts up to %.4g m/s, so faster "
           "impacts are less accurate than time.accuracy; write time.speed: %.2g m/s for a new run, or a shorter "
           "time.step",
           run->world->clock.committed, seen, expected, 1.5 * seen);
}

/* Warns that the step is shorter from now on. */
static void WarnShorter(const GrRun run, double seen, double expected, double before, double now)
{
  if (run->world->rank == 0)
    GrWarn(
        stderr,
        "at t = %.6g s a particle moves at %.4g m/s, but the step was chosen for impacts up to %.4g m/s; from now "
        "on the step is %.4g s instead of %.4g s, for impacts up to %.4g m/s; write time.speed: %.2g m/s for a new run",
        run->world->clock.committed, seen, expected, now, before, run->bound.speed, run->bound.speed);
}

/* Replaces the fixed step by a shorter one. */
static PetscErrorCode TakeShorter(GrRun run, double step, double span)
{
  double t;

  PetscCall(TSGetTime(run->ts, &t));
  run->step = step;
  run->landing = (floor(t / span * (1 + 1e-12)) + 1) * span;
  run->wanted = 0;
  PetscCall(TSSetTimeStep(run->ts, step));
  GrWorldSetStep(run->world, step);
  if (run->recorder)
    GrRecorderFit(run->recorder);
  GrRecorderIntervalFit(&run->saver.interval, step, run->world->the_case->time.end);
  return GrRunStepFit(run, t);
}

/* Describes the particle or wall for whose contacts the step is too long: "particle 7 with 9 contacts is stable up to
   steps of 2e-06 s". */
static void DescribeContacts(GrWorld w, const GrBulkTightest *tightest, size_t length, char *text)
{
  char who[GR_NAME_MAX + 8];

  GrBulkNameBody(w, tightest->particle, tightest->wall, who);
  snprintf(text, length, "%s with %" PetscInt64_FMT " contact%s is stable up to steps of %.4g s", who,
           tightest->contacts, tightest->contacts == 1 ? "" : "s", 1 / tightest->inverse);
}

/* Warns that the given step is too long for contacts of the run. */
static void WarnGivenContacts(const GrRun run, const char *contacts)
{
  if (run->world->rank == 0)
    GrWarn(stderr,
           "at t = %.6g s %s, but the step is %.4g s, so it can gain energy; write time.step: auto, or a shorter "
           "time.step, for a new run",
           run->world->clock.committed, contacts, run->step);
}

/* Warns that the step is shorter from now on because of contacts. */
static void WarnShorterContacts(const GrRun run, const char *contacts, double before, double now)
{
  if (run->world->rank == 0)
    GrWarn(stderr, "at t = %.6g s %s; from now on the step is %.4g s instead of %.4g s", run->world->clock.committed,
           contacts, now, before);
}

/* Warns that a given step is too long for the speeds or contacts of the run. Each warning is printed once. */
static void KeepGiven(GrRun run, bool faster, double seen, double expected, const char *contacts)
{
  if (faster) {
    WarnGiven(run, seen, expected);
    GrBulkSpeedExpect(run->world, 0);
  }
  if (contacts[0]) {
    WarnGivenContacts(run, contacts);
    GrBulkLimitExpect(run->world, false);
  }
}

PetscErrorCode GrRunStepReplan(GrRun run)
{
  const GrWorld w = run->world;
  double seen, expected, before, now, span;
  char contacts[200] = "";

  if (!w->bulk)
    return 0;
  const bool faster = GrBulkSpeedExceeds(w, &seen, &expected);
  const GrBulkTightest *tightest = GrBulkLimitExceeds(w);
  if (tightest)
    DescribeContacts(w, tightest, sizeof(contacts), contacts);
  if (!faster && !tightest)
    return 0;
  if (w->the_case->time.step > 0 || run->step_by_option) {
    KeepGiven(run, faster, seen, expected, contacts);
    return 0;
  }
  PetscCall(GrWorldFindStepBound(w, &run->bound));
  if (faster)
    GrBulkSpeedExpect(w, run->bound.speed);
  if (w->the_case->time.integrator->fixed_step) {
    before = run->step;
    now = GrRunStepAutomatic(run, &span);
    if (now < before)
      PetscCall(TakeShorter(run, now, span));
  } else {
    before = w->clock.contact_step;
    now = PetscMin(before, GrWorldContactStep(w, &run->bound));
    w->clock.contact_step = now;
  }
  if (now < before && faster)
    WarnShorter(run, seen, expected, before, now);
  if (now < before && tightest)
    WarnShorterContacts(run, contacts, before, now);
  GrRunStepExplain(run);
  return 0;
}
