/* anew: a wall whose motion starts anew from where it is, as where a stage of a case changes it; see wall.h.

   With o(t) and the turn of pose.c, and the way s of travel.c, at time t the values of the wall become those it has
   there, so that the new motion begins with no turn and no way: each point
     x' = (x moved) - A sin(phase),   o(0) = A sin(phase)
   An oscillation that goes on keeps its phase, one that begins has none but its own. */
#include "base/elementary.h"
#include "base/sine.h"
#include "wall/vector.h"
#include "wall/wall.h"

static void MoveValues(const GrWall *wall, const GrWallPose *pose, const double back[3], GrWall *next)
{
  for (int p = 0; wall->shape->parameters[p].name; p++) {
    const GrWallParameterKind kind = wall->shape->parameters[p].kind;
    next->value[p] = wall->value[p];
    if (kind == GR_WALL_DIRECTION)
      GrWallMoveVector(pose, next->value[p].number);
    if (kind == GR_WALL_POINT)
      GrWallMovePoint(wall, pose, wall->value[p].number, next->value[p].number);
    for (int k = 0; k < 3 && kind == GR_WALL_POINT; k++)
      next->value[p].number[k] -= back[k];
  }
}

/* The frame of a mesh: its axes turn, its origin is a point. */
static void MoveFrame(const GrWall *wall, const GrWallPose *pose, const double back[3], GrWall *next)
{
  next->frame = wall->frame;
  for (int k = 0; k < 3; k++)
    GrWallMoveVector(pose, next->frame.axis[k]);
  GrWallMovePoint(wall, pose, wall->frame.origin, next->frame.origin);
  for (int k = 0; k < 3; k++)
    next->frame.origin[k] -= back[k];
}

void GrWallsStartAnew(const GrWalls *walls, int w, double t, const GrStageChange *change, GrWall *next)
{
  const GrWall *wall = &walls->wall[w];
  const GrWallPose pose = GrWallsAt(walls, w, t);
  const double periods = wall->frequency * (t - wall->since);
  double back[3], sine, unused;

  if (!change || !change->oscillation)
    next->phase = wall->phase + 2 * GR_PI * (periods - rint(periods));
  GrSineCosine(next->phase, &sine, &unused);
  for (int k = 0; k < 3; k++)
    back[k] = next->amplitude[k] != 0 ? next->amplitude[k] * sine : 0;
  MoveValues(wall, &pose, back, next);
  MoveFrame(wall, &pose, back, next);
  for (int k = 0; k < 3; k++) {
    if (!change || !change->rotation)
      next->pivot[k] = pose.pivot[k] - back[k];
    else if (isnan(next->pivot[k]))
      next->pivot[k] = next->value[0].number[k];
  }
  next->since = t;
}
