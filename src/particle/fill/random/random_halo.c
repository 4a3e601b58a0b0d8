/* Regions of the box, their owners, and the exchange of spheres between the owners; see random_halo.h. */
#include "particle/fill/random/random_halo.h"

#include "parallel/redistribute.h"
#include <math.h>

enum { SPHERES_PER_REGION = 340 };

static const double region_edge = 8; /* least edge of a region, in reaches */

double GrPackInset(const GrPackCase *c, int axis)
{
  return c->periodic[axis] || (c->flat && axis == 2) ? 0 : 0.5 * c->radii->mean_radius;
}

/* Regions of at least 8 reaches and 340 spheres, or as long as the box. */
static void PlanRegions(GrPackHalo *p, const GrPackCase *c, double reach)
{
  double length[3], whole = 1, volume = 0, edge = region_edge * reach;
  for (int axis = 0; axis < 3; axis++) {
    double inset = GrPackInset(c, axis);
    p->periodic[axis] = c->periodic[axis];
    p->origin[axis] = c->lower[axis] + inset;
    length[axis] = c->upper[axis] - c->lower[axis] - 2 * inset;
    whole *= length[axis];
  }
  double least = PetscMax(edge * edge * edge, whole * SPHERES_PER_REGION / (double)c->count);
  for (p->n_regions = 0; volume < least && p->n_regions != 1; edge *= 1.25) {
    volume = 1;
    p->n_regions = 1;
    for (int axis = 0; axis < 3; axis++) {
      p->regions[axis] = (PetscInt64)PetscMax(1, floor(length[axis] / edge));
      p->edge[axis] = length[axis] / (double)p->regions[axis];
      p->n_regions *= p->regions[axis];
      volume *= p->edge[axis];
    }
  }
}

PetscInt64 GrPackFirstOf(const GrPackHalo *p, PetscInt64 region)
{
  if (p->first)
    return p->first[region - p->mine.first];
  return (PetscInt64)((__int128)region * p->count / p->n_regions);
}

PetscInt64 GrPackRegionOf(const GrPackHalo *p, PetscInt64 number)
{
  PetscInt64 region = (PetscInt64)((__int128)number * p->n_regions / p->count);
  if (p->first) /* the last region of this rank that begins at or before the sphere */
    return p->mine.first + GrRowSplitBelow((PetscInt)p->mine.count, p->first, number + 1) - 1;
  while (GrPackFirstOf(p, region + 1) <= number)
    region++;
  return region;
}

void GrPackRegion(const GrPackHalo *p, const GrPackCase *c, PetscInt64 number, GrRegion *region)
{
  static const GrWithin box = {.shape = GR_WITHIN_BOX};
  const PetscInt64 at[3] = {number % p->regions[0], number / p->regions[0] % p->regions[1],
                            number / p->regions[0] / p->regions[1]};

  *region = (GrRegion){.shape = &box, .dimension = c->flat ? 2 : 3, .plane = c->lower[2], .gap = c->gap};
  for (int axis = 0; axis < 3; axis++) {
    const bool wall = !p->periodic[axis], first = at[axis] == 0, last = at[axis] == p->regions[axis] - 1;
    region->open[0][axis] = !(wall && first);
    region->open[1][axis] = !(wall && last);
    region->lower[axis] = wall && first ? c->lower[axis] : p->origin[axis] + p->edge[axis] * (double)at[axis];
    region->upper[axis] = wall && last ? c->upper[axis] : p->origin[axis] + p->edge[axis] * (double)(at[axis] + 1);
  }
}

/* First region along an axis that is nearer than `reach` to x, and the number of these, across periodic ends. */
static PetscInt64 RegionsAlong(const GrPackHalo *p, int axis, double x, double reach, PetscInt64 *n)
{
  const PetscInt64 all = p->regions[axis];
  double low = floor((x - reach - p->origin[axis]) / p->edge[axis]);
  double high = floor((x + reach - p->origin[axis]) / p->edge[axis]);
  if (!p->periodic[axis]) {
    low = PetscMax(0, PetscMin(low, (double)(all - 1)));
    high = PetscMax(0, PetscMin(high, (double)(all - 1)));
  }
  *n = (PetscInt64)PetscMin(high - low + 1, (double)all);
  return ((PetscInt64)low % all + all) % all;
}

/* Appends a posted sphere, unless one of the rows from `begin` on is for this rank already. */
static PetscErrorCode AddPosted(GrPackHalo *p, PetscInt begin, int rank, const GrPackSphere *sphere)
{
  GrParallelColumns *rows = &p->posted;

  for (PetscInt k = begin; k < rows->n; k++)
    if (p->to[k] == rank)
      return 0;
  if (rows->n == p->capacity) {
    p->capacity = 2 * p->capacity + 64;
    PetscCall(PetscRealloc((size_t)p->capacity * sizeof(int), &p->to));
  }
  PetscCall(GrParallelColumnsReserve(rows, rows->n + 1));
  ((GrPackSphere *)rows->data[0])[rows->n] = *sphere;
  p->to[rows->n++] = rank;
  return 0;
}

PetscErrorCode GrPackPost(GrPackHalo *p, const GrPackSphere *sphere, double reach, bool own)
{
  const PetscInt begin = p->posted.n;
  PetscInt64 first[3], n[3];

  if (p->size == 1 && !own)
    return 0;
  for (int axis = 0; axis < 3; axis++)
    first[axis] = RegionsAlong(p, axis, sphere->x[axis], reach, &n[axis]);
  for (PetscInt64 k = 0; k < n[0] * n[1] * n[2]; k++) {
    const PetscInt64 x = (first[0] + k % n[0]) % p->regions[0], y = (first[1] + k / n[0] % n[1]) % p->regions[1],
                     z = (first[2] + k / n[0] / n[1]) % p->regions[2];
    const int rank = GrRowRank((z * p->regions[1] + y) * p->regions[0] + x, p->n_regions, p->size);
    if (own || rank != p->rank)
      PetscCall(AddPosted(p, begin, rank, sphere));
  }
  return 0;
}

PetscErrorCode GrPackHaloCreate(MPI_Comm comm, const GrPackCase *c, double reach, GrPackHalo *p)
{
  const size_t size = sizeof(GrPackSphere);

  *p = (GrPackHalo){.count = c->count};
  PetscCallMPI(MPI_Comm_dup(comm, &p->comm));
  PetscCallMPI(MPI_Comm_rank(p->comm, &p->rank));
  PetscCallMPI(MPI_Comm_size(p->comm, &p->size));
  PlanRegions(p, c, reach);
  p->mine = GrRowDecompose(p->n_regions, p->rank, p->size);
  return GrParallelColumnsCreate(1, &size, &p->posted);
}

PetscErrorCode GrPackHaloDestroy(GrPackHalo *p)
{
  PetscCall(GrParallelColumnsDestroy(&p->posted));
  PetscCall(PetscFree(p->to));
  PetscCall(PetscFree(p->first));
  PetscCallMPI(MPI_Comm_free(&p->comm));
  return 0;
}
