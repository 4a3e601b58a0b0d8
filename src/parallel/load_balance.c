/* Decides when space is partitioned again; equations in load_balance.h. */
#include "parallel/load_balance.h"

static const double least_ratio = 1.01; /* I / I0 of a partition that is worthwhile */

static void AddShare(GrParallelLoadShare *sum, GrParallelLoadShare share, double times)
{
  sum->most += times * share.most;
  sum->mean += times * share.mean;
}

void GrParallelLoadBalanceMeasured(GrParallelLoadBalance *s, GrParallelLoadShare work, GrParallelLoadShare contacts,
                                   PetscInt64 evaluations)
{
  if (!(work.mean > 0))
    return;
  AddShare(&s->work, work, 1);
  AddShare(&s->since, work, 1);
  AddShare(&s->contacts, contacts, (double)evaluations);
  if (GrParallelLoadShareImbalance(contacts) > GR_LOAD_UNEVEN)
    s->contacts_uneven += (double)evaluations * contacts.mean;
  s->latest = GrParallelLoadShareImbalance(work); /* (1) */
  if (s->reference > 0) {
    s->gained += s->reference * work.mean - work.most;
    s->imbalance[1] += s->latest;
    s->measured[1]++;
  }
  s->least = s->partitions == 0 ? 1 : (s->least > 0 ? PetscMin(s->least, s->latest) : s->latest);
}

bool GrParallelLoadBalanceRepays(const GrParallelLoadBalance *s)
{
  const double lost = s->since.most - s->least * s->since.mean; /* (2) */
  return lost > s->cost && s->latest > least_ratio * s->least;
}

void GrParallelLoadBalancePartitioned(GrParallelLoadBalance *s, double cost, double seconds, bool first)
{
  s->cost = cost;
  s->since = (GrParallelLoadShare){0, 0};
  s->least = 0;
  if (first)
    return;
  s->partitions++;
  s->partition_seconds += seconds;
  s->reference = s->latest;
  if (s->latest > 0) {
    s->imbalance[0] += s->latest;
    s->measured[0]++;
  }
  s->latest = 0;
}

double GrParallelLoadBalanceImbalance(const GrParallelLoadBalance *s, int after)
{
  return s->measured[after] ? s->imbalance[after] / (double)s->measured[after] : 0;
}
