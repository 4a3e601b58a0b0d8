/* wall: creates the walls of a case, and fills batches with the geometry of their contacts; see wall.h. */
#include "wall/wall.h"

#include "base/math/vector.h"
#include <float.h>

/* Each wall has a particle type with the radius of curvature of its shape and, if a curved shape has flat parts, a
   second type with infinite radius. */
int GrWallTypes(const GrWall *wall, GrParticleType type[GR_WALL_TYPES])
{
  const double radius = wall->shape->radius ? wall->shape->radius(wall) : INFINITY;
  const PetscBool rests = (PetscBool)(wall->absent || !(GrWallIsLoaded(wall) || GrWallMoves(wall)));

  type[0] = type[1] = (GrParticleType){.material = wall->material,
                                       .radius = radius,
                                       .mass = GrWallIsFree(wall) ? wall->mass : INFINITY,
                                       .is_wall = PETSC_TRUE,
                                       .motion = GrWallIsFree(wall) ? GR_BODY_FREE
                                                 : rests            ? GR_BODY_AT_REST
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
    PetscBool same = PETSC_FALSE;
    for (of[w] = first; of[w] < n; of[w]++) {
      same = (PetscBool)(of[w] + n_own <= n);
      for (int k = 0; same && k < n_own; k++)
        same = (PetscBool)(type[of[w] + k].material == own[k].material && type[of[w] + k].radius == own[k].radius &&
                           type[of[w] + k].mass == own[k].mass && type[of[w] + k].motion == own[k].motion);
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
  PetscCall(PetscMalloc2(n, &walls->far_came, n, &walls->far_time));
  PetscCall(GrWallsFindTypes(walls, model));
  GrWallsClassify(walls);
  PetscCall(GrWallsCreateTravels(walls));
  walls->history = (GrHistory){.n_values = model->n_history};
  for (int w = 0; w < n; w++)
    walls->history.follows =
        (PetscBool)(walls->history.follows || walls->wall[w].mesh || GrWallHasFlatParts(&walls->wall[w]));
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
  PetscCall(PetscFree2(walls->far_came, walls->far_time));
  PetscCall(PetscFree(walls->particle));
  PetscCall(PetscFree(walls->of_block));
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

/* Writes contact c of the chunk as the next contact of a batch, except its slot and type. */
static inline void PutContact(const GrWallPose *pose, const GrWallChunk *chunk, int c, const double state[STATE],
                              double radius, const GrInteraction *rule, PetscBool turns, GrBatch *batch)
{
  const int i = batch->n;
  const double gap = chunk->gap[c], normal[3] = {chunk->normal[0][c], chunk->normal[1][c], chunk->normal[2][c]};
  const double n[3] = {-normal[0], -normal[1], -normal[2]}, lever = radius - rule->slip_share * (radius - gap);
  const double lever_spin[3] = {lever * state[6], lever * state[7], lever * state[8]};
  double u[3] = {pose->velocity[0], pose->velocity[1], pose->velocity[2]}, v[3], turning[3];

  if (pose->turns)
    AddSpin(pose, state, lever, normal, u);
  for (int k = 0; k < 3; k++)
    v[k] = state[3 + k] - u[k];
  GrCross3(lever_spin, n, turning);
  batch->overlap[i] = radius - gap;
  batch->radius[0][i] = radius;
  batch->radius[1][i] = 0;
  batch->lever[0][i] = radius - rule->torque_share * (radius - gap);
  batch->lever[1][i] = -rule->torque_share * (radius - gap);
  batch->rate[i] = GrDot3(v, n);
  for (int k = 0; k < 3; k++) {
    batch->normal[k][i] = n[k];
    batch->velocity[k][i] = v[k];
    batch->slip[k][i] = (v[k] - batch->rate[i] * n[k]) + turning[k];
    if (turns)
      batch->relative_spin[k][i] = state[6 + k] - pose->spin[k];
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
static void FillBatch(const GrWalls *walls, const GrModel *model, const GrWallParticles *p, const GrWallPose *pose,
                      const GrWallChunk *chunk, PetscInt slot, GrBatch *batch)
{
  batch->n = 0;
  for (int c = 0; c < chunk->n; c++) {
    const PetscInt i = walls->particle[slot + c];
    const GrModelPairType *type = &model->pair_type[walls->pair_type[slot + c]];
    if (p->radius[i] - chunk->gap[c] <= -type->reach)
      continue;
    PutContact(pose, chunk, c, p->state + STATE * i, p->radius[i], &model->rule[type->rule], model->turns, batch);
    batch->slot[batch->n] = (unsigned char)c;
    batch->type[batch->n] = walls->pair_type[slot + c];
    batch->first[batch->n++] = i;
  }
  batch->block = slot / GR_BLOCK_SLOTS;
  batch->alike = batch->felt = 0;
  batch->one_rule = model->n_rules == 1;
  batch->rows = batch->n;
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

/* Sets the reduced masses m of the contacts of spheres with a wall that has a mass:
     1/m = 1/m_s + 1/m_w
   m_s mass of the sphere, infinite if its motion is prescribed [kg];  1/m_w: GrWallInverseMass
   Contacts of rigid bodies have their masses already. A contact that moves neither sphere nor wall keeps its mass. */
static void SetFreeWallMasses(const GrModel *model, const GrWall *wall, const GrWallParticles *p, GrBatch *batch)
{
  for (int i = 0; i < batch->n; i++) {
    const double n[3] = {batch->normal[0][i], batch->normal[1][i], batch->normal[2][i]};
    const PetscInt k = batch->first[i];
    const PetscBool prescribed = (PetscBool)model->the_case->grains[p->group[k]].fixed;
    const double inverse = (prescribed ? 0 : 1 / p->mass[k]) + GrWallInverseMass(wall, n);
    if (!batch->felt || isnan(batch->mass[i]))
      batch->mass[i] = inverse > 0 ? 1 / inverse : NAN;
  }
  batch->felt = 1;
}

void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context)
{
  const GrWall *wall = NULL;
  GrWallChunk chunk;
  GrWallPose pose = {.turns = false};
  PetscInt sphere = 0;

  batch->history = &walls->history;
  batch->with_wall = PETSC_TRUE;
  for (PetscInt slot = 0; slot < walls->n; slot += GR_BLOCK_SLOTS) {
    const int w = walls->of_block[slot / GR_BLOCK_SLOTS];
    if (wall != &walls->wall[w]) {
      wall = &walls->wall[w];
      pose = GrWallsAt(walls, w, t);
    }
    if (wall->mesh) {
      sphere = GrWallsTouchMesh(walls, model, wall, &pose, particles, sphere, slot, &chunk);
    } else {
      GatherChunk(walls, wall, particles, slot, &chunk);
      wall->shape->touch(wall, &pose, &chunk);
      if (GrWallHasFlatParts(wall))
        HandOver(walls, &chunk, slot);
    }
    FillBatch(walls, model, particles, &pose, &chunk, slot, batch);
    for (int i = 0; i < batch->n; i++)
      batch->second[i] = w;
    if (particles->set_masses)
      particles->set_masses(particles->bodies, batch);
    if (batch->n > 0 && GrWallIsFree(wall))
      SetFreeWallMasses(model, wall, particles, batch);
    visit(context, batch);
  }
}

void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum sum[6])
{
  if (batch->n == 0)
    return;
  const PetscInt w = batch->second[0];
  const GrWall *wall = &walls->wall[w];
  const GrWallPose pose = GrWallsAt(walls, (int)w, t);
  double point[3], unused[3];
  GrWallPoint(wall, &pose, point, unused);
  for (int i = 0; i < batch->n; i++) {
    const double *x = state + STATE * batch->first[i], gap = batch->radius[0][i] - batch->overlap[i];
    double lever[3], f[3], torque[3];
    for (int k = 0; k < 3; k++) {
      lever[k] = (x[k] + gap * batch->normal[k][i]) - point[k];
      f[k] = -batch->force[k][i];
    }
    GrCross3(lever, f, torque);
    for (int k = 0; k < 3; k++) {
      GrSumAdd(&sum[k], f[k]);
      GrSumAdd(&sum[3 + k], torque[k] + batch->torque[1][k][i]);
    }
  }
}

/* ---- spheres that pass a triangle between two evaluations ---- */

/* Both sides of a mesh push, so a sphere whose centre has passed it would be pushed further. In mesh coordinates the
   centre moves from y' to y in a step; y' follows from the velocity at y. If this path crosses a triangle, |y - y'| is
   at least the gap at y. The gap is either below the overlap limit f R of the stability check or at least (1 - f) R, so
   shorter displacements need no check. */

/* Whether the line between two points crosses a triangle, including a small margin around it. */
static PetscBool MeetsTriangle(const GrMesh *mesh, int64_t triangle, const double from[3], const double to[3])
{
  const double *normal = GrMeshNormal(mesh, triangle), rim = 1e-9;
  const int32_t *corner = mesh->triangle[triangle];
  double height[2] = {0, 0}, at[3];

  for (int k = 0; k < 3; k++) {
    height[0] += normal[k] * (from[k] - mesh->vertex[corner[0]][k]);
    height[1] += normal[k] * (to[k] - mesh->vertex[corner[0]][k]);
  }
  if (height[0] * height[1] > 0 || height[0] == height[1])
    return PETSC_FALSE;
  for (int k = 0; k < 3; k++)
    at[k] = from[k] + (to[k] - from[k]) * (height[0] / (height[0] - height[1]));
  for (int c = 0; c < 3; c++) {
    const double *begin = mesh->vertex[corner[c]], *end = mesh->vertex[corner[(c + 1) % 3]];
    const double edge[3] = {end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]};
    const double own[3] = {at[0] - begin[0], at[1] - begin[1], at[2] - begin[2]};
    double across[3];
    GrCross3(normal, edge, across);
    if (GrDot3(across, own) < -rim * GrDot3(edge, edge))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

/* First triangle that the path of a particle crosses; -1: none. */
static int64_t FindTriangle(const GrWalls *walls, const GrWall *wall, const GrWallMeshSphere *sphere,
                            const double from[3], const double to[3])
{
  for (PetscInt k = 0; k < sphere->n; k++)
    if (MeetsTriangle(wall->mesh, walls->mesh.near.triangle[sphere->first + k], from, to))
      return walls->mesh.near.triangle[sphere->first + k];
  return -1;
}

void GrWallsFindPassages(const GrWalls *walls, const GrWallParticles *p, double t, double h, GrPassageVisit visit,
                         void *context)
{
  const double share = 0.99 * (1 - walls->the_case->time.overlap_limit);
  const GrWallMeshSphere *sphere = walls->mesh.sphere, *end = sphere + walls->mesh.n;

  while (sphere < end) {
    const int w = walls->of_block[sphere->slot / GR_BLOCK_SLOTS];
    const GrWall *wall = &walls->wall[w];
    const GrWallPose now = GrWallsAt(walls, w, t), before = GrWallsAt(walls, w, t - h);
    for (; sphere < end && walls->of_block[sphere->slot / GR_BLOCK_SLOTS] == w; sphere++) {
      const PetscInt i = sphere->particle;
      const double shortest = share * p->radius[i];
      const double *x = p->state + STATE * i, old[3] = {x[0] - h * x[3], x[1] - h * x[4], x[2] - h * x[5]};
      double from[3], to[3], square = 0;
      GrWallMovePointBack(&now, x, to);
      GrWallMovePointBack(&before, old, from);
      for (int k = 0; k < 3; k++)
        square += (to[k] - from[k]) * (to[k] - from[k]);
      const int64_t triangle = square < shortest * shortest ? -1 : FindTriangle(walls, wall, sphere, from, to);
      if (triangle >= 0)
        visit(context, &(GrWallPassage){i, w, triangle, sqrt(square)});
    }
  }
}
