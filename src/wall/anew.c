/* anew: a wall whose motion starts anew from where it is, as where a stage of a case changes it; see wall.h.

   The wall stands then where it is at time t, less what its new motion begins with, A sin(phase): an oscillation that
   goes on keeps its phase, one that begins has none but its own. What the stage does not give goes on with the speed it
   has. A wall whose motion the stage leaves alone keeps it, and all its places move by the way s of travel.c, which
   begins anew. */
#include "base/math/elementary.h"
#include "base/math/sine.h"
#include "base/math/vector.h"
#include "wall/wall.h"

/* How far its load has moved the wall. */
static void WayOf(const GrWalls *walls, int w, double way[3])
{
  double direction[3] = {0}, distance = 0;

  if (walls->travel[w] >= 0 && GrWallDirection(&walls->wall[w], direction))
    distance = walls->trial[walls->travel[w]].distance;
  for (int k = 0; k < 3; k++)
    way[k] = distance * direction[k];
}

static void KeepMotion(const GrWall *wall, const double way[3], GrWall *next)
{
  next->motion = wall->motion;
  next->since = wall->since;
  next->stand = wall->stand;
  for (int k = 0; k < 3; k++) {
    next->motion.pivot[k] += way[k];
    next->stand.offset[k] += way[k];
    next->home[k] = wall->home[k] + way[k];
    next->shift[k] = wall->shift[k] + way[k];
  }
}

/* Speeds that the stage does not give. */
static void KeepSpeeds(const GrWall *wall, double t, const GrStageChange *change, GrWall *next)
{
  const GrWallMotion *m = &wall->motion;
  const double since = t - wall->since, periods = m->frequency * since;

  for (int k = 0; k < 3 && change && !change->velocity; k++)
    next->motion.velocity[k] = m->velocity[k] + (m->acceleration[k] != 0 ? m->acceleration[k] * since : 0);
  for (int k = 0; k < 3 && change && !change->rotation; k++)
    next->motion.angular_velocity[k] =
        m->angular_velocity[k] + (m->angular_acceleration[k] != 0 ? m->angular_acceleration[k] * since : 0);
  if (!change || !change->oscillation)
    next->motion.phase = m->phase + 2 * GR_PI * (periods - rint(periods));
}

void GrWallsStartAnew(const GrWalls *walls, int w, double t, const GrStageChange *change, GrWall *next)
{
  const GrWall *wall = &walls->wall[w];
  const GrWallPose pose = GrWallsAt(walls, w, t);
  const GrWallMove own = GrWallMoveAt(wall, 0, t);
  double way[3], sine, unused[3];

  WayOf(walls, w, way);
  next->travels = t;
  if (change && !change->motion) {
    KeepMotion(wall, way, next);
    return;
  }
  KeepSpeeds(wall, t, change, next);
  GrSineCosine(next->motion.phase, &sine, unused);
  next->since = t;
  next->stand = pose;
  GrWallPoint(wall, &pose, next->home, unused);
  for (int k = 0; k < 3; k++) {
    const double back = next->motion.amplitude[k] != 0 ? next->motion.amplitude[k] * sine : 0;
    next->home[k] -= back;
    next->stand.offset[k] -= back;
    next->stand.velocity[k] = next->stand.spin[k] = next->shift[k] = 0;
    if (!change || !change->rotation)
      next->motion.pivot[k] = own.pivot[k] + own.offset[k] + way[k] - back;
    else if (isnan(next->motion.pivot[k]))
      next->motion.pivot[k] = next->home[k];
  }
}
