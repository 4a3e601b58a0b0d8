/* The shapes that src/wall/registry.c lists. */
#ifndef GRANUM_WALL_REGISTRY_H
#define GRANUM_WALL_REGISTRY_H

#include <granum/wall.h>

extern const GrWallShape GrWall_plane;
extern const GrWallShape GrWall_sphere;
extern const GrWallShape GrWall_mesh;

#endif
