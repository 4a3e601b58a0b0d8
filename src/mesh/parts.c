/* parts: connected parts of a mesh; see parts.h. Vertices of a triangle are joined in a forest, whose trees are the
   parts. With the corners a, b, c of the triangles of a part and the centre o of its bounding box,
     volume = sum (a - o) . ((b - o) x (c - o)) / 6        [m^3] */
#include "mesh/parts.h"

#include "base/math/vector.h"
#include "mesh/edges.h"
#include "mesh/inside.h"
#include "mesh/tree.h"
#include <math.h>

static const double work_max = 2e7; /* largest number of distances between vertices and triangles that are computed */

static int32_t RootOf(int32_t *above, int32_t v)
{
  while (above[v] != v)
    v = above[v] = above[above[v]];
  return v;
}

PetscErrorCode GrMeshPartsNumber(const GrMesh *mesh, int *n, int32_t of[])
{
  int32_t *above;

  PetscCall(PetscMalloc1(mesh->n_vertices, &above));
  for (int32_t v = 0; v < mesh->n_vertices; v++) {
    above[v] = v;
    of[v] = -1;
  }
  for (int64_t t = 0; t < mesh->n_triangles; t++)
    for (int c = 1; c < 3; c++)
      above[RootOf(above, mesh->triangle[t][c])] = RootOf(above, mesh->triangle[t][0]);
  *n = 0;
  for (int64_t t = 0; t < mesh->n_triangles; t++) {
    const int32_t root = RootOf(above, mesh->triangle[t][0]);
    if (of[root] < 0)
      of[root] = (*n)++;
  }
  for (int32_t v = 0; v < mesh->n_vertices; v++)
    of[v] = of[RootOf(above, v)];
  return PetscFree(above);
}

/* Boxes, then volumes and numbers of triangles. */
static void MeasureParts(const GrMesh *mesh, const int32_t *of, int n, GrMeshPart *part)
{
  for (int p = 0; p < n; p++)
    part[p] = (GrMeshPart){.closed = true,
                           .lower = {INFINITY, INFINITY, INFINITY},
                           .upper = {-INFINITY, -INFINITY, -INFINITY},
                           .gap = NAN,
                           .nearest = -1};
  for (int32_t v = 0; v < mesh->n_vertices; v++)
    for (int k = 0; k < 3; k++) {
      GrMeshPart *p = &part[of[v]];
      p->lower[k] = fmin(p->lower[k], mesh->vertex[v][k]);
      p->upper[k] = fmax(p->upper[k], mesh->vertex[v][k]);
    }
  for (int64_t t = 0; t < mesh->n_triangles; t++) {
    GrMeshPart *p = &part[of[mesh->triangle[t][0]]];
    double corner[3][3], area[3];
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < 3; k++)
        corner[c][k] = mesh->vertex[mesh->triangle[t][c]][k] - 0.5 * (p->lower[k] + p->upper[k]);
    GrAreaVector(corner[0], corner[1], corner[2], area);
    p->volume += GrDot3(corner[0], area) / 6;
    p->n_triangles++;
  }
}

static PetscErrorCode FindClosed(const GrMesh *mesh, const int32_t *of, GrMeshPart *part)
{
  GrMeshEdge *edge;
  PetscInt64 n;

  PetscCall(GrMeshEdgesCount(mesh, &edge, &n));
  for (PetscInt64 e = 0; e < n; e++)
    if (edge[e].forwards != edge[e].backwards)
      part[of[edge[e].from]].closed = false;
  return PetscFree(edge);
}

/* Depth of each part. `first`: [n] a vertex of each part. */
static void FindDepths(const GrMesh *mesh, const int32_t *of, int n, const int32_t *first, bool *odd, GrMeshPart *part)
{
  for (int p = 0; p < n; p++) {
    for (int q = 0; q < n; q++)
      odd[q] = false;
    for (int64_t t = 0; t < mesh->n_triangles; t++) {
      const int32_t q = of[mesh->triangle[t][0]];
      if (q != p && part[q].closed && GrMeshInsideCrosses(mesh, t, mesh->vertex[first[p]]))
        odd[q] = !odd[q];
    }
    for (int q = 0; q < n; q++)
      part[p].depth += odd[q];
  }
}

static void FindGaps(const GrMesh *mesh, const int32_t *of, GrMeshPart *part)
{
  for (int32_t v = 0; v < mesh->n_vertices; v++)
    for (int64_t t = 0; t < mesh->n_triangles; t++) {
      GrMeshPart *p = &part[of[v]], *q = &part[of[mesh->triangle[t][0]]];
      GrMeshPoint point;
      if (p == q)
        continue;
      GrMeshClosest(mesh, t, mesh->vertex[v], &point);
      const double gap = sqrt(point.square);
      if (!(gap >= p->gap)) {
        p->gap = gap;
        p->nearest = (int)(q - part);
      }
      if (!(gap >= q->gap)) {
        q->gap = gap;
        q->nearest = (int)(p - part);
      }
    }
}

PetscErrorCode GrMeshPartsFind(const GrMesh *mesh, int *n, GrMeshPart **part)
{
  int32_t *of, *first;
  bool *odd;

  PetscCall(PetscMalloc1(mesh->n_vertices, &of));
  PetscCall(GrMeshPartsNumber(mesh, n, of));
  PetscCall(PetscMalloc1(*n, part));
  PetscCall(PetscMalloc2(*n, &first, *n, &odd));
  MeasureParts(mesh, of, *n, *part);
  PetscCall(FindClosed(mesh, of, *part));
  for (int32_t v = (int32_t)mesh->n_vertices - 1; v >= 0; v--)
    first[of[v]] = v;
  if (*n > 1 && (double)*n * (double)mesh->n_triangles <= work_max)
    FindDepths(mesh, of, *n, first, odd, *part);
  if (*n > 1 && (double)mesh->n_vertices * (double)mesh->n_triangles <= work_max)
    FindGaps(mesh, of, *part);
  PetscCall(PetscFree2(first, odd));
  return PetscFree(of);
}

int GrMeshPartsFindTurned(int n, const GrMeshPart part[])
{
  int largest = -1;

  for (int p = 0; p < n; p++)
    if (part[p].closed && part[p].depth == 0 && (largest < 0 || fabs(part[p].volume) > fabs(part[largest].volume)))
      largest = p;
  for (int p = 0; p < n; p++) {
    const double side = part[p].depth % 2 ? -part[p].volume : part[p].volume;
    if (part[p].closed && largest >= 0 && side * part[largest].volume < 0)
      return p;
  }
  return -1;
}
