/* Input keys of a mesh wall, and the positions in space of the points of its file. */
#ifndef GRANUM_WALL_MESH_PLACE_H
#define GRANUM_WALL_MESH_PLACE_H

#include <granum/wall.h>

/* Indices of the rows of GrWallMeshParameters, and of the values of a mesh wall. */
enum {
  GR_WALL_MESH_POSITION,
  GR_WALL_MESH_FILE,
  GR_WALL_MESH_UNIT,
  GR_WALL_MESH_SCALE,
  GR_WALL_MESH_TURN_AXIS,
  GR_WALL_MESH_TURN_ANGLE,
  GR_WALL_MESH_CLOSED
};
extern const GrWallParameter GrWallMeshParameters[];

/* Computes the position at the start [m] of a point of the mesh file, in the unit of the file. */
void GrWallMeshPlace(const GrWall *wall, const double file[3], double start[3]);

/* Returns the name of the mesh file of a wall; NULL: the shape of the wall has no file. */
const char *GrWallMeshNameOf(const GrWall *wall);

#endif
