/* wall: creates the walls of a case, and fills batches with the geometry of their contacts; see wall.h. */
#include "wall/wall.h"

#include "base/math/vector.h"
#include "wall/load.h"
#include "wall/seam.h"
#include <float.h>

/* Each wall has a particle type with the radius of curvature of its shape and, if a curved shape has flat parts, a
   second type with infinite radius. */
int GrWallTypes(const GrWall *wall, GrParticleType type[GR_WALL_TYPES])
{
  const double radius = wall->shape->radius ? wall->shape->radius(wall) : INFINITY;
  const bool rests = wall->absent || !(GrWallIsLoaded(wall) || GrWallMoves(wall));
  const double mass = GrWallLeastMass(wall);

  type[0] = type[1] = (GrParticleType){.material = wall->material,
                                       .radius = radius,
                                       .mass = mass,
                                       .is_wall = true,
                                       .motion = isfinite(mass) ? GR_BODY_FREE
                                                 : rests        ? GR_BODY_AT_REST
                                                                : GR_BODY_DRIVEN};
  type[1].radius = INFINITY;
  return GrWallHasFlatParts(wall) ? 2 : 1;
}

int GrWallsTypes(int n_walls, const GrWall wall[], int first, GrParticleType type[], int of[])
{
  int n = first;

  for (int w = 0; w < n_walls; w++) {
    GrParticleType own[GR_WALL_TYPES];
    const int n_own = GrWallTypes(&wall[w], own);
    bool same = false;
    for (of[w] = first; of[w] < n; of[w]++) {
      same = of[w] + n_own <= n;
      for (int k = 0; same && k < n_own; k++)
        same = type[of[w] + k].material == own[k].material && type[of[w] + k].radius == own[k].radius &&
               type[of[w] + k].mass == own[k].mass && type[of[w] + k].motion == own[k].motion;
      if (same)
        break;
    }
    for (int k = 0; !same && k < n_own; k++)
      type[n++] = own[k];
  }
  return n;
}

_Static_assert((int)GR_BLOCK_SLOTS <= (int)GR_WALL_CHUNK, "a chunk holds a block of slots");

enum { STATE = 9 }; /* numbers of a particle: x, v, w */

PetscErrorCode GrWallsFindTypes(GrWalls *walls, const GrModel *model)
{
  GrParticleType *type;

  PetscCall(PetscMalloc1(model->n_rows + GR_WALL_TYPES * walls->n_walls, &type));
  (void)GrWallsTypes(walls->n_walls, walls->wall, model->n_rows, type, walls->type);
  return PetscFree(type);
}

PetscErrorCode GrWallsCreate(const GrCase *the_case, const GrModel *model, GrWalls *walls)
{
  const int n = the_case->n_walls;

  *walls = (GrWalls){.n_walls = n, .wall = the_case->walls, .the_case = the_case};
  PetscCall(PetscMalloc3(n, &walls->type, n, &walls->moving, n, &walls->at_side));
  PetscCall(PetscMalloc4(n, &walls->far_came, n, &walls->far_time, n, &walls->pose, n, &walls->seam_wall));
  PetscCall(GrWallsFindTypes(walls, model));
  GrWallsClassify(walls);
  PetscCall(GrWallsCreateTravels(walls));
  walls->history = (GrHistory){.n_values = model->n_history};
  for (int w = 0; w < n; w++)
    walls->has_facets = walls->has_facets || walls->wall[w].mesh || GrWallHasFlatParts(&walls->wall[w]);
  return 0;
}

void GrWallsClassify(GrWalls *walls)
{
  walls->n_moving = walls->n_sides = 0;
  for (int w = 0; w < walls->n_walls; w++) {
    const GrWall *wall = &walls->wall[w];
    if (!wall->absent && GrWallMoves(wall))
      walls->moving[walls->n_moving++] = w;
    if (GrWallSide(wall) >= 0)
      walls->at_side[walls->n_sides++] = w;
    walls->far_came[w] = wall->absent ? INFINITY : -DBL_MAX;
    walls->far_time[w] = INFINITY;
  }
}

PetscErrorCode GrWallsDestroy(GrWalls *walls)
{
  PetscCall(PetscFree3(walls->type, walls->moving, walls->at_side));
  PetscCall(PetscFree4(walls->far_came, walls->far_time, walls->pose, walls->seam_wall));
  PetscCall(PetscFree(walls->particle));
  PetscCall(PetscFree(walls->of_slot));
  PetscCall(PetscFree(walls->part));
  PetscCall(PetscFree(walls->trial_part));
  PetscCall(PetscFree(walls->mesh.sphere));
  PetscCall(PetscFree(walls->mesh.near.triangle));
  PetscCall(PetscFree(walls->mesh.groups.triangle));
  PetscCall(PetscFree(walls->bounds.sphere));
  PetscCall(PetscFree(walls->pair_type));
  PetscCall(GrWallsDestroyTravels(walls));
  PetscCall(GrHistoryDestroy(&walls->history));
  *walls = (GrWalls){0};
  return 0;
}

/* Adds the velocity of a rotating wall at the point at which its friction acts, `distance` from the particle at x. */
static inline void AddSpin(const GrWallPose *pose, const double x[3], double distance, const double normal[3],
                           double u[3])
{
  double lever[3], turning[3];

  for (int k = 0; k < 3; k++)
    lever[k] = (x[k] - distance * normal[k]) - pose->pivot[k];
  GrCross3(pose->spin, lever, turning);
  for (int k = 0; k < 3; k++)
    u[k] += turning[k];
}

/* Adds the motion of the surface in itself to the velocity u and the spin of the wall at the same point. */
static inline void AddSurface(const GrWall *wall, const GrWallPose *pose, double t, const double x[3], double distance,
                              const double normal[3], double u[3], double spin[3])
{
  double point[3], velocity[3], turning[3];

  for (int k = 0; k < 3; k++)
    point[k] = x[k] - distance * normal[k];
  GrWallSurfaceAt(wall, pose, t, point, normal, velocity, turning);
  for (int k = 0; k < 3; k++) {
    u[k] += velocity[k];
    spin[k] += turning[k];
  }
}

/* Sets the geometry of contact i of a batch with wall w from contact c of the chunk. belt: whether the surface of the
   wall moves in itself. */
static inline void PutContact(const GrWalls *walls, PetscInt w, const GrWallChunk *chunk, int c, bool belt,
                              const double state[STATE], double radius, const GrInteraction *rule, bool turns, int i,
                              GrBatchGeometry *g)
{
  const GrWall *wall = &walls->wall[w];
  const GrWallPose *pose = &walls->pose[w];
  const double gap = chunk->gap[c], normal[3] = {chunk->normal[0][c], chunk->normal[1][c], chunk->normal[2][c]};
  const double n[3] = {-normal[0], -normal[1], -normal[2]}, lever = radius - rule->slip_share * (radius - gap);
  const double lever_spin[3] = {lever * state[6], lever * state[7], lever * state[8]};
  double u[3] = {pose->velocity[0], pose->velocity[1], pose->velocity[2]}, v[3], turning[3];
  double spin[3] = {pose->spin[0], pose->spin[1], pose->spin[2]};

  if (pose->turns)
    AddSpin(pose, state, lever, normal, u);
  if (belt)
    AddSurface(wall, pose, walls->time, state, lever, normal, u, spin);
  for (int k = 0; k < 3; k++)
    v[k] = state[3 + k] - u[k];
  GrCross3(lever_spin, n, turning);
  g->overlap[i] = radius - gap;
  g->radius[0][i] = radius;
  g->radius[1][i] = 0;
  g->lever[0][i] = radius - rule->torque_share * (radius - gap);
  g->lever[1][i] = -rule->torque_share * (radius - gap);
  g->rate[i] = GrDot3(v, n);
  for (int k = 0; k < 3; k++) {
    g->normal[k][i] = n[k];
    g->velocity[k][i] = v[k];
    g->slip[k][i] = (v[k] - g->rate[i] * n[k]) + turning[k];
    if (turns)
      g->relative_spin[k][i] = state[6 + k] - spin[k];
  }
}

/* Collects the spheres of a block of slots. */
static void GatherChunk(const GrWalls *walls, const GrWall *wall, const GrWallParticles *p, PetscInt slot,
                        GrWallChunk *chunk)
{
  for (chunk->n = 0; chunk->n < GR_BLOCK_SLOTS && walls->particle[slot + chunk->n] >= 0; chunk->n++) {
    const PetscInt c = chunk->n, i = walls->particle[slot + c];
    for (int k = 0; k < 3; k++)
      chunk->x[k][c] = p->state[STATE * i + k];
    if (wall->shape->parts) {
      chunk->sphere[c] = i;
      chunk->part[c] = walls->part[slot + c];
    }
  }
}

/* Fills a batch with the acting contacts of a block. NaN counts as acting, so that the stability check finds it. */
static void FillBatch(const GrWalls *walls, const GrModel *model, const GrWallParticles *p, const GrWallChunk *chunk,
                      PetscInt slot, GrBatchContacts *t, GrBatchGeometry *g)
{
  PetscInt last = -1;
  bool belt = false;

  t->n = 0;
  for (int c = 0; c < chunk->n; c++) {
    const PetscInt i = walls->particle[slot + c], w = walls->of_slot[slot + c];
    const GrModelPairType *type = &model->pairs.type[walls->pair_type[slot + c]];
    if (p->radius[i] - chunk->gap[c] <= -type->reach)
      continue;
    belt = w == last ? belt : GrWallSurfaceMoves(&walls->wall[w]);
    last = w;
    PutContact(walls, w, chunk, c, belt, p->state + STATE * i, p->radius[i], &model->rule[type->rule], model->turns,
               t->n, g);
    t->slot[t->n] = (unsigned char)c;
    t->type[t->n] = walls->pair_type[slot + c];
    t->second[t->n] = w;
    t->first[t->n++] = i;
  }
  t->block = slot / GR_BLOCK_SLOTS;
  t->uniform = model->n_rules == 1 ? GR_BATCH_ONE_RULE : GR_BATCH_MIXED;
  t->rows = t->n;
  g->has_masses = false;
}

/* Where a part with a committed contact has left its sphere to another part without one, the contact with the other
   part continues the committed contact. */
static void HandOver(GrWalls *walls, const GrWallChunk *chunk, PetscInt slot)
{
  GrHistory *h = &walls->history;
  const PetscInt block = slot / GR_BLOCK_SLOTS;

  for (int c = 0; c < chunk->n; c++)
    h->origin[slot + c] = (unsigned char)c;
  for (int c = 0; c < chunk->n; c++) {
    if (!isinf(chunk->gap[c]) || GrHistoryFind(h, h->committed, block, c) < 0)
      continue;
    for (int other = 0; other < chunk->n; other++)
      if (chunk->sphere[other] == chunk->sphere[c] && !isinf(chunk->gap[other]) &&
          GrHistoryFind(h, h->committed, block, other) < 0)
        h->origin[slot + other] = (unsigned char)c;
  }
}

/* Computes the poses of all walls with candidates in seam blocks. */
static void PlaceSeamWalls(GrWalls *walls, double t)
{
  for (int k = 0; k < walls->n_seam_walls; k++)
    walls->pose[walls->seam_wall[k]] = GrWallsAt(walls, walls->seam_wall[k], t);
}

/* Gaps and normals of a block of one wall. Returns the number of mesh spheres so far. */
static PetscInt TouchWall(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, PetscInt sphere,
                          PetscInt slot, GrWallChunk *chunk)
{
  const GrWall *wall = &walls->wall[walls->of_slot[slot]];
  const GrWallPose *pose = &walls->pose[walls->of_slot[slot]];

  if (wall->mesh)
    return GrWallsTouchMesh(walls, model, wall, pose, particles, sphere, slot, chunk);
  GatherChunk(walls, wall, particles, slot, chunk);
  wall->shape->touch(wall, pose, chunk);
  if (GrWallHasFlatParts(wall))
    HandOver(walls, chunk, slot);
  return sphere;
}

/* Whether forces accelerate a wall with a finite mass. */
static bool AcceleratesFreely(const GrWalls *walls, PetscInt w)
{
  return walls->travel[w] >= 0 && walls->trial[walls->travel[w]].kind->least_mass;
}

/* Sets the reduced masses m of the contacts of spheres with walls that forces accelerate:
     1/m = 1/m_s + 1/m_w
   m_s mass of the sphere, infinite if its motion is prescribed [kg];  1/m_w: GrWallsInverseMass
   Contacts of rigid bodies have their masses already. A contact that moves neither sphere nor wall, and a contact with
   a wall that forces do not accelerate, keep their mass (NaN). */
static void SetFreeWallMasses(const GrWalls *walls, const GrModel *model, const GrWallParticles *p,
                              const GrBatchContacts *t, GrBatchGeometry *g)
{
  bool some = false;

  for (int i = 0; i < t->n; i++)
    some = some || AcceleratesFreely(walls, t->second[i]);
  for (int i = 0; some && i < t->n; i++) {
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]};
    const PetscInt k = t->first[i], w = t->second[i];
    const bool prescribed = model->the_case->grains[p->group[k]].fixed;
    const double inverse =
        (prescribed ? 0 : 1 / p->mass[k]) + GrWallsInverseMass(walls, (int)w, p->state + STATE * k, n);
    if (!g->has_masses || isnan(g->mass[i]))
      g->mass[i] = AcceleratesFreely(walls, w) && inverse > 0 ? 1 / inverse : NAN;
  }
  g->has_masses = g->has_masses || some;
}

void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context)
{
  GrWallChunk chunk;
  PetscInt sphere = 0;

  walls->time = t;
  batch->contacts.history = &walls->history;
  batch->contacts.with_wall = true;
  for (PetscInt slot = 0; slot < walls->n; slot += GR_BLOCK_SLOTS) {
    const int w = walls->of_slot[slot];
    if (slot == walls->seams)
      PlaceSeamWalls(walls, t);
    if (slot < walls->seams && (slot == 0 || w != walls->of_slot[slot - GR_BLOCK_SLOTS]))
      walls->pose[w] = GrWallsAt(walls, w, t);
    sphere = slot < walls->seams ? TouchWall(walls, model, particles, sphere, slot, &chunk)
                                 : GrWallsTouchSeams(walls, model, particles, sphere, slot, &chunk);
    FillBatch(walls, model, particles, &chunk, slot, &batch->contacts, &batch->geometry);
    if (particles->set_masses)
      particles->set_masses(particles->bodies, batch);
    if (walls->n_travels > 0)
      SetFreeWallMasses(walls, model, particles, &batch->contacts, &batch->geometry);
    visit(context, batch);
  }
}

void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum (*sum)[6])
{
  double point[3], unused[3];

  for (int i = 0; i < batch->contacts.n; i++) {
    const int w = (int)batch->contacts.second[i];
    if (i == 0 || w != batch->contacts.second[i - 1]) {
      const GrWallPose pose = GrWallsAt(walls, w, t);
      GrWallPoint(&walls->wall[w], &pose, point, unused);
    }
    const double *x = state + STATE * batch->contacts.first[i],
                 gap = batch->geometry.radius[0][i] - batch->geometry.overlap[i];
    double lever[3], f[3], torque[3];
    for (int k = 0; k < 3; k++) {
      lever[k] = (x[k] + gap * batch->geometry.normal[k][i]) - point[k];
      f[k] = -batch->results.force[k][i];
    }
    GrCross3(lever, f, torque);
    for (int k = 0; k < 3; k++) {
      GrSumAdd(&sum[w][k], f[k]);
      GrSumAdd(&sum[w][3 + k], torque[k] + batch->results.torque[1][k][i]);
    }
  }
}
