/* mesh: a surface of triangles from a file, which pushes to both of its sides; see mesh.h.

   It comes nearer to a place by no more than its own points move, which are about the axis of its rotation, wherever
   the particles are. */
#include "wall/mesh.h"
#include "base/math/vector.h"
#include "wall/mesh_place.h"
#include "wall/registry.h"

/* The distance from the surface, by the triangle that is nearest. */
static void MeasureGap(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const GrMeshFrame frame = GrMeshFrameAt(pose);

  for (int i = 0; i < chunk->n; i++) {
    const double x[3] = {chunk->x[0][i], chunk->x[1][i], chunk->x[2][i]};
    double y[3], r[3];
    GrMeshSee(&frame, x, y);
    const int64_t triangle = GrMeshNearest(wall->mesh, y, r);
    const double gap = GrNorm3(r), *along = gap > 0 ? r : GrMeshNormal(wall->mesh, triangle);
    chunk->gap[i] = gap;
    for (int k = 0; k < 3; k++)
      chunk->normal[k][i] = (along[0] * frame.axis[0][k] + along[1] * frame.axis[1][k] + along[2] * frame.axis[2][k]) /
                            (gap > 0 ? gap : 1);
  }
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
                                 .parameters = GrMeshParameters,
                                 .touch = MeasureGap,
                                 .path = PathOfMesh};
