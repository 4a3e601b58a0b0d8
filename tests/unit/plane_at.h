/* Planes as walls, and their position at a time, for tests. */
#ifndef GRANUM_TEST_PLANE_AT_H
#define GRANUM_TEST_PLANE_AT_H

#include "wall/registry.h"
#include "wall/wall.h"

#define POINT value[0].number
#define NORMAL value[1].number

typedef struct {
  double point[3], normal[3], pivot[3], velocity[3], spin[3];
} Plane;

static inline Plane PlaneAt(const GrWall *wall, double t)
{
  const GrWallPose pose = GrWallAt(wall, t);
  Plane plane;

  GrWallMovePoint(&pose, wall->POINT, plane.point);
  for (int k = 0; k < 3; k++) {
    plane.normal[k] = wall->NORMAL[k];
    plane.pivot[k] = pose.pivot[k];
    plane.velocity[k] = pose.velocity[k];
    plane.spin[k] = pose.spin[k];
  }
  GrWallMoveVector(&pose, plane.normal);
  return plane;
}

#endif
