/* granum/mesh.h: a surface of triangles. */
#ifndef GRANUM_MESH_H
#define GRANUM_MESH_H

#include <stdint.h>

/* A surface of triangles, at its position at the start of the run [m]. All vertices have different coordinates, and
   the corners of a triangle are three different vertices. The ranks of a node may share this memory, so do not write
   to it. */
typedef struct GrMesh {
  int64_t n_vertices, n_triangles;
  double (*vertex)[3];
  /* the three vertices of each triangle, counter-clockwise seen from outside; triangles have the order of the file */
  int32_t (*triangle)[3];
  void *tree; /* tree for the search of triangles near a point (src/mesh/) */
} GrMesh;

#endif
