/* quality: edges, size, area and volume of a mesh; see quality.h.

   With a, b, c the corners of a triangle and o the middle of the bounding box,
     area = sum |(b - a) x (c - a)| / 2                    [m^2]
     volume = sum (a - o) . ((b - o) x (c - o)) / 6        [m^3]
   A hash table finds an edge by its two vertices, and counts the triangles that pass it in each direction. */
#include "mesh/quality.h"

#include "base/math/vector.h"
#include "mesh/hash.h"
#include "mesh/tree.h"

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

  PetscFunctionBeginUser;
  *n = 0;
  PetscCall(PetscMalloc1(3 * mesh->n_triangles, edge));
  PetscCall(GrMeshHashCreate(3 * mesh->n_triangles, &hash));
  for (PetscInt64 t = 0; t < mesh->n_triangles; t++)
    for (int c = 0; c < 3; c++) {
      const int32_t a = mesh->triangle[t][c], b = mesh->triangle[t][(c + 1) % 3];
      Edge *one = FindEdge(&hash, *edge, n, PetscMin(a, b), PetscMax(a, b));
      one->forwards += a < b;
      one->backwards += a > b;
    }
  PetscCall(PetscFree(hash.at));
  PetscFunctionReturn(0);
}

/* Increments a count of edges. Stores the middle of the first edge. */
static void NoteEdge(const GrMesh *mesh, const Edge *edge, PetscInt64 *n, double at[3])
{
  for (int k = 0; k < 3 && *n == 0; k++)
    at[k] = 0.5 * (mesh->vertex[edge->from][k] + mesh->vertex[edge->to][k]);
  ++*n;
}

static void CheckEdge(const GrMesh *mesh, const Edge *edge, GrMeshQuality *q)
{
  const int32_t sum = edge->forwards + edge->backwards;
  double d[3];
  for (int k = 0; k < 3; k++)
    d[k] = mesh->vertex[edge->to][k] - mesh->vertex[edge->from][k];
  q->shortest = fmin(q->shortest, GrNorm3(d));
  q->longest = fmax(q->longest, GrNorm3(d));
  if (edge->forwards != edge->backwards)
    q->closed = PETSC_FALSE;
  if (sum == 1)
    NoteEdge(mesh, edge, &q->open, q->open_at);
  if (sum > 2)
    NoteEdge(mesh, edge, &q->branched, q->branched_at);
  if (sum == 2 && edge->forwards != 1)
    NoteEdge(mesh, edge, &q->turned_over, q->turned_over_at);
}

static void AddTriangle(const GrMesh *mesh, PetscInt64 t, GrMeshQuality *q)
{
  double corner[3][3], one[3], two[3], area[3];
  for (int c = 0; c < 3; c++)
    for (int k = 0; k < 3; k++)
      corner[c][k] = mesh->vertex[mesh->triangle[t][c]][k] - 0.5 * (q->lower[k] + q->upper[k]);
  for (int k = 0; k < 3; k++) {
    one[k] = corner[1][k] - corner[0][k];
    two[k] = corner[2][k] - corner[0][k];
  }
  GrCross3(one, two, area);
  for (int k = 0; k < 3; k++)
    q->volume += corner[0][k] * area[k] / 6;
  q->area += 0.5 * GrNorm3(area);
}

PetscErrorCode GrMeshQualityFind(const GrMesh *mesh, GrMeshQuality *q)
{
  Edge *edge;
  PetscInt64 n;

  PetscFunctionBeginUser;
  PetscCall(CountEdges(mesh, &edge, &n));
  q->open = q->branched = q->turned_over = 0;
  q->area = q->volume = q->longest = 0;
  q->shortest = INFINITY;
  q->closed = PETSC_TRUE;
  for (PetscInt64 e = 0; e < n; e++)
    CheckEdge(mesh, &edge[e], q);
  PetscCall(PetscFree(edge));
  GrMeshBox(mesh, q->lower, q->upper);
  for (PetscInt64 t = 0; t < mesh->n_triangles; t++)
    AddTriangle(mesh, t, q);
  PetscFunctionReturn(0);
}
