/* weld: see weld.h. Vertices are equal if their coordinates are, -0 as 0. A triangle has no area if two of its corners
   are one vertex, or if
     |(b - a) x (c - a)| <= 1e-12 l^2,   l its longest edge
   which rounding alone may leave of one whose corners are on a line. */
#include "mesh/weld.h"

#include "mesh/hash.h"
#include <math.h>
#include <string.h>

/* The number of the vertex with these coordinates among those that are kept, or the next one. */
static int32_t FindVertex(GrMeshHash *hash, const double (*kept)[3], PetscInt64 n, const double at[3])
{
  uint64_t bits[3], place = 0;
  memcpy(bits, at, sizeof bits);
  for (int k = 0; k < 3; k++)
    place = GrMeshHashMix(place, bits[k]);
  for (place &= hash->mask; hash->at[place] >= 0; place = (place + 1) & hash->mask)
    if (memcmp(kept[hash->at[place]], at, 3 * sizeof *at) == 0)
      return hash->at[place];
  hash->at[place] = (int32_t)n;
  return (int32_t)n;
}

/* Each corner becomes the first vertex with its coordinates. */
static PetscErrorCode MergeVertices(GrMeshSoup *soup)
{
  GrMeshHash hash;
  PetscInt64 n = 0;
  int32_t *number = malloc(sizeof *number * (size_t)PetscMax(soup->n_vertices, 1));
  if (!number || !GrMeshHashMake(soup->n_vertices, &hash)) {
    free(number);
    return PETSC_ERR_MEM;
  }
  for (PetscInt64 v = 0; v < soup->n_vertices; v++) {
    for (int k = 0; k < 3; k++)
      soup->vertex[n][k] = soup->vertex[v][k] + 0.0; /* -0 becomes 0 */
    number[v] = FindVertex(&hash, (const double(*)[3])soup->vertex, n, soup->vertex[n]);
    n += number[v] == n;
  }
  for (PetscInt64 t = 0; t < soup->n_triangles; t++)
    for (int c = 0; c < 3; c++)
      soup->triangle[t][c] = number[soup->triangle[t][c]];
  soup->n_vertices = n;
  free(hash.at);
  free(number);
  return 0;
}

static PetscBool HasArea(const GrMeshSoup *soup, const int32_t corner[3])
{
  const double *at[3] = {soup->vertex[corner[0]], soup->vertex[corner[1]], soup->vertex[corner[2]]};
  double edge[3][3], across[3], longest = 0, square = 0;
  if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
    return PETSC_FALSE;
  for (int c = 0; c < 3; c++) {
    double length = 0;
    for (int k = 0; k < 3; k++) {
      edge[c][k] = at[(c + 1) % 3][k] - at[c][k];
      length += edge[c][k] * edge[c][k];
    }
    longest = fmax(longest, length);
  }
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    across[k] = edge[0][i] * edge[1][j] - edge[0][j] * edge[1][i];
    square += across[k] * across[k];
  }
  return (PetscBool)(sqrt(square) > 1e-12 * longest);
}

static void SortThree(const int32_t corner[3], int32_t sorted[3])
{
  const int32_t a = PetscMin(corner[0], corner[1]), b = PetscMax(corner[0], corner[1]), c = corner[2];
  sorted[0] = PetscMin(a, c);
  sorted[1] = PetscMax(a, PetscMin(b, c));
  sorted[2] = PetscMax(b, c);
}

/* Is there a triangle with these corners already, among the n that are kept? If not, it is entered. */
static PetscBool IsThere(GrMeshHash *hash, const int32_t (*kept)[3], PetscInt64 n, const int32_t corner[3])
{
  int32_t mine[3], other[3];
  uint64_t place = 0;
  SortThree(corner, mine);
  for (int k = 0; k < 3; k++)
    place = GrMeshHashMix(place, (uint64_t)mine[k]);
  for (place &= hash->mask; hash->at[place] >= 0; place = (place + 1) & hash->mask) {
    SortThree(kept[hash->at[place]], other);
    if (memcmp(mine, other, sizeof mine) == 0)
      return PETSC_TRUE;
  }
  hash->at[place] = (int32_t)n;
  return PETSC_FALSE;
}

static PetscErrorCode DropTriangles(GrMeshSoup *soup, PetscInt64 *degenerate, PetscInt64 *duplicate)
{
  GrMeshHash hash;
  PetscInt64 n = 0;
  *degenerate = *duplicate = 0;
  if (!GrMeshHashMake(soup->n_triangles, &hash))
    return PETSC_ERR_MEM;
  for (PetscInt64 t = 0; t < soup->n_triangles; t++) {
    const int32_t corner[3] = {soup->triangle[t][0], soup->triangle[t][1], soup->triangle[t][2]};
    if (!HasArea(soup, corner))
      ++*degenerate;
    else if (IsThere(&hash, (const int32_t(*)[3])soup->triangle, n, corner))
      ++*duplicate;
    else
      memcpy(soup->triangle[n++], corner, sizeof corner);
  }
  soup->n_triangles = n;
  free(hash.at);
  return 0;
}

/* Vertices in the order in which triangles come upon them; those of none are left out. */
static PetscErrorCode NumberVertices(GrMeshSoup *soup)
{
  const size_t all = (size_t)PetscMax(soup->n_vertices, 1);
  int32_t *number = malloc(sizeof *number * all), n = 0;
  double(*vertex)[3] = malloc(sizeof *vertex * all);
  if (!number || !vertex) {
    free(number);
    free(vertex);
    return PETSC_ERR_MEM;
  }
  memset(number, -1, sizeof *number * all);
  for (PetscInt64 t = 0; t < soup->n_triangles; t++)
    for (int c = 0; c < 3; c++) {
      int32_t *corner = &soup->triangle[t][c];
      if (number[*corner] < 0) {
        memcpy(vertex[n], soup->vertex[*corner], sizeof *vertex);
        number[*corner] = n++;
      }
      *corner = number[*corner];
    }
  free(number);
  free(soup->vertex);
  soup->vertex = vertex;
  soup->n_vertices = n;
  soup->vertex_room = (PetscInt64)all;
  return 0;
}

PetscErrorCode GrMeshSoupWeld(GrMeshSoup *soup, PetscInt64 *degenerate, PetscInt64 *duplicate)
{
  PetscFunctionBeginUser;
  PetscCall(MergeVertices(soup));
  PetscCall(DropTriangles(soup, degenerate, duplicate));
  PetscCall(NumberVertices(soup));
  PetscFunctionReturn(0);
}
