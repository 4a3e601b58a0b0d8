/* step_margin: smallest margins that granum chooses if the step length is fixed; see margin.c.

   A margin is at least twice the displacement of the particle in the next step. Fast particles then cause frequent
   rebuilds of the neighbour list, but the run continues. The minimum is limited to the larger of two lengths: the
   smallest plus the largest radius, and half the mean distance of particles. If the displacement exceeds the sum of the
   radii, particles can pass each other in one step without a contact, so a larger margin has no use. */
#include "bulk/bulk.h"

#include "base/math/elementary.h"
#include "wall/load.h"
#include <math.h>

GrStepPath GrBulkFindStepPath(GrWorld w)
{
  const GrTime *time = &w->the_case->time;
  const GrBulk b = w->bulk;
  const double *g = w->the_case->gravity_vector, h = w->clock.fixed_step > 0 ? w->clock.fixed_step : time->step;
  double each = 1 / (double)PetscMax(1, b->population.total);

  if (time->skin > 0 || !time->integrator->fixed_step)
    return (GrStepPath){0};
  for (int a = 0; a < w->the_case->dimension; a++)
    each *= b->box.upper[a] - b->box.lower[a];
  const double distance = w->the_case->dimension == 3 ? GrCbrt(each) : sqrt(each);
  return (GrStepPath){.span = 2 * h,
                      .rest = 2 * h * (GrBulkCellFindStrainRate(w) * 2 * b->particles.largest_radius) +
                              h * h * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]),
                      .most = PetscMax(b->particles.smallest_radius + b->particles.largest_radius, 0.5 * distance)};
}

double GrBulkFindWallSkin(GrWorld w, const GrStepPath *path)
{
  const GrWalls *walls = &w->bulk->walls;
  double skin = 0;

  for (int k = 0; k < w->the_case->n_walls; k++) {
    const GrWall *wall = &w->the_case->walls[k];
    if (wall->absent || !GrWallIsLoaded(wall))
      continue;
    const GrWallTravel own = GrWallsStateOf(walls, k, wall);
    const GrWallApproach approach = own.kind->approach(w->the_case, wall, &own, &w->bulk->box, 0);
    const double speed = approach.lever * approach.speed;
    skin = PetscMax(skin, 2 * GrBulkStepMargin(path, speed) / GrWallTravelShare(wall));
  }
  return skin;
}
