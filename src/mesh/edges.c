/* edges: finds the edges of a mesh; see edges.h. A hash table finds an edge by its two vertices, and counts the
   triangles that have each direction along the edge. */
#include "mesh/edges.h"

#include "mesh/hash.h"

static GrMeshEdge *FindEdge(GrMeshHash *hash, GrMeshEdge *edge, PetscInt64 *n, int32_t from, int32_t to)
{
  uint64_t place = GrMeshHashMix(GrMeshHashMix(0, (uint64_t)from), (uint64_t)to);
  for (place &= hash->mask; hash->at[place] >= 0; place = (place + 1) & hash->mask) {
    GrMeshEdge *found = &edge[hash->at[place]];
    if (found->from == from && found->to == to)
      return found;
  }
  hash->at[place] = (int32_t)*n;
  edge[*n] = (GrMeshEdge){from, to, 0, 0};
  return &edge[(*n)++];
}

PetscErrorCode GrMeshEdgesCount(const GrMesh *mesh, GrMeshEdge **edge, PetscInt64 *n)
{
  GrMeshHash hash;

  *n = 0;
  PetscCall(PetscMalloc1(3 * mesh->n_triangles, edge));
  PetscCall(GrMeshHashCreate(3 * mesh->n_triangles, &hash));
  for (PetscInt64 t = 0; t < mesh->n_triangles; t++)
    for (int c = 0; c < 3; c++) {
      const int32_t a = mesh->triangle[t][c], b = mesh->triangle[t][(c + 1) % 3];
      GrMeshEdge *one = FindEdge(&hash, *edge, n, PetscMin(a, b), PetscMax(a, b));
      one->forwards += a < b;
      one->backwards += a > b;
    }
  return PetscFree(hash.at);
}
