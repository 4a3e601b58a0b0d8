/* inside: finds out whether a point is inside a closed mesh; see inside.h. A ray along z from a point inside crosses an
   odd number of triangles. In the plane xy, a line along x from the point crosses the outline of the triangle once.
   Each edge is evaluated from its lower to its upper vertex, so that the two triangles of an edge agree bit for bit. */
#include "mesh/inside.h"

#include "mesh/edges.h"
#include "mesh/tree.h"
#include <math.h>

enum { CELLS_MAX = 1024 };

struct GrMeshInside_ {
  const GrMesh *mesh;
  double lower[3], upper[3]; /* bounding box of the mesh [m] */
  int n;                     /* number of cells along x and along y */
  int32_t *begin, *triangle; /* [n n + 1] first entry of each cell; [begin[n n]] triangles, cell after cell */
};

/* Whether the line from y along x crosses an edge of the outline. */
static PetscBool CrossesEdge(const double a[3], const double b[3], const double y[3])
{
  const double *low = a[1] < b[1] || (a[1] == b[1] && a[0] < b[0]) ? a : b, *high = low == a ? b : a;

  if ((a[1] > y[1]) == (b[1] > y[1]))
    return PETSC_FALSE;
  return (PetscBool)(y[0] < low[0] + (high[0] - low[0]) * ((y[1] - low[1]) / (high[1] - low[1])));
}

PetscBool GrMeshInsideCrosses(const GrMesh *mesh, int64_t t, const double y[3])
{
  const int32_t *corner = mesh->triangle[t];
  const double *a = mesh->vertex[corner[0]], *b = mesh->vertex[corner[1]], *c = mesh->vertex[corner[2]];
  double u[3], v[3];

  if (CrossesEdge(a, b, y) + CrossesEdge(b, c, y) + CrossesEdge(c, a, y) != 1)
    return PETSC_FALSE;
  for (int k = 0; k < 3; k++) {
    u[k] = b[k] - a[k];
    v[k] = c[k] - a[k];
  }
  const double area = u[0] * v[1] - u[1] * v[0];
  const double s = ((y[0] - a[0]) * v[1] - (y[1] - a[1]) * v[0]) / area;
  const double w = ((y[1] - a[1]) * u[0] - (y[0] - a[0]) * u[1]) / area;
  return (PetscBool)(a[2] + s * u[2] + w * v[2] > y[2]);
}

static int CellOf(const GrMeshInside in, double x, int axis)
{
  const double cell = (double)in->n * (x - in->lower[axis]) / (in->upper[axis] - in->lower[axis]);
  return cell > 0 ? PetscMin((int)PetscMin(cell, CELLS_MAX), in->n - 1) : 0;
}

/* Counts the triangles of each cell, or writes their numbers backwards from the end of the cell. */
static void VisitCells(GrMeshInside in, PetscBool writes)
{
  for (int64_t t = 0; t < in->mesh->n_triangles; t++) {
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
}

static PetscErrorCode IsClosed(const GrMesh *mesh, PetscBool *closed)
{
  GrMeshEdge *edge;
  PetscInt64 n;

  PetscCall(GrMeshEdgesCount(mesh, &edge, &n));
  *closed = (PetscBool)(n > 0);
  for (PetscInt64 e = 0; e < n; e++)
    *closed = (PetscBool)(*closed && (edge[e].forwards + edge[e].backwards) % 2 == 0);
  return PetscFree(edge);
}

PetscErrorCode GrMeshInsideCreate(const GrMesh *mesh, GrMeshInside *inside)
{
  PetscBool closed = PETSC_FALSE;
  GrMeshInside in;

  *inside = NULL;
  PetscCall(IsClosed(mesh, &closed));
  if (!closed)
    return 0;
  PetscCall(PetscNew(&in));
  in->mesh = mesh;
  in->n = (int)PetscMin(CELLS_MAX, 1 + sqrt((double)mesh->n_triangles));
  GrMeshBox(mesh, in->lower, in->upper);
  PetscCall(PetscCalloc1(in->n * in->n + 1, &in->begin));
  VisitCells(in, PETSC_FALSE);
  for (int k = 0; k < in->n * in->n; k++)
    in->begin[k + 1] += in->begin[k];
  PetscCall(PetscMalloc1(in->begin[in->n * in->n], &in->triangle));
  VisitCells(in, PETSC_TRUE);
  *inside = in;
  return 0;
}

PetscErrorCode GrMeshInsideDestroy(GrMeshInside *inside)
{
  if (!*inside)
    return 0;
  PetscCall(PetscFree((*inside)->begin));
  PetscCall(PetscFree((*inside)->triangle));
  return PetscFree(*inside);
}

PetscBool GrMeshInsideHas(const GrMeshInside in, const double y[3])
{
  PetscBool odd = PETSC_FALSE;

  for (int k = 0; k < 3; k++)
    if (!(y[k] >= in->lower[k] && y[k] <= in->upper[k]))
      return PETSC_FALSE;
  const int32_t *begin = &in->begin[CellOf(in, y[0], 0) * in->n + CellOf(in, y[1], 1)];
  for (int32_t i = begin[0]; i < begin[1]; i++)
    odd = (PetscBool)(odd != GrMeshInsideCrosses(in->mesh, in->triangle[i], y));
  return odd;
}
