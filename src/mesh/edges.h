/* Edges of a triangle mesh, each with the numbers of triangles on its two sides. Not collective. */
#ifndef GRANUM_MESH_EDGES_H
#define GRANUM_MESH_EDGES_H

#include "case/mesh.h"
#include <petscsys.h>

/* An edge of a mesh. */
typedef struct {
  int32_t from, to;            /* numbers of its two vertices, from < to */
  int32_t forwards, backwards; /* numbers of triangles with the direction from `from` to `to`, and the opposite one */
} GrMeshEdge;

/* Lists the edges of a mesh. edge: [n] to be freed with PetscFree. */
PetscErrorCode GrMeshEdgesCount(const GrMesh *mesh, GrMeshEdge **edge, PetscInt64 *n);

#endif
