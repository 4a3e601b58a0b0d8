/* Points inside a closed mesh. All points are given in mesh coordinates [m], a system of coordinates that moves with
   the mesh. Not collective. */
#ifndef GRANUM_MESH_INSIDE_H
#define GRANUM_MESH_INSIDE_H

#include <granum/mesh.h>
#include <petscsys.h>

/* Triangles of a mesh by the cells of a grid in the plane xy, on which they lie in projection. */
typedef struct GrMeshInside_ *GrMeshInside;

/* Creates the grid. *inside: NULL if the mesh is not closed, so that no point is inside it. */
PetscErrorCode GrMeshInsideCreate(const GrMesh *mesh, GrMeshInside *inside);

/* Frees the grid, which may be NULL. */
PetscErrorCode GrMeshInsideDestroy(GrMeshInside *inside);

/* Returns whether the point y [m] is inside the mesh: a ray from y to infinity crosses an odd number of triangles. */
PetscBool GrMeshInsideHas(const GrMeshInside inside, const double y[3]);

/* Returns whether the ray from the point y [m] along z crosses a triangle. If the ray meets an edge, and the
   two triangles of the edge are on two sides of it in projection, the ray crosses only one of them. */
PetscBool GrMeshInsideCrosses(const GrMesh *mesh, int64_t triangle, const double y[3]);

#endif
