/* The shapes that src/wall/registry.c lists. */
#ifndef GRANUM_WALL_REGISTRY_H
#define GRANUM_WALL_REGISTRY_H

#include <granum/wall.h>

extern const GrWallShape GrWall_plane, GrWall_rectangle, GrWall_disc, GrWall_ring, GrWall_cylinder, GrWall_cone,
    GrWall_box, GrWall_sphere, GrWall_mesh;

#endif
