/* A surface of triangles. */
#ifndef GRANUM_CASE_MESH_H
#define GRANUM_CASE_MESH_H

#include <stdint.h>

/* A surface of triangles, at its position at the start of the run. No two vertices have the same coordinates. The
   corners of a triangle are three different vertices. The ranks of a node may share this memory, so do not write to
   it. */
typedef struct GrMesh {
  int64_t n_vertices, n_triangles;
  double (*vertex)[3]; /* [n_vertices] coordinates x, y, z of each vertex [m] */
  /* [n_triangles] indices in `vertex` of the corners of each triangle, counter-clockwise seen from outside; the
     triangles are in the order of the file */
  int32_t (*triangle)[3];
  void *tree; /* search tree, which finds the triangles near a point (src/mesh/) */
} GrMesh;

#endif
