/* search: ghosts, and the pairs of spheres that may touch; see bulk.h, parallel/ghosts.h,
   contact/neighbour/pair_list.h.

   Ghosts are first all particles near the region of this rank. Of these only the partners of its own are kept; which
   they are, only the search tells. */
#include "bulk/bulk.h"

#include "contact/neighbour/curve.h"
#include <math.h>

/* What comes with a ghost: what candidates and the step bound look at before the first evaluation. */
static const int needed[] = {GR_STORE_ID,    GR_STORE_GROUP, GR_STORE_TYPE,      GR_STORE_RADIUS, GR_STORE_MASS,
                             GR_STORE_IMAGE, GR_STORE_STATE, GR_STORE_REFERENCE, GR_STORE_MARGIN, GR_STORE_SAFE};
enum { NEEDED = sizeof(needed) / sizeof(needed[0]) };

/* A particle is much larger than another if its radius is more than so many times as large. */
enum { UNLIKE = 4 };

/* A pair is a candidate where the spheres, each with its margin around it, are in reach of the adhesion. */
static double WidthOf(const GrStore *s, PetscInt i)
{
  return s->radius[i] + s->margin[i];
}

static PetscErrorCode MeasureWidths(GrWorld w)
{
  const GrBulk b = w->bulk;
  double own[2] = {0, 0}, all[2];

  PetscFunctionBeginUser;
  if (b->neighbours.widths_known)
    PetscFunctionReturn(0);
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    own[0] = PetscMax(own[0], WidthOf(&b->store, i));
    own[1] = PetscMax(own[1], b->store.margin[i]);
  }
  PetscCallMPI(MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, w->comm));
  b->neighbours.widest = all[0];
  b->neighbours.largest_margin = all[1];
  b->neighbours.widths_known = PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* Ghosts: particles of others whose reach [m] meets the region of this rank, and more that it needs. */
static PetscErrorCode FetchWithin(GrWorld w, const double reach[], const GrNeeds *more)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  double *x;

  PetscFunctionBeginUser;
  PetscCall(GrGhostsDestroy(&b->neighbours.ghosts));
  PetscCall(PetscMalloc1(3 * n, &x));
  for (PetscInt i = 0; i < n; i++)
    for (int a = 0; a < 3; a++)
      x[a * n + i] = s->reference[3 * i + a];
  const double *const xs[3] = {x, x + n, x + 2 * n};
  PetscCall(GrGhostsCreate(w->comm, b->ownership.partition, &b->reference_box, xs, reach, more, &s->columns, NEEDED,
                           needed, &w->rebuild_traffic, &b->neighbours.ghosts));
  PetscCall(PetscFree(x));
  b->neighbours.n_all = n + GrGhostsCount(b->neighbours.ghosts);
  PetscCall(GrStoreReserve(s, b->neighbours.n_all));
  PetscFunctionReturn(0);
}

/* Cells are as large as the smallest sphere: in larger ones many would stand together in no order. */
PetscErrorCode GrBulkComputeCurveKeys(GrWorld w, PetscInt n, uint64_t *key)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  GrBox box = b->reference_box;

  PetscFunctionBeginUser;
  box.lower[0] -= 0.5 * fabs(box.tilt); /* it leans */
  box.upper[0] += 0.5 * fabs(box.tilt);
  PetscCall(GrCurveKeys(box.lower, box.upper, 2 * b->particles.smallest_radius, n, s->reference, 3, key));
  GrCurveClassify(n, s->radius, b->particles.smallest_radius, key);
  PetscFunctionReturn(0);
}

/* order[k]: the k-th sphere in canonical order. */
static PetscErrorCode OrderSpheres(GrWorld w, PetscInt order[])
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  uint64_t *key;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(b->neighbours.n_all, &key));
  if (b->neighbours.n_all > s->columns.n)
    PetscCall(GrBulkComputeCurveKeys(w, b->neighbours.n_all, key));
  PetscCall(GrCurveOrder(s->columns.n, b->neighbours.n_all, key, s->id,
                         order)); /* those that are owned are arranged already */
  PetscCall(PetscFree(key));
  PetscFunctionReturn(0);
}

/* All pairs that may touch of spheres order[0], order[1], ..., whose numbers are index[]; one of a pair has a number
   below n_owned. */
static PetscErrorCode SearchPairs(GrWorld w, const PetscInt order[], const PetscInt index[], PetscInt n_owned)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  const PetscInt n = b->neighbours.n_all;
  GrSpheres spheres = {.n = n, .n_owned = n_owned, .index = index, .reach = b->neighbours.adhesion_reach};
  double *x, *radius;
  PetscInt64 *id;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(3 * n, &x, n, &radius, n, &id));
  for (PetscInt k = 0; k < n; k++) {
    for (int a = 0; a < 3; a++)
      x[a * n + k] = s->reference[3 * order[k] + a];
    radius[k] = WidthOf(s, order[k]);
    id[k] = s->id[order[k]];
  }
  for (int a = 0; a < 3; a++) {
    spheres.x[a] = x + a * n;
    spheres.lower[a] = b->reference_box.lower[a];
    spheres.upper[a] = b->reference_box.upper[a];
    spheres.periodic[a] = b->reference_box.periodic[a];
  }
  spheres.tilt = b->reference_box.tilt;
  spheres.radius = radius;
  spheres.id = id;
  PetscCall(GrPairSearchRun(b->neighbours.search, &spheres, &b->neighbours.pairs));
  PetscCall(PetscFree3(x, radius, id));
  PetscFunctionReturn(0);
}

/* Of pairs of a ghost, ghosts numbered first, and a particle of ours that is so much smaller: it is needed there. */
static PetscErrorCode AddSmallPartners(GrWorld w, PetscInt ghosts, GrNeeds *needs)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  int *rank;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(ghosts, &rank));
  GrGhostsOwners(b->neighbours.ghosts, rank);
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const PetscInt one = b->neighbours.pairs.pair[k].first, two = b->neighbours.pairs.pair[k].second,
                   ghost = PetscMin(one, two), own = PetscMax(one, two) - ghosts;
    if (own >= 0 && WidthOf(s, s->columns.n + ghost) > UNLIKE * WidthOf(s, own))
      PetscCall(GrGhostsNeed(needs, rank[ghost], own));
  }
  PetscCall(PetscFree(rank));
  PetscFunctionReturn(0);
}

/* Particles of this rank that much larger ones of others may touch: these come as ghosts, as far as such a touch takes,
   and are the owned ones of a search. */
static PetscErrorCode FindSmallPartners(GrWorld w, double reach[], GrNeeds *needs)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  PetscInt *order, *index;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    const double width = WidthOf(&b->store, i);
    reach[i] =
        width > UNLIKE * b->particles.smallest_radius ? (width + width / UNLIKE) + b->neighbours.adhesion_reach : -1;
  }
  PetscCall(FetchWithin(w, reach, NULL));
  const PetscInt ghosts = b->neighbours.n_all - n;
  if (ghosts == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(b->neighbours.n_all, &order, b->neighbours.n_all, &index));
  for (PetscInt i = 0; i < b->neighbours.n_all; i++) {
    order[i] = i;
    index[i] = i < n ? ghosts + i : i - n;
  }
  PetscCall(SearchPairs(w, order, index, ghosts));
  PetscCall(PetscFree2(order, index));
  PetscCall(AddSmallPartners(w, ghosts, needs));
  PetscFunctionReturn(0);
}

/* All particles of others that are near enough to touch one of ours that is not much larger, and those that the owner
   of a much larger one has found out are near it: so a large particle does not make everything in its width a ghost. */
static PetscErrorCode FetchGhosts(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  GrNeeds needs = {0};
  double *reach;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &reach));
  if (w->size > 1 && b->neighbours.widest > UNLIKE * b->particles.smallest_radius)
    PetscCall(FindSmallPartners(w, reach, &needs));
  for (PetscInt i = 0; i < n; i++) {
    const double width = WidthOf(&b->store, i);
    reach[i] = (width + PetscMin(UNLIKE * width, b->neighbours.widest)) +
               b->neighbours.adhesion_reach; /* that of the search, to the bit */
  }
  PetscCall(FetchWithin(w, reach, &needs));
  PetscCall(PetscFree(needs.need));
  PetscCall(PetscFree(reach));
  PetscFunctionReturn(0);
}

/* The number of a particle among those kept: owned ones have theirs. Negative: it is not kept. */
static PetscInt NumberKept(PetscInt n, const PetscInt number[], PetscInt particle)
{
  if (particle < n)
    return particle;
  return number[particle - n] < 0 ? -1 : n + number[particle - n];
}

/* Keeps the ghosts that are in a pair; pairs then have their new numbers. */
static PetscErrorCode KeepPartners(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n, ghosts = b->neighbours.n_all - n;
  unsigned char *keep;
  PetscInt *number;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(ghosts, &keep));
  PetscCall(PetscMalloc1(ghosts, &number));
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const GrPair *pair = &b->neighbours.pairs.pair[k];
    if (pair->first >= n)
      keep[pair->first - n] = 1;
    if (pair->second >= n)
      keep[pair->second - n] = 1;
  }
  PetscCall(GrGhostsKeep(b->neighbours.ghosts, keep, &b->store.columns, NEEDED, needed, &w->rebuild_traffic, number));
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    GrPair *pair = &b->neighbours.pairs.pair[k];
    pair->first = NumberKept(n, number, pair->first);
    pair->second = NumberKept(n, number, pair->second);
  }
  b->neighbours.n_all = n + GrGhostsCount(b->neighbours.ghosts);
  PetscCall(PetscFree(keep));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkSearchPairs(GrWorld w)
{
  const GrBulk b = w->bulk;
  PetscInt *order;

  PetscFunctionBeginUser;
  PetscCall(MeasureWidths(w));
  PetscCall(FetchGhosts(w));
  PetscCall(PetscMalloc1(b->neighbours.n_all, &order));
  PetscCall(OrderSpheres(w, order));
  PetscCall(SearchPairs(w, order, order, b->store.columns.n));
  PetscCall(PetscFree(order));
  if (w->size > 1)
    PetscCall(KeepPartners(w));
  PetscCall(GrGhostsAttach(b->neighbours.ghosts, GR_STATE, b->store.columns.n, b->store.state));
  PetscFunctionReturn(0);
}
