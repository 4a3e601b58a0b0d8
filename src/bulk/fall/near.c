/* near: the barriers that can be the nearest ones to the points of a block.

   The gap of a wall changes by at most |y - x| from x to y. Let g be the gap at the centre of a block, and r half the
   diagonal of the block. A barrier is then the nearest one for no point of the block if its g exceeds the smallest g by
   more than 2 r. At a distance d from the centre its gap is at least g - d, so that the search ends at the first
   barrier whose g - d exceeds the smallest gap found. Of barriers with equal gaps the first one is the nearest. Points
   outside of the box are compared with all barriers. */
#include "bulk/fall/near.h"

#include "base/math/vector.h"
#include <math.h>
#include <stdlib.h>

static const double rounding = 1e-9; /* bound of the relative rounding error of gaps [1] */

static double GapOf(const GrBarrier *b, const double x[3])
{
  double unused[3];

  return GrWallGap(b->wall, &b->pose, x, unused) + b->path;
}

/* Order of qsort: by gap, then by number. */
static int CompareGaps(const void *one, const void *two)
{
  const GrNearBarrier *a = one, *b = two;

  if (a->gap != b->gap)
    return a->gap < b->gap ? -1 : 1;
  return a->barrier - b->barrier;
}

/* Lists the barriers of a block with this centre, with ascending gap, in `all` [n_barriers]. Returns their number. */
static PetscInt ListBlock(const GrNear *l, const double centre[3], GrNearBarrier all[])
{
  double least = INFINITY;
  PetscInt n = 0;

  for (int k = 0; k < l->n_barriers; k++) {
    all[k] = (GrNearBarrier){GapOf(&l->barrier[k], centre), k};
    least = PetscMin(least, all[k].gap);
  }
  for (int k = 0; k < l->n_barriers; k++)
    if (all[k].gap <= least + GrNorm3(l->size) + rounding * (fabs(least) + GrNorm3(l->size)))
      all[n++] = all[k];
  if (n > 1)
    qsort(all, (size_t)n, sizeof(*all), CompareGaps);
  return n;
}

PetscErrorCode GrBulkFallNearCreate(const GrParallelBox *box, int n_barriers, const GrBarrier *barrier,
                                    const PetscInt n[3], GrNear *l)
{
  const PetscInt blocks = n[0] * n[1] * n[2];
  PetscInt capacity = blocks + n_barriers;
  double centre[3];

  *l = (GrNear){.n_barriers = n_barriers, .barrier = barrier, .n = {n[0], n[1], n[2]}};
  for (int a = 0; a < 3; a++) {
    l->lower[a] = box->lower[a];
    l->size[a] = (box->upper[a] - box->lower[a]) / (double)n[a];
  }
  PetscCall(PetscCalloc1(blocks + 1, &l->begin));
  PetscCall(PetscMalloc1(capacity, &l->near));
  for (PetscInt k = 0; k < blocks; k++) {
    const PetscInt at[3] = {k % n[0], k / n[0] % n[1], k / n[0] / n[1]};
    for (int a = 0; a < 3; a++)
      centre[a] = l->lower[a] + ((double)at[a] + 0.5) * l->size[a];
    if (l->begin[k] + n_barriers > capacity) {
      capacity = 2 * capacity;
      PetscCall(PetscRealloc((size_t)capacity * sizeof(*l->near), &l->near));
    }
    l->begin[k + 1] = l->begin[k] + ListBlock(l, centre, l->near + l->begin[k]);
  }
  return 0;
}

PetscErrorCode GrBulkFallNearDestroy(GrNear *l)
{
  PetscCall(PetscFree(l->begin));
  return PetscFree(l->near);
}

/* Finds the block with a point and the distance of the point from its centre [m]. Returns its number; -1: the point is
   outside of the box. */
static PetscInt FindBlock(const GrNear *l, const double x[3], double *distance)
{
  double from_centre[3];
  PetscInt block = 0;

  for (int a = 2; a >= 0; a--) {
    const double at = (x[a] - l->lower[a]) / l->size[a];
    if (!(at >= 0 && at < (double)l->n[a]))
      return -1;
    const PetscInt k = (PetscInt)at;
    block = block * l->n[a] + k;
    from_centre[a] = x[a] - l->lower[a] - ((double)k + 0.5) * l->size[a];
  }
  *distance = GrNorm3(from_centre);
  return block;
}

double GrBulkFallNearFind(const GrNear *l, const double x[3], int *nearest)
{
  double clearance = INFINITY, distance = 0;
  const PetscInt block = FindBlock(l, x, &distance), first = block < 0 ? 0 : l->begin[block],
                 end = block < 0 ? l->n_barriers : l->begin[block + 1];
  int found = -1;

  for (PetscInt i = first; i < end; i++) {
    const int k = block < 0 ? (int)i : l->near[i].barrier;
    const double least = block < 0 ? -INFINITY : l->near[i].gap * (1 - copysign(rounding, l->near[i].gap)) - distance;
    if (least > clearance)
      break;
    const double gap = GapOf(&l->barrier[k], x);
    if (gap < clearance || (gap == clearance && k < found)) {
      clearance = gap;
      found = k;
    }
  }
  if (nearest)
    *nearest = found;
  return clearance;
}
