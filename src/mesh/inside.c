/* inside: finds the closed parts of a mesh that enclose a point; see inside.h. A ray along z from a point inside a part
   crosses an odd number of its triangles. In the plane xy, a line along x from the point crosses the outline of the
   triangle once. Each edge is evaluated from its lower to its upper vertex, so that the two triangles of an edge agree
   bit for bit. */
#include "mesh/inside.h"

#include "mesh/edges.h"
#include "mesh/parts.h"
#include "mesh/tree.h"
#include <math.h>

enum { CELLS_MAX = 1024 };

struct GrMeshInside_ {
  const GrMesh *mesh;
  double lower[3], upper[3]; /* bounding box of the mesh [m] */
  int n_parts;               /* number of all parts of the mesh */
  bool *open;                /* [n_parts] whether a part is not closed */
  int32_t *part;             /* [n_triangles] part of each triangle */
  int n;                     /* number of cells along x and along y */
  /* [n n + 1] first entry of each cell; [begin[n n]] triangles of closed parts, cell after cell; in a cell, part after
     part */
  int32_t *begin, *triangle;
};

/* Whether the line from y along x crosses an edge of the outline. */
static bool CrossesEdge(const double a[3], const double b[3], const double y[3])
{
  const double *low = a[1] < b[1] || (a[1] == b[1] && a[0] < b[0]) ? a : b, *high = low == a ? b : a;

  if ((a[1] > y[1]) == (b[1] > y[1]))
    return false;
  return y[0] < low[0] + (high[0] - low[0]) * ((y[1] - low[1]) / (high[1] - low[1]));
}

bool GrMeshInsideCrosses(const GrMesh *mesh, int64_t t, const double y[3])
{
  const int32_t *corner = mesh->triangle[t];
  const double *a = mesh->vertex[corner[0]], *b = mesh->vertex[corner[1]], *c = mesh->vertex[corner[2]];
  double u[3], v[3];

  if (CrossesEdge(a, b, y) + CrossesEdge(b, c, y) + CrossesEdge(c, a, y) != 1)
    return false;
  for (int k = 0; k < 3; k++) {
    u[k] = b[k] - a[k];
    v[k] = c[k] - a[k];
  }
  const double area = u[0] * v[1] - u[1] * v[0];
  const double s = ((y[0] - a[0]) * v[1] - (y[1] - a[1]) * v[0]) / area;
  const double w = ((y[1] - a[1]) * u[0] - (y[0] - a[0]) * u[1]) / area;
  return a[2] + s * u[2] + w * v[2] > y[2];
}

static int CellOf(const GrMeshInside in, double x, int axis)
{
  const double cell = (double)in->n * (x - in->lower[axis]) / (in->upper[axis] - in->lower[axis]);
  return cell > 0 ? PetscMin((int)PetscMin(cell, CELLS_MAX), in->n - 1) : 0;
}

/* Counts the triangle in each of its cells, or writes its number before the entries of the cell. */
static void VisitCells(GrMeshInside in, int64_t t, bool writes)
{
  int first[2] = {in->n, in->n}, last[2] = {0, 0};

  for (int c = 0; c < 3; c++)
    for (int axis = 0; axis < 2; axis++) {
      const int cell = CellOf(in, in->mesh->vertex[in->mesh->triangle[t][c]][axis], axis);
      first[axis] = PetscMin(first[axis], cell);
      last[axis] = PetscMax(last[axis], cell);
    }
  for (int i = first[0]; i <= last[0]; i++)
    for (int j = first[1]; j <= last[1]; j++)
      if (writes)
        in->triangle[--in->begin[i * in->n + j]] = (int32_t)t;
      else
        in->begin[i * in->n + j]++;
}

/* Sets the part of each triangle. Whether any part is closed: each edge has an even number of triangles. */
static PetscErrorCode FindParts(GrMeshInside in, bool *any)
{
  const GrMesh *mesh = in->mesh;
  GrMeshEdge *edge;
  int32_t *of;
  PetscInt64 n;

  *any = false;
  PetscCall(PetscMalloc1(mesh->n_vertices, &of));
  PetscCall(PetscMalloc1(mesh->n_triangles, &in->part));
  PetscCall(GrMeshPartsNumber(mesh, &in->n_parts, of));
  PetscCall(PetscCalloc1(in->n_parts, &in->open));
  PetscCall(GrMeshEdgesCount(mesh, &edge, &n));
  for (PetscInt64 e = 0; e < n; e++)
    if ((edge[e].forwards + edge[e].backwards) % 2)
      in->open[of[edge[e].from]] = true;
  for (int64_t t = 0; t < mesh->n_triangles; t++) {
    in->part[t] = of[mesh->triangle[t][0]];
    *any = *any || !in->open[in->part[t]];
  }
  PetscCall(PetscFree(edge));
  return PetscFree(of);
}

/* Lists the triangles of closed parts, the last part first. triangle: [n] */
static PetscErrorCode OrderTriangles(GrMeshInside in, int64_t *n, int32_t **triangle)
{
  PetscInt64 *begin;

  *n = 0;
  PetscCall(PetscCalloc1(in->n_parts + 1, &begin));
  PetscCall(PetscMalloc1(in->mesh->n_triangles, triangle));
  for (int64_t t = 0; t < in->mesh->n_triangles; t++)
    if (!in->open[in->part[t]])
      begin[in->n_parts - 1 - in->part[t]]++;
  for (int p = 0; p <= in->n_parts; p++) {
    const PetscInt64 count = begin[p];
    begin[p] = *n;
    *n += count;
  }
  for (int64_t t = 0; t < in->mesh->n_triangles; t++)
    if (!in->open[in->part[t]])
      (*triangle)[begin[in->n_parts - 1 - in->part[t]]++] = (int32_t)t;
  return PetscFree(begin);
}

/* Fills the cells. */
static PetscErrorCode FillCells(GrMeshInside in)
{
  const int cells = in->n * in->n;
  int32_t *triangle;
  int64_t n;

  PetscCall(OrderTriangles(in, &n, &triangle));
  PetscCall(PetscCalloc1(cells + 1, &in->begin));
  for (int64_t k = 0; k < n; k++)
    VisitCells(in, triangle[k], false);
  for (int k = 0; k < cells; k++)
    in->begin[k + 1] += in->begin[k];
  PetscCall(PetscMalloc1(in->begin[cells], &in->triangle));
  for (int64_t k = 0; k < n; k++)
    VisitCells(in, triangle[k], true);
  return PetscFree(triangle);
}

PetscErrorCode GrMeshInsideCreate(const GrMesh *mesh, GrMeshInside *inside)
{
  bool any;
  GrMeshInside in;

  PetscCall(PetscNew(&in));
  in->mesh = mesh;
  in->n = (int)PetscMin(CELLS_MAX, 1 + sqrt((double)mesh->n_triangles));
  GrMeshBox(mesh, in->lower, in->upper);
  PetscCall(FindParts(in, &any));
  if (any)
    PetscCall(FillCells(in));
  *inside = in;
  return any ? 0 : GrMeshInsideDestroy(inside);
}

PetscErrorCode GrMeshInsideDestroy(GrMeshInside *inside)
{
  if (!*inside)
    return 0;
  PetscCall(PetscFree((*inside)->begin));
  PetscCall(PetscFree((*inside)->triangle));
  PetscCall(PetscFree((*inside)->part));
  PetscCall(PetscFree((*inside)->open));
  return PetscFree(*inside);
}

int GrMeshInsideParts(const GrMeshInside in)
{
  return in->n_parts;
}

bool GrMeshInsideIsClosed(const GrMeshInside in, int part)
{
  return !in->open[part];
}

int GrMeshInsideNext(const GrMeshInside in, const double y[3], int after)
{
  bool odd = false;
  int part = -1;

  for (int k = 0; k < 3; k++)
    if (!(y[k] >= in->lower[k] && y[k] <= in->upper[k]))
      return -1;
  const int32_t *begin = &in->begin[CellOf(in, y[0], 0) * in->n + CellOf(in, y[1], 1)];
  for (int32_t i = begin[0]; i < begin[1]; i++) {
    const int32_t t = in->triangle[i];
    if (in->part[t] <= after)
      continue;
    if (in->part[t] != part && odd)
      return part;
    part = in->part[t];
    odd = odd != GrMeshInsideCrosses(in->mesh, t, y);
  }
  return odd ? part : -1;
}
