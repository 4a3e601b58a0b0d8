/* search: ghosts, and the pairs of spheres that may touch; see bulk.h, parallel/ghosts.h,
   contact/neighbour/pair_list.h.

   Ghosts are first all particles near the region of this rank. Of these only the partners of its own are kept; which
   they are, only the search tells. */
#include "bulk/bulk.h"

#include "contact/neighbour/curve.h"

/* What comes with a ghost: what candidates and the step bound look at before the first evaluation. */
static const int needed[] = {GR_STORE_ID,   GR_STORE_GROUP, GR_STORE_TYPE,  GR_STORE_RADIUS,
                             GR_STORE_MASS, GR_STORE_IMAGE, GR_STORE_STATE, GR_STORE_REFERENCE};
enum { NEEDED = sizeof(needed) / sizeof(needed[0]) };

/* All particles of others that are near: as near as a touch of the largest particle would take. */
static PetscErrorCode FetchGhosts(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrStore *s = &b->store;
  const PetscInt n = s->columns.n;
  double *x, *reach;

  PetscFunctionBeginUser;
  PetscCall(GrGhostsDestroy(&b->ghosts));
  PetscCall(PetscMalloc2(3 * n, &x, n, &reach));
  for (PetscInt i = 0; i < n; i++) {
    for (int a = 0; a < 3; a++)
      x[a * n + i] = s->reference[3 * i + a];
    reach[i] = (s->radius[i] + b->largest_radius) + GrBulkReach(w); /* at least that of the search, to the bit */
  }
  const double *const xs[3] = {x, x + n, x + 2 * n};
  PetscCall(GrGhostsCreate(w->comm, b->partition, &b->box, xs, reach, &s->columns, NEEDED, needed, &w->rebuild_traffic,
                           &b->ghosts));
  PetscCall(PetscFree2(x, reach));
  b->n_all = n + GrGhostsCount(b->ghosts);
  PetscCall(GrStoreReserve(s, b->n_all));
  PetscFunctionReturn(0);
}

/* order[k]: the k-th sphere in canonical order. */
static PetscErrorCode OrderSpheres(GrWorld w, PetscInt order[])
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  uint64_t *key;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(b->n_all, &key));
  if (b->n_all > s->columns.n)
    PetscCall(GrCurveKeys(b->box.lower, b->box.upper, 2 * b->largest_radius, b->n_all, s->reference, 3, key));
  PetscCall(GrCurveOrder(s->columns.n, b->n_all, key, s->id, order)); /* those that are owned are arranged already */
  PetscCall(PetscFree(key));
  PetscFunctionReturn(0);
}

/* All pairs that may touch. */
static PetscErrorCode SearchPairs(GrWorld w, const PetscInt order[])
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  const PetscInt n = b->n_all;
  GrSpheres spheres = {.n = n, .n_owned = s->columns.n, .index = order, .reach = GrBulkReach(w)};
  double *x, *radius;
  PetscInt64 *id;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(3 * n, &x, n, &radius, n, &id));
  for (PetscInt k = 0; k < n; k++) {
    for (int a = 0; a < 3; a++)
      x[a * n + k] = s->reference[3 * order[k] + a];
    radius[k] = s->radius[order[k]];
    id[k] = s->id[order[k]];
  }
  for (int a = 0; a < 3; a++) {
    spheres.x[a] = x + a * n;
    spheres.lower[a] = b->box.lower[a];
    spheres.upper[a] = b->box.upper[a];
    spheres.periodic[a] = b->box.periodic[a];
  }
  spheres.radius = radius;
  spheres.id = id;
  PetscCall(GrPairSearchRun(b->search, &spheres, &b->pairs));
  PetscCall(PetscFree3(x, radius, id));
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
  const PetscInt n = b->store.columns.n, ghosts = b->n_all - n;
  unsigned char *keep;
  PetscInt *number;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(ghosts, &keep));
  PetscCall(PetscMalloc1(ghosts, &number));
  for (PetscInt k = 0; k < b->pairs.n; k++) {
    const GrPair *pair = &b->pairs.pair[k];
    if (pair->first >= n)
      keep[pair->first - n] = 1;
    if (pair->second >= n)
      keep[pair->second - n] = 1;
  }
  PetscCall(GrGhostsKeep(b->ghosts, keep, &b->store.columns, NEEDED, needed, &w->rebuild_traffic, number));
  for (PetscInt k = 0; k < b->pairs.n; k++) {
    GrPair *pair = &b->pairs.pair[k];
    pair->first = NumberKept(n, number, pair->first);
    pair->second = NumberKept(n, number, pair->second);
  }
  b->n_all = n + GrGhostsCount(b->ghosts);
  PetscCall(PetscFree(keep));
  PetscCall(PetscFree(number));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkSearch(GrWorld w)
{
  const GrBulk b = w->bulk;
  PetscInt *order;

  PetscFunctionBeginUser;
  PetscCall(FetchGhosts(w));
  PetscCall(PetscMalloc1(b->n_all, &order));
  PetscCall(OrderSpheres(w, order));
  PetscCall(SearchPairs(w, order));
  PetscCall(PetscFree(order));
  if (w->size > 1)
    PetscCall(KeepPartners(w));
  PetscCall(GrGhostsAttach(b->ghosts, GR_STATE, b->store.columns.n, b->store.state));
  PetscFunctionReturn(0);
}
