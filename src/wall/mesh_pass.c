/* mesh_pass: spheres that pass a triangle between two evaluations; see mesh_slots.h.

   Both sides of a mesh push, so a sphere whose centre has passed it would be pushed further. In mesh coordinates the
   centre moves from y' to y in a step; y' follows from the velocity at y. If this path crosses a triangle, |y - y'| is
   at least the gap at y. The gap is either below the overlap limit f R of the stability check or at least (1 - f) R, so
   shorter displacements need no check. */
#include "base/math/vector.h"
#include "wall/mesh_slots.h"
#include "wall/travel.h"

enum { STATE = 9 };

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

/* Mesh coordinates now and a time h before. */
typedef struct {
  GrWallMeshFrame now, before;
} Frames;

static void FindPath(const Frames *frames, const double *state, double h, double from[3], double to[3])
{
  const double before[3] = {state[0] - h * state[3], state[1] - h * state[4], state[2] - h * state[5]};

  GrWallMeshSee(&frames->now, state, to);
  GrWallMeshSee(&frames->before, before, from);
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
    const Frames frames = {GrWallMeshFrameAt(&now), GrWallMeshFrameAt(&before)};
    for (; sphere < end && walls->of_block[sphere->slot / GR_BLOCK_SLOTS] == w; sphere++) {
      const PetscInt i = sphere->particle;
      const double shortest = share * p->radius[i];
      double from[3], to[3], square = 0;
      FindPath(&frames, p->state + STATE * i, h, from, to);
      for (int k = 0; k < 3; k++)
        square += (to[k] - from[k]) * (to[k] - from[k]);
      const int64_t triangle = square < shortest * shortest ? -1 : FindTriangle(walls, wall, sphere, from, to);
      if (triangle >= 0)
        visit(context, &(GrWallPassage){i, w, triangle, sqrt(square)});
    }
  }
}
