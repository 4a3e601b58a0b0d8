/* equilibrium_loads: what each contact of a run must carry, and the overlap at which it does; see equilibrium.h.

   N_{i,i+1} = N_0 + S_i,  S_i = sum of w_j over the beads of the segment up to i
     N load of a contact [N];  N_0 that of the segment's first contact [N];  w_j gravity and force on a bead [N]
   N_0 = 0 where the first bead has nothing before it, -S_last where the last has nothing behind it; between two held
   beads see equilibrium_fit.c.
   Limits: a contact with load 0 keeps a gap that it has. */
#include "chain/equilibrium.h"
#include "chain/statics.h"

#include "parallel/pipeline.h"
#include <granum/error.h>
#include <math.h>

/* sum[0] + sum[1] += x with the rounding of the first in the second (D. E. Knuth's two-sum): a million equal weights
   added plainly would lose five digits. */
static void AddTwoSum(double sum[2], double x)
{
  const double whole = sum[0] + x, part = whole - sum[0];
  sum[1] += (sum[0] - (whole - part)) + (x - part);
  sum[0] = whole;
}

/* S, along the chain: 0 at the first contact of each segment. */
static PetscErrorCode AddUp(GrEquilibriumProblem *b)
{
  const GrChainHalo *halo = &b->chain->halo;
  const PetscInt n = b->chain->particles.n;
  const MPI_Comm comm = b->world->comm;
  double sum[2] = {0};
  int k = 0;

  PetscFunctionBeginUser;
  PetscCall(GrPipelineReceive(comm, halo, GR_LEFT, 2, sum));
  b->sum[0] = sum[0] + sum[1];
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt64 row = b->rows.first + i;
    while (k < b->n_segments && row > b->segment[k].last)
      k++;
    if (k < b->n_segments && row >= b->segment[k].first)
      AddTwoSum(sum, b->weight[i]);
    else
      sum[0] = sum[1] = 0;
    b->sum[i + 1] = sum[0] + sum[1];
  }
  PetscCall(GrPipelineSend(comm, halo, GR_RIGHT, 2, sum));
  PetscFunctionReturn(0);
}

/* S behind the last bead of a segment. */
static PetscErrorCode LastSum(const GrEquilibriumProblem *b, const GrEquilibriumSegment *s, double *sum)
{
  const PetscInt64 at = s->last - b->rows.first;

  PetscFunctionBeginUser;
  *sum = at >= 0 && at < b->rows.count ? b->sum[at + 1] : -INFINITY;
  PetscCall(GrEquilibriumLargest(b, sum));
  PetscFunctionReturn(0);
}

/* One segment: its constant, loads and overlaps. */
static PetscErrorCode SettleSegment(GrEquilibriumProblem *b, GrEquilibriumSegment *s)
{
  double last;

  PetscFunctionBeginUser;
  if (s->held[0] && s->held[1]) {
    PetscCall(GrEquilibriumFit(b, s));
    PetscFunctionReturn(0);
  }
  PetscCall(LastSum(b, s, &last));
  if (!s->held[0] && !s->held[1] && fabs(last) > GR_EQUILIBRIUM_NONE * b->total)
    PetscCall(GrFail(GR_EXIT_INPUT,
                     "%s:%d:%d: equilibrium: nothing holds beads %" PetscInt64_FMT " to %" PetscInt64_FMT
                     ", and gravity and forces on them add up to %g N; hold an end (ends, or fixed: true), or balance "
                     "the forces",
                     b->world->the_case->file, b->world->the_case->balanced_place.line,
                     b->world->the_case->balanced_place.column, s->first + 1, s->last + 1, last));
  s->constant = s->held[0] ? -last : 0;
  GrEquilibriumDistribute(b, s);
  GrEquilibriumInvert(b, s, PETSC_FALSE);
  PetscFunctionReturn(0);
}

PetscErrorCode GrEquilibriumLoads(GrEquilibriumProblem *b)
{
  PetscFunctionBeginUser;
  PetscCall(AddUp(b));
  for (int k = 0; k < b->n_segments; k++)
    PetscCall(SettleSegment(b, &b->segment[k]));
  PetscCall(GrEquilibriumCheck(b));
  b->scale = b->total;
  for (PetscInt i = 0; i <= b->chain->particles.n; i++)
    b->scale = PetscMax(b->scale, fabs(b->load[i]));
  PetscCall(GrEquilibriumLargest(b, &b->scale));
  PetscFunctionReturn(0);
}
