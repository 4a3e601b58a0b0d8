/* equilibrium_fit: the constant N_0 of a segment between two held beads; see equilibrium_loads.c.

   The beads must fit in between: sum of d(N_0 + S_i) - d_i = 0 over the contacts
     d(N) overlap that carries N, which grows with N [m];  d_i overlap before [m];  S_i weights before a contact [N]
   The root is found by the Illinois method; the sum is exact, so that it has the same bits on any number of ranks. If
   the beads fit in with contacts that just carry their loads, the first unloaded one opens. */
#include "chain/equilibrium.h"
#include "chain/statics.h"

#include <math.h>

enum { ROOT_STEPS_MAX = 100 };

/* How much more than there is room for the overlaps of a segment take up together [m], and their sum. */
static PetscErrorCode ExcessOfOverlaps(GrEquilibriumProblem *b, GrEquilibriumSegment *s, double constant,
                                       double *excess, double *whole)
{
  PetscInt begin, end;
  GrSum sum[2];

  PetscFunctionBeginUser;
  s->constant = constant;
  GrEquilibriumDistribute(b, s);
  GrEquilibriumInvert(b, s, PETSC_TRUE);
  GrEquilibriumSlots(b, s, PETSC_TRUE, &begin, &end);
  GrSumClear(&sum[0]);
  GrSumClear(&sum[1]);
  for (PetscInt i = begin; i < end; i++) {
    GrSumAdd(&sum[0], b->chain->contacts.rest[i]);
    GrSumAdd(&sum[0], -b->before[i]);
    GrSumAdd(&sum[1], fabs(b->chain->contacts.rest[i]));
  }
  PetscCall(GrSumReduce(sum, 2, b->world->comm));
  *excess = GrSumValue(&sum[0]);
  *whole = GrSumValue(&sum[1]);
  PetscFunctionReturn(0);
}

/* Constants at which all contacts can carry their loads, and at which all overlap at least as much as before. */
static PetscErrorCode BracketConstant(const GrEquilibriumProblem *b, const GrEquilibriumSegment *s, double *low,
                                      double *high)
{
  double least[GR_CHAIN_BLOCK], force[GR_CHAIN_BLOCK], now = 0, lowest = -INFINITY;
  GrEquilibriumPart p;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < b->chain->contacts.n_blocks; k++) {
    if (!GrEquilibriumPartOf(b, s, PETSC_TRUE, k, &p))
      continue;
    GrStaticsLeast(p.block, least);
    GrStaticsForce(p.block, b->before + p.block->begin, force);
    for (PetscInt i = p.begin; i < p.end; i++) {
      lowest = PetscMax(lowest, least[i - p.block->begin] - b->sum[i]);
      now = PetscMax(now, force[i - p.block->begin] - b->sum[i]);
    }
  }
  PetscCall(GrEquilibriumLargest(b, &lowest));
  PetscCall(GrEquilibriumLargest(b, &now));
  *low = lowest;
  *high = PetscMax(now, lowest);
  PetscFunctionReturn(0);
}

/* The first contact without load takes up the room that is left. */
static PetscErrorCode OpenFirst(GrEquilibriumProblem *b, const GrEquilibriumSegment *s, double gap)
{
  PetscInt64 mine = b->rows.total, first;
  PetscInt begin, end;

  PetscFunctionBeginUser;
  GrEquilibriumSlots(b, s, PETSC_FALSE, &begin, &end);
  for (PetscInt i = begin; i < end && mine == b->rows.total; i++)
    if (b->load[i] == 0)
      mine = b->rows.first + i;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPIU_INT64, MPI_MIN, b->world->comm));
  if (first - b->rows.first >= begin && first - b->rows.first < end)
    b->chain->contacts.rest[first - b->rows.first] -= gap;
  PetscFunctionReturn(0);
}

/* Newton's method needs overlaps that fill the room: what the root leaves is spread evenly. */
static void SpreadExcess(GrEquilibriumProblem *b, const GrEquilibriumSegment *s, double excess)
{
  const double each = excess / (double)(s->last - s->first + 2);
  PetscInt begin, end;

  GrEquilibriumSlots(b, s, PETSC_FALSE, &begin, &end);
  for (PetscInt i = begin; i < end; i++)
    b->chain->contacts.rest[i] -= each;
}

PetscErrorCode GrEquilibriumFit(GrEquilibriumProblem *b, GrEquilibriumSegment *s)
{
  double low, high, low_excess, high_excess, excess, whole;
  int side = 0; /* that was moved last: -1 low, +1 high */

  PetscFunctionBeginUser;
  PetscCall(BracketConstant(b, s, &low, &high));
  PetscCall(ExcessOfOverlaps(b, s, low, &excess, &whole));
  if (excess >= 0) {
    GrEquilibriumInvert(b, s, PETSC_FALSE);
    PetscCall(OpenFirst(b, s, excess));
    PetscFunctionReturn(0);
  }
  low_excess = excess;
  PetscCall(ExcessOfOverlaps(b, s, high, &high_excess, &whole));
  for (int i = 0; i < ROOT_STEPS_MAX; i++) {
    double middle = low + (high - low) * (low_excess / (low_excess - high_excess));
    PetscCall(ExcessOfOverlaps(b, s, middle, &excess, &whole));
    if (fabs(excess) <= 1e-9 * whole || !(middle > low && middle < high))
      break;
    if (excess < 0) {
      low = middle;
      low_excess = excess;
      high_excess *= side < 0 ? 0.5 : 1;
      side = -1;
    } else {
      high = middle;
      high_excess = excess;
      low_excess *= side > 0 ? 0.5 : 1;
      side = 1;
    }
  }
  GrEquilibriumInvert(b, s, PETSC_FALSE);
  SpreadExcess(b, s, excess);
  PetscFunctionReturn(0);
}
