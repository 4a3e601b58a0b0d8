/* Keys of a mesh wall, and the positions of the points of its file. */
#ifndef GRANUM_WALL_MESH_PLACE_H
#define GRANUM_WALL_MESH_PLACE_H

#include <granum/wall.h>

/* Rows of the shape. */
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

/* Position at the start of a point of the file [m]. */
void GrMeshPlace(const GrWall *wall, const double file[3], double start[3]);

/* Name of the mesh file of a wall; NULL: its shape has none. */
const char *GrMeshNameOf(const GrWall *wall);

#endif
