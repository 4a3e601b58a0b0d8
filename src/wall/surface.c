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
  const GrWallSurface *s = &wall->drive.surface;

  /* NaN: the input gives neither */
  return GrDot3(s->velocity, s->velocity) > 0 || GrDot3(s->angular_velocity, s->angular_velocity) > 0 ||
         GrFunctionVaries(s->velocity_of_time) || GrFunctionVaries(s->angular_velocity_of_time);
}

void GrWallSurfaceAt(const GrWall *wall, const GrWallPose *pose, double t, const double point[3],
                     const double normal[3], double velocity[3], double spin[3])
{
  const GrWallSurface *s = &wall->drive.surface;
  double pivot[3], lever[3], turning[3];

  GrFunctionVectorAt(s->velocity_of_time, s->velocity, t, velocity);
  GrFunctionVectorAt(s->angular_velocity_of_time, s->angular_velocity, t, spin);
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
