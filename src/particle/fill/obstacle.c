/* Walls as obstacles for particles that granum places; see obstacle.h. */
#include "particle/fill/obstacle.h"

#include "mesh/file.h"
#include "particle/fill/within.h"
#include "wall/geometry.h"
#include <string.h>

/* Random positions that decide whether a mesh contains the region; positions that are drawn for each of them at most,
   if not all are inside the second shape. */
enum { SAMPLES = 64, DRAWS = 64 };

bool GrFillObstacleHas(const GrFillObstacle *o, const double x[3])
{
  double start[3];
  int part = -1;

  if (!o->inside)
    return false;
  GrWallMovePointBack(&o->pose, x, start);
  while ((part = GrMeshInsideNext(o->inside, start, part)) >= 0)
    if (!o->contains[part])
      return true;
  return false;
}

/* Draws random positions of the space: x[SAMPLES]. Returns their number. */
static int DrawSamples(const GrCase *c, const GrFillSpace *space, double x[][3])
{
  GrRegion region;
  int n = 0;

  GrFillRegionPrepare(c, space->shape, &region);
  for (int draw = 1; draw <= DRAWS * SAMPLES && n < SAMPLES; draw++) {
    (void)GrFillRegionDraw(&region, space->radius, (GrRandom){space->seed, GR_RANDOM_INSERT}, draw, 0, x[n]);
    n += space->also->shape == GR_WITHIN_ALL || GrFillWithinHas(space->also, c->dimension, x[n]);
  }
  return n;
}

/* Whether a closed part of the mesh does not contain the region. */
static bool HasSolid(const GrFillObstacle *o)
{
  bool any = false;

  for (int p = 0; p < GrMeshInsideParts(o->inside); p++)
    any = any || (GrMeshInsideIsClosed(o->inside, p) && !o->contains[p]);
  return any;
}

PetscErrorCode GrFillObstacleCreate(const GrCase *c, const GrFillSpace *space, const GrWall *wall,
                                    const GrWallPose *pose, GrFillObstacle *o)
{
  double x[SAMPLES][3], start[3];
  int *inside, part;

  *o = (GrFillObstacle){.wall = wall, .pose = *pose};
  if (wall->mesh)
    PetscCall(GrMeshFileInside(wall->mesh, &o->inside));
  if (!o->inside)
    return 0;
  const int n = DrawSamples(c, space, x), n_parts = GrMeshInsideParts(o->inside);
  PetscCall(PetscMalloc1(n_parts, &o->contains));
  PetscCall(PetscCalloc1(n_parts, &inside));
  for (int k = 0; k < n; k++) {
    GrWallMovePointBack(pose, x[k], start);
    for (part = -1; (part = GrMeshInsideNext(o->inside, start, part)) >= 0;)
      inside[part]++;
  }
  for (int p = 0; p < n_parts; p++)
    o->contains[p] = inside[p] == n;
  for (int k = 0; k < n; k++)
    o->share += (double)GrFillObstacleHas(o, x[k]) / n;
  PetscCall(PetscFree(inside));
  if (HasSolid(o))
    return 0;
  o->inside = NULL;
  return PetscFree(o->contains);
}

PetscErrorCode GrFillObstaclesRemove(int k, int *n, GrFillObstacle obstacle[])
{
  PetscCall(PetscFree(obstacle[k].contains));
  *n -= 1;
  for (; k < *n; k++)
    obstacle[k] = obstacle[k + 1];
  return 0;
}

PetscErrorCode GrFillObstaclesFree(int n, GrFillObstacle **obstacle)
{
  for (int k = 0; k < n; k++)
    PetscCall(PetscFree((*obstacle)[k].contains));
  return PetscFree(*obstacle);
}

bool GrFillObstaclesBlock(int n, const GrFillObstacle obstacle[], const double x[3], double reach)
{
  for (int k = 0; k < n; k++) /* first, because it is faster than the distance from a mesh */
    if (GrFillObstacleHas(&obstacle[k], x))
      return true;
  for (int k = 0; k < n; k++)
    if (GrWallIsNear(obstacle[k].wall, &obstacle[k].pose, x, reach))
      return true;
  return false;
}

/* Sets `box` to the part of the domain that a generator fills: its keys `lower` and `upper`. */
static void FindPart(const GrGrains *grains, GrWithin *box)
{
  *box = (GrWithin){.shape = GR_WITHIN_BOX};
  for (const GrGeneratorKey *key = grains->generator->keys; key->name; key++) {
    const void *value = (const char *)grains->given + key->offset;
    if (strcmp(key->name, "lower") == 0)
      memcpy(box->box.lower, value, sizeof box->box.lower);
    if (strcmp(key->name, "upper") == 0)
      memcpy(box->box.upper, value, sizeof box->box.upper);
  }
}

PetscErrorCode GrFillSolidsFind(const GrCase *c, const GrGrains *grains, double radius, int *n, GrFillObstacle **solid)
{
  const bool cut = grains->within.shape != GR_WITHIN_ALL;
  GrWithin part;

  *n = 0;
  *solid = NULL;
  if (!grains->generator->fills)
    return 0;
  FindPart(grains, &part);
  PetscCall(PetscCalloc1(c->n_walls, solid));
  for (int k = 0; k < c->n_walls; k++) {
    const GrFillSpace space = {cut ? &grains->within : &part, cut ? &part : &grains->within, radius,
                               (uint64_t)grains->seed};
    const GrWallPose pose = GrWallAt(&c->walls[k], 0);
    GrFillObstacle *o = &(*solid)[*n];
    if (!c->walls[k].mesh || c->walls[k].absent)
      continue;
    PetscCall(GrFillObstacleCreate(c, &space, &c->walls[k], &pose, o));
    *n += o->inside != NULL;
  }
  return 0;
}
