/* check: see check.h. A particle at the far end of a periodic side sees a wall only where it is itself, so that the
   wall has to be the same wherever a period is added. */
#include "wall/check.h"

#include "base/math/vector.h"
#include "wall/motion.h"
#include <stdio.h>

/* Are two vectors along one line, to rounding? */
static bool AreAlongOneLine(const double a[3], const double b[3])
{
  double across[3];

  GrCross3(a, b, across);
  return GrDot3(across, across) <= 1e-24 * GrDot3(a, a) * GrDot3(b, b);
}

/* A table that is still in its file turns if it has an axis. */
bool GrWallTurnsAlong(const GrWall *wall, const double line[3])
{
  for (int k = 0; k <= wall->n_motions; k++) {
    const GrWallMove move = GrWallMoveAt(wall, k, wall->since);
    const double *axis = GrWallMotionOf(wall, k)->table.axis;
    if (move.turns && !AreAlongOneLine(move.axis, line))
      return false;
    if (GrDot3(axis, axis) > 0 && !AreAlongOneLine(axis, line))
      return false;
  }
  return true;
}

bool GrWallCheckRepeats(const GrWall *wall, const GrWallDomain *domain, const char *noun, int n,
                        const double *const endless[], GrWallComplaint *complaint)
{
  for (int axis = 0; axis < 3; axis++) {
    const double along[3] = {axis == 0, axis == 1, axis == 2};
    const char name = "xyz"[axis];
    bool repeats = false;
    if (!domain->periodic[axis])
      continue;
    for (int k = 0; k < n; k++)
      repeats = repeats || fabs(endless[k][axis]) == 1;
    if (!repeats) {
      snprintf(complaint->sentence, sizeof complaint->sentence,
               "%s does not repeat itself along the periodic side %c; write false in domain.periodic for %c", noun,
               name, name);
      return true;
    }
    if (!GrWallTurnsAlong(wall, along)) {
      const bool own = GrIsNonzero3(wall->motion.angular_velocity);
      complaint->key = own ? "rotation.angular_velocity" : "motions";
      snprintf(complaint->sentence, sizeof complaint->sentence,
               "%s the wall into the periodic side along %c; write a turn about %c, or false in domain.periodic for %c",
               own ? "turns" : "turn", name, name, name);
      return true;
    }
  }
  return false;
}

bool GrWallMakeAcross(const double other[3], double direction[3])
{
  const double along = GrDot3(direction, other);
  double across[3];

  for (int k = 0; k < 3; k++)
    across[k] = direction[k] - along * other[k];
  const double length = GrNorm3(across);
  if (!(length > 1e-9))
    return false;
  for (int k = 0; k < 3 && fabs(along) > 4e-16; k++)
    direction[k] = across[k] / length;
  return true;
}
