/* Triangles as a file has them, with corners of their own, before equal vertices are merged. */
#ifndef GRANUM_MESH_SOUP_H
#define GRANUM_MESH_SOUP_H

#include <petscsys.h>

typedef struct {
  PetscInt64 n_vertices, n_triangles, vertex_room, triangle_room;
  double (*vertex)[3];
  int32_t (*triangle)[3];
} GrMeshSoup;

enum { GR_MESH_CORNERS_MAX = INT32_MAX / 2 }; /* vertices of a file, so that their numbers are 32 bits long */

/* Room for so many more; a vertex; a triangle of vertices by their numbers from 0. What the caller has room for cannot
   fail. `path`: of the file, for the message if there are too many. */
PetscErrorCode GrMeshSoupRoom(GrMeshSoup *soup, const char *path, PetscInt64 vertices, PetscInt64 triangles);
static inline void GrMeshSoupVertex(GrMeshSoup *soup, const double at[3])
{
  for (int k = 0; k < 3; k++)
    soup->vertex[soup->n_vertices][k] = at[k];
  soup->n_vertices++;
}
static inline void GrMeshSoupTriangle(GrMeshSoup *soup, PetscInt64 a, PetscInt64 b, PetscInt64 c)
{
  const int32_t corner[3] = {(int32_t)a, (int32_t)b, (int32_t)c};
  for (int k = 0; k < 3; k++)
    soup->triangle[soup->n_triangles][k] = corner[k];
  soup->n_triangles++;
}

/* The three vertices put in last. */
static inline void GrMeshSoupLast(GrMeshSoup *soup)
{
  GrMeshSoupTriangle(soup, soup->n_vertices - 3, soup->n_vertices - 2, soup->n_vertices - 1);
}

PetscErrorCode GrMeshSoupDestroy(GrMeshSoup *soup);

/* Reads a file into an empty soup, on this rank alone: STL, which is text or binary, and OBJ. Numbers are read by
   strtod: the caller sees to the C locale. Fails with GR_EXIT_INPUT. */
PetscErrorCode GrMeshSoupReadStl(const char *path, GrMeshSoup *soup);
PetscErrorCode GrMeshSoupReadObj(const char *path, GrMeshSoup *soup);

#endif
