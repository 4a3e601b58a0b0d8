/* insert_place: finds places for inserted particles; see particle/fill/insert.h.

   The sizes of the particles form a sequence that has the right distribution at any length (particle/fill/apportion.h);
   particles are inserted in the order of the sequence. Places are found in batches. In a batch, size classes are
   processed from the largest to the smallest. For each particle without a place, granum draws some random places as
   functions of the seed and of a running number. Each rank finds which of these places its own particles block, so that
   all particles are considered without ghosts. For a part of the places it also finds which of them the walls block. A
   maximum over all ranks combines the results. Every rank then makes the same choice: each particle gets the first of
   its places that is not blocked and does not touch the particles placed before in the batch. If no place is found for
   a particle, this particle and all later particles of the sequence are inserted at a later event. The rank that owns a
   place stores the particle, which blocks further places.

   A place is free if the distance of the surfaces exceeds the gap, the reach of adhesion and 1e-9 of the largest
   radius. An inserted particle therefore touches nothing. Places inside closed meshes are not free
   (particle/fill/obstacle.h). */
#include "base/watch.h"
#include "bulk/bulk.h"
#include "bulk/population/insert.h"

#include "particle/fill/obstacle.h"
#include "particle/fill/random/random_occupied.h"
#include <math.h>

/* Particles of a batch; number of places that are tried at a time, for all particles and for one. */
enum { BATCH = 4096, PLACES = 4 * BATCH, PLACES_FIRST = 4, PLACES_MORE = 64 };

static const double slack = 1e-9;      /* of the largest radius: more than rounding of distances */
static const double class_ratio = 0.7; /* smallest to largest radius of a class */

typedef struct {
  GrWorld world;
  GrInserting *in;
  int n_obstacles;
  GrFillObstacle *obstacle; /* [n_obstacles] walls near the region */
  GrPackCase pack, thick;   /* parameters of the tables of spheres */
  GrPackTaken taken;        /* particles of this rank near the region */
  GrPackTable given;        /* places given in the current batch, of all ranks */
  double away;              /* smallest distance of the surfaces of an inserted particle and another body [m] */
  GrInsertLimit limit;      /* largest number, mass and volume of the particles of this event */
  double volume;            /* volume of the particles that this event has inserted (GrBulkInsertSphereVolume) [m^3] */
  int n;                    /* number of particles in the current batch */
  double radius[BATCH], place[BATCH][3];
  bool placed[BATCH];
  int n_without, without[BATCH]; /* particles of a class without a place */
  int places;                    /* number of places that are tried for each of them */
  double x[PLACES][3];
  unsigned char blocked[PLACES];
} Placing;

static PetscErrorCode AddObstacle(Placing *p, const double *x, double radius)
{
  const GrPackSphere s = {.x = {x[0], x[1], x[2]}, .radius = radius, .key = -1};

  return GrPackTakenAdd(&p->pack, &p->thick, &s, &p->taken);
}

/* Particles of this rank that are near the region, across periodic sides as well. */
static PetscErrorCode AddOwnObstacles(Placing *p)
{
  const GrBulk b = p->world->bulk;
  const GrStore *s = &b->store;
  double lower[3], upper[3];

  GrFillRegionBox(&p->in->region, lower, upper);
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const double *x = s->state + GR_STATE * i, reach = s->radius[i] + p->in->radii.largest + p->away;
    bool near = true;
    for (int k = 0; k < p->world->the_case->dimension; k++) {
      double d = fabs(x[k] - 0.5 * (lower[k] + upper[k]));
      d = b->box.periodic[k] ? PetscMin(d, fabs(b->box.upper[k] - b->box.lower[k] - d)) : d;
      near = near && d <= 0.5 * (upper[k] - lower[k]) + reach;
    }
    if (near)
      PetscCall(AddObstacle(p, x, s->radius[i]));
  }
  for (PetscInt i = 0; i < b->population.insertion->n; i++) /* of other groups */
    PetscCall(AddObstacle(p, b->population.insertion->particle[i].state, b->population.insertion->particle[i].radius));
  return 0;
}

static void PrepareCase(Placing *p)
{
  const GrBulk b = p->world->bulk;

  p->away = p->in->insert->gap + b->neighbours.adhesion_reach + slack * b->particles.largest_radius;
  p->pack = (GrPackCase){.flat = p->world->the_case->dimension == 2, .gap = p->away, .radii = &p->in->radii};
  for (int k = 0; k < 3; k++) {
    p->pack.lower[k] = b->box.lower[k];
    p->pack.upper[k] = b->box.upper[k];
    p->pack.periodic[k] = b->box.periodic[k];
  }
  p->thick = p->pack;
  if (!p->pack.flat)
    return;
  p->thick.lower[2] = b->box.lower[2] - b->particles.largest_radius;
  p->thick.upper[2] = b->box.lower[2] + b->particles.largest_radius;
  p->thick.periodic[2] = false;
}

/* Lists the walls that are near enough to the region to block a place in it. */
static PetscErrorCode FindObstacles(Placing *p)
{
  const GrWorld w = p->world;
  const GrCase *c = w->the_case;
  const double rounding = 1.001;
  static const GrWithin all = {GR_WITHIN_ALL};
  const GrFillSpace space = {p->in->region.shape, &all, p->in->radii.smallest, (uint64_t)c->grains[p->in->group].seed};
  double lower[3], upper[3], centre[3], square = 0;

  GrFillRegionBox(&p->in->region, lower, upper);
  for (int k = 0; k < 3; k++) {
    centre[k] = p->pack.flat && k == 2 ? p->pack.lower[2] : 0.5 * (lower[k] + upper[k]);
    square += k < c->dimension ? (upper[k] - centre[k]) * (upper[k] - centre[k]) : 0;
  }
  PetscCall(PetscMalloc1(c->n_walls, &p->obstacle));
  for (int k = 0; k < c->n_walls; k++) {
    const GrWallPose pose = GrWallsAt(&w->bulk->walls, k, w->clock.committed);
    if (c->walls[k].absent ||
        !GrWallIsNear(&c->walls[k], &pose, centre, rounding * (sqrt(square) + p->in->radii.largest + p->away)))
      continue;
    PetscCall(GrFillObstacleCreate(c, &space, &c->walls[k], &pose, &p->obstacle[p->n_obstacles++]));
  }
  return 0;
}

/* Computes the radii of the next particles, up to the limit. The particles are not inserted yet. */
static void ListNext(Placing *p, int most)
{
  const GrCase *c = p->world->the_case;
  const GrInsertLimit *limit = &p->limit;
  GrApportion sizes = p->in->sizes;
  double number = (double)GrFillApportionTotal(&sizes), mass = p->in->mass, volume = p->volume;

  for (p->n = 0; p->n < most && number + 1 <= limit->number; p->n++, number += 1) {
    const double r = GrFillApportionNext(&p->in->radii, &sizes), size = GrBulkInsertSphereVolume(p->world, r),
                 own = GrFillInsertMass(c, &c->grains[p->in->group], r);
    if (mass + 0.5 * own > limit->mass || volume + 0.5 * size > limit->volume)
      return;
    mass += own;
    volume += size;
    p->radius[p->n] = r;
    p->placed[p->n] = false;
  }
}

/* Draws places, and finds the places that walls and earlier particles block. Collective. */
static PetscErrorCode TryPlaces(Placing *p)
{
  const GrWorld w = p->world;
  const uint64_t seed = (uint64_t)w->the_case->grains[p->in->group].seed;
  const int n = p->n_without * p->places;

  GrWatchMark();
  for (int k = 0; k < n; k++) {
    GrPackSphere s = {.radius = p->radius[p->without[k / p->places]]};
    GrFillRegionDraw(&p->in->region, s.radius, seed, ++p->in->draws, p->x[k]);
    for (int a = 0; a < 3; a++)
      s.x[a] = p->x[k][a];
    p->blocked[k] = (unsigned char)(GrPackTakenBlocks(&p->taken, &s) ||
                                    (k % w->size == w->rank &&
                                     GrFillObstaclesBlock(p->n_obstacles, p->obstacle, s.x, s.radius + p->away)));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, p->blocked, n, MPI_UNSIGNED_CHAR, MPI_MAX, w->comm));
  return 0;
}

/* Gives the k-th particle without a place the first of its places that is free, if there is one. */
static PetscErrorCode GivePlace(Placing *p, int k)
{
  const int i = p->without[k];

  for (int place = p->places * k; place < p->places * (k + 1) && !p->placed[i]; place++) {
    GrPackSphere s = {.x = {p->x[place][0], p->x[place][1], p->x[place][2]}, .radius = p->radius[i]};
    if (p->blocked[place] || GrPackTableBlocks(&p->given, &s))
      continue;
    for (int a = 0; a < 3; a++)
      p->place[i][a] = s.x[a];
    s.key = -1; /* sorts before all particles without a place */
    PetscCall(GrPackTableAdd(&p->given, &s));
    p->placed[i] = true;
  }
  return 0;
}

/* Places for the particles with above < radius <= to. Collective. */
static PetscErrorCode PlaceClass(Placing *p, double above, double to)
{
  PetscInt64 tried = 0;

  p->n_without = 0;
  for (int i = 0; i < p->n; i++)
    if (p->radius[i] > above && p->radius[i] <= to)
      p->without[p->n_without++] = i;
  while (p->n_without > 0 && tried < p->in->insert->tries) {
    int left = 0;
    p->places = PetscMin(PLACES / p->n_without, tried ? PLACES_MORE : PLACES_FIRST);
    p->places = (int)PetscMin(p->in->insert->tries - tried, p->places);
    PetscCall(TryPlaces(p));
    for (int k = 0; k < p->n_without; k++)
      PetscCall(GivePlace(p, k));
    for (int k = 0; k < p->n_without; k++)
      if (!p->placed[p->without[k]])
        p->without[left++] = p->without[k];
    p->n_without = left;
    tried += p->places;
  }
  if (p->n_without > 0)
    p->n = p->without[0]; /* the first particle without a place and all that follow are inserted later */
  return 0;
}

/* Rank that owns a place; any rank before the first partition. */
static PetscErrorCode FindOwner(const Placing *p, const double x[3], int *owner)
{
  const GrWorld w = p->world;

  *owner = (int)(w->bulk->population.insertion->next_id % w->size);
  if (w->size > 1 && w->bulk->ownership.partitioned)
    PetscCall(GrParallelPartitionOwner(w->bulk->ownership.partition, x, owner));
  return 0;
}

static void SetMotion(GrWorld w, const GrGrains *grains, PetscInt64 id, double *u)
{
  const bool flat = w->the_case->dimension == 2;

  for (int k = 0; k < 3; k++) {
    const GrRandom of_velocity = {(uint64_t)grains->seed, GR_RANDOM_VELOCITY},
                   of_spin = {(uint64_t)grains->seed, GR_RANDOM_SPIN};
    double z[2];
    GrRandomNormals(of_velocity, (uint32_t)k, 1, &id, &z[0]);
    GrRandomNormals(of_spin, (uint32_t)k, 1, &id, &z[1]);
    u[3 + k] = grains->velocity[k] + (flat && k == 2 ? 0 : grains->velocity_deviation * z[0]);
    u[6 + k] = grains->spin[k] + (flat && k < 2 ? 0 : grains->spin_deviation * z[1]);
  }
}

/* Adds a particle of a group, with its centre at x [m], to the list of particles that this rank inserts at the current
   event. radius [m]: its radius; for a clump: radius of its enclosing sphere. */
static PetscErrorCode AcceptParticle(GrWorld w, int group, PetscInt64 id, double radius, const double x[3])
{
  struct GrBulkInsertion *all = w->bulk->population.insertion;
  const GrGrains *grains = &w->the_case->grains[group];
  GrFillGrain one = {id, group, radius, GrFillInsertMass(w->the_case, grains, radius), {x[0], x[1], x[2]}};

  if (all->n == all->capacity) {
    all->capacity = 2 * all->capacity + 64;
    PetscCall(PetscRealloc((size_t)all->capacity * sizeof(one), &all->particle));
  }
  SetMotion(w, grains, id, one.state);
  all->particle[all->n++] = one;
  return 0;
}

/* Inserts particle i of the batch. */
static PetscErrorCode InsertParticle(Placing *p, int i)
{
  const GrWorld w = p->world;
  const double r = GrFillApportionNext(&p->in->radii, &p->in->sizes), *x = p->place[i];
  int owner;

  PetscCall(FindOwner(p, x, &owner));
  p->in->mass += GrFillInsertMass(w->the_case, &w->the_case->grains[p->in->group], r);
  p->volume += GrBulkInsertSphereVolume(w, r);
  if (owner == w->rank) {
    PetscCall(AcceptParticle(w, p->in->group, w->bulk->population.insertion->next_id, r, x));
    PetscCall(AddObstacle(p, x, r));
  }
  w->bulk->population.insertion->next_id += GrBulkInsertRows(w, p->in->group);
  return 0;
}

/* Inserts batch after batch until the limit is reached, or until the next particle finds no place even in a batch of a
   few particles: in a large batch larger particles that come first may have taken its places. Collective. */
static PetscErrorCode PlaceAll(Placing *p)
{
  const GrDistribution *d = &p->in->radii;
  int n = 1, most = BATCH;

  for (; n > 0 && most > 0; most = p->n < n ? n / 4 : most) {
    ListNext(p, most);
    n = p->n;
    for (double to = d->largest; to >= d->smallest; to *= class_ratio)
      PetscCall(PlaceClass(p, class_ratio * to, to));
    for (int i = 0; i < p->n; i++)
      PetscCall(InsertParticle(p, i));
    GrPackTableClear(&p->given);
  }
  return 0;
}

PetscErrorCode GrBulkInsertPlace(GrWorld w, GrInserting *in, GrInsertLimit limit)
{
  Placing *p;

  PetscCall(PetscNew(&p));
  p->world = w;
  p->in = in;
  p->limit = limit;
  PrepareCase(p);
  GrPackTableInit(&p->given, &p->thick, 2 * in->radii.largest + p->away);
  PetscCall(AddOwnObstacles(p));
  PetscCall(FindObstacles(p));
  PetscCall(PlaceAll(p));
  PetscCall(GrFillObstaclesFree(p->n_obstacles, &p->obstacle));
  PetscCall(GrPackTakenDestroy(&p->taken));
  PetscCall(GrPackTableDestroy(&p->given));
  return PetscFree(p);
}
