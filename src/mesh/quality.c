/* quality: edges, size, area and volume of a mesh; see quality.h.

   With a, b, c the corners of a triangle,
     area = sum |(b - a) x (c - a)| / 2                    [m^2]
     volume = sum (a - o) . ((b - o) x (c - o)) / 6        [m^3], o the middle of the box around the mesh
   An edge is found by its two vertices, and how many triangles pass it each way is counted. */
#include "mesh/quality.h"

#include "mesh/hash.h"
#include <math.h>
#include <string.h>

typedef struct {
  int32_t from, to;            /* from < to */
  int32_t forwards, backwards; /* triangles */
} Edge;

static Edge *FindEdge(GrMeshHash *hash, Edge *edge, PetscInt64 *n, int32_t from, int32_t to)
{
  uint64_t place = GrMeshHashMix(GrMeshHashMix(0, (uint64_t)from), (uint64_t)to);
  for (place &= hash->mask; hash->at[place] >= 0; place = (place + 1) & hash->mask) {
    Edge *found = &edge[hash->at[place]];
    if (found->from == from && found->to == to)
      return found;
  }
  hash->at[place] = (int32_t)*n;
  edge[*n] = (Edge){from, to, 0, 0};
  return &edge[(*n)++];
}

static PetscErrorCode CountEdges(const GrMesh *mesh, Edge **edge, PetscInt64 *n)
{
  GrMeshHash hash;
  *n = 0;
  *edge = malloc(sizeof **edge * (size_t)PetscMax(3 * mesh->n_triangles, 1));
  if (!*edge || !GrMeshHashMake(3 * mesh->n_triangles, &hash))
    return PETSC_ERR_MEM;
  for (PetscInt64 t = 0; t < mesh->n_triangles; t++)
    for (int c = 0; c < 3; c++) {
      const int32_t a = mesh->triangle[t][c], b = mesh->triangle[t][(c + 1) % 3];
      Edge *one = FindEdge(&hash, *edge, n, PetscMin(a, b), PetscMax(a, b));
      one->forwards += a < b;
      one->backwards += a > b;
    }
  free(hash.at);
  return 0;
}

/* Counts one, and takes its middle if it is the first. */
static void NoteEdge(const GrMesh *mesh, const Edge *edge, PetscInt64 *n, double at[3])
{
  for (int k = 0; k < 3 && *n == 0; k++)
    at[k] = 0.5 * (mesh->vertex[edge->from][k] + mesh->vertex[edge->to][k]);
  ++*n;
}

static void JudgeEdge(const GrMesh *mesh, const Edge *edge, GrMeshQuality *q)
{
  const int32_t sum = edge->forwards + edge->backwards;
  double square = 0;
  for (int k = 0; k < 3; k++) {
    const double d = mesh->vertex[edge->to][k] - mesh->vertex[edge->from][k];
    square += d * d;
  }
  q->shortest = fmin(q->shortest, sqrt(square));
  q->longest = fmax(q->longest, sqrt(square));
  if (edge->forwards != edge->backwards)
    q->closed = PETSC_FALSE;
  if (sum == 1)
    NoteEdge(mesh, edge, &q->open, q->open_at);
  if (sum > 2)
    NoteEdge(mesh, edge, &q->branched, q->branched_at);
  if (sum == 2 && edge->forwards != 1)
    NoteEdge(mesh, edge, &q->turned_over, q->turned_over_at);
}

static void FindBox(const GrMesh *mesh, GrMeshQuality *q)
{
  for (int k = 0; k < 3; k++) {
    q->lower[k] = INFINITY;
    q->upper[k] = -INFINITY;
  }
  for (PetscInt64 v = 0; v < mesh->n_vertices; v++)
    for (int k = 0; k < 3; k++) {
      q->lower[k] = fmin(q->lower[k], mesh->vertex[v][k]);
      q->upper[k] = fmax(q->upper[k], mesh->vertex[v][k]);
    }
}

static void AddTriangle(const GrMesh *mesh, PetscInt64 t, GrMeshQuality *q)
{
  double corner[3][3], area[3], square = 0;
  for (int c = 0; c < 3; c++)
    for (int k = 0; k < 3; k++)
      corner[c][k] = mesh->vertex[mesh->triangle[t][c]][k] - 0.5 * (q->lower[k] + q->upper[k]);
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    area[k] = (corner[1][i] - corner[0][i]) * (corner[2][j] - corner[0][j]) -
              (corner[1][j] - corner[0][j]) * (corner[2][i] - corner[0][i]);
    square += area[k] * area[k];
    q->volume += corner[0][k] * area[k] / 6;
  }
  q->area += 0.5 * sqrt(square);
}

PetscErrorCode GrMeshQualityFind(const GrMesh *mesh, GrMeshQuality *q)
{
  Edge *edge;
  PetscInt64 n;
  PetscErrorCode code = CountEdges(mesh, &edge, &n);
  q->open = q->branched = q->turned_over = 0;
  q->area = q->volume = q->longest = 0;
  q->shortest = INFINITY;
  q->closed = PETSC_TRUE;
  for (PetscInt64 e = 0; !code && e < n; e++)
    JudgeEdge(mesh, &edge[e], q);
  free(edge);
  FindBox(mesh, q);
  for (PetscInt64 t = 0; t < mesh->n_triangles; t++)
    AddTriangle(mesh, t, q);
  return code;
}
