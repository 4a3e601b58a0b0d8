/* interval: see interval.h. Times are sums of steps: a state a millionth of the period early is the one that was
   meant. */
#include "record/interval.h"

#include <math.h>

static const double early = 1e-6;

double GrOutputIntervalNext(const GrOutputInterval *c)
{
  return c->every > 0 ? (double)c->next * c->every : INFINITY;
}

double GrOutputIntervalFrom(const GrOutputInterval *c)
{
  return GrOutputIntervalNext(c) - early * c->every;
}

PetscBool GrOutputIntervalDue(const GrOutputInterval *c, double t)
{
  return (PetscBool)(t >= GrOutputIntervalFrom(c));
}

PetscBool GrOutputIntervalWants(const GrOutputInterval *c, double t, PetscBool ends)
{
  return (PetscBool)(GrOutputIntervalDue(c, t) || (c->first && c->done == 0) ||
                     (c->last && ends && (c->done == 0 || c->latest != t)));
}

void GrOutputIntervalTake(GrOutputInterval *c, double t)
{
  if (c->every > 0)
    c->next = (PetscInt64)floor(t / c->every + early) + 1;
  c->done++;
  c->latest = t;
}

PetscInt64 GrOutputIntervalPlan(const GrOutputInterval *c, const GrTime *time)
{
  const double periods = c->every > 0 ? time->end / c->every : 0, whole = floor(periods + early);
  double n = c->every > 0 ? whole + 1 : (c->first ? 1 : 0);
  if (c->last && (c->every == 0 || periods - whole > early))
    n++;
  if (time->integrator->fixed_step && time->step > 0) /* a state is recorded once */
    n = PetscMin(n, ceil(time->end / time->step) + 2);
  return (PetscInt64)n;
}
