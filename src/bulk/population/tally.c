/* tally: balance of the numbers and masses of all particles; see population.h, granum/world.h.

   start + inserted - removed - left - present = 0
   holds for the numbers, and for the exact sums of the masses (base/math/sum.h) before rounding. */
#include "bulk/bulk.h"

#include <math.h>

bool GrBulkPopulationVaries(GrWorld w)
{
  return w->the_case->n_removals > 0 || w->bulk->population.insertion;
}

PetscInt64 GrBulkPopulationIds(GrWorld w)
{
  return w->bulk->population.at_start + w->bulk->numbers.inserted;
}

void GrBulkPopulationAddMass(GrWorld w, PetscInt particle, GrSum *sum)
{
  const GrStore *s = &w->bulk->store;

  if (!GrStoreIsPrescribed(w->the_case, s, particle))
    GrSumAdd(sum, s->mass[particle]);
}

void GrBulkPopulationCountSteps(GrWorld w)
{
  w->bulk->population.particle_steps = GrBulkPopulationParticleSteps(w);
  w->bulk->population.particle_steps_to = w->bulk->numbers.steps;
}

double GrBulkPopulationParticleSteps(GrWorld w)
{
  const GrBulk b = w->bulk;
  return b->population.particle_steps +
         (double)b->population.total * (double)(b->numbers.steps - b->population.particle_steps_to);
}

/* start + inserted - removed - left - present */
static int SignOf(int tally)
{
  return tally == GR_TALLY_START || tally == GR_TALLY_INSERTED ? 1 : -1;
}

/* Sums the masses of all rows, and of the present particles. */
static void SumMasses(GrWorld w, GrSum sum[GR_TALLIES])
{
  const GrBulk b = w->bulk;

  for (int k = 0; k < GR_TALLY_PRESENT; k++)
    sum[k] = b->population.mass[k];
  GrSumClear(&sum[GR_TALLY_PRESENT]);
  for (PetscInt i = 0; i < b->store.columns.n; i++)
    GrBulkPopulationAddMass(w, i, &sum[GR_TALLY_PRESENT]);
}

static double MissingOf(const GrSum sum[GR_TALLIES])
{
  GrSum missing;

  GrSumClear(&missing);
  for (int k = 0; k < GR_TALLIES; k++)
    (SignOf(k) > 0 ? GrSumMerge : GrSumSubtract)(&missing, &sum[k]);
  return GrSumValue(&missing);
}

PetscErrorCode GrBulkPopulationTally(GrWorld w, GrTally *tally)
{
  const GrBulk b = w->bulk;
  const GrBulkNumbers *n = &b->numbers;
  GrSum sum[GR_TALLIES];

  *tally = (GrTally){.number = {b->population.at_start, n->inserted, n->removed, 0, b->store.columns.n}};
  for (int side = 0; side < GR_SIDES; side++)
    tally->number[GR_TALLY_LEFT] += n->left.open[side] + n->left.past_walls[side];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &tally->number[GR_TALLY_PRESENT], 1, MPIU_INT64, MPI_SUM, w->comm));
  SumMasses(w, sum);
  PetscCall(GrSumReduce(sum, GR_TALLIES, w->comm));
  for (int k = 0; k < GR_TALLIES; k++) {
    tally->mass[k] = GrSumValue(&sum[k]);
    tally->missing += SignOf(k) * tally->number[k];
  }
  tally->missing_mass = MissingOf(sum);
  return 0;
}
