/* replan: a shorter step when the run sees particles that are faster than expected; see run/step.h.

   The largest speed of all particles is compared at each reneighbouring (bulk/margin.c), whose time and result do not
   depend on the number of ranks. The new step is planned for 1.5 times the speed seen, so that speeds that grow cause
   few plans. As at the start, the shortest output period is a multiple of the new step. The step that reaches the next
   multiple of this period is shortened, so that later outputs come at their times (GrRun_.landing). The speeds are in
   the checkpoints; a run that is resumed just before the rebuild plans the same step. */
#include "bulk/fall/speed.h"
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

PetscErrorCode GrRunStepReplan(GrRun run)
{
  const GrWorld w = run->world;
  double seen, expected, before, now, span;

  if (!w->bulk || !GrBulkSpeedExceeds(w, &seen, &expected))
    return 0;
  if (w->the_case->time.step > 0 || run->step_by_option) {
    WarnGiven(run, seen, expected);
    GrBulkSpeedExpect(w, 0);
    return 0;
  }
  PetscCall(GrWorldFindStepBound(w, &run->bound));
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
  if (now < before)
    WarnShorter(run, seen, expected, before, now);
  GrRunStepExplain(run);
  return 0;
}
