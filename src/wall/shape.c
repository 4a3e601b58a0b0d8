/* Common functions of wall shapes; see shape.h. Contacts with periodic images of a wall are not searched. A wall must
   therefore be identical to each of its images. */
#include "wall/shape.h"

#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/motion.h"
#include <stdarg.h>
#include <stdio.h>

bool GrWallComplain(GrWallComplaint *complaint, const char *key, const char *format, ...)
{
  va_list arguments;

  complaint->key = key;
  va_start(arguments, format);
  vsnprintf(complaint->sentence, sizeof complaint->sentence, format, arguments);
  va_end(arguments);
  return true;
}

GrWallValue *GrWallValues(const GrWall *wall)
{
  return ((GrWall *)wall)->value;
}

bool GrWallTriangle(const GrWall *wall, int64_t index, double corner[3][3])
{
  const GrMesh *mesh = wall->mesh;

  if (!mesh || index < 0 || index >= mesh->n_triangles)
    return false;
  for (int i = 0; i < 3; i++)
    GrCopy3(mesh->vertex[mesh->triangle[index][i]], corner[i]);
  return true;
}

bool GrWallAreAlongOneLine(const double a[3], const double b[3])
{
  double across[3];

  GrCross3(a, b, across);
  return GrDot3(across, across) <= 1e-24 * GrDot3(a, a) * GrDot3(b, b);
}

/* A table that has not been read yet rotates the wall if it has an axis. */
bool GrWallTurnsAlong(const GrWall *wall, const double line[3])
{
  for (int k = 0; k <= wall->n_motions; k++) {
    const GrWallMove move = GrWallMoveAt(wall, k, wall->since);
    const double *axis = GrWallMotionOf(wall, k)->table.axis;
    if (move.turns && !GrWallAreAlongOneLine(move.axis, line))
      return false;
    if (GrDot3(axis, axis) > 0 && !GrWallAreAlongOneLine(axis, line))
      return false;
  }
  return !GrWallHasShaft(wall) || GrWallAreAlongOneLine(wall->drive.shaft.axis, line);
}

bool GrWallHasRotation(const GrWall *wall)
{
  return GrIsNonzero3(wall->motion.angular_velocity) || GrIsNonzero3(wall->motion.angular_acceleration) ||
         GrFunctionVaries(wall->motion.angular_velocity_of_time);
}

const char *GrWallTurnKey(const GrWall *wall)
{
  if (!GrWallHasRotation(wall))
    return "motions";
  return GrIsNonzero3(wall->motion.angular_acceleration) && !GrIsNonzero3(wall->motion.angular_velocity)
             ? "rotation.angular_acceleration"
             : "rotation.angular_velocity";
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
    if (!repeats)
      return GrWallComplain(
          complaint, complaint->key,
          "%s does not repeat itself along the periodic side %c; write false in domain.periodic for %c", noun, name,
          name);
    if (!GrWallTurnsAlong(wall, along))
      return GrWallComplain(
          complaint, GrWallTurnKey(wall),
          "%s the wall into the periodic side along %c; write a turn about %c, or false in domain.periodic for %c",
          GrWallHasRotation(wall) ? "turns" : "turn", name, name, name);
  }
  return false;
}

double GrWallFromAxis(const double x[3], const double pivot[3], const double axis[3])
{
  const double away[3] = {x[0] - pivot[0], x[1] - pivot[1], x[2] - pivot[2]};
  double across[3];

  GrCross3(away, axis, across);
  return GrNorm3(across);
}

double GrWallLeverOfCorners(const double centre[3], int n, const double edge[][3], const double half[],
                            const double pivot[3], const double axis[3])
{
  double largest = 0;

  for (int corner = 0; corner < 1 << n; corner++) {
    double x[3];
    GrCopy3(centre, x);
    for (int k = 0; k < n; k++) {
      const bool endless = isinf(half[k]), counts = !endless || !GrWallAreAlongOneLine(edge[k], axis);
      if (endless && counts)
        return INFINITY;
      for (int a = 0; a < 3 && counts; a++)
        x[a] += (corner >> k & 1 ? half[k] : -half[k]) * edge[k][a];
    }
    largest = GrLarger(largest, GrWallFromAxis(x, pivot, axis));
  }
  return largest;
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
