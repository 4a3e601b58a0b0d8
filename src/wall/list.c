/* list: lists the candidate pairs of particles and walls; see wall.h. If a wall is farther from a bounding sphere than
   the search distance, no particle in the sphere is a candidate. */
#include "wall/seam.h"
#include "wall/wall.h"

#include "base/math/elementary.h"
#include "base/math/vector.h"
#include <float.h>

enum { STATE = 9 };                   /* numbers of a particle: x, v, w */
static const double rounding = 1.001; /* factor on bounding spheres: it covers the rounding of distances */

PetscErrorCode GrWallsAddBlock(GrWalls *walls)
{
  if (walls->n + GR_BLOCK_SLOTS > walls->capacity) {
    const PetscInt blocks = walls->n / GR_BLOCK_SLOTS;
    walls->capacity = GR_BLOCK_SLOTS * (blocks + blocks / 2 + 1);
    PetscCall(PetscRealloc((size_t)walls->capacity * sizeof(*walls->of_slot), &walls->of_slot));
    PetscCall(PetscRealloc((size_t)walls->capacity * sizeof(*walls->particle), &walls->particle));
    PetscCall(PetscRealloc((size_t)walls->capacity * sizeof(*walls->part), &walls->part));
    PetscCall(PetscRealloc((size_t)walls->capacity * sizeof(*walls->trial_part), &walls->trial_part));
    PetscCall(PetscRealloc((size_t)walls->capacity * sizeof(*walls->pair_type), &walls->pair_type));
  }
  for (PetscInt k = 0; k < GR_BLOCK_SLOTS; k++)
    walls->particle[walls->n++] = -1;
  return 0;
}

/* Whether the rule of two bodies has an adhesion. */
static bool HasAdhesion(const GrModel *model, const GrParticleType body[2])
{
  if (!model->adheres)
    return false;
  return model->rule[GrModelRule(model, body[0].material, body[1].material)].law[GR_ROLE_ADHESION] != NULL;
}

/* State of the search for the candidates of a wall, chunk by chunk (consecutive particles). */
typedef struct {
  const GrWall *wall;
  GrWallPose pose; /* pose of the wall at the time of the search */
  const GrWallParticles *particles;
  double reach;      /* largest surface distance of a candidate, without adhesion and margins [m] */
  double adhesion;   /* largest reach of adhesion [m] */
  PetscInt first;    /* index of the first particle of the current chunk */
  PetscInt near;     /* number of triangles in the lists of particles that have candidates */
  PetscInt used;     /* number of slots up to the last candidate */
  PetscInt64 type;   /* particle type of the wall in the contact model */
  bool flat_parts;   /* whether all parts except part 0 have the type `type` + 1 */
  bool grouped;      /* whether the triangles near the current chunk are known */
  GrWallChunk chunk; /* gaps and normals of the current chunk */
} Listing;

/* Adds the candidates of a particle with n parts of the wall. */
static PetscErrorCode AppendCandidates(GrWalls *walls, Listing *l, PetscInt particle, PetscInt type, int n,
                                       const int64_t part[])
{
  if (l->used + n > walls->n)
    l->used = walls->n;
  if (l->used == walls->n)
    PetscCall(GrWallsAddBlock(walls));
  for (int k = 0; k < n; k++, l->used++) {
    walls->particle[l->used] = particle;
    walls->of_slot[l->used] = (int)(l->wall - walls->wall);
    walls->part[l->used] = walls->trial_part[l->used] = part[k];
    walls->pair_type[l->used] = (int)type + (l->flat_parts && part[k] > 0);
  }
  return 0;
}

/* Lists the triangles near a point. *n: number of slots that they need. */
static PetscErrorCode TrianglesNear(GrWalls *walls, const Listing *l, const double x[3], double reach, int *n,
                                    int64_t part[GR_BLOCK_SLOTS])
{
  GrMeshList *list = &walls->mesh.near;
  double y[3];

  GrWallMovePointBack(&l->pose, x, y);
  list->n = l->near;
  PetscCall(
      GrMeshFind(l->wall->mesh, l->grouped ? &walls->mesh.groups : NULL, y, (1 + GR_WALL_MESH_VALLEY) * reach, list));
  *n = (int)PetscMin(GR_WALL_MESH_CONTACTS, list->n - l->near);
  for (int k = 0; k < *n; k++)
    part[k] = -1;
  return 0;
}

/* Parts of the wall that are near enough to a particle for an adhesion of this reach. */
static PetscErrorCode PartsNear(GrWalls *walls, const Listing *l, PetscInt i, double adhesion, int *n,
                                int64_t part[GR_BLOCK_SLOTS])
{
  const double *x = l->particles->reference + 3 * i;
  const double reach = l->particles->radius[i] + (l->particles->margin[i] + l->reach);

  part[0] = 0;
  if (l->wall->mesh)
    PetscCall(TrianglesNear(walls, l, x, reach + adhesion, n, part));
  else if (l->wall->shape->parts)
    *n = l->wall->shape->parts(l->wall, &l->pose, x, reach + adhesion, part);
  else
    *n = !(l->chunk.gap[i - l->first] - reach >= adhesion);
  return 0;
}

/* Lists the candidates of a particle with these parts. */
static PetscErrorCode ListParticle(GrWalls *walls, Listing *l, PetscInt i, PetscInt type, int n, const int64_t part[])
{
  PetscCall(AppendCandidates(walls, l, i, type, n, part));
  if (l->wall->mesh)
    PetscCall(GrWallsAddMeshSphere(walls, i, l->used - n, n, l->near));
  l->near = walls->mesh.near.n;
  return 0;
}

/* Largest reach of the adhesion of a particle at the parts of the wall [m]. */
static double ReachOfAdhesion(const GrModel *model, const Listing *l, PetscInt type)
{
  const double reach = model->pairs.type[type].reach;
  return l->flat_parts ? PetscMax(reach, model->pairs.type[type + 1].reach) : reach;
}

/* Lists a particle with its own radius and mass. The reach of the adhesion is known only when the pair type exists; if
   the particle is out of reach, the pair type is removed again. */
static PetscErrorCode ListOwn(GrWalls *walls, GrModel *model, Listing *l, PetscInt i)
{
  const GrWallParticles *p = l->particles;
  const GrParticleType own = {.material = model->the_case->grains[p->group[i]].material,
                              .radius = p->radius[i],
                              .mass = p->mass[i],
                              .motion = GrModelMotionOf(model->the_case, p->group[i], p->state + STATE * i + 3)};
  const GrParticleType body[2] = {own, model->particle_type[l->type]};
  int64_t part[GR_BLOCK_SLOTS];
  PetscInt type, unused;
  int n;

  PetscCall(PartsNear(walls, l, i, 0, &n, part));
  if (n == 0 && !HasAdhesion(model, body))
    return 0;
  PetscCall(GrModelAdd(model, body, &type));
  if (l->flat_parts)
    PetscCall(GrModelAdd(model, (const GrParticleType[2]){own, model->particle_type[l->type + 1]}, &unused));
  PetscCall(PartsNear(walls, l, i, ReachOfAdhesion(model, l, type), &n, part));
  if (n == 0)
    model->pairs.n = type;
  else
    PetscCall(ListParticle(walls, l, i, type, n, part));
  return 0;
}

/* Finds the triangles near a chunk of particles, which usually are neighbours. If they are not, or if adhesion reaches
   beyond surfaces, each particle searches the whole mesh. */
static PetscErrorCode GroupTriangles(GrWalls *walls, const GrModel *model, Listing *l)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, reach = 0;

  walls->mesh.groups.n = 0;
  l->grouped = !model->adheres;
  for (PetscInt i = l->first; l->grouped && i < l->first + l->chunk.n; i++) {
    double y[3];
    GrWallMovePointBack(&l->pose, l->particles->reference + 3 * i, y);
    reach = PetscMax(reach, l->particles->radius[i] + (l->particles->margin[i] + l->reach));
    for (int k = 0; k < 3; k++) {
      low[k] = PetscMin(low[k], y[k]);
      high[k] = PetscMax(high[k], y[k]);
    }
  }
  if (l->grouped)
    PetscCall(GrMeshFindGroups(l->wall->mesh, low, high, (1 + GR_WALL_MESH_VALLEY) * reach, &walls->mesh.groups));
  l->grouped = l->grouped && walls->mesh.groups.n <= GR_WALL_CHUNK;
  return 0;
}

/* Whether no particle of the chunk has the wall as a candidate. False for walls of several parts, for meshes, and with
   adhesion that reaches beyond surfaces. */
static bool IsChunkAway(const GrModel *model, const Listing *l)
{
  const double *restrict radius = l->particles->radius + l->first, *restrict gap = l->chunk.gap;
  const double *restrict margin = l->particles->margin + l->first;
  long long near = model->adheres || l->wall->shape->parts || l->wall->mesh; /* 64 bits, like the doubles compared */

  for (int i = 0; !near && i < l->chunk.n; i++)
    near |= !(gap[i] - (radius[i] + (margin[i] + l->reach)) >= 0);
  return near == 0;
}

/* Whether the wall moves at a constant velocity, which may be 0, and the particle as well, with the same velocity and
   without spin. A particle that moves with the wall has no contact with it. */
static bool IsCarried(const GrModel *model, const Listing *l, PetscInt i)
{
  const double *v = l->particles->state + STATE * i + 3, *spin = v + 3;
  double velocity[3];

  return model->the_case->grains[l->particles->group[i]].fixed && !GrIsNonzero3(spin) &&
         GrWallHasConstantVelocity(l->wall, velocity) && velocity[0] == v[0] && velocity[1] == v[1] &&
         velocity[2] == v[2];
}

static PetscErrorCode ListParticles(GrWalls *walls, GrModel *model, Listing *l)
{
  const GrWallParticles *p = l->particles;
  int64_t part[GR_BLOCK_SLOTS];
  int n;

  for (PetscInt i = l->first; i < l->first + l->chunk.n; i++) {
    if (IsCarried(model, l, i))
      continue;
    if (p->type[i] == GR_PARTICLE_TYPE_OWN) {
      PetscCall(ListOwn(walls, model, l, i));
      continue;
    }
    const PetscInt type = GrModelPairTypeOf(model, p->type[i], l->type);
    PetscCall(PartsNear(walls, l, i, ReachOfAdhesion(model, l, type), &n, part));
    if (n > 0)
      PetscCall(ListParticle(walls, l, i, type, n, part));
  }
  return 0;
}

static PetscErrorCode ListChunk(GrWalls *walls, GrModel *model, Listing *l)
{
  const GrWallParticles *p = l->particles;

  l->chunk.n = (int)PetscMin(GR_WALL_CHUNK, p->n - l->first);
  for (int i = 0; i < l->chunk.n; i++)
    for (int k = 0; k < 3; k++)
      l->chunk.x[k][i] = p->reference[3 * (l->first + i) + k];
  if (!l->wall->shape->parts && !l->wall->mesh)
    l->wall->shape->touch(l->wall, &l->pose, &l->chunk);
  if (l->wall->mesh)
    PetscCall(GroupTriangles(walls, model, l));
  if (!IsChunkAway(model, l) && !(l->wall->mesh && l->grouped && walls->mesh.groups.n == 0))
    PetscCall(ListParticles(walls, model, l));
  return 0;
}

static GrWallSphere BoundSpheres(PetscInt n, const GrWallSphere of[])
{
  GrWallSphere sphere = {.radius = 0};
  double away[3];

  for (int k = 0; k < 3; k++) {
    double lower = INFINITY, upper = -INFINITY;
    for (PetscInt i = 0; i < n; i++) {
      lower = PetscMin(lower, of[i].centre[k] - of[i].radius);
      upper = PetscMax(upper, of[i].centre[k] + of[i].radius);
    }
    sphere.centre[k] = 0.5 * (lower + upper);
  }
  for (PetscInt i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      away[k] = of[i].centre[k] - sphere.centre[k];
    sphere.radius = GrLarger(sphere.radius, GrNorm3(away) + of[i].radius);
  }
  return sphere;
}

static GrWallSphere BoundParticles(const GrWallParticles *p, PetscInt first, PetscInt end)
{
  GrWallSphere of[GR_WALL_CHUNK];

  for (PetscInt i = first; i < end; i++) {
    GrCopy3(p->reference + 3 * i, of[i - first].centre);
    of[i - first].radius = p->radius[i] + p->margin[i];
  }
  return BoundSpheres(end - first, of);
}

/* Computes the tree from the reference positions. */
static PetscErrorCode FindBounds(const GrWallParticles *particles, GrWallBounds *bounds)
{
  PetscInt n = (particles->n + GR_WALL_CHUNK - 1) / GR_WALL_CHUNK, total = 0;

  for (bounds->levels = 0; n > 0; n = n > 1 ? (n + GR_WALL_BOUNDS_FAN - 1) / GR_WALL_BOUNDS_FAN : 0) {
    bounds->begin[bounds->levels++] = total;
    total += n;
  }
  bounds->begin[bounds->levels] = total;
  if (total > bounds->capacity) {
    bounds->capacity = total + total / 2;
    PetscCall(PetscRealloc((size_t)bounds->capacity * sizeof(*bounds->sphere), &bounds->sphere));
  }
  for (int level = 0; level < bounds->levels; level++)
    for (PetscInt k = bounds->begin[level]; k < bounds->begin[level + 1]; k++) {
      const PetscInt own = k - bounds->begin[level], below = level ? bounds->begin[level - 1] : 0;
      if (level == 0)
        bounds->sphere[k] =
            BoundParticles(particles, GR_WALL_CHUNK * own, PetscMin(GR_WALL_CHUNK * (own + 1), particles->n));
      else
        bounds->sphere[k] =
            BoundSpheres(PetscMin(GR_WALL_BOUNDS_FAN, bounds->begin[level] - (below + GR_WALL_BOUNDS_FAN * own)),
                         bounds->sphere + below + GR_WALL_BOUNDS_FAN * own);
    }
  return 0;
}

/* Distance from the centre of a bounding sphere within which a wall may have candidates in it [m]. */
static double ReachOfSphere(const Listing *l, const GrWallSphere *sphere)
{
  return rounding * ((1 + GR_WALL_MESH_VALLEY) * (sphere->radius + l->reach + l->adhesion));
}

/* Updates the sphere around all particles, and the bound of how much nearer it has come to places outside of it. */
static void UpdateSeen(GrWalls *walls, const Listing *l)
{
  const GrWallBounds *bounds = &walls->bounds;
  GrWallSphere all;
  double moved[3];

  if (bounds->levels == 0)
    return;
  all = bounds->sphere[bounds->begin[bounds->levels] - 1];
  all.radius = ReachOfSphere(l, &all);
  for (int k = 0; k < 3; k++)
    moved[k] = all.centre[k] - walls->seen.centre[k];
  walls->came += GrNorm3(moved) + (all.radius - walls->seen.radius);
  walls->seen = all;
}

/* A time until which a moving wall approaches the particles by at most half of `far`, as long as the particles approach
   it by at most the other half. */
static double TimeOfMotion(const GrWalls *walls, const GrWall *wall, double far, double t)
{
  enum { AHEAD = 64, LESS = 8 };
  const double interval = t - walls->seen_time;
  GrParallelBox box = {.tilt = {0}};

  for (int k = 0; k < 3; k++) {
    box.lower[k] = walls->seen.centre[k] - (walls->seen.radius + far);
    box.upper[k] = walls->seen.centre[k] + (walls->seen.radius + far);
  }
  for (int times = AHEAD; interval > 0 && times >= 1; times /= LESS)
    if (GrWallPath(wall, &box, t, t + times * interval) <= 0.5 * far)
      return t + times * interval;
  return t;
}

/* Whether a wall is far from all particles. If it is, later calls of GrWallsList pass over it until it may have
   candidates again. The speed of load-controlled walls has no bound, so the function does not apply to them. */
static bool IsFar(GrWalls *walls, const Listing *l, int w, double t)
{
  double unused[3];

  if (walls->travel[w] >= 0)
    return false;
  const double far = GrWallGap(l->wall, &l->pose, walls->seen.centre, unused) - walls->seen.radius;
  const bool moves = GrWallMoves(l->wall);
  walls->far_came[w] = far > 0 ? walls->came + (moves ? 0.5 * far : far) : -DBL_MAX;
  if (moves && far > 0)
    walls->far_time[w] = TimeOfMotion(walls, l->wall, far, t);
  return far > 0;
}

/* Whether some particle in a bounding sphere may be a candidate. */
static bool MayBeNear(const Listing *l, const GrWallSphere *sphere)
{
  const double reach = ReachOfSphere(l, sphere);
  double y[3];

  if (!l->wall->mesh)
    return GrWallIsNear(l->wall, &l->pose, sphere->centre, reach);
  GrWallMovePointBack(&l->pose, sphere->centre, y);
  return GrMeshMayBeNear(l->wall->mesh, y, reach);
}

/* Lists the candidates in a bounding sphere, in the order of the particles. */
static PetscErrorCode ListSphere(GrWalls *walls, GrModel *model, Listing *l, int level, PetscInt k)
{
  const GrWallBounds *bounds = &walls->bounds;
  const PetscInt begin = GR_WALL_BOUNDS_FAN * k;

  if (!MayBeNear(l, &bounds->sphere[bounds->begin[level] + k]))
    return 0;
  if (level == 0) {
    l->first = GR_WALL_CHUNK * k;
    PetscCall(ListChunk(walls, model, l));
    return 0;
  }
  const PetscInt end = PetscMin(begin + GR_WALL_BOUNDS_FAN, bounds->begin[level] - bounds->begin[level - 1]);
  for (PetscInt below = begin; below < end; below++)
    PetscCall(ListSphere(walls, model, l, level - 1, below));
  return 0;
}

double GrWallsSlack(const GrWalls *walls, int w)
{
  const GrWall *wall = &walls->wall[w];
  return wall->mesh && GrWallMoves(wall) ? walls->slack : 0;
}

PetscErrorCode GrWallsList(GrWalls *walls, GrModel *model, const GrWallParticles *particles, double t, double reach,
                           double adhesion)
{
  Listing l = {.particles = particles, .reach = reach, .adhesion = adhesion};

  walls->n = walls->mesh.n = walls->mesh.near.n = 0;
  PetscCall(FindBounds(particles, &walls->bounds));
  UpdateSeen(walls, &l);
  for (int w = 0; w < walls->n_walls && walls->bounds.levels > 0; w++) {
    if (walls->came < walls->far_came[w] && t <= walls->far_time[w])
      continue;
    l.used = walls->n;
    l.wall = &walls->wall[w];
    l.pose = walls->pose[w] = GrWallsReferenceAt(walls, w, t);
    if (IsFar(walls, &l, w, t))
      continue;
    l.type = walls->type[w];
    l.flat_parts = GrWallHasFlatParts(l.wall);
    l.reach = reach + GrWallsSlack(walls, w);
    PetscCall(ListSphere(walls, model, &l, walls->bounds.levels - 1, 0));
  }
  walls->seen_time = t;
  PetscCall(GrWallsFindSeams(walls, model, particles, reach));
  PetscCall(GrHistoryReset(&walls->history, walls->n));
  return walls->has_facets || walls->seams < walls->n ? GrHistoryAddOrigins(&walls->history) : 0;
}
