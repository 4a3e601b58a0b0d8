/* passage: particles that pass through a wall in one step; see wall.h.

   In the coordinates of the wall the centre of a particle moves from y' to y in a step; y' follows from the velocity at
   y. f R is the largest overlap that the stability check allows (time.overlap_limit f, radius R). A particle passes
   through a wall if its overlap on the way exceeds f R, that is if the gap becomes less than (1 - f) R. The search for
   such a point uses that the gap changes by at most the distance of two points: after a point with the gap g the next
   point of the search is at the distance g - (1 - f) R. A particle passes through a mesh if its centre crosses a
   triangle. The gaps at y' and y are at least (1 - f) R, otherwise the stability check finds the overlap. Displacements
   below GrWallsShortestPassage need no check: they change the gap by less than a passage through a surface needs. */
#include "wall/wall.h"

#include "base/math/vector.h"

#include <math.h>

enum { STATE = 9 };

double GrWallsShortestPassage(double overlap_limit, double radius)
{
  const double least = 0.1; /* for overlap limits near 1 */
  return PetscMax(0.99 * (1 - overlap_limit), least) * radius;
}

/* Whether the line between two points crosses a triangle, including a small margin around it. */
static bool MeetsTriangle(const GrMesh *mesh, int64_t triangle, const double from[3], const double to[3])
{
  const double *normal = GrMeshNormal(mesh, triangle), rim = 1e-9;
  const int32_t *corner = mesh->triangle[triangle];
  double height[2] = {0, 0}, at[3];

  for (int k = 0; k < 3; k++) {
    height[0] += normal[k] * (from[k] - mesh->vertex[corner[0]][k]);
    height[1] += normal[k] * (to[k] - mesh->vertex[corner[0]][k]);
  }
  if (height[0] * height[1] > 0 || height[0] == height[1])
    return false;
  for (int k = 0; k < 3; k++)
    at[k] = from[k] + (to[k] - from[k]) * (height[0] / (height[0] - height[1]));
  for (int c = 0; c < 3; c++) {
    const double *begin = mesh->vertex[corner[c]], *end = mesh->vertex[corner[(c + 1) % 3]];
    const double edge[3] = {end[0] - begin[0], end[1] - begin[1], end[2] - begin[2]};
    const double own[3] = {at[0] - begin[0], at[1] - begin[1], at[2] - begin[2]};
    double across[3];
    GrCross3(normal, edge, across);
    if (GrDot3(across, own) < -rim * GrDot3(edge, edge))
      return false;
  }
  return true;
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

/* Whether the gap of the wall at rest is less than `nearest` at a point of the path. */
static bool ComesNearer(const GrWall *wall, const double from[3], const double to[3], double length, double nearest)
{
  const GrWallPose still = {.turns = false};
  const double least = 1e-3 * nearest; /* the search advances at least by this distance */

  for (double at = 0, gap;; at += PetscMax(gap - nearest, least)) {
    double x[3], unused[3];
    for (int k = 0; k < 3; k++)
      x[k] = at < length ? from[k] + (at / length) * (to[k] - from[k]) : to[k];
    gap = GrWallGap(wall, &still, x, unused);
    if (gap < nearest || !(at < length))
      return gap < nearest;
  }
}

/* Path of the centre of a particle in a step, in the coordinates of the wall. Returns its length [m]. */
static double PathOf(const double x[STATE], double h, const GrWallPose *before, const GrWallPose *now, double from[3],
                     double to[3])
{
  const double old[3] = {x[0] - h * x[3], x[1] - h * x[4], x[2] - h * x[5]};
  double moved[3];

  GrWallMovePointBack(now, x, to);
  GrWallMovePointBack(before, old, from);
  for (int k = 0; k < 3; k++)
    moved[k] = to[k] - from[k];
  return GrNorm3(moved);
}

/* Looks for a passage of a particle through a wall. sphere: the particle in the list of mesh spheres. Returns whether
   there is one. */
static bool FindPassage(const GrWalls *walls, const GrWallParticles *p, const GrWallMeshSphere *sphere, double h,
                        const GrWallPose pose[2], GrWallPassage *passage)
{
  const GrWall *wall = &walls->wall[passage->wall];
  const double radius = p->radius[passage->particle], nearest = (1 - walls->the_case->time.overlap_limit) * radius;
  double from[3], to[3];

  passage->way = PathOf(p->state + STATE * passage->particle, h, &pose[0], &pose[1], from, to);
  passage->triangle = -1;
  if (passage->way < GrWallsShortestPassage(walls->the_case->time.overlap_limit, radius))
    return false;
  if (!wall->mesh)
    return ComesNearer(wall, from, to, passage->way, PetscMax(nearest, 0.01 * radius));
  passage->triangle = FindTriangle(walls, wall, sphere, from, to);
  return passage->triangle >= 0;
}

void GrWallsFindPassages(const GrWalls *walls, const GrWallParticles *p, double t, double h, GrPassageVisit visit,
                         void *context)
{
  const GrWallMeshSphere *sphere = walls->mesh.sphere, *end = sphere + walls->mesh.n;
  GrWallPassage last = {.particle = -1, .wall = -1};
  GrWallPose pose[2] = {{.turns = false}};

  for (PetscInt slot = 0; slot < walls->n; slot++) {
    const GrWallMeshSphere *own = sphere < end && sphere->slot == slot ? sphere++ : NULL;
    GrWallPassage passage = {.particle = walls->particle[slot], .wall = walls->of_slot[slot]};
    if (passage.particle < 0 || (passage.particle == last.particle && passage.wall == last.wall))
      continue;
    if (passage.wall != last.wall) {
      pose[0] = GrWallsBefore(walls, passage.wall, t, h);
      pose[1] = GrWallsAt(walls, passage.wall, t);
    }
    if (FindPassage(walls, p, own, h, pose, &passage))
      visit(context, &passage);
    last = passage;
  }
}
