/* fall: the largest height through which gravity can accelerate a particle; see fall.h.

     E = g (L - T) + sum over periodic axes of |g_a| l_a
   E specific energy [m^2/s^2];  T level of the highest particle, L level of the lowest place that particles can reach
   between the walls (space.h) [m], both along gravity without its components along periodic axes;  g_a component of
   gravity [m/s^2] and l_a length of the box along a periodic axis [m]
   Particles start from their places, and from the regions of insertion. Walls that a stage removes, and load-controlled
   walls, stop no particle; a wall with a prescribed motion may be anywhere within its path. An open side of the domain
   ends the fall, because particles leave there. If something can lift particles, T is the level of the highest place
   that they can reach.
   Limit: a particle can exceed sqrt(2 E) if others push it, or if it falls along a periodic axis more than a period.
   The run then plans a shorter step (run/replan.c). */
#include "bulk/fall/fall.h"

#include "base/math/vector.h"
#include "bulk/population/insert.h"
#include "particle/fill/within.h"
#include <math.h>

/* Upper bound of the distance by which a wall may still move in the current stage and in all stages of the case [m];
   infinite: it does not stop particles at all times. */
static double FindPath(GrWorld w, int k)
{
  const GrBulk b = w->bulk;
  const GrCase *c = w->the_case;
  double path = c->walls[k].absent || GrWallIsLoaded(&c->walls[k])
                    ? INFINITY
                    : GrWallPath(&c->walls[k], &b->box, w->clock.committed, c->time.end);

  for (int s = 0; s < b->stages.n; s++) {
    GrWall wall = b->stages.of[s].walls[k];
    if (wall.absent || GrWallIsLoaded(&wall))
      return INFINITY;
    GrWallsRestartMotion(&b->walls, k, w->clock.committed, NULL, &wall);
    path += GrWallPath(&wall, &b->box, w->clock.committed, c->time.end);
  }
  return path;
}

/* Lists the walls that stop particles at all times. Returns their number. */
static int ListBarriers(GrWorld w, GrBarrier barrier[])
{
  int n = 0;

  for (int k = 0; k < w->the_case->n_walls; k++) {
    const double path = FindPath(w, k);
    if (isfinite(path))
      barrier[n++] = (GrBarrier){&w->the_case->walls[k], GrWallsAt(&w->bulk->walls, k, w->clock.committed), path};
  }
  return n;
}

/* Whether something of this case can lift particles: a wall or a fixed group that moves, a force on particles, or a
   moving fluid. */
static bool LiftsIn(GrWorld w, const GrCase *c)
{
  bool lifts = c->force || c->n_group_forces > 0 ||
               (GrDragActs(&c->drag) && (GrIsNonzero3(c->drag.fluid) || GrFunctionVaries(c->drag.fluid_of_time)));

  for (int k = 0; k < c->n_walls && !lifts; k++)
    lifts = !c->walls[k].absent && (GrWallIsLoaded(&c->walls[k]) || GrWallMoves(&c->walls[k]));
  for (int g = 0; g < c->n_grains && !lifts; g++)
    lifts = c->grains[g].fixed && w->bulk->particles.group_properties[g].moves;
  return lifts;
}

/* Whether something lifts particles in some stage. Gravity of another direction lifts them as well. */
static bool Lifts(GrWorld w)
{
  const GrBulkStages *s = &w->bulk->stages;
  bool lifts = LiftsIn(w, w->the_case);

  for (int k = 0; k < s->n && !lifts; k++) {
    double across[3];
    GrCross3(w->the_case->gravity_vector, s->of[k].gravity_vector, across);
    lifts = LiftsIn(w, &s->of[k]) || GrIsNonzero3(across) ||
            GrDot3(w->the_case->gravity_vector, s->of[k].gravity_vector) < 0;
  }
  return lifts;
}

/* Marks the places of insertion. Returns the level of the highest one [m]; infinite: there is none. */
static double MarkInsertion(GrWorld w, GrFreeSpace *s)
{
  const struct GrBulkInsertion *all = w->bulk->population.insertion;
  const double up[3] = {-s->down[0], -s->down[1], -s->down[2]};
  double highest = INFINITY;

  for (int k = 0; all && k < all->n_groups; k++) {
    const GrRegion *region = &all->of[k].region;
    const double flat = region->dimension == 2 ? INFINITY : s->size[2];
    double lower[3], upper[3], x[3];
    highest = PetscMin(highest, GrDot3(s->down, region->centre) - 0.5 * GrFillRegionExtent(region, up));
    GrFillRegionBox(region, lower, upper);
    GrBulkFallSpaceMark(s, region->centre);
    for (x[2] = lower[2]; x[2] <= upper[2]; x[2] += flat)
      for (x[1] = lower[1]; x[1] <= upper[1]; x[1] += s->size[1])
        for (x[0] = lower[0]; x[0] <= upper[0]; x[0] += s->size[0])
          if (region->shape->shape != GR_WITHIN_DISC && GrFillWithinHas(region->shape, region->dimension, x))
            GrBulkFallSpaceMark(s, x);
  }
  return highest;
}

/* Marks the places of the particles that can fall. Returns the level of the highest one of this rank [m]. */
static double MarkParticles(GrWorld w, GrFreeSpace *s)
{
  const GrStore *store = &w->bulk->store;
  double highest = INFINITY;

  for (PetscInt i = 0; i < store->columns.n; i++) {
    if (GrStoreIsPrescribed(w->the_case, store, i))
      continue;
    highest = PetscMin(highest, GrDot3(s->down, store->state + GR_STATE * i));
    GrBulkFallSpaceMark(s, store->state + GR_STATE * i);
  }
  return highest;
}

/* Volume of the particles that the run is going to insert [m^3], in dimension 2 area [m^2]. Removed particles are
   counted as well. */
static double FindInserted(GrWorld w)
{
  const struct GrBulkInsertion *all = w->bulk->population.insertion;
  double volume = 0;

  for (int k = 0; all && k < all->n_groups; k++) {
    const GrInserting *in = &all->of[k];
    const double left = GrBulkInsertExpectedCount(w, in->group) / GrBulkInsertRows(w, in->group) -
                        (double)GrFillApportionTotal(&in->sizes);
    volume += PetscMax(0, left) * GrBulkInsertSphereVolume(w, cbrt(in->radii.mean_cube));
  }
  return volume;
}

/* Sums of the volumes of the particles over that of the bed that fills all free space [1], at the start and after all
   insertions. Collective. */
static PetscErrorCode FindFilled(GrWorld w, const GrFreeSpace *s, double *start, double *end)
{
  const GrStore *store = &w->bulk->store;
  const int dimension = w->the_case->dimension;
  const double dense = dimension == 3 ? 0.6 : 0.8; /* solid fraction of a loose bed */
  const double all = dense * GrBulkFallSpaceVolume(s, dimension);
  GrSum sum;

  GrSumClear(&sum);
  for (PetscInt i = 0; i < store->columns.n; i++)
    GrSumAdd(&sum, GrBulkInsertSphereVolume(w, store->radius[i]));
  PetscCall(GrSumReduce(&sum, 1, w->comm));
  *start = PetscMin(1, GrSumValue(&sum) / all);
  *end = PetscMin(1, (GrSumValue(&sum) + FindInserted(w)) / all);
  return 0;
}

/* Fills the free space from the particles of all ranks, and finds the fall [m]. g: gravity along `down` [m/s^2]. */
static PetscErrorCode FindHeight(GrWorld w, double climb, double g, GrFreeSpace *s, GrBulkFall *fall)
{
  const PetscInt cells = s->n[0] * s->n[1] * s->n[2];
  double top = PetscMin(MarkParticles(w, s), MarkInsertion(w, s)), highest, lowest, start = 0, end = 0;
  int barrier = -1;

  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &top, 1, MPI_DOUBLE, MPI_MIN, w->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, s->reached, (PetscMPIInt)cells, MPI_UNSIGNED_CHAR, MPI_MAX, w->comm));
  if (isinf(top)) /* nothing can fall */
    return 0;
  s->ceiling = fall->lifted ? -INFINITY : top - climb * climb / (2 * g) - GrNorm3(s->size);
  GrBulkFallSpaceFill(s);
  if (!GrBulkFallSpaceLevels(s, &highest, &lowest, &barrier)) { /* all particles are behind walls */
    for (int a = 0; a < 3; a++)
      fall->height += fabs(s->down[a]) * (s->box->upper[a] - s->box->lower[a]);
    return 0;
  }
  PetscCall(FindFilled(w, s, &start, &end));
  if (w->bulk->population.insertion) /* the first particles fall to the floor */
    start = 0;
  fall->height = PetscMax(0, lowest - (fall->lifted ? PetscMin(highest, top) : top));
  if (barrier < 0)
    return 0;
  fall->likely = (1 - start) * PetscMax(0, lowest - top);
  fall->bed = end * fall->height;
  snprintf(fall->floor, sizeof(fall->floor), "%s", s->near.barrier[barrier].wall->name);
  return 0;
}

PetscErrorCode GrBulkFindFall(GrWorld w, double climb, GrBulkFall *fall)
{
  const GrBulk b = w->bulk;
  double g[3];
  GrBarrier *barrier;
  GrFreeSpace space;

  *fall = (GrBulkFall){.lifted = Lifts(w)};
  for (int a = 0; a < 3; a++) {
    const double all = w->the_case->gravity_vector[a];
    g[a] = b->box.periodic[a] || b->cell ? 0 : all;
    fall->energy += fabs(all - g[a]) * (b->box.upper[a] - b->box.lower[a]);
  }
  fall->periodic = fall->energy > 0;
  const double size = GrNorm3(g);
  if (!(size > 0))
    return 0;
  PetscCall(PetscMalloc1(w->the_case->n_walls, &barrier));
  PetscCall(GrBulkFallSpaceCreate(&b->box, w->the_case->dimension, 0.5 * b->particles.smallest_radius,
                                  ListBarriers(w, barrier), barrier, &space));
  for (int a = 0; a < 3; a++)
    space.down[a] = g[a] / size;
  PetscCall(FindHeight(w, climb, size, &space, fall));
  fall->energy += size * fall->height;
  PetscCall(GrBulkFallSpaceDestroy(&space));
  return PetscFree(barrier);
}
