/* Soup: the vertices and triangles of a mesh file, as two lists. After reading, vertices of neighbouring triangles
   may be stored several times; GrMeshSoupWeld merges equal vertices. Not collective. */
#ifndef GRANUM_MESH_SOUP_H
#define GRANUM_MESH_SOUP_H

#include <petscsys.h>

/* Vertices and triangles of a mesh file, as two lists. Start with {0}. The capacities are the numbers of vertices and
   triangles for which memory is allocated. */
typedef struct {
  PetscInt64 n_vertices, n_triangles, vertex_capacity, triangle_capacity;
  double (*vertex)[3];    /* [n_vertices] coordinates, in the length unit of the file */
  int32_t (*triangle)[3]; /* [n_triangles] numbers of the three vertices of each triangle, from 0 */
} GrMeshSoup;

/* Largest number of vertices, and of triangles, of a mesh. Their numbers then fit into 32 bits. */
enum { GR_MESH_CORNERS_MAX = INT32_MAX / 2 };

/* Allocates memory for additional vertices and triangles. If there would be more than GR_MESH_CORNERS_MAX, fails with
   GR_EXIT_INPUT and a message that names the file `path`. */
PetscErrorCode GrMeshSoupReserve(GrMeshSoup *soup, const char *path, PetscInt64 vertices, PetscInt64 triangles);

/* Appends a vertex with the coordinates `at`. GrMeshSoupReserve must have allocated its memory. */
static inline void GrMeshSoupVertex(GrMeshSoup *soup, const double at[3])
{
  for (int k = 0; k < 3; k++)
    soup->vertex[soup->n_vertices][k] = at[k];
  soup->n_vertices++;
}

/* Appends a triangle. a, b, c: numbers of its vertices. GrMeshSoupReserve must have allocated its memory. */
static inline void GrMeshSoupTriangle(GrMeshSoup *soup, PetscInt64 a, PetscInt64 b, PetscInt64 c)
{
  const int32_t corner[3] = {(int32_t)a, (int32_t)b, (int32_t)c};
  for (int k = 0; k < 3; k++)
    soup->triangle[soup->n_triangles][k] = corner[k];
  soup->n_triangles++;
}

/* Appends a triangle whose vertices are the last three vertices of the list. */
static inline void GrMeshSoupLast(GrMeshSoup *soup)
{
  GrMeshSoupTriangle(soup, soup->n_vertices - 3, soup->n_vertices - 2, soup->n_vertices - 1);
}

/* Reads an STL file, text or binary, into an empty soup. The C locale must be set. If the file is invalid, fails with
   GR_EXIT_INPUT and a message that states the line or the byte of the error. */
PetscErrorCode GrMeshSoupReadStl(const char *path, GrMeshSoup *soup);
/* Reads an OBJ file into an empty soup. The C locale must be set. If the file is invalid, fails with GR_EXIT_INPUT
   and a message that states the line of the error. */
PetscErrorCode GrMeshSoupReadObj(const char *path, GrMeshSoup *soup);

/* Merges vertices with equal coordinates. Removes triangles with zero area (*degenerate: how many), and triangles that
   have the same vertices as an earlier triangle (*duplicate: how many). The remaining triangles keep the order of the
   file. Vertices are numbered in the order in which the remaining triangles use them. */
PetscErrorCode GrMeshSoupWeld(GrMeshSoup *soup, PetscInt64 *degenerate, PetscInt64 *duplicate);

#endif
