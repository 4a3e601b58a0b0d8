/* seam_touch: the acting contacts of particles near seams, and the earlier contacts that they continue; see seam.h. */
#include "base/math/vector.h"
#include "wall/seam.h"

#include <math.h>

enum { STATE = 9 };

/* A contact of a particle that acts, or that acted at the end of the last step: the nearest point of its wall now. */
typedef struct {
  int slot;         /* index of its slot in the block */
  int wall, type;   /* number of the wall, and of the pair type */
  double gap;       /* distance of the point from the centre [m] */
  double normal[3]; /* normal there */
} Contact;

/* The particle whose contacts are compared. */
typedef struct {
  GrWalls *walls;
  const GrModel *model;
  const double *x; /* centre [m] */
  double radius;   /* radius [m] */
  PetscInt base;   /* first slot of the block */
  int begin, end;  /* its slots in the block */
} Particle;

/* Velocity of a wall at a point with this normal, with the motion of its surface in itself [m/s]. Returns the sum of
   the absolute values of its terms, the scale of its rounding. */
static double VelocityAt(const GrWalls *walls, int w, const double point[3], const double normal[3], double velocity[3])
{
  const GrWallPose *pose = &walls->pose[w];
  double lever[3], surface[3] = {0}, unused[3];

  for (int k = 0; k < 3; k++)
    lever[k] = point[k] - pose->pivot[k];
  GrCross3(pose->spin, lever, velocity);
  if (GrWallSurfaceMoves(&walls->wall[w]))
    GrWallSurfaceAt(&walls->wall[w], pose, walls->time, point, normal, surface, unused);
  for (int k = 0; k < 3; k++)
    velocity[k] += pose->velocity[k] + surface[k];
  return GrNorm3(pose->velocity) + GrNorm3(pose->spin) * GrNorm3(lever) + GrNorm3(surface);
}

/* Condition (3) of seam.h, up to the rounding of velocities. The tangents of a belt and of its pulley differ slightly
   at the distance that condition (2) allows, so the tolerance of surfaces that move in themselves is larger. */
static bool MoveTogether(const GrWalls *walls, int one, int two, const double point[3], const double normal[3])
{
  const bool belt = GrWallSurfaceMoves(&walls->wall[one]) || GrWallSurfaceMoves(&walls->wall[two]);
  const double tolerance = belt ? 1e-2 : 1e-9;
  double velocity[2][3], difference[3];
  const double scale =
      VelocityAt(walls, one, point, normal, velocity[0]) + VelocityAt(walls, two, point, normal, velocity[1]);

  for (int k = 0; k < 3; k++)
    difference[k] = velocity[0][k] - velocity[1][k];
  return GrNorm3(difference) <= tolerance * scale;
}

/* Conditions (2) to (4) of seam.h: the surface of wall k continues that of wall j at contact j. */
static bool Continues(const Particle *p, const Contact *k, const Contact *j)
{
  const GrWalls *walls = p->walls;
  const double product = GrDot3(j->normal, k->normal);
  double point[3], unused[3];

  if (!(product > 0) || !GrWallsMayContinue(walls, p->model, j->wall, j->type, k->wall, k->type))
    return false;
  for (int a = 0; a < 3; a++)
    point[a] = p->x[a] - j->gap * j->normal[a];
  const bool meshes = walls->wall[j->wall].mesh && walls->wall[k->wall].mesh;
  const bool smooth = meshes && product >= GR_WALL_MESH_SMOOTH_COSINE;
  return MoveTogether(walls, j->wall, k->wall, point, j->normal) &&
         (smooth || fabs(GrWallGap(&walls->wall[k->wall], &walls->pose[k->wall], point, unused)) <=
                        GR_WALL_SEAM_TOLERANCE * p->radius);
}

/* Condition (1) of seam.h. */
static bool IsNearer(const Contact *k, const Contact *j)
{
  return k->gap < j->gap || (k->gap == j->gap && k->slot < j->slot);
}

static void ReadContact(const Particle *p, const GrWallChunk *chunk, int c, Contact *contact)
{
  *contact = (Contact){.slot = c,
                       .wall = p->walls->of_slot[p->base + c],
                       .type = p->walls->pair_type[p->base + c],
                       .gap = chunk->gap[c],
                       .normal = {chunk->normal[0][c], chunk->normal[1][c], chunk->normal[2][c]}};
}

/* Collects the contacts that touch, a NaN as well. */
static int FindTouching(const Particle *p, const GrWallChunk *chunk, Contact contact[])
{
  int n = 0;

  for (int c = p->begin; c < p->end; c++)
    if (!(p->radius - chunk->gap[c] <= -p->model->pairs.type[p->walls->pair_type[p->base + c]].reach))
      ReadContact(p, chunk, c, &contact[n++]);
  return n;
}

/* Removes the contacts that another contact replaces. Returns the number of the others, which act. */
static int KeepActing(const Particle *p, int n, const Contact touching[], Contact acting[])
{
  int n_acting = 0;

  for (int j = 0; j < n; j++) {
    bool acts = true;
    for (int k = 0; k < n && acts; k++)
      acts = !(touching[k].wall != touching[j].wall && IsNearer(&touching[k], &touching[j]) &&
               Continues(p, &touching[k], &touching[j]));
    if (acts)
      acting[n_acting++] = touching[j];
  }
  return n_acting;
}

/* Finds the nearest point now of a contact that acted at the end of the last step. The particle may have moved from
   this part of the wall to another part, which then replaces it. Returns whether there is a point. */
static bool SeeOld(const Particle *p, const GrWallChunk *chunk, int c, Contact *old)
{
  const GrWalls *walls = p->walls;
  const GrWall *wall = &walls->wall[walls->of_slot[p->base + c]];

  ReadContact(p, chunk, c, old);
  if (wall->mesh) {
    GrWallMeshSee(wall->mesh, &walls->pose[old->wall], p->x, (int32_t)walls->part[p->base + c], &old->gap, old->normal);
    return true;
  }
  for (int other = p->begin; other < p->end && isinf(old->gap); other++)
    if (walls->of_slot[p->base + other] == old->wall && !isinf(chunk->gap[other])) {
      ReadContact(p, chunk, other, old);
      old->slot = c;
    }
  return !isinf(old->gap);
}

/* Collects the contacts that acted at the end of the last step and that no acting contact continues in its own wall. */
static int FindOld(const Particle *p, const GrWallChunk *chunk, int n, const Contact acting[], Contact old[])
{
  const GrHistory *h = &p->walls->history;
  const PetscInt block = p->base / GR_BLOCK_SLOTS;
  const unsigned char *slot = h->slot[h->committed] + p->base;
  int n_old = 0;

  for (int e = 0; e < h->n[h->committed][block] && slot[e] < p->end; e++) {
    bool continued = false;
    for (int k = 0; k < n && !continued; k++)
      continued = h->origin[p->base + acting[k].slot] == slot[e];
    if (slot[e] >= p->begin && !continued)
      n_old += SeeOld(p, chunk, slot[e], &old[n_old]);
  }
  return n_old;
}

/* Whether the contact k continues the contact `old` of another wall or of another part of its wall. Returns the cosine
   of the angle between their normals; -1: it does not. */
static double Agreement(const Particle *p, const Contact *k, const Contact *old)
{
  if (k->wall == old->wall)
    return p->walls->wall[k->wall].mesh ? -1 : 1;
  const double product = GrDot3(k->normal, old->normal);
  return product >= GR_WALL_MESH_SMOOTH_COSINE && Continues(p, k, old) ? product : -1;
}

/* Sets the origins of acting contacts that begin in their slots. Each old contact has at most one successor, the acting
   contact that agrees best. */
static void Inherit(const Particle *p, const GrWallChunk *chunk, int n, const Contact acting[])
{
  const GrHistory *h = &p->walls->history;
  unsigned char *origin = h->origin + p->base;
  Contact old[GR_BLOCK_SLOTS];
  double best[GR_BLOCK_SLOTS];
  const int n_old = FindOld(p, chunk, n, acting, old);

  for (int k = 0; k < n && n_old > 0; k++) {
    const unsigned char own = origin[acting[k].slot];
    const bool begins = own == GR_NO_ORIGIN || GrHistoryFind(h, h->committed, p->base / GR_BLOCK_SLOTS, own) < 0;
    best[k] = begins ? 0 : INFINITY;
  }
  for (int o = 0; o < n_old; o++) {
    double agreement = 0;
    int successor = -1;
    for (int k = 0; k < n; k++) {
      const double own = isinf(best[k]) ? -1 : Agreement(p, &acting[k], &old[o]);
      successor = own > agreement ? k : successor;
      agreement = PetscMax(agreement, own);
    }
    if (successor < 0 || !(agreement > best[successor]))
      continue;
    best[successor] = agreement;
    origin[acting[successor].slot] = (unsigned char)old[o].slot;
  }
}

static void Resolve(const Particle *p, GrWallChunk *chunk)
{
  Contact touching[GR_BLOCK_SLOTS], acting[GR_BLOCK_SLOTS];
  const int n = FindTouching(p, chunk, touching), n_acting = KeepActing(p, n, touching, acting);

  for (int c = p->begin; c < p->end; c++)
    if (!p->walls->wall[p->walls->of_slot[p->base + c]].mesh)
      p->walls->history.origin[p->base + c] = (unsigned char)c;
  Inherit(p, chunk, n_acting, acting);
  for (int k = 0; k < n; k++)
    chunk->gap[touching[k].slot] = INFINITY;
  for (int k = 0; k < n_acting; k++)
    chunk->gap[acting[k].slot] = acting[k].gap;
}

/* Computes gaps and normals of the slots begin to end - 1 of a particle, which belong to one wall without a mesh. */
static void TouchParts(const Particle *p, int begin, int end, GrWallChunk *chunk)
{
  const PetscInt base = p->base, w = p->walls->of_slot[base + begin];
  GrWallChunk own;

  own.n = end - begin;
  for (int c = 0; c < own.n; c++) {
    for (int k = 0; k < 3; k++)
      own.x[k][c] = p->x[k];
    own.sphere[c] = p->walls->particle[base + begin];
    own.part[c] = p->walls->part[base + begin + c];
  }
  p->walls->wall[w].shape->touch(&p->walls->wall[w], &p->walls->pose[w], &own);
  for (int c = 0; c < own.n; c++) {
    chunk->gap[begin + c] = own.gap[c];
    for (int k = 0; k < 3; k++)
      chunk->normal[k][begin + c] = own.normal[k][c];
  }
}

PetscInt GrWallsTouchSeams(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, PetscInt at,
                           PetscInt slot, GrWallChunk *chunk)
{
  Particle p = {.walls = walls, .model = model, .base = slot};

  for (p.end = 0; p.end < GR_BLOCK_SLOTS && walls->particle[slot + p.end] >= 0;) {
    const PetscInt i = walls->particle[slot + p.end];
    p.begin = p.end;
    p.x = particles->state + STATE * i;
    p.radius = particles->radius[i];
    while (p.end < GR_BLOCK_SLOTS && walls->particle[slot + p.end] == i) {
      const int begin = p.end, w = walls->of_slot[slot + begin];
      while (p.end < GR_BLOCK_SLOTS && walls->particle[slot + p.end] == i && walls->of_slot[slot + p.end] == w)
        p.end++;
      if (walls->wall[w].mesh)
        GrWallsTouchMeshSphere(walls, model, &walls->wall[w], &walls->pose[w], particles, &walls->mesh.sphere[at++],
                               chunk);
      else
        TouchParts(&p, begin, p.end, chunk);
    }
    Resolve(&p, chunk);
  }
  chunk->n = p.end;
  return at;
}
