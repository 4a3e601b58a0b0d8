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

/* Bounding box of all vertices. Needs no tree. */
void GrMeshBox(const GrMesh *mesh, double lower[3], double upper[3]);

/* Largest distance of a vertex from the line through `pivot` along the unit vector `axis` [m]. The tree caches the last
   result. */
double GrMeshReach(const GrMesh *mesh, const double pivot[3], const double axis[3]);

/* A growing list of triangle numbers, or of group numbers; a group is a leaf of the tree. Free it with
   PetscFree(list->triangle). */
typedef struct {
  PetscInt n, capacity;
  int32_t *triangle; /* [n] */
} GrMeshList;

/* Appends to `groups` the groups whose bounding boxes are nearer than `reach` [m] to the box from low to high [m]. */
PetscErrorCode GrMeshFindGroups(const GrMesh *mesh, const double low[3], const double high[3], double reach,
                                GrMeshList *groups);

/* Whether the bounding box of all triangles is nearer than `reach` to y. True for NaN. */
PetscBool GrMeshMayBeNear(const GrMesh *mesh, const double y[3], double reach);

/* Appends the triangles that are nearer than `reach` [m] to y, in ascending order. groups: groups that contain all
   these triangles; NULL: searches the whole tree. */
PetscErrorCode GrMeshFind(const GrMesh *mesh, const GrMeshList *groups, const double y[3], double reach,
                          GrMeshList *list);

/* Returns the triangle nearest to y. r: vector from its closest point to y [m]. */
int64_t GrMeshNearest(const GrMesh *mesh, const double y[3], double r[3]);

/* The closest point of a triangle to a point y. */
typedef struct {
  double square, r[3]; /* squared distance [m^2]; vector from the closest point to y [m] */
  int corners;         /* bit k: the closest point depends on corner k; 7: it is inside the triangle */
} GrMeshPoint;

/* Computes the closest point of a triangle to y. */
void GrMeshClosest(const GrMesh *mesh, int64_t triangle, const double y[3], GrMeshPoint *point);

/* Unit normal of a triangle. */
const double *GrMeshNormal(const GrMesh *mesh, int64_t triangle);

#endif
