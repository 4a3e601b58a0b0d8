/* Input keys of a wall that is a triangle mesh, and the conversion of points of the mesh file to positions in space. */
#ifndef GRANUM_WALL_MESH_PLACE_H
#define GRANUM_WALL_MESH_PLACE_H

#include <granum/wall.h>

/* Indices of the input keys of a mesh wall in GrWallMeshParameters, and of their values in GrWall.value. */
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

/* Computes the position of a point of the mesh at the start of the run. file: coordinates of the point in the mesh
   file, in the unit of the file; start: position [m]. */
void GrWallMeshPlace(const GrWall *wall, const double file[3], double start[3]);

/* Returns the name of the mesh file of a wall; NULL: the shape of the wall is not a mesh from a file. */
const char *GrWallMeshNameOf(const GrWall *wall);

#endif
