/* mesh: a surface of triangles from a file, which pushes on both sides; see mesh.h. The bound of its approach uses the
   distance of its vertices from the axis of its rotation, not the distance of the particles. */
#include "wall/mesh.h"
#include "base/math/vector.h"
#include "wall/mesh_place.h"
#include "wall/registry.h"
#include "wall/shape.h"

typedef struct {
  const GrMesh *mesh;
  GrWallMeshFrame frame;
} Placed;

/* Gap of a point to the nearest triangle. */
static double GapOfMesh(const void *surface, int part, const double x[3], double normal[3])
{
  const Placed *p = surface;
  double y[3], r[3];

  GrWallMeshSee(&p->frame, x, y);
  const int64_t triangle = GrMeshNearest(p->mesh, y, r);
  const double gap = GrNorm3(r);
  GrWallMeshUnsee(&p->frame, gap > 0 ? r : GrMeshNormal(p->mesh, triangle), normal);
  for (int k = 0; k < 3; k++)
    normal[k] /= gap > 0 ? gap : 1;
  return gap;
}

static void TouchMesh(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const Placed p = {wall->mesh, GrWallMeshFrameAt(pose)};
  GrWallTouchEach(&p, GapOfMesh, chunk);
}

static double PathOfMesh(const GrWall *wall, const GrWallSpan *s)
{
  double reach = s->reach, pivot[3], axis[3] = {s->axis[0], s->axis[1], s->axis[2]};

  if (s->turn > 0 && wall->mesh) {
    GrWallMovePointBack(&wall->stand, wall->motion.pivot, pivot);
    GrWallMoveVectorBack(&wall->stand, axis);
    reach = fmin(reach, GrMeshReach(wall->mesh, pivot, axis));
  }
  return GrNorm3(wall->motion.velocity) * s->span + GrNorm3(wall->motion.amplitude) * s->swing + s->turn * reach;
}

const GrWallShape GrWall_mesh = {.name = "mesh",
                                 .summary = "a surface of triangles from a file",
                                 .parameters = GrWallMeshParameters,
                                 .touch = TouchMesh,
                                 .path = PathOfMesh};
