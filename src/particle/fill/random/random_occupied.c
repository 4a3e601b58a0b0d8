/* Distributes the spheres of earlier groups, and tests whether they or closed meshes block a position; see
   random_occupied.h. */
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

PetscErrorCode GrPackTakenAdd(const GrPackCase *c, const GrPackCase *thick, const GrPackSphere *s, GrPackTaken *taken)
{
  int power, k = 0;

  (void)frexp(s->radius, &power); /* 2^(power - 1) <= radius < 2^power */
  while (k < taken->n && taken->power[k] != power)
    k++;
  if (k == taken->n) {
    PetscCheck(k < GR_PACK_SIZES_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "radii over 64 powers of 2");
    taken->power[taken->n++] = power;
    GrPackTableInit(&taken->table[k], thick, (ldexp(1, power) + c->radii->largest + c->gap) * widening);
  }
  return GrPackTableAdd(&taken->table[k], s);
}

bool GrPackTakenBlocks(const GrPackTaken *taken, const GrPackSphere *s)
{
  for (int k = 0; k < taken->n; k++)
    if (GrPackTableBlocks(&taken->table[k], s))
      return true;
  return false;
}

bool GrPackSolidBlocks(const GrPackCase *c, const GrPackSphere *s)
{
  return GrFillObstaclesBlock(c->n_solids, c->solid, s->x, s->radius + c->gap);
}

const char *GrPackSolidAdvice(const GrPackCase *c)
{
  return c->n_solids ? "; a mesh is filled only if the whole part to fill, or the shape of within, is inside it" : "";
}

/* Number of VOLUME_TRIES random positions in the region that are free for the largest sphere. */
static PetscInt64 MeasureFree(const GrPackCase *c, const GrPackHalo *halo, PetscInt64 region, const GrPackTaken *taken)
{
  const GrRandom random = {c->seed, GR_RANDOM_VACANCY};
  double lower[3], upper[3];
  PetscInt64 free = 0;
  uint64_t bits[4];

  GrPackRegion(halo, region, lower, upper);
  for (uint32_t try = 0; try < VOLUME_TRIES; try++) {
    GrPackSphere s = {.radius = c->radii->largest};
    GrRandomPair(random, region + 1, 2 * try, bits);
    GrRandomPair(random, region + 1, 2 * try + 1, bits + 2);
    GrPackPlace(c, s.radius, lower, upper, bits, s.x);
    free += !GrPackTakenBlocks(taken, &s) && !GrPackSolidBlocks(c, &s);
  }
  return free;
}

/* Sets the first sphere of each own region, in proportion to the free volume of all regions before it. */
static PetscErrorCode ShareByFree(const GrPackCase *c, GrPackHalo *halo, const GrPackTaken *taken)
{
  const PetscInt64 n = halo->mine.count;
  PetscInt64 *free, mine = 0;
  GrRows rows;

  PetscCall(PetscMalloc1(n + 1, &free));
  for (PetscInt64 k = 0; k < n; k++)
    mine += free[k] = MeasureFree(c, halo, halo->mine.first + k, taken);
  PetscCall(GrRowDecomposeCounts(halo->comm, mine, &rows));
  for (PetscInt64 k = 0; rows.total && k <= n; k++) {
    const PetscInt64 next = k < n ? rows.first + free[k] : rows.first;
    free[k] = (PetscInt64)((__int128)rows.first * halo->count / rows.total);
    rows.first = next;
  }
  halo->first = free;
  if (!rows.total)
    return GrFail(GR_EXIT_INPUT, "%s: %s leave no space; write a larger region%s%s", c->origin,
                  c->first_id == 1  ? "closed meshes of walls"
                  : c->n_solids > 0 ? "the earlier groups and closed meshes of walls"
                                    : "the earlier groups",
                  c->first_id == 1 ? "" : ", or fewer particles in these groups", GrPackSolidAdvice(c));
  return 0;
}

PetscErrorCode GrPackTakenCreate(const GrPackCase *c, const GrPackCase *thick, GrPackHalo *halo, GrPackTaken *taken)
{
  PetscInt64 all = 0;

  taken->n = 0;
  if (c->first_id == 1 && c->n_solids == 0) /* there are no earlier groups */
    return 0;
  for (PetscInt i = 0; i < c->n_taken; i++) {
    const GrPackSphere *s = &c->taken[i];
    if (IsAway(c, s))
      continue;
    PetscCall(GrPackPost(halo, s, (s->radius + c->radii->largest + c->gap) * widening, true));
    all++;
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPIU_INT64, MPI_SUM, halo->comm));
  if (all == 0 && c->n_solids == 0)
    return 0;
  PetscCall(GrParallelColumnsExchange(halo->comm, &halo->posted, halo->to));
  for (PetscInt i = 0; i < halo->posted.n; i++)
    PetscCall(GrPackTakenAdd(c, thick, (const GrPackSphere *)halo->posted.data[0] + i, taken));
  halo->posted.n = 0;
  return ShareByFree(c, halo, taken);
}

PetscErrorCode GrPackTakenDestroy(GrPackTaken *taken)
{
  for (int k = 0; k < taken->n; k++)
    PetscCall(GrPackTableDestroy(&taken->table[k]));
  return 0;
}
