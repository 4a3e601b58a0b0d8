/* The keys of a wall that is a mesh, and where they put the points of its file. */
#ifndef GRANUM_WALL_MESH_PLACE_H
#define GRANUM_WALL_MESH_PLACE_H

#include <granum/wall.h>

/* The rows of its shape, in this order. */
enum {
  GR_MESH_POSITION,
  GR_MESH_FILE,
  GR_MESH_UNIT,
  GR_MESH_SCALE,
  GR_MESH_TURN_AXIS,
  GR_MESH_TURN_ANGLE,
  GR_MESH_CLOSED
};
extern const GrWallParameter GrMeshParameters[];

/* A point of the file becomes one of the wall at the start [m]. */
void GrMeshPlace(const GrWall *wall, const double file[3], double start[3]);

/* The name of the file that the surface of a wall is in; NULL: its shape has none. */
const char *GrMeshNameOf(const GrWall *wall);

#endif
