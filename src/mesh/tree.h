/* Search tree of a mesh: finds the triangles near a point. All points are given in mesh coordinates [m], a system of
   coordinates that moves with the mesh. Not collective. */
#ifndef GRANUM_MESH_TREE_H
#define GRANUM_MESH_TREE_H

#include "case/wall.h"
#include <petscsys.h>
#include <stdbool.h>

/* Builds the search tree mesh->tree. The vertices must not change afterwards. */
PetscErrorCode GrMeshPrepare(GrMesh *mesh);

/* Frees the search tree mesh->tree. */
PetscErrorCode GrMeshForget(GrMesh *mesh);

/* Computes the bounding box of all vertices [m]. Does not need the tree. */
void GrMeshBox(const GrMesh *mesh, double lower[3], double upper[3]);

/* Returns the largest distance [m] of a vertex from the line through the point `pivot` with the direction `axis`, a
   unit vector. mesh->tree stores the last result, so that a repeated call is fast. */
double GrMeshReach(const GrMesh *mesh, const double pivot[3], const double axis[3]);

/* List of numbers of triangles, or of groups. A group is a leaf of the search tree: a few triangles near each other.
   Functions append numbers to the list. Free the list with PetscFree(list->triangle). */
typedef struct {
  PetscInt n, capacity; /* length of the list, and length for which memory is allocated */
  int32_t *triangle;    /* [n] numbers of triangles or of groups */
} GrMeshList;

/* Appends to `groups` the groups of triangles (leaves of the tree) whose bounding boxes are nearer than `reach` [m] to
   a box. low, high: corners of this box [m]. */
PetscErrorCode GrMeshFindGroups(const GrMesh *mesh, const double low[3], const double high[3], double reach,
                                GrMeshList *groups);

/* Whether the bounding box of all triangles is nearer than `reach` [m] to the point y [m]. True if y is NaN. */
bool GrMeshMayBeNear(const GrMesh *mesh, const double y[3], double reach);

/* Appends to `list` the numbers of the triangles that are nearer than `reach` [m] to the point y [m], in ascending
   order. groups: groups to search, from GrMeshFindGroups for a box that contains y; NULL: the whole tree. */
PetscErrorCode GrMeshFind(const GrMesh *mesh, const GrMeshList *groups, const double y[3], double reach,
                          GrMeshList *list);

/* Returns the number of the triangle that is nearest to the point y [m]. Sets r to the vector [m] from the closest
   point of this triangle to y. */
int64_t GrMeshNearest(const GrMesh *mesh, const double y[3], double r[3]);

/* The point of a triangle that is closest to a given point y. */
typedef struct {
  double square; /* squared distance of y from the closest point [m^2] */
  double r[3];   /* vector from the closest point to y [m] */
  /* position of the closest point as three bits. One bit k is set: corner k. Two bits are set: the edge between these
     corners. All bits are set (7): the interior of the triangle */
  int corners;
} GrMeshPoint;

/* Computes the point of a triangle that is closest to the point y [m]. */
void GrMeshClosest(const GrMesh *mesh, int64_t triangle, const double y[3], GrMeshPoint *point);

/* Returns the unit normal of a triangle. */
const double *GrMeshNormal(const GrMesh *mesh, int64_t triangle);

#endif
