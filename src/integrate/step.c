/* step: how long the steps of a run are, and why; see step.h. */
#include "integrate/step.h"

#include <float.h>
#include <math.h>

/* A step that divides the shortest output period (or the whole run), at most `longest`. */
static double Divide(const GrCase *c, double longest)
{
  const double every[] = {c->output.trajectory_every, c->output.energy_every, c->output.walls_every,
                          c->output.observables_every, c->output.contacts_every};
  double span = c->time.end;

  for (size_t k = 0; k < sizeof(every) / sizeof(every[0]); k++)
    if (every[k] > 0)
      span = PetscMin(span, every[k]);
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

/* How near to the end is at the end [s]: time is a number of fixed steps, or a sum of variable ones that were cut to
   reach it, and has a rounding error. */
static double Slack(const GrRun run)
{
  const GrTime *time = &run->world->the_case->time;
  return time->integrator == GR_INTEGRATOR_VERLET ? 1e-6 * run->step : 4 * DBL_EPSILON * time->end;
}

/* The step wanted before a cut is taken up again after it, also when the end is put off by a later run. */
PetscErrorCode GrStepFit(GrRun run, double t, PetscBool *ends)
{
  const GrTime *time = &run->world->the_case->time;
  const PetscBool fixed = (PetscBool)(time->integrator == GR_INTEGRATOR_VERLET);
  double wanted, next, room = time->end - t;

  PetscFunctionBeginUser;
  *ends = PETSC_FALSE;
  if (fixed && room > 2 * run->step)
    PetscFunctionReturn(0);
  PetscCall(TSGetTimeStep(run->ts, &wanted));
  next = wanted = PetscMax(wanted, run->wanted);
  *ends = (PetscBool)(room <= Slack(run));
  if (*ends) /* as if the run went on */
    room = INFINITY;
  if (!fixed && run->recorder)
    room = PetscMin(room, GrRecorderDue(run->recorder) - t);
  if (!(room > 0))
    next = wanted;
  else if (fixed)
    next = next - room > Slack(run) ? room : next;
  else if (next >= room)
    next = room;
  else if (2 * next > room) /* two even steps rather than one and a sliver */
    next = 0.5 * room;
  run->wanted = next < wanted ? wanted : 0;
  PetscCall(TSSetTimeStep(run->ts, next));
  PetscFunctionReturn(0);
}
