/* Soup: lists of the vertices and triangles of a mesh file, before and after equal vertices are merged. Not collective.
 */
#ifndef GRANUM_MESH_SOUP_H
#define GRANUM_MESH_SOUP_H

#include <petscsys.h>

typedef struct {
  PetscInt64 n_vertices, n_triangles, vertex_capacity, triangle_capacity;
  double (*vertex)[3];    /* [n_vertices] coordinates in the unit of the file */
  int32_t (*triangle)[3]; /* [n_triangles] numbers of its vertices, from 0 */
} GrMeshSoup;

enum { GR_MESH_CORNERS_MAX = INT32_MAX / 2 }; /* largest number of vertices, so that their numbers have 32 bits */

/* Allocates memory for this number of additional vertices and triangles. Fails with GR_EXIT_INPUT, naming the file
   `path`, if there are more than GR_MESH_CORNERS_MAX. */
PetscErrorCode GrMeshSoupReserve(GrMeshSoup *soup, const char *path, PetscInt64 vertices, PetscInt64 triangles);
/* Frees both lists. */
PetscErrorCode GrMeshSoupDestroy(GrMeshSoup *soup);

/* Appends a vertex, for which memory has been reserved. */
static inline void GrMeshSoupVertex(GrMeshSoup *soup, const double at[3])
{
  for (int k = 0; k < 3; k++)
    soup->vertex[soup->n_vertices][k] = at[k];
  soup->n_vertices++;
}

/* Appends a triangle of three vertices, for which memory has been reserved. */
static inline void GrMeshSoupTriangle(GrMeshSoup *soup, PetscInt64 a, PetscInt64 b, PetscInt64 c)
{
  const int32_t corner[3] = {(int32_t)a, (int32_t)b, (int32_t)c};
  for (int k = 0; k < 3; k++)
    soup->triangle[soup->n_triangles][k] = corner[k];
  soup->n_triangles++;
}

/* Appends a triangle whose corners are the last three vertices. */
static inline void GrMeshSoupLast(GrMeshSoup *soup)
{
  GrMeshSoupTriangle(soup, soup->n_vertices - 3, soup->n_vertices - 2, soup->n_vertices - 1);
}

/* Reads an STL file, text or binary, into an empty soup. Needs the C locale. An invalid file is a failure with
   GR_EXIT_INPUT, whose message has the line or byte of the error. */
PetscErrorCode GrMeshSoupReadStl(const char *path, GrMeshSoup *soup);
/* Reads an OBJ file into an empty soup. Needs the C locale. An invalid file is a failure with GR_EXIT_INPUT, whose
   message has the line of the error. */
PetscErrorCode GrMeshSoupReadObj(const char *path, GrMeshSoup *soup);

/* Merges vertices with equal coordinates. Removes triangles without area and triangles with the same corners as an
   earlier triangle; *degenerate and *duplicate are the numbers of removed triangles. Triangles keep the order of the
   file. Vertices are numbered in the order in which the remaining triangles use them, so that removed triangles have no
   influence on the mesh. */
PetscErrorCode GrMeshSoupWeld(GrMeshSoup *soup, PetscInt64 *degenerate, PetscInt64 *duplicate);

#endif
