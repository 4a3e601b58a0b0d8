/* surface: motion of the surface of a wall in itself, as of a conveyor belt or a roller; see geometry.h.

   At a point c of the surface with the unit normal N, the surface moves relative to the wall at the velocity
     u - (u . N) N,   u = V + W x (c - p)
   V, W  velocity [m/s] and angular velocity [rad/s] of the surface;   p  point on the axis of W [m]
   The part of u along N has no effect, because the surface slides along the shape of the wall and does not move it. V,
   W and p move with the wall. The wall does the work of friction and of rolling torques on this motion
   (bulk/wall_work.c). */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "wall/geometry.h"

bool GrWallSurfaceMoves(const GrWall *wall)
{
  const double *v = wall->drive.surface.velocity, *w = wall->drive.surface.angular_velocity;

  return GrDot3(v, v) > 0 || GrDot3(w, w) > 0; /* NaN: the input gives neither */
}

void GrWallSurfaceAt(const GrWall *wall, const GrWallPose *pose, const double point[3], const double normal[3],
                     double velocity[3], double spin[3])
{
  double pivot[3], lever[3], turning[3];

  GrCopy3(wall->drive.surface.velocity, velocity);
  GrCopy3(wall->drive.surface.angular_velocity, spin);
  GrWallMoveVector(pose, velocity);
  GrWallMoveVector(pose, spin);
  GrWallMovePoint(pose, wall->drive.surface.pivot, pivot);
  for (int k = 0; k < 3; k++)
    lever[k] = point[k] - pivot[k];
  GrCross3(spin, lever, turning);
  for (int k = 0; k < 3; k++)
    velocity[k] += turning[k];
  const double along = GrDot3(velocity, normal);
  for (int k = 0; k < 3; k++)
    velocity[k] -= along * normal[k];
}
