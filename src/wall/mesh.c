/* mesh: a surface of triangles from a file, which pushes on both sides; see mesh.h. The position x of a point v of its
   file is
     x = p + T (s u v)
   u unit of the file [m], s scale, T rotation by the angle about the axis through the origin of the file, p position
   [m]. A sine or cosine below 1e-15 is set to 0, so that quarter turns are exact.

   The bound of its approach uses the distance of its vertices from the axis of its rotation, not the distance of the
   particles. */
#include "wall/mesh.h"

#include "base/math/sine.h"
#include "base/math/vector.h"
#include "wall/registry.h"
#include "wall/shape.h"

const GrWallParameter GrWallMeshParameters[] = {
    [GR_WALL_MESH_POSITION] =
        {.name = "position",
         .kind = GR_WALL_POINT,
         .meaning = "the position of the origin of the file, which is also the reference point of the wall",
         .fallback = "[0, 0, 0]"},
    [GR_WALL_MESH_FILE] = {.name = "file",
                           .kind = GR_WALL_FILE,
                           .meaning = "the name of an STL or OBJ file, which is read once, at the start"},
    [GR_WALL_MESH_UNIT] = {.name = "unit",
                           .kind = GR_WALL_WORD,
                           .meaning = "the unit of the file's coordinates",
                           .choices = "m|cm|mm|um|in|ft",
                           .fallback = "m"},
    [GR_WALL_MESH_SCALE] = {.name = "scale",
                            .kind = GR_WALL_NUMBER,
                            .meaning = "a further factor of the coordinates",
                            .unit = "1",
                            .upper = INFINITY,
                            .lower_open = true,
                            .fallback = "1"},
    [GR_WALL_MESH_TURN_AXIS] =
        {.name = "turn_axis",
         .kind = GR_WALL_DIRECTION,
         .meaning = "axis through the origin of the file about which the mesh is rotated before it is placed",
         .fallback = "[0, 0, 1]"},
    [GR_WALL_MESH_TURN_ANGLE] = {.name = "turn_angle",
                                 .kind = GR_WALL_NUMBER,
                                 .meaning = "the angle of this rotation",
                                 .unit = "rad",
                                 .lower = -INFINITY,
                                 .upper = INFINITY,
                                 .fallback = "0"},
    [GR_WALL_MESH_CLOSED] =
        {.name = "closed",
         .kind = GR_WALL_FLAG,
         .meaning = "whether a mesh that is not closed or has triangles of different orientation is refused",
         .fallback = "false"},
    {0}};

/* In the order of the words. */
static const struct {
  double times, over;
} units[] = {{1, 1}, {1, 100}, {1, 1000}, {1, 1e6}, {0.0254, 1}, {0.3048, 1}};

static double DropTiny(double number)
{
  return fabs(number) < 1e-15 ? 0 : number;
}

void GrWallMeshPlace(const GrWall *wall, const double file[3], double start[3])
{
  const double *axis = wall->value[GR_WALL_MESH_TURN_AXIS].number,
               angle = wall->value[GR_WALL_MESH_TURN_ANGLE].number[0];
  const double scale = wall->value[GR_WALL_MESH_SCALE].number[0];
  const int unit = wall->value[GR_WALL_MESH_UNIT].choice;
  double sine, cosine, u[3], side[3];

  for (int k = 0; k < 3; k++)
    u[k] = file[k] * units[unit].times / units[unit].over * scale;
  if (angle != 0) {
    GrSineCosine(angle, &sine, &cosine);
    sine = DropTiny(sine);
    cosine = DropTiny(cosine);
    const double along = (1 - cosine) * GrDot3(axis, u);
    GrCross3(axis, u, side);
    for (int k = 0; k < 3; k++)
      u[k] = cosine * u[k] + sine * side[k] + along * axis[k];
  }
  for (int k = 0; k < 3; k++)
    start[k] = wall->value[GR_WALL_MESH_POSITION].number[k] + u[k];
}

const char *GrWallMeshNameOf(const GrWall *wall)
{
  for (int k = 0; wall->shape && wall->shape->parameters[k].name; k++)
    if (wall->shape->parameters[k].kind == GR_WALL_FILE)
      return wall->value[k].file;
  return NULL;
}

typedef struct {
  const GrMesh *mesh;
  const GrWallPose *pose;
} Placed;

/* Gap of a point to the nearest triangle. */
static double GapOfMesh(const void *surface, int part, const double x[3], double normal[3])
{
  const Placed *p = surface;
  double y[3], r[3];

  GrWallMovePointBack(p->pose, x, y);
  const int64_t triangle = GrMeshNearest(p->mesh, y, r);
  const double gap = GrNorm3(r);
  GrCopy3(gap > 0 ? r : GrMeshNormal(p->mesh, triangle), normal);
  GrWallMoveVector(p->pose, normal);
  for (int k = 0; k < 3; k++)
    normal[k] /= gap > 0 ? gap : 1;
  return gap;
}

static void TouchMesh(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk)
{
  const Placed p = {wall->mesh, pose};
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
  return GrNorm3(s->velocity) * s->span + GrNorm3(s->amplitude) * s->swing + s->turn * reach;
}

static double LeverOfMesh(const GrWall *wall, const double pivot[3], const double axis[3])
{
  return wall->mesh ? GrMeshReach(wall->mesh, pivot, axis) : INFINITY;
}

const GrWallShape GrWall_mesh = {.name = "mesh",
                                 .summary = "a surface of triangles from a file",
                                 .parameters = GrWallMeshParameters,
                                 .touch = TouchMesh,
                                 .path = PathOfMesh,
                                 .lever = LeverOfMesh};
