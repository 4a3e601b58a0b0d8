/* wrap: moves particles of an assembly into its periodic box (parallel/box.h); see cell.h. In a deforming box, velocity
   and acceleration of a periodic image differ from the velocity and acceleration of the particle. */
#include "bulk/bulk.h"

void GrBulkCellWrap(const GrBulk b, double *u, double moved[3])
{
  GrParallelBoxWrap(&b->box, u, moved);
  for (int a = 2; a >= 0 && b->cell; a--) {
    double sides[3] = {0};
    sides[a] = moved[a];
    for (int k = 0; k < 3 && sides[a] != 0; k++)
      u[3 + k] += GrCellImageRate(b->cell, b->cell->committed.speed, k, sides);
  }
}

void GrBulkCellWrapRow(const GrBulk b, const double *u, const PetscInt64 image[3], double *inside,
                       PetscInt64 wrapped[3])
{
  double moved[3], sides[3] = {(double)image[0], (double)image[1], (double)image[2]};

  PetscArraycpy(inside, u, GR_STATE);
  GrBulkCellWrap(b, inside, moved);
  if (b->cell)
    GrCellReduceSides(b->cell, sides);
  for (int a = 0; a < 3; a++)
    wrapped[a] = (PetscInt64)(sides[a] - moved[a]);
}

PetscInt64 GrBulkCellCountImages(const GrBulk b, int axis, const double sides[3])
{
  PetscInt64 count = (PetscInt64)sides[axis];

  for (int k = 0; k < GR_PLANES && b->cell; k++)
    if (GrPlaneAlong(k) == axis)
      count -= b->cell->images[k] * (PetscInt64)sides[GrPlaneAcross(k)];
  return count;
}

void GrBulkCellWrapParticle(GrWorld w, PetscInt i)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  double moved[3];

  GrBulkCellWrap(b, s->state + GR_STATE * i, moved);
  for (int a = 0; a < 3; a++) {
    if (b->cell)
      s->acceleration[GR_RATES * i + a] += GrCellImageRate(b->cell, b->cell->committed.acceleration, a, moved);
    s->image[3 * i + a] -= GrBulkCellCountImages(b, a, moved);
  }
}
