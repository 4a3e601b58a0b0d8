/* The list of all wall shapes of granum. To add a shape: write src/wall/NAME.c, which defines `const GrWallShape
   GrWall_NAME`, and add NAME to the list. */
#ifndef GRANUM_WALL_REGISTRY_H
#define GRANUM_WALL_REGISTRY_H

#include "case/wall.h"

#define GR_WALL_SHAPES(ROW)                                                                                            \
  ROW(plane), ROW(rectangle), ROW(disc), ROW(ring), ROW(cylinder), ROW(cone), ROW(box), ROW(sphere), ROW(mesh)
#define GR_WALL_SHAPES_NAME(name) GrWall_##name
extern const GrWallShape GR_WALL_SHAPES(GR_WALL_SHAPES_NAME);

#endif
