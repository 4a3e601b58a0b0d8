/* The shapes that src/wall/registry.c lists. */
#ifndef GRANUM_WALL_REGISTRY_H
#define GRANUM_WALL_REGISTRY_H

#include <granum/wall.h>

extern const GrWallShape GrWall_plane;
extern const GrWallShape GrWall_rectangle;
extern const GrWallShape GrWall_disc;
extern const GrWallShape GrWall_ring;
extern const GrWallShape GrWall_cylinder;
extern const GrWallShape GrWall_cone;
extern const GrWallShape GrWall_box;
extern const GrWallShape GrWall_sphere;
extern const GrWallShape GrWall_mesh;

#endif
