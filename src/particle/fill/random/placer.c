/* Random sequential addition by rounds of proposals; see placer.h. */
#include "particle/fill/random/placer.h"

#include "base/join.h"
#include "base/watch.h"
#include <math.h>

/* CHECK_FIRST: rounds of a class before the first check whether it is done. BATCH_...: positions that are tried for a
   sphere in the first round and at most in a round. TOGETHER: without regions; a position has one bit. */
enum { CHECK_FIRST = 8, BATCH_FIRST = 1, BATCH_MAX = 1024, BATCH_TOGETHER_FIRST = 4, BATCH_TOGETHER_MAX = 64 };
enum { CLASSES_MAX = 64 };

static const double class_ratio = 0.7;        /* smallest to largest radius of a class */
static const double widening = 1 + 1e-9;      /* factor on the reach, for the rounding of coordinates and faces */
static const double widening_size = 1 + 1e-6; /* the same for the reach of existing spheres, from powers of 2 */

PetscErrorCode GrPlacerCreate(MPI_Comm comm, const GrPackCase *c, GrPlacer *p)
{
  const double half = c->radii->largest + c->gap;

  *p = (GrPlacer){.c = c, .thick = *c, .comm = comm, .tries_max = INFINITY};
  p->reach = (2 * c->radii->largest + c->gap) * widening;
  if (c->flat) {
    p->thick.lower[2] = c->lower[2] - half;
    p->thick.upper[2] = c->lower[2] + half;
    p->thick.periodic[2] = false;
  }
  GrPackTableInit(&p->placed, &p->thick, p->reach);
  GrPackTableInit(&p->proposed, &p->thick, p->reach);
  PetscCallMPI(MPI_Comm_rank(comm, &p->rank));
  PetscCallMPI(MPI_Comm_size(comm, &p->size));
  return 0;
}

PetscErrorCode GrPlacerDestroy(GrPlacer *p)
{
  for (int k = 0; k < p->existing.n; k++)
    PetscCall(GrPackTableDestroy(&p->existing.table[k]));
  PetscCall(GrPackTableDestroy(&p->placed));
  return GrPackTableDestroy(&p->proposed);
}

PetscErrorCode GrPlacerAdd(GrPlacer *p, const double x[3], double radius)
{
  const GrPackSphere s = {.x = {x[0], x[1], x[2]}, .radius = radius, .key = -1};
  GrPlacerExisting *e = &p->existing;
  int power, k = 0;

  (void)frexp(radius, &power); /* 2^(power - 1) <= radius < 2^power */
  while (k < e->n && e->power[k] != power)
    k++;
  if (k == e->n) {
    PetscCheck(k < GR_PLACER_SIZES_MAX, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE, "radii over 64 powers of 2");
    e->power[e->n++] = power;
    GrPackTableInit(&e->table[k], &p->thick, (ldexp(1, power) + p->c->radii->largest + p->c->gap) * widening_size);
  }
  return GrPackTableAdd(&e->table[k], &s);
}

static bool ExistingBlock(const GrPlacer *p, const GrPackSphere *s)
{
  for (int k = 0; k < p->existing.n; k++)
    if (GrPackTableBlocks(&p->existing.table[k], s))
      return true;
  return false;
}

static bool ObstaclesBlock(const GrPlacer *p, const GrPackSphere *s)
{
  return GrFillObstaclesBlock(p->c->n_obstacles, p->c->obstacle, s->x, s->radius + p->c->gap);
}

bool GrPlacerIsVacant(const GrPlacer *p, const GrPackSphere *s)
{
  return !ExistingBlock(p, s) && !ObstaclesBlock(p, s);
}

void GrPlacerClear(GrPlacer *p)
{
  GrPackTableClear(&p->placed);
}

/* ---- positions ---- */

static GrPackSphere SphereOf(const GrPlacer *p, const GrPlacerWaiting *w)
{
  return (GrPackSphere){.radius = p->spheres.radius[w->i], .number = p->spheres.first + w->i};
}

static GrRegion RegionOf(const GrPlacer *p, const GrPackSphere *s)
{
  GrRegion region;

  if (!p->halo)
    return *p->c->region;
  GrPackRegion(p->halo, p->c, GrPackRegionOf(p->halo, s->number), &region);
  return region;
}

/* Draws position number `try` of a sphere, and its key. Groups and insertions with the same seed differ. */
static void DrawTry(const GrPlacer *p, const GrRegion *region, PetscInt64 try, GrPackSphere *s)
{
  const GrRandom random = {p->c->seed, p->halo ? GR_RANDOM_PACK : GR_RANDOM_INSERT};

  s->key = GrFillRegionDraw(region, s->radius, random, p->c->first_id + s->number, try, s->x);
}

/* Number of positions, at most `batch`, that may still be tried for a sphere. */
static PetscInt64 TriesLeft(const GrPlacer *p, const GrPlacerWaiting *w, PetscInt64 batch)
{
  return p->c->tries ? PetscMin(p->c->tries - w->try, batch) : batch;
}

/* Adds a proposal to those of this round. */
static PetscErrorCode Propose(GrPlacer *p, const GrPackSphere *s)
{
  PetscCall(GrPackTableAdd(&p->proposed, s));
  return p->halo ? GrPackPost(p->halo, s, p->reach, false) : 0;
}

/* Whether the sphere has a proposal of an earlier round that no placed sphere blocks. */
static bool RepeatProposal(const GrPlacer *p, const GrRegion *region, GrPlacerWaiting *w, GrPackSphere *s)
{
  if (w->key < 0)
    return false;
  DrawTry(p, region, w->try, s);
  s->key = w->key;
  if (!GrPackTableBlocks(&p->placed, s))
    return true;
  w->try++;
  w->key = -1;
  return false;
}

/* Searches the next free position of a sphere on this rank. */
static bool SearchAlone(GrPlacer *p, const GrRegion *region, PetscInt64 batch, GrPlacerWaiting *w, GrPackSphere *s)
{
  for (PetscInt64 k = TriesLeft(p, w, batch); k > 0; k--, w->try++) {
    DrawTry(p, region, w->try, s);
    p->mine.tries += 1;
    if (ExistingBlock(p, s) || GrPackTableBlocks(&p->placed, s) || ObstaclesBlock(p, s))
      continue;
    w->key = s->key += (double)p->rounds;
    return true;
  }
  return false;
}

static PetscErrorCode ProposeAlone(GrPlacer *p, PetscInt64 batch)
{
  for (PetscInt k = 0; k < p->n_waiting; k++) {
    GrPlacerWaiting *w = &p->waiting[k];
    GrPackSphere s = SphereOf(p, w);
    const GrRegion region = RegionOf(p, &s);
    if (RepeatProposal(p, &region, w, &s) || SearchAlone(p, &region, batch, w, &s))
      PetscCall(Propose(p, &s));
  }
  return 0;
}

/* The next positions of a sphere that are not free, as far as this rank knows: bits. k: number of the sphere. */
static uint64_t FindBlocked(const GrPlacer *p, PetscInt64 batch, PetscInt k, GrPackSphere *s)
{
  const GrPlacerWaiting *w = &p->waiting[k];
  uint64_t blocked = 0;

  for (PetscInt64 t = 0; t < TriesLeft(p, w, batch); t++) {
    const bool my_share = (k + t) % p->size == p->rank;
    DrawTry(p, p->c->region, w->try + t, s);
    if (ExistingBlock(p, s) || GrPackTableBlocks(&p->placed, s) || (my_share && ObstaclesBlock(p, s)))
      blocked |= (uint64_t)1 << t;
  }
  return blocked;
}

/* Without regions: all ranks together find the free positions. */
static PetscErrorCode ProposeTogether(GrPlacer *p, PetscInt64 batch)
{
  for (PetscInt k = 0; k < p->n_waiting; k++) {
    GrPackSphere s = SphereOf(p, &p->waiting[k]);
    p->blocked[k] = 0;
    if (RepeatProposal(p, p->c->region, &p->waiting[k], &s))
      PetscCall(Propose(p, &s));
    else
      p->blocked[k] = FindBlocked(p, batch, k, &s);
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, p->blocked, (int)p->n_waiting, MPI_UINT64_T, MPI_BOR, p->comm));
  for (PetscInt k = 0; k < p->n_waiting; k++) {
    GrPlacerWaiting *w = &p->waiting[k];
    GrPackSphere s = SphereOf(p, w);
    PetscInt64 most = TriesLeft(p, w, batch);
    if (w->key >= 0)
      continue;
    for (; most > 0 && p->blocked[k] & 1; p->blocked[k] >>= 1, most--)
      w->try++;
    if (most == 0)
      continue;
    DrawTry(p, p->c->region, w->try, &s);
    w->key = s.key += (double)p->rounds;
    PetscCall(Propose(p, &s));
  }
  return 0;
}

/* ---- rounds ---- */

/* Turns proposals that no proposal of smaller key blocks into places. The first n of the table belong to this rank. */
static PetscErrorCode SettleProposals(GrPlacer *p, PetscInt n)
{
  for (PetscInt k = 0; k < n; k++) {
    GrPackSphere s = p->proposed.sphere[k];
    if (GrPackTableBlocks(&p->proposed, &s))
      continue;
    const PetscInt i = (PetscInt)(s.number - p->spheres.first);
    s.key = -1;
    p->is_placed[i] = true;
    for (int axis = 0; axis < 3; axis++)
      p->spheres.x[3 * (size_t)i + (size_t)axis] = s.x[axis];
    PetscCall(GrPackTableAdd(&p->placed, &s));
    if (p->halo)
      PetscCall(GrPackPost(p->halo, &s, p->reach, false));
  }
  return 0;
}

/* Sends the posted spheres, and adds the received spheres to a table. */
static PetscErrorCode DeliverTo(GrPlacer *p, GrPackTable *table)
{
  if (!p->halo)
    return 0;
  GrParallelColumns *posted = &p->halo->posted;
  PetscCall(GrParallelColumnsExchange(p->comm, posted, p->halo->to));
  for (PetscInt k = 0; k < posted->n; k++)
    PetscCall(GrPackTableAdd(table, (const GrPackSphere *)posted->data[0] + k));
  posted->n = 0;
  return 0;
}

/* Removes spheres from the list of waiting spheres: the placed ones, and those whose search has ended. */
static void DropDone(GrPlacer *p)
{
  PetscInt n = 0;

  for (PetscInt k = 0; k < p->n_waiting; k++) {
    const GrPlacerWaiting *w = &p->waiting[k];
    if (p->is_placed[w->i])
      continue;
    if (w->key < 0 && TriesLeft(p, w, 1) == 0)
      p->spheres.n = PetscMin(p->spheres.n, w->i); /* ends the search for the spheres after it */
    else if (w->i < p->spheres.n)
      p->waiting[n++] = *w;
  }
  p->n_waiting = n;
}

/* One round. It changes nothing if no sphere waits on any rank. */
static PetscErrorCode RunRound(GrPlacer *p, PetscInt64 batch)
{
  GrWatchMark();
  p->mine.rounds += p->n_waiting > 0;
  PetscCall((p->halo || p->size == 1 ? ProposeAlone : ProposeTogether)(p, batch));
  const PetscInt own = p->proposed.n;
  PetscCall(DeliverTo(p, &p->proposed));
  PetscCall(SettleProposals(p, own));
  PetscCall(DeliverTo(p, &p->placed));
  GrPackTableClear(&p->proposed);
  DropDone(p);
  p->rounds += 1;
  return 0;
}

static void JoinProgress(const void *lower, void *value)
{
  const GrPlacerProgress *a = lower;
  GrPlacerProgress *b = value;

  *b = (GrPlacerProgress){a->tries + b->tries, a->left + b->left, PetscMax(a->rounds, b->rounds)};
}

/* Adds up the progress of the class: over all ranks, if each has its own spheres. */
static PetscErrorCode ReduceProgress(GrPlacer *p, GrPlacerProgress *all)
{
  p->mine.left = p->n_waiting;
  *all = p->mine;
  if (p->halo)
    PetscCall(GrJoinAll(p->comm, sizeof(*all), JoinProgress, all));
  p->tries += all->tries;
  p->mine.tries = 0;
  return 0;
}

/* Places the spheres with above < radius <= to. */
static PetscErrorCode PlaceClass(GrPlacer *p, double above, double to)
{
  const PetscInt64 before = p->rounds, batch_max = p->halo ? BATCH_MAX : BATCH_TOGETHER_MAX;
  PetscInt64 batch = p->halo ? BATCH_FIRST : BATCH_TOGETHER_FIRST, check = p->halo ? CHECK_FIRST : 1;
  GrPlacerProgress all = {.left = 1};

  p->n_waiting = 0;
  p->mine = (GrPlacerProgress){0};
  for (PetscInt i = 0; i < p->spheres.n; i++)
    if (p->spheres.radius[i] > above && p->spheres.radius[i] <= to)
      p->waiting[p->n_waiting++] = (GrPlacerWaiting){.i = i, .key = -1};
  for (PetscInt64 round = 1; all.left > 0; round++) {
    PetscCall(RunRound(p, batch));
    batch = PetscMin(2 * batch, batch_max);
    if (round < check)
      continue;
    PetscCall(ReduceProgress(p, &all));
    if ((double)p->tries > p->tries_max)
      break;
    check = p->halo ? 2 * check : check + 1;
  }
  p->left = all.left;
  p->rounds = before + all.rounds; /* as if each round had been followed by a check */
  return 0;
}

/* Classes with spheres: bits. The last bit is for all further classes. */
static PetscErrorCode FindClasses(const GrPlacer *p, uint64_t *classes)
{
  const GrDistribution *radii = p->c->radii;
  uint64_t mine = 0;
  int k = 0;

  for (double to = radii->largest; to >= radii->smallest; to *= class_ratio, k += k < CLASSES_MAX - 1)
    for (PetscInt i = 0; i < p->spheres.n; i++)
      if (p->spheres.radius[i] > class_ratio * to && p->spheres.radius[i] <= to)
        mine |= (uint64_t)1 << k;
  *classes = k > 1 ? mine : ~(uint64_t)0;
  if (k > 1 && p->halo)
    PetscCallMPI(MPI_Allreduce(&mine, classes, 1, MPI_UINT64_T, MPI_BOR, p->comm));
  return 0;
}

static PetscErrorCode PlaceClasses(GrPlacer *p)
{
  const GrDistribution *radii = p->c->radii;
  uint64_t classes;
  int k = 0;

  p->left = 0;
  PetscCall(FindClasses(p, &classes));
  for (double to = radii->largest; to >= radii->smallest && p->left == 0; to *= class_ratio, k += k < CLASSES_MAX - 1)
    if (classes >> k & 1)
      PetscCall(PlaceClass(p, class_ratio * to, to));
    else
      p->rounds += 1;
  return 0;
}

PetscErrorCode GrPlacerPlace(GrPlacer *p, const GrPlacerSpheres *spheres, PetscInt *n)
{
  p->spheres = *spheres;
  PetscCall(PetscMalloc2(spheres->n, &p->waiting, spheres->n, &p->blocked));
  PetscCall(PetscCalloc1(spheres->n, &p->is_placed));
  PetscCall(PlaceClasses(p));
  for (*n = 0; *n < p->spheres.n && p->is_placed[*n];)
    *n += 1;
  PetscCall(PetscFree2(p->waiting, p->blocked));
  return PetscFree(p->is_placed);
}
