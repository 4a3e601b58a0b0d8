/* insert_place: the particles that a group inserts at an event, with their places; see particle/fill/insert.h.

   The sizes of the particles form a sequence that has the right distribution at any length (particle/fill/apportion.h);
   particles are inserted in the order of the sequence. The placer (particle/fill/random/placer.h) finds places for a
   batch of particles, on all ranks together. If it finds no place for a particle, this particle and all later particles
   of the sequence are inserted at a later event. The rank that owns a place stores the particle, which blocks further
   places.

   A place is free if the distance of the surfaces exceeds the gap, the reach of adhesion and 1e-9 of the largest
   radius. An inserted particle therefore touches nothing. Places inside closed meshes are not free
   (particle/fill/obstacle.h). */
#include "bulk/bulk.h"
#include "bulk/population/insert.h"

#include "particle/fill/obstacle.h"
#include "particle/fill/random/placer.h"
#include <math.h>

enum { BATCH = 4096 }; /* largest number of particles in a batch */

static const double slack = 1e-9; /* of the largest radius: more than rounding of distances */

typedef struct {
  GrWorld world;
  GrInserting *in;
  GrPackCase task;          /* region, obstacles, gap and random numbers */
  GrFillObstacle *obstacle; /* [task.n_obstacles] walls near the region */
  GrPlacer placer;          /* search for places, with the particles of this rank near the region */
  GrInsertLimit limit;      /* largest number, mass and volume of the particles of this event */
  double volume;            /* volume of the particles that this event has inserted (GrBulkInsertSphereVolume) [m^3] */
  PetscInt n;               /* number of particles in the current batch */
  double radius[BATCH], x[3 * BATCH];
} Placing;

/* Adds the particles of this rank that are near the region, across periodic sides as well. */
static PetscErrorCode AddExisting(Placing *p)
{
  const GrBulk b = p->world->bulk;
  const GrStore *s = &b->store;
  double lower[3], upper[3];

  GrFillRegionBox(&p->in->region, lower, upper);
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const double *x = s->state + GR_STATE * i, reach = s->radius[i] + p->in->radii.largest + p->task.gap;
    bool near = true;
    for (int k = 0; k < p->world->the_case->dimension; k++) {
      double d = fabs(x[k] - 0.5 * (lower[k] + upper[k]));
      d = b->box.periodic[k] ? PetscMin(d, fabs(b->box.upper[k] - b->box.lower[k] - d)) : d;
      near = near && d <= 0.5 * (upper[k] - lower[k]) + reach;
    }
    if (near)
      PetscCall(GrPlacerAdd(&p->placer, x, s->radius[i]));
  }
  for (PetscInt i = 0; i < b->population.insertion->n; i++) { /* of other groups */
    const GrFillGrain *other = &b->population.insertion->particle[i];
    PetscCall(GrPlacerAdd(&p->placer, other->state, other->radius));
  }
  return 0;
}

static void PrepareTask(Placing *p)
{
  const GrBulk b = p->world->bulk;
  const GrInserting *in = p->in;

  p->task = (GrPackCase){.region = &in->region,
                         .flat = p->world->the_case->dimension == 2,
                         .gap = in->insert->gap + b->neighbours.adhesion_reach + slack * b->particles.largest_radius,
                         .tries = in->insert->tries,
                         .radii = &in->radii,
                         .seed = (uint64_t)p->world->the_case->grains[in->group].seed};
  for (int k = 0; k < 3; k++) {
    p->task.lower[k] = b->box.lower[k];
    p->task.upper[k] = b->box.upper[k];
    p->task.periodic[k] = b->box.periodic[k];
  }
}

/* Lists the walls that are near enough to the region to block a place in it. */
static PetscErrorCode FindObstacles(Placing *p)
{
  const GrWorld w = p->world;
  const GrCase *c = w->the_case;
  const double rounding = 1.001;
  static const GrWithin all = {GR_WITHIN_ALL};
  const GrFillSpace space = {p->in->region.shape, &all, p->in->radii.smallest, p->task.seed};
  double lower[3], upper[3], centre[3], square = 0;

  GrFillRegionBox(&p->in->region, lower, upper);
  for (int k = 0; k < 3; k++) {
    centre[k] = p->task.flat && k == 2 ? p->task.lower[2] : 0.5 * (lower[k] + upper[k]);
    square += k < c->dimension ? (upper[k] - centre[k]) * (upper[k] - centre[k]) : 0;
  }
  PetscCall(PetscMalloc1(c->n_walls, &p->obstacle));
  for (int k = 0; k < c->n_walls; k++) {
    const GrWallPose pose = GrWallsAt(&w->bulk->walls, k, w->clock.committed);
    if (c->walls[k].absent ||
        !GrWallIsNear(&c->walls[k], &pose, centre, rounding * (sqrt(square) + p->in->radii.largest + p->task.gap)))
      continue;
    PetscCall(GrFillObstacleCreate(c, &space, &c->walls[k], &pose, &p->obstacle[p->task.n_obstacles++]));
  }
  p->task.obstacle = p->obstacle;
  return 0;
}

/* Computes the radii of the next particles, up to the limit, and notes whether the limit of the volume ends the list.
   The particles are not inserted yet. */
static void ListNext(Placing *p, PetscInt most)
{
  const GrCase *c = p->world->the_case;
  const GrInsertLimit *limit = &p->limit;
  GrApportion sizes = p->in->sizes;
  double number = (double)GrFillApportionTotal(&sizes), mass = p->in->mass, volume = p->volume;

  p->in->filled = false;
  for (p->n = 0; p->n < most && number + 1 <= limit->number; p->n++, number += 1) {
    const double r = GrFillApportionNext(&p->in->radii, &sizes), size = GrBulkInsertSphereVolume(p->world, r),
                 own = GrFillInsertMass(c, &c->grains[p->in->group], r);
    p->in->filled = volume + 0.5 * size > limit->volume;
    if (mass + 0.5 * own > limit->mass || p->in->filled)
      return;
    mass += own;
    volume += size;
    p->radius[p->n] = r;
  }
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
static PetscErrorCode InsertParticle(Placing *p, PetscInt i)
{
  const GrWorld w = p->world;
  const double r = GrFillApportionNext(&p->in->radii, &p->in->sizes), *x = &p->x[3 * i];
  int owner;

  PetscCall(FindOwner(p, x, &owner));
  p->in->mass += GrFillInsertMass(w->the_case, &w->the_case->grains[p->in->group], r);
  p->volume += GrBulkInsertSphereVolume(w, r);
  if (owner == w->rank) {
    PetscCall(AcceptParticle(w, p->in->group, w->bulk->population.insertion->next_id, r, x));
    PetscCall(GrPlacerAdd(&p->placer, x, r));
  }
  w->bulk->population.insertion->next_id += GrBulkInsertRows(w, p->in->group);
  return 0;
}

/* Inserts batch after batch until the limit is reached, or until the next particle finds no place even alone: in a
   batch larger particles that come first may have taken its places. Collective. */
static PetscErrorCode PlaceAll(Placing *p)
{
  PetscInt n = 1, most = BATCH;

  for (bool fits = true; n > 0 && most > 0; most = fits ? most : n == 1 ? 0 : PetscMax(1, n / 4)) {
    ListNext(p, most);
    n = p->n;
    const GrPlacerSpheres spheres = {.n = n, .radius = p->radius, .x = p->x};
    p->task.first_id = p->in->draws + 1;
    p->in->draws += n;
    PetscCall(GrPlacerPlace(&p->placer, &spheres, &p->n));
    GrPlacerClear(&p->placer);
    for (PetscInt i = 0; i < p->n; i++)
      PetscCall(InsertParticle(p, i));
    fits = p->n == n;
    p->in->filled = p->in->filled && fits;
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
  PrepareTask(p);
  PetscCall(FindObstacles(p));
  PetscCall(GrPlacerCreate(w->comm, &p->task, &p->placer));
  PetscCall(AddExisting(p));
  PetscCall(PlaceAll(p));
  PetscCall(GrFillObstaclesFree(p->task.n_obstacles, &p->obstacle));
  PetscCall(GrPlacerDestroy(&p->placer));
  return PetscFree(p);
}
