/* soup: memory for vertices and triangles; merges equal vertices and removes triangles without area and copies; see
   soup.h. Coordinates are compared exactly, with -0 equal to 0. A triangle has no area if two of its corners are the
   same vertex, or if
     |(b - a) x (c - a)| <= 1e-12 l^2,   a, b, c corners, l longest edge
   The limit is the rounding error for three corners on a line. */
#include "mesh/soup.h"

#include "base/math/vector.h"
#include "mesh/hash.h"
#include <granum/error.h>
#include <string.h>

/* Grows an array by at least half, so that n appended elements cost O(n). */
static PetscErrorCode Grow(const char *path, PetscInt64 needed, size_t each, PetscInt64 *capacity, void *array)
{
  if (needed <= *capacity)
    return 0;
  if (needed > GR_MESH_CORNERS_MAX)
    return GrFail(GR_EXIT_INPUT, "%s: has more than %d vertices or triangles; simplify the mesh", path,
                  GR_MESH_CORNERS_MAX);
  *capacity = PetscMax(needed, *capacity + *capacity / 2 + 64);
  return PetscRealloc(each * (size_t)*capacity, (void **)array);
}

PetscErrorCode GrMeshSoupReserve(GrMeshSoup *s, const char *path, PetscInt64 vertices, PetscInt64 triangles)
{
  PetscCall(Grow(path, s->n_vertices + vertices, sizeof *s->vertex, &s->vertex_capacity, &s->vertex));
  return Grow(path, s->n_triangles + triangles, sizeof *s->triangle, &s->triangle_capacity, &s->triangle);
}

/* Number of the vertex with these coordinates among n vertices, or n if there is none. */
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

/* Replaces each corner by the first vertex with its coordinates. */
static PetscErrorCode MergeVertices(GrMeshSoup *soup)
{
  GrMeshHash hash;
  PetscInt64 n = 0;
  int32_t *number;

  PetscCall(PetscMalloc1(soup->n_vertices, &number));
  PetscCall(GrMeshHashCreate(soup->n_vertices, &hash));
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
  PetscCall(PetscFree(hash.at));
  return PetscFree(number);
}

static bool HasArea(const GrMeshSoup *soup, const int32_t corner[3])
{
  double edge[3][3], across[3], longest = 0;
  if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0])
    return false;
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 3; k++)
      edge[c][k] = soup->vertex[corner[(c + 1) % 3]][k] - soup->vertex[corner[c]][k];
    longest = fmax(longest, GrDot3(edge[c], edge[c]));
  }
  GrCross3(edge[0], edge[1], across);
  return GrNorm3(across) > 1e-12 * longest;
}

static void SortThree(const int32_t corner[3], int32_t sorted[3])
{
  const int32_t a = PetscMin(corner[0], corner[1]), b = PetscMax(corner[0], corner[1]), c = corner[2];
  sorted[0] = PetscMin(a, c);
  sorted[1] = PetscMax(a, PetscMin(b, c));
  sorted[2] = PetscMax(b, c);
}

/* Whether one of n triangles has these corners. If none has, they are added to the table as number n. */
static bool IsPresent(GrMeshHash *hash, const int32_t (*kept)[3], PetscInt64 n, const int32_t corner[3])
{
  int32_t mine[3], other[3];
  uint64_t place = 0;
  SortThree(corner, mine);
  for (int k = 0; k < 3; k++)
    place = GrMeshHashMix(place, (uint64_t)mine[k]);
  for (place &= hash->mask; hash->at[place] >= 0; place = (place + 1) & hash->mask) {
    SortThree(kept[hash->at[place]], other);
    if (memcmp(mine, other, sizeof mine) == 0)
      return true;
  }
  hash->at[place] = (int32_t)n;
  return false;
}

static PetscErrorCode DropTriangles(GrMeshSoup *soup, PetscInt64 *degenerate, PetscInt64 *duplicate)
{
  GrMeshHash hash;
  PetscInt64 n = 0;

  *degenerate = *duplicate = 0;
  PetscCall(GrMeshHashCreate(soup->n_triangles, &hash));
  for (PetscInt64 t = 0; t < soup->n_triangles; t++) {
    const int32_t corner[3] = {soup->triangle[t][0], soup->triangle[t][1], soup->triangle[t][2]};
    if (!HasArea(soup, corner))
      ++*degenerate;
    else if (IsPresent(&hash, (const int32_t(*)[3])soup->triangle, n, corner))
      ++*duplicate;
    else
      memcpy(soup->triangle[n++], corner, sizeof corner);
  }
  soup->n_triangles = n;
  return PetscFree(hash.at);
}

/* Numbers the vertices in the order in which triangles use them, and drops unused vertices. */
static PetscErrorCode NumberVertices(GrMeshSoup *soup)
{
  const PetscInt64 all = soup->n_vertices;
  int32_t *number, n = 0;
  double(*vertex)[3];

  PetscCall(PetscMalloc1(all, &number));
  PetscCall(PetscMalloc1(all, &vertex));
  memset(number, -1, sizeof *number * (size_t)all);
  for (PetscInt64 t = 0; t < soup->n_triangles; t++)
    for (int c = 0; c < 3; c++) {
      int32_t *corner = &soup->triangle[t][c];
      if (number[*corner] < 0) {
        memcpy(vertex[n], soup->vertex[*corner], sizeof *vertex);
        number[*corner] = n++;
      }
      *corner = number[*corner];
    }
  PetscCall(PetscFree(number));
  PetscCall(PetscFree(soup->vertex));
  soup->vertex = vertex;
  soup->n_vertices = n;
  soup->vertex_capacity = all;
  return 0;
}

PetscErrorCode GrMeshSoupWeld(GrMeshSoup *soup, PetscInt64 *degenerate, PetscInt64 *duplicate)
{
  if (soup->n_triangles == 0)
    return 0;
  PetscCall(MergeVertices(soup));
  PetscCall(DropTriangles(soup, degenerate, duplicate));
  return NumberVertices(soup);
}
