/* Distributes the spheres of earlier groups, and the new spheres over the regions; see random_occupied.h. */
#include "particle/fill/random/random_occupied.h"

#include "base/math/random.h"
#include "parallel/decomposition.h"
#include <granum/error.h>
#include <math.h>

enum { VOLUME_TRIES = 1024 };

static const double widening = 1 + 1e-6; /* factor on distances to regions, for the rounding of faces */

/* Whether this sphere is too far from the box to touch any sphere of the group. */
static bool IsAway(const GrPackCase *c, const GrPackSphere *sphere)
{
  const double least = c->radii->smallest + c->gap, reach = (sphere->radius + least) * widening;
  double square = 0;
  for (int axis = 0; axis < (c->flat ? 2 : 3); axis++) {
    double below = c->lower[axis] + least - sphere->x[axis], above = sphere->x[axis] - (c->upper[axis] - least);
    double away = c->periodic[axis] ? 0 : PetscMax(0, PetscMax(below, above));
    square += away * away;
  }
  return square >= reach * reach;
}

const char *GrPackSolidAdvice(const GrPackCase *c)
{
  return c->n_obstacles ? "; a mesh is filled only if the whole part to fill, or the shape of within, is inside it"
                        : "";
}

/* Number of VOLUME_TRIES random positions in the region that are free for the largest sphere. */
static PetscInt64 MeasureFree(const GrPlacer *p, PetscInt64 number)
{
  const GrRandom random = {p->c->seed, GR_RANDOM_VACANCY};
  GrRegion region;
  PetscInt64 free = 0;

  GrPackRegion(p->halo, p->c, number, &region);
  for (PetscInt64 try = 0; try < VOLUME_TRIES; try++) {
    GrPackSphere s = {.radius = p->c->radii->largest};
    (void)GrFillRegionDraw(&region, s.radius, random, number + 1, try, s.x);
    free += GrPlacerIsVacant(p, &s);
  }
  return free;
}

/* Sets the first sphere of each own region, in proportion to the free volume of all regions before it. */
static PetscErrorCode ShareByFree(const GrPlacer *p)
{
  const GrPackCase *c = p->c;
  GrPackHalo *halo = p->halo;
  const PetscInt64 n = halo->mine.count;
  PetscInt64 *free, mine = 0;
  GrRows rows;

  PetscCall(PetscMalloc1(n + 1, &free));
  for (PetscInt64 k = 0; k < n; k++)
    mine += free[k] = MeasureFree(p, halo->mine.first + k);
  PetscCall(GrRowDecomposeCounts(halo->comm, mine, &rows));
  for (PetscInt64 k = 0; rows.total && k <= n; k++) {
    const PetscInt64 next = k < n ? rows.first + free[k] : rows.first;
    free[k] = (PetscInt64)((__int128)rows.first * halo->count / rows.total);
    rows.first = next;
  }
  halo->first = free;
  if (!rows.total)
    return GrFail(GR_EXIT_INPUT, "%s: %s leave no space; write a larger region%s%s", c->origin,
                  c->first_id == 1     ? "closed meshes of walls"
                  : c->n_obstacles > 0 ? "the earlier groups and closed meshes of walls"
                                       : "the earlier groups",
                  c->first_id == 1 ? "" : ", or fewer particles in these groups", GrPackSolidAdvice(c));
  return 0;
}

PetscErrorCode GrPackTakenShare(GrPlacer *p)
{
  const GrPackCase *c = p->c;
  GrPackHalo *halo = p->halo;
  PetscInt64 all = 0;

  if (c->first_id == 1 && c->n_obstacles == 0) /* there are no earlier groups */
    return 0;
  for (PetscInt i = 0; i < c->n_taken; i++) {
    const GrPackSphere *s = &c->taken[i];
    if (IsAway(c, s))
      continue;
    PetscCall(GrPackPost(halo, s, (s->radius + c->radii->largest + c->gap) * widening, true));
    all++;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPIU_INT64, MPI_SUM, halo->comm));
  if (all == 0 && c->n_obstacles == 0)
    return 0;
  PetscCall(GrParallelColumnsExchange(halo->comm, &halo->posted, halo->to));
  for (PetscInt i = 0; i < halo->posted.n; i++) {
    const GrPackSphere *s = (const GrPackSphere *)halo->posted.data[0] + i;
    PetscCall(GrPlacerAdd(p, s->x, s->radius));
  }
  halo->posted.n = 0;
  return ShareByFree(p);
}
