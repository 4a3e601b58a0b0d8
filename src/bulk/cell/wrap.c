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
  double moved[3];

  PetscArraycpy(inside, u, GR_STATE);
  GrBulkCellWrap(b, inside, moved);
  for (int a = 0; a < 3; a++)
    wrapped[a] = image[a] - (PetscInt64)moved[a];
  if (b->cell)
    wrapped[b->cell->committed.along] += b->cell->images * image[b->cell->committed.across];
}

PetscInt64 GrBulkCellCountImages(const GrBulk b, int axis, const double sides[3])
{
  const bool slides = b->cell && axis == b->cell->committed.along;
  return (PetscInt64)sides[axis] - (slides ? b->cell->images * (PetscInt64)sides[b->cell->committed.across] : 0);
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
