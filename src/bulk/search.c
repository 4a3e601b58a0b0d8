/* search: finds the ghosts of a rank and the pairs of the neighbour list; see neighbours.h, parallel/ghosts.h,
   contact/neighbour/pair_list.h.

   First, all particles near the region of this rank become ghosts. After the search, only the ghosts that form a pair
   with a particle of this rank are kept. */
#include "bulk/bulk.h"

#include "contact/neighbour/curve.h"
#include <math.h>

/* A particle is much larger than another if the ratio of their radii is above this. */
enum { UNLIKE = 4 };

/* Radius plus margin. Two particles are candidates if their distance is at most the sum of their widths plus the
   adhesion reach. */
static double WidthOf(const GrStore *s, PetscInt i)
{
  return s->radius[i] + s->margin[i];
}

static PetscErrorCode MeasureWidths(GrWorld w)
{
  const GrBulk b = w->bulk;
  double own[2] = {0, 0}, all[2];

  if (b->neighbours.widths_known)
    return 0;
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    own[0] = PetscMax(own[0], WidthOf(&b->store, i));
    own[1] = PetscMax(own[1], b->store.margin[i]);
  }
  PetscCallMPI(MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, w->comm));
  b->neighbours.widest = all[0];
  b->neighbours.largest_margin = all[1];
  b->neighbours.widths_known = true;
  return 0;
}

/* Fetches as ghosts the particles of other ranks whose reach [m] overlaps the region of this rank, and the particles
   `more`. */
static PetscErrorCode FetchWithin(GrWorld w, const double reach[], const GrNeeds *more)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  int which[GR_COLUMNS_MAX];
  const int n_which = GrFieldsGhostColumns(&GrStoreFields, which);
  double *x;

  PetscCall(GrParallelGhostsDestroy(&b->neighbours.ghosts));
  PetscCall(PetscMalloc1(3 * n, &x));
  for (PetscInt i = 0; i < n; i++)
    for (int a = 0; a < 3; a++)
      x[a * n + i] = s->reference[3 * i + a];
  const double *const xs[3] = {x, x + n, x + 2 * n};
  PetscCall(GrParallelGhostsCreate(w->comm, b->ownership.partition, &b->reference_box, xs, reach, more, &s->columns,
                                   n_which, which, &w->load.traffic, &b->neighbours.ghosts));
  PetscCall(PetscFree(x));
  b->neighbours.n_all = n + GrParallelGhostsCount(b->neighbours.ghosts);
  return GrStoreReserve(s, b->neighbours.n_all);
}

/* Cells are as large as the smallest sphere, so that few spheres have the same key. */
PetscErrorCode GrBulkComputeCurveKeys(GrWorld w, PetscInt n, uint64_t *key)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  GrParallelBox box = b->reference_box;

  for (int k = 0; k < GR_PLANES; k++) { /* these sides are inclined */
    box.lower[GrPlaneAlong(k)] -= 0.5 * fabs(box.tilt[k]);
    box.upper[GrPlaneAlong(k)] += 0.5 * fabs(box.tilt[k]);
  }
  PetscCall(GrCurveKeys(box.lower, box.upper, 2 * b->particles.smallest_radius, n, s->reference, 3, key));
  GrCurveClassify(n, s->radius, b->particles.smallest_radius, key);
  return 0;
}

/* order[k]: number of the k-th sphere in canonical order. */
static PetscErrorCode OrderSpheres(GrWorld w, PetscInt order[])
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  const PetscInt n_sorted = GrBodiesExist(w->the_case) ? 0 : s->columns.n; /* owned particles without bodies */
  uint64_t *key;

  PetscCall(PetscMalloc1(b->neighbours.n_all, &key));
  if (b->neighbours.n_all > n_sorted)
    PetscCall(GrBulkComputeCurveKeys(w, b->neighbours.n_all, key));
  PetscCall(GrCurveOrder(n_sorted, b->neighbours.n_all, key, s->id, order));
  return PetscFree(key);
}

/* Finds all pairs within their widths of spheres order[0], order[1], ..., whose numbers are index[]. At least one
   sphere of a pair has a number below n_owned. */
static PetscErrorCode SearchPairs(GrWorld w, const PetscInt order[], const PetscInt index[], PetscInt n_owned)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  const PetscInt n = b->neighbours.n_all;
  double *x, *radius;
  PetscInt64 *id;

  PetscCall(PetscMalloc3(3 * n, &x, n, &radius, n, &id));
  for (PetscInt k = 0; k < n; k++) {
    for (int a = 0; a < 3; a++)
      x[a * n + k] = s->reference[3 * order[k] + a];
    radius[k] = WidthOf(s, order[k]);
    id[k] = s->id[order[k]];
  }
  const GrSpheres spheres = {.n = n,
                             .n_owned = n_owned,
                             .x = {x, x + n, x + 2 * n},
                             .radius = radius,
                             .id = id,
                             .index = index,
                             .box = b->reference_box,
                             .reach = b->neighbours.adhesion_reach};
  PetscCall(GrPairSearchRun(b->neighbours.search, &spheres, &b->neighbours.pairs));
  return PetscFree3(x, radius, id);
}

/* Adds the needs of pairs of a ghost (ghosts have the first numbers) and a much smaller particle of this rank: the
   owner of the ghost needs the particle. */
static PetscErrorCode AddSmallPartners(GrWorld w, PetscInt ghosts, GrNeeds *needs)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  int *rank;

  PetscCall(PetscMalloc1(ghosts, &rank));
  GrParallelGhostsOwners(b->neighbours.ghosts, rank);
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const PetscInt one = b->neighbours.pairs.pair[k].first, two = b->neighbours.pairs.pair[k].second,
                   ghost = PetscMin(one, two), own = PetscMax(one, two) - ghosts;
    if (own >= 0 && WidthOf(s, s->columns.n + ghost) > UNLIKE * WidthOf(s, own))
      PetscCall(GrParallelGhostsNeed(needs, rank[ghost], own));
  }
  return PetscFree(rank);
}

/* Finds the particles of this rank within reach of much larger particles of other ranks. These become ghosts, as far as
   needed for such a pair, and are the owned spheres of a search. */
static PetscErrorCode FindSmallPartners(GrWorld w, double reach[], GrNeeds *needs)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const double arm = GrBulkBodyLongestArm(w), beyond = arm > 0 ? arm + b->neighbours.largest_margin : 0;
  PetscInt *order, *index;

  for (PetscInt i = 0; i < n; i++) {
    const double width = WidthOf(&b->store, i);
    reach[i] = width > UNLIKE * b->particles.smallest_radius
                   ? (width + width / UNLIKE) + b->neighbours.adhesion_reach + beyond
                   : -1;
  }
  PetscCall(FetchWithin(w, reach, NULL));
  const PetscInt ghosts = b->neighbours.n_all - n;
  if (ghosts == 0)
    return 0;
  PetscCall(PetscMalloc2(b->neighbours.n_all, &order, b->neighbours.n_all, &index));
  for (PetscInt i = 0; i < b->neighbours.n_all; i++) {
    order[i] = i;
    index[i] = i < n ? ghosts + i : i - n;
  }
  PetscCall(SearchPairs(w, order, index, ghosts));
  PetscCall(PetscFree2(order, index));
  return AddSmallPartners(w, ghosts, needs);
}

/* Fetches the particles of other ranks that may touch a particle of this rank which is not much larger. Also fetches
   the particles near much larger ones of this rank that their owners have found. A large particle then does not make
   all particles in its width ghosts. */
static PetscErrorCode FetchGhosts(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const double arm = GrBulkBodyLongestArm(w), beyond = arm > 0 ? arm + b->neighbours.largest_margin : 0;
  GrNeeds needs = {0};
  double *reach;

  PetscCall(PetscMalloc1(n, &reach));
  if (w->size > 1 && b->neighbours.widest > UNLIKE * b->particles.smallest_radius)
    PetscCall(FindSmallPartners(w, reach, &needs));
  for (PetscInt i = 0; i < n; i++) {
    const double width = WidthOf(&b->store, i);
    reach[i] = (width + PetscMin(UNLIKE * width, b->neighbours.widest)) +
               b->neighbours.adhesion_reach; /* the reach of the search, to the bit */
    reach[i] += beyond;                      /* the owner of a body may be far from some of its spheres */
  }
  PetscCall(FetchWithin(w, reach, &needs));
  PetscCall(PetscFree(needs.need));
  return PetscFree(reach);
}

/* Drops the ghosts that are in no pair, and renumbers the pairs. */
static PetscErrorCode KeepPartners(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n, ghosts = b->neighbours.n_all - n;
  unsigned char *keep;
  PetscInt *number;
  int which[GR_COLUMNS_MAX];
  const int n_which = GrFieldsGhostColumns(&GrStoreFields, which);

  PetscCall(PetscCalloc1(ghosts, &keep));
  PetscCall(PetscMalloc1(ghosts, &number));
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const GrPair *pair = &b->neighbours.pairs.pair[k];
    if (pair->first >= n)
      keep[pair->first - n] = 1;
    if (pair->second >= n)
      keep[pair->second - n] = 1;
  }
  PetscCall(
      GrParallelGhostsKeep(b->neighbours.ghosts, keep, &b->store.columns, n_which, which, &w->load.traffic, number));
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    GrPair *pair = &b->neighbours.pairs.pair[k];
    pair->first = pair->first < n ? pair->first : n + number[pair->first - n];
    pair->second = pair->second < n ? pair->second : n + number[pair->second - n];
  }
  b->neighbours.n_all = n + GrParallelGhostsCount(b->neighbours.ghosts);
  PetscCall(PetscFree(keep));
  return PetscFree(number);
}

PetscErrorCode GrBulkSearchPairs(GrWorld w)
{
  const GrBulk b = w->bulk;
  PetscInt *order;

  PetscCall(MeasureWidths(w));
  PetscCall(FetchGhosts(w));
  PetscCall(PetscMalloc1(b->neighbours.n_all, &order));
  PetscCall(OrderSpheres(w, order));
  PetscCall(SearchPairs(w, order, order, b->store.columns.n));
  PetscCall(PetscFree(order));
  if (w->size > 1)
    PetscCall(KeepPartners(w));
  return GrParallelGhostsAttach(b->neighbours.ghosts, GR_STATE, b->store.columns.n, b->store.state);
}
