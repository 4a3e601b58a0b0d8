/* Points inside the closed parts of a mesh (mesh/parts.h). Each part counts alone: a point in a cavity, which is a part
   inside another part, is inside both. All points are given in mesh coordinates [m], a system of coordinates that moves
   with the mesh. Not collective. */
#ifndef GRANUM_MESH_INSIDE_H
#define GRANUM_MESH_INSIDE_H

#include "case/mesh.h"
#include <petscsys.h>
#include <stdbool.h>

/* Triangles of the closed parts of a mesh by the cells of a grid in the plane xy, on which they lie in projection. */
typedef struct GrMeshInside_ *GrMeshInside;

/* Creates the grid. *inside: NULL if no part of the mesh is closed, so that no point is inside. */
PetscErrorCode GrMeshInsideCreate(const GrMesh *mesh, GrMeshInside *inside);

/* Frees the grid, which may be NULL. */
PetscErrorCode GrMeshInsideDestroy(GrMeshInside *inside);

/* Returns the number of all parts of the mesh, closed or not. */
int GrMeshInsideParts(const GrMeshInside inside);

/* Returns whether a part is closed: each edge has an even number of triangles. */
bool GrMeshInsideIsClosed(const GrMeshInside inside, int part);

/* Returns the first part with a number above `after` that is closed and has the point y [m] inside: a ray from y to
   infinity crosses an odd number of its triangles. -1: there is none. To get all such parts, start with after = -1. */
int GrMeshInsideNext(const GrMeshInside inside, const double y[3], int after);

/* Returns whether the ray from the point y [m] along z crosses a triangle. If the ray meets an edge, and the
   two triangles of the edge are on two sides of it in projection, the ray crosses only one of them. */
bool GrMeshInsideCrosses(const GrMesh *mesh, int64_t triangle, const double y[3]);

#endif
