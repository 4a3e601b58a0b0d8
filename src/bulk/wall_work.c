/* wall_work: work of each wall on the particles; see walls.h.

   P_i = F . v + M . w is the power of contact i of a wall: force F and torque M of the wall on the particle, velocity v
   and spin w of the wall at the contact. The work is the sum over all contacts and over the steps of length h of
     h/2 (P_i before + P_i after)
   The ledger applies the same trapezoidal rule to each particle. An integrator that integrates work (rk) has the works
   of a step in its state vector instead, for each wall and particle. A product h/2 P is stored without error, as the
   sum of two numbers, and the sums are exact (base/math/sum.h). The result therefore does not depend on
   which rank adds a term, and a checkpoint may store only the sum of the powers of the last step. */
#include "bulk/bulk.h"

#include <math.h>

/* sum + a b */
static void AddProduct(GrSum *sum, double a, double b)
{
  const double high = a * b;

  GrSumAdd(sum, high);
  GrSumAdd(sum, fma(a, b, -high)); /* rounding error of the product */
}

PetscErrorCode GrBulkWallMotionDestroy(GrBulkWallMotion *motion)
{
  GrBulkWallWork *work = &motion->work;

  PetscCall(PetscFree(motion->sum));
  PetscCall(PetscFree(work->sum));
  for (int k = 0; k < 2; k++) {
    PetscCall(PetscFree(work->wall[k]));
    PetscCall(PetscFree(work->particle[k]));
    PetscCall(PetscFree(work->power[k]));
  }
  return PetscFree(motion->gap);
}

PetscErrorCode GrBulkWallWorkReserve(GrWorld w)
{
  GrBulkWallWork *work = &w->bulk->wall_motion.work;
  const PetscInt candidates = w->bulk->wall_motion.moves ? w->bulk->walls.n : 0; /* walls at rest do no work */

  if (!work->sum)
    PetscCall(PetscCalloc1(w->the_case->n_walls, &work->sum));
  for (int k = 0; k < 2; k++) {
    const PetscInt capacity = PetscMax(candidates, work->n[k]);
    if (capacity <= work->capacity[k])
      continue;
    PetscCall(PetscRealloc((size_t)capacity * sizeof(*work->wall[k]), &work->wall[k]));
    PetscCall(PetscRealloc((size_t)capacity * sizeof(*work->power[k]), &work->power[k]));
    PetscCall(PetscRealloc((size_t)capacity * sizeof(*work->particle[k]), &work->particle[k]));
    work->capacity[k] = capacity;
  }
  return 0;
}

void GrBulkWallWorkPower(GrWorld w, double *power)
{
  const GrBulkWallWork *work = &w->bulk->wall_motion.work;
  const int trial = !work->committed, n_walls = w->the_case->n_walls;
  const PetscInt n = w->bulk->store.columns.n;

  for (PetscInt i = 0; i < n_walls * n; i++)
    power[i] = 0;
  for (PetscInt i = 0; i < work->n[trial]; i++)
    power[n * work->wall[trial][i] + work->particle[trial][i]] += work->power[trial][i];
}

void GrBulkWallWorkCommit(GrWorld w, double half, const double *works)
{
  GrBulkWallWork *work = &w->bulk->wall_motion.work;
  const PetscInt n = w->bulk->store.columns.n;

  for (int k = 0; k < w->the_case->n_walls && works && w->bulk->wall_motion.moves; k++)
    for (PetscInt i = 0; i < n; i++)
      GrSumAdd(&work->sum[k], works[n * k + i]);
  for (int k = 0; k < 2 && half != 0 && !works; k++)
    for (PetscInt i = 0; i < work->n[k]; i++)
      AddProduct(&work->sum[work->wall[k][i]], half, work->power[k][i]);
  work->committed = !work->committed;
}

void GrBulkWallWorkSums(GrWorld w, GrSum work[], GrSum power[])
{
  const GrBulkWallWork *own = &w->bulk->wall_motion.work;
  const int last = own->committed;

  for (int k = 0; k < w->the_case->n_walls; k++) {
    GrSumClear(&power[k]);
    GrSumClear(&work[k]);
    if (own->sum)
      GrSumMerge(&work[k], &own->sum[k]);
  }
  for (PetscInt i = 0; i < own->n[last]; i++)
    GrSumAdd(&power[own->wall[last][i]], own->power[last][i]);
}

/* Splits a sum into the smallest number of terms that represents it exactly. */
static void SplitSum(GrSum *sum, int wall, GrBulkWallWork *work)
{
  const int last = work->committed;

  for (double part = GrSumValue(sum); part != 0 && work->n[last] < work->capacity[last]; part = GrSumValue(sum)) {
    work->wall[last][work->n[last]] = wall;
    work->power[last][work->n[last]++] = part;
    if (!isfinite(part))
      return;
    GrSumAdd(sum, -part);
  }
}

PetscErrorCode GrBulkWallWorkRestore(GrWorld w, const GrSum sums[], GrSum power[])
{
  enum { PARTS = 48 }; /* terms of 53 bits in a sum */
  GrBulkWallWork *work = &w->bulk->wall_motion.work;
  const int n = w->the_case->n_walls, last = work->committed;

  PetscCall(GrBulkWallWorkReserve(w));
  if (w->rank > 0)
    return 0;
  PetscCall(PetscArraycpy(work->sum, sums, n));
  work->capacity[last] = PetscMax(work->capacity[last], PARTS * n);
  PetscCall(PetscRealloc((size_t)work->capacity[last] * sizeof(*work->wall[last]), &work->wall[last]));
  PetscCall(PetscRealloc((size_t)work->capacity[last] * sizeof(*work->power[last]), &work->power[last]));
  PetscCall(PetscRealloc((size_t)work->capacity[last] * sizeof(*work->particle[last]), &work->particle[last]));
  for (int k = 0; k < n; k++)
    SplitSum(&power[k], k, work);
  return 0;
}
