/* step: how long the steps of a run are, and why; see step.h. */
#include "integrate/step.h"

#include <math.h>

/* A step that divides the shortest output period (or the whole run), at most `longest`. */
static double Divide(const GrCase *c, double longest)
{
  double span = c->time.end;
  if (c->output.trajectory_every > 0)
    span = PetscMin(span, c->output.trajectory_every);
  if (c->output.energy_every > 0)
    span = PetscMin(span, c->output.energy_every);
  for (int s = 0; s < c->output.n_sensors; s++)
    if (c->output.sensors[s].every > 0)
      span = PetscMin(span, c->output.sensors[s].every);
  return span / ceil(span / longest);
}

void GrStepChoose(GrRun run)
{
  const GrCase *c = run->world->the_case;
  char bound[GR_REASON_MAX / 2];
  double stable;

  GrWorldStepBound(run->world, &stable, bound, sizeof(bound));
  run->stable = stable;
  if (c->time.step > 0)
    run->step = c->time.step;
  else if (isinf(stable))
    run->step = Divide(c, c->time.end / 100);
  else
    run->step = Divide(c, c->time.safety * stable);
  snprintf(run->reason, sizeof(run->reason), "%s", bound);
}

void GrStepExplain(GrRun run)
{
  const GrCase *c = run->world->the_case;
  const PetscBool fixed = (PetscBool)(c->time.integrator == GR_INTEGRATOR_VERLET);
  char bound[GR_REASON_MAX / 2], how[64] = "given";

  snprintf(bound, sizeof(bound), "%.*s", (int)sizeof(bound) - 1, run->reason);
  if (c->time.step == 0)
    snprintf(how, sizeof(how),
             isinf(run->stable) ? "auto, a hundredth of the run" : "auto, at most %g of the stable one",
             c->time.safety);
  snprintf(run->reason, sizeof(run->reason), "%s step %.6g s (%s); %s%s", fixed ? "fixed" : "first", run->step, how,
           bound, fixed && run->step > run->stable ? "; WARNING: the step is longer than that" : "");
}

/* Variable steps end on the next output time; the step wanted before the cut is taken up again after it. */
PetscErrorCode GrStepFit(GrRun run, double t)
{
  double next, room = run->recorder ? GrRecorderDue(run->recorder) - t : INFINITY;

  PetscFunctionBeginUser;
  PetscCall(TSGetTimeStep(run->ts, &next));
  next = PetscMax(next, run->wanted);
  run->wanted = 0;
  room = PetscMin(room, run->world->the_case->time.end - t);
  if (!(room > 0))
    PetscFunctionReturn(0);
  if (next >= room) {
    run->wanted = next;
    next = room;
  } else if (2 * next > room) { /* two even steps rather than one and a sliver */
    run->wanted = next;
    next = 0.5 * room;
  }
  PetscCall(TSSetTimeStep(run->ts, next));
  PetscFunctionReturn(0);
}
