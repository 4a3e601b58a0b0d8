/* restart: restarts the motion of a wall where a stage of the case changes it; see wall.h.

   The new motion starts from the position of the wall at time t, minus its initial offset A sin(phase). A continued
   oscillation keeps its phase, a new oscillation has its own. Speeds that the stage does not give are continued. If the
   stage does not change the motion, the wall keeps it, and its reference positions move by the servo displacement s of
   travel.c, which restarts at 0. */
#include "base/math/elementary.h"
#include "base/math/sine.h"
#include "base/math/vector.h"
#include "wall/wall.h"

/* Load-controlled displacement of the wall. */
static void DisplacementOf(const GrWalls *walls, int w, double moved[3])
{
  double direction[3] = {0}, distance = 0;

  if (walls->travel[w] >= 0 && GrWallDirection(&walls->wall[w], direction))
    distance = walls->trial[walls->travel[w]].distance;
  for (int k = 0; k < 3; k++)
    moved[k] = distance * direction[k];
}

static void KeepMotion(const GrWall *wall, const double moved[3], GrWall *next)
{
  next->motion = wall->motion;
  next->since = wall->since;
  next->stand = wall->stand;
  for (int k = 0; k < 3; k++) {
    next->motion.pivot[k] += moved[k];
    next->stand.offset[k] += moved[k];
    next->home[k] = wall->home[k] + moved[k];
    next->shift[k] = wall->shift[k] + moved[k];
  }
}

/* Continues the speeds that the stage does not give. */
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

void GrWallsRestartMotion(const GrWalls *walls, int w, double t, const GrStageChange *change, GrWall *next)
{
  const GrWall *wall = &walls->wall[w];
  const GrWallPose pose = GrWallsAt(walls, w, t);
  const GrWallMove own = GrWallMoveAt(wall, 0, t);
  double moved[3], sine, unused[3];

  DisplacementOf(walls, w, moved);
  next->travels = t;
  if (change && !change->motion) {
    KeepMotion(wall, moved, next);
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
      next->motion.pivot[k] = own.pivot[k] + own.offset[k] + moved[k] - back;
    else if (isnan(next->motion.pivot[k]))
      next->motion.pivot[k] = next->home[k];
  }
}
