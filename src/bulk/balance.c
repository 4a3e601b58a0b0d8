/* balance: see balance.h. */
#include "bulk/balance.h"

/* Work of the ranks since the window began, in whole nanoseconds so that all ranks reduce to the same. */
static PetscErrorCode MeasureWork(GrWorld w, PetscInt64 *most, PetscInt64 *sum)
{
  const GrBulk b = w->bulk;
  const double now = w->timers.work;
  PetscInt64 mine;

  PetscFunctionBeginUser;
  b->load = now - b->load_before;
  b->load_before = now;
  mine = (PetscInt64)(1e9 * b->load);
  PetscCallMPI(MPI_Allreduce(&mine, most, 1, MPIU_INT64, MPI_MAX, w->comm));
  PetscCallMPI(MPI_Allreduce(&mine, sum, 1, MPIU_INT64, MPI_SUM, w->comm));
  PetscFunctionReturn(0);
}

/* The work of this rank, dealt out to its particles: one part each, and one for every candidate shared by two. */
static PetscErrorCode WeighParticles(GrWorld w, PetscBool measured)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  double *weight, parts = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &weight));
  for (PetscInt i = 0; i < n; i++)
    weight[i] = 1;
  for (PetscInt k = 0; k < b->pairs.n; k++) {
    const GrPair c = GrBulkCandidate(b, k);
    const PetscInt one = c.first, two = c.second;
    if (one < n)
      weight[one] += 0.5;
    if (two < n)
      weight[two] += 0.5;
  }
  for (PetscInt i = 0; i < n; i++)
    parts += weight[i];
  for (PetscInt i = 0; i < n && measured; i++)
    weight[i] *= PetscMax(b->load, 1e-9) / parts;
  w->particle_cost = weight;
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkBalance(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt64 n = w->evaluations - w->load_balance.begun, enough = GR_LOAD_BALANCE_TIMED * w->timers.stride;
  PetscInt64 most, sum;

  PetscFunctionBeginUser;
  if (w->size == 1 || (n < enough && !b->rebalance_due))
    PetscFunctionReturn(0);
  PetscCall(MeasureWork(w, &most, &sum));
  w->load_balance.begun = w->evaluations;
  if (n >= enough)
    GrLoadBalanceMeasured(&w->load_balance, 1e-9 * (double)most, 1e-9 * (double)sum / w->size, n);
  if (w->the_case->time.rebalance == 0 && GrLoadBalanceRepays(&w->load_balance))
    b->rebalance_due = PETSC_TRUE;
  if (b->rebalance_due) {
    PetscCall(WeighParticles(w, (PetscBool)(sum > 0)));
    PetscCall(PetscInfo(NULL, "load balanced at t = %g s: imbalance %.3g, gain %.3g s, last cost %.3g s\n",
                        w->committed_time, w->load_balance.latest, w->load_balance.gain, w->load_balance.cost));
  }
  PetscFunctionReturn(0);
}

void GrBulkBalanceKeep(GrWorld w, PetscInt n, const PetscInt order[])
{
  for (PetscInt k = 0; k < n && w->particle_cost; k++)
    w->particle_cost[k] = w->particle_cost[order[k]];
}

PetscErrorCode GrBulkBalanceDone(GrWorld w, PetscBool first, double begun)
{
  double mine = MPI_Wtime() - begun, most;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, w->comm));
  GrLoadBalancePartitioned(&w->load_balance, most, first);
  PetscCall(PetscFree(w->particle_cost));
  PetscFunctionReturn(0);
}
