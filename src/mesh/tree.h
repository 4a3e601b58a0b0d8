/* Search tree of a mesh: finds the triangles near a point. Points are in mesh coordinates [m], in which the mesh does
   not move. Not collective. */
#ifndef GRANUM_MESH_TREE_H
#define GRANUM_MESH_TREE_H

#include <granum/wall.h>
#include <petscsys.h>

/* Builds mesh->tree unless it exists. The vertices must not change afterwards. */
PetscErrorCode GrMeshPrepare(GrMesh *mesh);

/* Frees mesh->tree. */
PetscErrorCode GrMeshForget(GrMesh *mesh);

/* Computes the bounding box of all vertices [m]. Needs no tree. */
void GrMeshBox(const GrMesh *mesh, double lower[3], double upper[3]);

/* Returns the largest distance of a vertex from the line through `pivot` along the unit vector `axis` [m]. mesh->tree
   keeps the last result, so that a repeated call is fast. */
double GrMeshReach(const GrMesh *mesh, const double pivot[3], const double axis[3]);

/* A growing list of triangle numbers, or of group numbers. A group is a leaf of the tree: a few triangles near each
   other. Free it with PetscFree(list->triangle). */
typedef struct {
  PetscInt n, capacity;
  int32_t *triangle; /* [n] */
} GrMeshList;

/* Appends to `groups` the groups of triangles whose bounding boxes are nearer than `reach` [m] to the box from low to
   high [m]. */
PetscErrorCode GrMeshFindGroups(const GrMesh *mesh, const double low[3], const double high[3], double reach,
                                GrMeshList *groups);

/* Whether the bounding box of all triangles is nearer than `reach` [m] to the point y [m]. True if y is NaN. */
PetscBool GrMeshMayBeNear(const GrMesh *mesh, const double y[3], double reach);

/* Appends to `list` the triangles that are nearer than `reach` [m] to the point y [m], in ascending order. groups:
   groups that contain all these triangles; NULL: searches the whole tree. */
PetscErrorCode GrMeshFind(const GrMesh *mesh, const GrMeshList *groups, const double y[3], double reach,
                          GrMeshList *list);

/* Returns the number of the triangle nearest to the point y [m]. Sets r to the vector from its closest point to y
   [m]. */
int64_t GrMeshNearest(const GrMesh *mesh, const double y[3], double r[3]);

/* Position of a point y relative to the closest point of a triangle. */
typedef struct {
  double square, r[3]; /* squared distance [m^2]; vector from the closest point to y [m] */
  /* bit k: the closest point depends on corner k. One bit: it is a corner; two: on an edge; 7: inside the triangle */
  int corners;
} GrMeshPoint;

/* Computes the point of a triangle that is closest to the point y [m]. */
void GrMeshClosest(const GrMesh *mesh, int64_t triangle, const double y[3], GrMeshPoint *point);

/* Returns the unit normal of a triangle. */
const double *GrMeshNormal(const GrMesh *mesh, int64_t triangle);

#endif
