/* restart: restarts the motion of a wall where a stage of the case changes it; see wall.h.

   The new motion starts from the position of the wall at time t: its displacements and angles count from their values
   at t (motion.c). A continued oscillation keeps its phase, a new oscillation has its own. Speeds that the stage
   does not give are continued, functions of time too. A shaft and a free motion take the place of all prescribed
   speeds, and continue them as angular velocity and momentum (GrWallLoadKind.inherit). If the stage does not change the
   motion, the wall keeps it, and its reference positions move by the servo displacement s of travel.c, which restarts
   at 0. */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/load.h"
#include "wall/wall.h"

#include <math.h>

/* Load-controlled displacement of the wall. */
static void DisplacementOf(const GrWalls *walls, int w, double moved[3])
{
  const GrWallTravel *state = walls->travel[w] < 0 ? NULL : &walls->trial[walls->travel[w]];
  double direction[3] = {0}, distance = 0;

  if (state && GrWallIsPushed(&walls->wall[w]) && GrWallDirection(&walls->wall[w], direction))
    distance = state->distance;
  for (int k = 0; k < 3; k++)
    moved[k] = distance * direction[k];
}

/* Whether forces turn the wall, so that its pose at a stage is no shift of its prescribed pose. */
static bool TurnsByLoad(const GrWall *wall)
{
  return GrWallIsLoaded(wall) && !GrWallIsPushed(wall);
}

static void KeepMotion(const GrWall *wall, const double moved[3], GrWall *next)
{
  next->motion = wall->motion;
  next->since = wall->since;
  next->restarted = wall->restarted;
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

/* Speeds at which the load-controlled motion of a wall begins in the stage (GrWallLoadKind.begin). A wall that is moved
   in the same way as before keeps its speeds, unless the stage gives new ones. */
static void KeepLoadSpeeds(const GrWall *wall, const GrWallPose *pose, const GrStageChange *change, GrWall *next)
{
  const GrWallLoadKind *kind = GrWallLoadOf(next);

  if (kind && kind != GrWallLoadOf(wall) && kind->inherit)
    kind->inherit(pose, next);
  if (!kind || kind != GrWallLoadOf(wall) || !change || change->load)
    return;
  next->drive.shaft.rate = NAN;
  for (int k = 0; k < 3; k++)
    next->drive.body.velocity[k] = next->drive.body.angular_velocity[k] = NAN;
}

void GrWallsRestartMotion(const GrWalls *walls, int w, double t, const GrStageChange *change, GrWall *next)
{
  const GrWall *wall = &walls->wall[w];
  const GrWallPose pose = GrWallsAt(walls, w, t);
  const GrWallMove own = GrWallMoveAt(wall, 0, t);
  double moved[3], unused[3];

  DisplacementOf(walls, w, moved);
  next->travels = t;
  if (change && !change->motion && !TurnsByLoad(wall) && !TurnsByLoad(next)) {
    KeepMotion(wall, moved, next);
    return;
  }
  KeepLoadSpeeds(wall, &pose, change, next);
  if (!TurnsByLoad(next))
    KeepSpeeds(wall, t, change, next);
  next->since = t;
  next->restarted = 1;
  GrWallMotionBegin(&next->motion, t);
  next->stand = pose;
  GrWallPoint(wall, &pose, next->home, unused);
  for (int k = 0; k < 3; k++) {
    next->stand.velocity[k] = next->stand.spin[k] = next->shift[k] = 0;
    if (!change || !change->rotation)
      next->motion.pivot[k] = own.pivot[k] + own.offset[k] + moved[k];
    else if (isnan(next->motion.pivot[k]))
      next->motion.pivot[k] = next->home[k];
  }
}

/* ---- first values, for `granum check` ---- */

/* Prints a line if motion k of a wall, which begins at t = 0 or in a stage, does not begin with 0. */
static void PrintFirst(const GrWall *wall, int k, const char *stage, const char *mark, FILE *out)
{
  const GrWallMove first = GrWallMoveFirst(wall, k);
  char motion[32] = "oscillation";

  if (!GrIsNonzero3(first.offset) && !(first.turns && first.angle != 0))
    return;
  if (k > 0)
    snprintf(motion, sizeof(motion), "motions.%d", k - 1);
  fprintf(out, "%swall %s%s%s: %s begins at", mark, wall->name, stage ? ", stage " : "", stage ? stage : "", motion);
  if (GrIsNonzero3(first.offset))
    fprintf(out, " [%.6g, %.6g, %.6g] m", first.offset[0], first.offset[1], first.offset[2]);
  if (first.turns && first.angle != 0)
    fprintf(out, "%s %.6g rad", GrIsNonzero3(first.offset) ? " and" : "", first.angle);
  fprintf(out, ", not at 0: %s\n",
          stage ? "the stage counts from this value, so that the wall does not jump"
                : "at t = 0 the wall is displaced by this from the position that its shape gives");
}

void GrWallsPrintFirst(const GrCase *the_case, const char *mark, FILE *out)
{
  for (int w = 0; w < the_case->n_walls; w++)
    for (int k = 0; k <= the_case->walls[w].n_motions; k++)
      PrintFirst(&the_case->walls[w], k, NULL, mark, out);
  for (int s = 0; s < the_case->n_stages; s++)
    for (int i = 0; i < the_case->stages[s].n_wall_changes; i++) {
      const GrStageChange *change = &the_case->stages[s].wall_changes[i];
      const GrWall *wall = &the_case->stages[s].walls[change->of];
      for (int k = change->oscillation ? 0 : 1; k <= wall->n_motions && change->motion; k++)
        PrintFirst(wall, k, the_case->stages[s].name, mark, out);
    }
}
