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

static const double roundings = 1e-13; /* share of all weights below which a load or an imbalance counts as none */

void GrEquilibriumSlots(const GrEquilibriumProblem *b, const GrEquilibriumSegment *s, PetscBool own, PetscInt *begin,
                        PetscInt *end)
{
  const PetscInt64 n = b->rows.count, low = s->first + (s->held[0] ? 0 : 1) - b->rows.first,
                   high = s->last + (s->held[1] ? 2 : 1) - b->rows.first;

  *begin = (PetscInt)PetscMin(n + 1, PetscMax(low, own || !b->chain->halo.has[GR_LEFT] ? 1 : 0));
  *end = (PetscInt)PetscMax(0, PetscMin(high, b->chain->halo.has[GR_RIGHT] ? n + 1 : n));
  if (n == 0)
    *begin = *end = 0;
}

/* sum[0] + sum[1] += x with the rounding of the first in the second (D. E. Knuth's two-sum): a million equal weights
   added plainly would lose five digits. */
static void Add(double sum[2], double x)
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
      Add(sum, b->weight[i]);
    else
      sum[0] = sum[1] = 0;
    b->sum[i + 1] = sum[0] + sum[1];
  }
  PetscCall(GrPipelineSend(comm, halo, GR_RIGHT, 2, sum));
  PetscFunctionReturn(0);
}

PetscErrorCode GrEquilibriumLargest(const GrEquilibriumProblem *b, double *value)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_DOUBLE, MPI_MAX, b->world->comm));
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

/* Loads of a segment for its constant. What is a rounding of 0 is 0. */
void GrEquilibriumDistribute(GrEquilibriumProblem *b, const GrEquilibriumSegment *s)
{
  PetscInt begin, end;

  GrEquilibriumSlots(b, s, PETSC_FALSE, &begin, &end);
  for (PetscInt i = begin; i < end; i++) {
    b->load[i] = s->constant + b->sum[i];
    if (fabs(b->load[i]) <= roundings * b->total)
      b->load[i] = 0;
  }
}

PetscBool GrEquilibriumPartOf(const GrEquilibriumProblem *b, const GrEquilibriumSegment *s, PetscBool own, PetscInt k,
                              GrEquilibriumPart *part)
{
  PetscInt begin, end;

  GrEquilibriumSlots(b, s, own, &begin, &end);
  part->block = &b->chain->contacts.block[k];
  part->begin = PetscMax(begin, part->block->begin);
  part->end = PetscMin(end, part->block->begin + part->block->n);
  return (PetscBool)(part->begin < part->end);
}

/* Rest overlaps of a segment from its loads. A contact without load keeps its gap. */
void GrEquilibriumInvert(GrEquilibriumProblem *b, const GrEquilibriumSegment *s, PetscBool own)
{
  double load[GR_CHAIN_BLOCK], overlap[GR_CHAIN_BLOCK];
  GrEquilibriumPart p;

  for (PetscInt k = 0; k < b->chain->contacts.n_blocks; k++) {
    if (!GrEquilibriumPartOf(b, s, own, k, &p))
      continue;
    for (int i = 0; i < p.block->n; i++)
      load[i] = b->load[p.block->begin + i];
    GrStaticsInvert(p.block, load, overlap);
    for (PetscInt i = p.begin; i < p.end; i++) {
      const PetscBool open = (PetscBool)(b->load[i] == 0 && !p.block->adhesion.law);
      b->chain->contacts.rest[i] = open ? PetscMin(b->before[i], 0) : overlap[i - p.block->begin];
    }
  }
}

/* One segment: its constant, loads and overlaps. */
static PetscErrorCode Settle(GrEquilibriumProblem *b, GrEquilibriumSegment *s)
{
  double last;

  PetscFunctionBeginUser;
  if (s->held[0] && s->held[1]) {
    PetscCall(GrEquilibriumFit(b, s));
    PetscFunctionReturn(0);
  }
  PetscCall(LastSum(b, s, &last));
  if (!s->held[0] && !s->held[1] && fabs(last) > roundings * b->total)
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
    PetscCall(Settle(b, &b->segment[k]));
  PetscCall(GrEquilibriumCheck(b));
  b->scale = b->total;
  for (PetscInt i = 0; i <= b->chain->particles.n; i++)
    b->scale = PetscMax(b->scale, fabs(b->load[i]));
  PetscCall(GrEquilibriumLargest(b, &b->scale));
  PetscFunctionReturn(0);
}
