/* load_balance: see load_balance.h. */
#include "parallel/load_balance.h"

static const double clearly = 1.1;

void GrLoadBalanceMeasured(GrLoadBalance *s, double most, double mean, PetscInt64 evaluations)
{
  if (!(mean > 0) || evaluations <= 0)
    return;
  s->evaluations += evaluations;
  s->latest = most / mean; /* (1) */
  if (s->reference > 0) {
    s->seconds_gained += s->reference * mean - most;
    if (s->least == 0) {
      s->imbalance[1] += s->latest;
      s->measured[1]++;
    }
  }
  s->least = s->partitions == 0 ? 1 : (s->least > 0 ? PetscMin(s->least, s->latest) : s->latest);
  s->gain = (s->latest - s->least) * mean / (double)evaluations * (double)s->evaluations; /* (2) */
}

PetscBool GrLoadBalanceRepays(const GrLoadBalance *s)
{
  return (PetscBool)(s->gain > s->cost && s->latest > clearly * s->least);
}

void GrLoadBalancePartitioned(GrLoadBalance *s, double cost, PetscBool first)
{
  s->cost = cost;
  s->evaluations = 0;
  s->least = s->gain = 0;
  if (first)
    return;
  s->partitions++;
  s->seconds_spent += cost;
  s->reference = s->latest;
  if (s->latest > 0) {
    s->imbalance[0] += s->latest;
    s->measured[0]++;
  }
  s->latest = 0;
}

double GrLoadBalanceImbalance(const GrLoadBalance *s, int after)
{
  return s->measured[after] ? s->imbalance[after] / (double)s->measured[after] : 0;
}
