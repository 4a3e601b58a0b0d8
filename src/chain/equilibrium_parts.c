/* equilibrium_parts: segments of a run and the blocks of contacts in them; see equilibrium.h. */
#include "chain/equilibrium.h"
#include "chain/statics.h"

#include <math.h>

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

PetscErrorCode GrEquilibriumLargest(const GrEquilibriumProblem *b, double *value)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_DOUBLE, MPI_MAX, b->world->comm));
  PetscFunctionReturn(0);
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

/* Loads of a segment for its constant. What is a rounding of 0 is 0. */
void GrEquilibriumDistribute(GrEquilibriumProblem *b, const GrEquilibriumSegment *s)
{
  PetscInt begin, end;

  GrEquilibriumSlots(b, s, PETSC_FALSE, &begin, &end);
  for (PetscInt i = begin; i < end; i++) {
    b->load[i] = s->constant + b->sum[i];
    if (fabs(b->load[i]) <= GR_EQUILIBRIUM_NONE * b->total)
      b->load[i] = 0;
  }
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
