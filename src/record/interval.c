/* Output times of a run; see interval.h.

   Sample k is due at k times the period. The time of the state after n steps is begin + n h. Both products are rounded.
   A sample is therefore also due if the state is earlier than k times the period by no more than these rounding errors.
   An output is then recorded at the step that exact arithmetic gives, up to some 1e12 steps. */
#include "record/interval.h"

#include <float.h>
#include <math.h>

static const double rounding = 8 * DBL_EPSILON; /* relative, of a time */

void GrRecorderIntervalFit(GrRecorderInterval *c, double step, double end)
{
  c->early = 0.5 * step;
  c->end = end;
}

double GrRecorderIntervalNext(const GrRecorderInterval *c)
{
  if (c->when.n_times > 0)
    return c->next < c->when.n_times ? c->when.times[c->next] : INFINITY;
  return c->when.every > 0 ? (double)c->next * c->when.every : INFINITY;
}

/* The last step may be shorter, and end at a time of the list near the end. */
double GrRecorderIntervalFrom(const GrRecorderInterval *c)
{
  const double next = GrRecorderIntervalNext(c), early = c->when.n_times > 0 && next + c->early < c->end ? c->early : 0;
  return next * (1 - rounding) - early;
}

bool GrRecorderIntervalDue(const GrRecorderInterval *c, double t)
{
  return t >= GrRecorderIntervalFrom(c);
}

/* An output with a list is recorded only at these times, except for the ledger, which also has the start and the end.
   */
bool GrRecorderIntervalWants(const GrRecorderInterval *c, double t, bool ends)
{
  const bool last = c->last && (c->first || c->when.n_times == 0);
  return GrRecorderIntervalDue(c, t) || (c->first && c->done == 0) ||
         (last && ends && (c->done == 0 || c->latest != t));
}

void GrRecorderIntervalTake(GrRecorderInterval *c, double t)
{
  if (c->when.n_times == 0 && c->when.every > 0)
    c->next = (PetscInt64)floor(t / c->when.every);
  while (GrRecorderIntervalDue(c, t))
    c->next++;
  c->done++;
  c->latest = t;
}

PetscInt64 GrRecorderIntervalPlan(const GrRecorderInterval *c, const GrTime *time)
{
  GrRecorderInterval whole = {.when = c->when, .end = time->end};

  GrRecorderIntervalTake(&whole, time->end);
  double n = (double)whole.next;
  if (c->when.n_times > 0)
    n += c->first ? 2 : 0;
  else if (c->when.every > 0)
    n += c->last && (n - 1) * c->when.every < time->end * (1 - rounding);
  else
    n = c->first + c->last;
  if (time->integrator->fixed_step && time->step > 0) /* a state is recorded once */
    n = PetscMin(n, ceil(time->end / time->step) + 2);
  return (PetscInt64)n;
}
