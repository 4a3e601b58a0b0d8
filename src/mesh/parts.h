/* Parts of a mesh: sets of triangles that are connected by common vertices. Not collective. */
#ifndef GRANUM_MESH_PARTS_H
#define GRANUM_MESH_PARTS_H

#include "case/mesh.h"
#include <petscsys.h>
#include <stdbool.h>

/* A part of a mesh. */
typedef struct {
  PetscInt64 n_triangles;
  bool closed;   /* whether each of its edges has as many triangles of one direction as of the opposite one */
  double volume; /* volume of a closed part [m^3]; negative if its triangles face inwards */
  double lower[3], upper[3]; /* bounding box [m] */
  int depth;                 /* number of closed parts that enclose the part */
  /* smallest distance of a vertex of this part from a triangle of another part, or the reverse [m], and the number of
     that part; NaN and -1: it was not computed, because there is no other part or the mesh is large */
  double gap;
  int nearest;
} GrMeshPart;

/* Finds the number of the part of each vertex, of[n_vertices], and the number n of parts. Parts have the order of their
   first triangles. */
PetscErrorCode GrMeshPartsNumber(const GrMesh *mesh, int *n, int32_t of[]);

/* Lists the parts of a mesh in the order of their first triangles. part: [n] to be freed with PetscFree. */
PetscErrorCode GrMeshPartsFind(const GrMesh *mesh, int *n, GrMeshPart **part);

/* Returns the number of the first closed part whose triangles face the wrong way, or -1. Parts with an even depth must
   face to the same side as the outermost closed part with the most volume, parts with an odd depth (cavities) to the
   other side. */
int GrMeshPartsFindTurned(int n, const GrMeshPart part[]);

#endif
