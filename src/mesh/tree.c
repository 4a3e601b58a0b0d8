/* tree: tree of boxes that finds the triangles near a point; see tree.h.

   Triangles are sorted along a space-filling curve by their centres; a leaf has four of them. A node of any level is
   the bounding box of four nodes of the level below; the top level has one node. The tree is built once, in mesh
   coordinates. Search results do not depend on the tree: boxes only limit the search, and each triangle is checked by
   its own distance.

   The closest point of a triangle: C. Ericson, Real-Time Collision Detection (2005), 5.1.5. */
#include "mesh/tree.h"

#include "base/math/vector.h"
#include "contact/neighbour/curve.h"
#include <stdlib.h>
#include <string.h>

enum { FAN = 4, LEVELS = 20 };

typedef struct {
  double low[3], high[3];
} Box;

typedef struct {
  int top;                   /* the level with one node, the root */
  int64_t n[LEVELS];         /* number of nodes of each level */
  Box *box[LEVELS];          /* bounding boxes of the nodes of each level; level 0: leaves */
  PetscInt *order;           /* [n_triangles] numbers of the triangles in the order of the leaves */
  double (*normal)[3];       /* [n_triangles] unit normals */
  double reach, reach_of[6]; /* cached result of GrMeshReach, and its pivot and axis; NaN: none yet */
} Tree;

static void TakeNormal(const GrMesh *mesh, int64_t t, double normal[3])
{
  const int32_t *corner = mesh->triangle[t];

  GrAreaVector(mesh->vertex[corner[0]], mesh->vertex[corner[1]], mesh->vertex[corner[2]], normal);
  const double length = GrNorm3(normal);
  for (int k = 0; k < 3; k++)
    normal[k] = length > 0 ? normal[k] / length : k == 2;
}

static void ClearBox(Box *box)
{
  for (int k = 0; k < 3; k++) {
    box->low[k] = INFINITY;
    box->high[k] = -INFINITY;
  }
}

static void WidenBox(const double low[3], const double high[3], Box *box)
{
  for (int k = 0; k < 3; k++) {
    box->low[k] = low[k] < box->low[k] ? low[k] : box->low[k];
    box->high[k] = high[k] > box->high[k] ? high[k] : box->high[k];
  }
}

void GrMeshBox(const GrMesh *mesh, double lower[3], double upper[3])
{
  Box box;

  ClearBox(&box);
  for (int64_t v = 0; v < mesh->n_vertices; v++)
    WidenBox(mesh->vertex[v], mesh->vertex[v], &box);
  memcpy(lower, box.low, sizeof box.low);
  memcpy(upper, box.high, sizeof box.high);
}

/* Sorts the triangles along the curve by their centres. */
static PetscErrorCode OrderTriangles(const GrMesh *mesh, PetscInt order[])
{
  const PetscInt n = (PetscInt)mesh->n_triangles;
  double(*centre)[3], lower[3], upper[3];
  uint64_t *key;
  PetscInt64 *id;

  PetscCall(PetscMalloc3(n, &centre, n, &key, n, &id));
  for (PetscInt t = 0; t < n; t++) {
    const int32_t *corner = mesh->triangle[t];
    for (int k = 0; k < 3; k++)
      centre[t][k] = (mesh->vertex[corner[0]][k] + mesh->vertex[corner[1]][k] + mesh->vertex[corner[2]][k]) / 3;
    id[t] = t;
  }
  GrMeshBox(mesh, lower, upper);
  PetscCall(GrCurveKeys(lower, upper, 0, n, centre[0], 3, key));
  PetscCall(GrCurveOrder(0, n, key, id, order));
  return PetscFree3(centre, key, id);
}

static void BoundLeaves(const GrMesh *mesh, Tree *tree)
{
  for (int64_t leaf = 0; leaf < tree->n[0]; leaf++) {
    ClearBox(&tree->box[0][leaf]);
    for (int64_t k = FAN * leaf; k < FAN * leaf + FAN && k < mesh->n_triangles; k++)
      for (int c = 0; c < 3; c++) {
        const double *v = mesh->vertex[mesh->triangle[tree->order[k]][c]];
        WidenBox(v, v, &tree->box[0][leaf]);
      }
  }
}

static PetscErrorCode BoundLevels(Tree *tree)
{
  for (tree->top = 0; tree->n[tree->top] > 1; tree->top++) {
    const int64_t below = tree->n[tree->top], n = (below + FAN - 1) / FAN;
    const int level = tree->top + 1;
    tree->n[level] = n;
    PetscCall(PetscMalloc1(n, &tree->box[level]));
    for (int64_t node = 0; node < n; node++) {
      ClearBox(&tree->box[level][node]);
      for (int64_t k = FAN * node; k < FAN * node + FAN && k < below; k++)
        WidenBox(tree->box[level - 1][k].low, tree->box[level - 1][k].high, &tree->box[level][node]);
    }
  }
  return 0;
}

PetscErrorCode GrMeshPrepare(GrMesh *mesh)
{
  Tree *tree;

  PetscCall(PetscNew(&tree));
  PetscCall(PetscMalloc1(mesh->n_triangles, &tree->order));
  PetscCall(PetscMalloc1(mesh->n_triangles, &tree->normal));
  PetscCall(OrderTriangles(mesh, tree->order));
  for (int64_t t = 0; t < mesh->n_triangles; t++)
    TakeNormal(mesh, t, tree->normal[t]);
  tree->n[0] = (mesh->n_triangles + FAN - 1) / FAN;
  PetscCall(PetscMalloc1(tree->n[0], &tree->box[0]));
  BoundLeaves(mesh, tree);
  PetscCall(BoundLevels(tree));
  tree->reach_of[0] = NAN;
  mesh->tree = tree;
  return 0;
}

PetscErrorCode GrMeshForget(GrMesh *mesh)
{
  Tree *tree = mesh->tree;

  if (!tree)
    return 0;
  for (int level = 0; level < LEVELS; level++)
    PetscCall(PetscFree(tree->box[level]));
  PetscCall(PetscFree(tree->order));
  PetscCall(PetscFree(tree->normal));
  PetscCall(PetscFree(tree));
  mesh->tree = NULL;
  return 0;
}

double GrMeshReach(const GrMesh *mesh, const double pivot[3], const double axis[3])
{
  Tree *tree = mesh->tree;
  double lever[3], across[3];
  const double of[6] = {pivot[0], pivot[1], pivot[2], axis[0], axis[1], axis[2]};

  if (memcmp(of, tree->reach_of, sizeof(of)) == 0)
    return tree->reach;
  tree->reach = 0;
  memcpy(tree->reach_of, of, sizeof(of));
  for (int64_t v = 0; v < mesh->n_vertices; v++) {
    for (int k = 0; k < 3; k++)
      lever[k] = mesh->vertex[v][k] - pivot[k];
    GrCross3(axis, lever, across);
    tree->reach = fmax(tree->reach, GrDot3(across, across));
  }
  tree->reach = sqrt(tree->reach);
  return tree->reach;
}

const double *GrMeshNormal(const GrMesh *mesh, int64_t triangle)
{
  return ((const Tree *)mesh->tree)->normal[triangle];
}

/* Replaces `point` if the edge from corner i to corner k has a closer point. p: y - corner i. */
static void ClosestOnEdge(const double p[3], const double edge[3], int i, int k, GrMeshPoint *point)
{
  const double along = GrDot3(p, edge), length = GrDot3(edge, edge);
  const double share = along <= 0 ? 0 : along >= length ? 1 : along / length;
  double r[3];

  for (int a = 0; a < 3; a++)
    r[a] = p[a] - share * edge[a];
  const double square = GrDot3(r, r);
  if (square >= point->square)
    return;
  point->square = square;
  point->corners = share == 0 ? 1 << i : share == 1 ? 1 << k : 1 << i | 1 << k;
  for (int a = 0; a < 3; a++)
    point->r[a] = r[a];
}

/* Positive if p is on the inner side of an edge, seen along the normal. */
static double SideOfEdge(const double normal[3], const double edge[3], const double p[3])
{
  double across[3];

  GrCross3(normal, edge, across);
  return GrDot3(across, p);
}

void GrMeshClosest(const GrMesh *mesh, int64_t triangle, const double y[3], GrMeshPoint *point)
{
  const int32_t *corner = mesh->triangle[triangle];
  const double *normal = GrMeshNormal(mesh, triangle);
  double p[3][3], edge[3][3];
  int outside = 0;

  for (int i = 0; i < 3; i++)
    for (int a = 0; a < 3; a++) {
      p[i][a] = y[a] - mesh->vertex[corner[i]][a];
      edge[i][a] = mesh->vertex[corner[(i + 1) % 3]][a] - mesh->vertex[corner[i]][a];
    }
  for (int i = 0; i < 3; i++) /* all, if the triangle has no area */
    outside |= !(SideOfEdge(normal, edge[i], p[i]) > 0) << i;
  if (!outside) {
    const double height = GrDot3(normal, p[0]);
    *point = (GrMeshPoint){height * height, {height * normal[0], height * normal[1], height * normal[2]}, 7};
    return;
  }
  *point = (GrMeshPoint){.square = INFINITY};
  for (int i = 0; i < 3; i++)
    if (outside >> i & 1)
      ClosestOnEdge(p[i], edge[i], i, (i + 1) % 3, point);
}

/* Squared distance of two boxes. */
static double SquareBetween(const Box *box, const double low[3], const double high[3])
{
  double sum = 0;

  for (int k = 0; k < 3; k++) {
    const double below = box->low[k] - high[k], above = low[k] - box->high[k], out = below > above ? below : above;
    sum += out > 0 ? out * out : 0;
  }
  return sum;
}

bool GrMeshMayBeNear(const GrMesh *mesh, const double y[3], double reach)
{
  const Tree *tree = mesh->tree;
  return !(SquareBetween(&tree->box[tree->top][0], y, y) >= reach * reach);
}

static PetscErrorCode AppendTriangle(int32_t triangle, GrMeshList *list)
{
  if (list->n == list->capacity) {
    list->capacity += list->capacity / 2 + 64;
    PetscCall(PetscRealloc((size_t)list->capacity * sizeof(*list->triangle), &list->triangle));
  }
  list->triangle[list->n++] = triangle;
  return 0;
}

/* Appends the triangles of a leaf that are nearer than the square root of `square`. Skips triangles whose plane is
   farther. */
static PetscErrorCode SearchLeaf(const GrMesh *mesh, int64_t leaf, const double y[3], double square, GrMeshList *list)
{
  const Tree *tree = mesh->tree;
  GrMeshPoint point;

  for (int64_t k = FAN * leaf; k < FAN * leaf + FAN && k < mesh->n_triangles; k++) {
    const PetscInt t = tree->order[k];
    const double *normal = tree->normal[t], *corner = mesh->vertex[mesh->triangle[t][0]];
    const double height =
        normal[0] * (y[0] - corner[0]) + normal[1] * (y[1] - corner[1]) + normal[2] * (y[2] - corner[2]);
    if (height * height > (1 + 1e-9) * square)
      continue;
    GrMeshClosest(mesh, t, y, &point);
    if (point.square < square)
      PetscCall(AppendTriangle((int32_t)t, list));
  }
  return 0;
}

static int CompareTriangles(const void *one, const void *two)
{
  const int32_t a = *(const int32_t *)one, b = *(const int32_t *)two;
  return (a > b) - (a < b);
}

/* Nodes that remain to be searched. The last is next. */
typedef struct {
  int n, level[FAN * LEVELS];
  int64_t node[FAN * LEVELS];
} Stack;

static void PushChildren(const Tree *tree, int level, int64_t node, Stack *stack)
{
  for (int64_t k = FAN * node; k < FAN * node + FAN && k < tree->n[level - 1]; k++) {
    stack->level[stack->n] = level - 1;
    stack->node[stack->n++] = k;
  }
}

PetscErrorCode GrMeshFindGroups(const GrMesh *mesh, const double low[3], const double high[3], double reach,
                                GrMeshList *groups)
{
  const Tree *tree = mesh->tree;
  const double square = reach * reach;
  Stack stack = {.n = 1, .level = {tree->top}, .node = {0}};

  while (stack.n > 0) {
    const int level = stack.level[--stack.n];
    const int64_t node = stack.node[stack.n];
    if (!(SquareBetween(&tree->box[level][node], low, high) < square))
      continue;
    if (level == 0)
      PetscCall(AppendTriangle((int32_t)node, groups));
    else
      PushChildren(tree, level, node, &stack);
  }
  return 0;
}

/* The same for some leaves. */
static PetscErrorCode SearchGroups(const GrMesh *mesh, const GrMeshList *groups, const double y[3], double square,
                                   GrMeshList *list)
{
  const Tree *tree = mesh->tree;

  for (PetscInt k = 0; k < groups->n; k++)
    if (SquareBetween(&tree->box[0][groups->triangle[k]], y, y) < square)
      PetscCall(SearchLeaf(mesh, groups->triangle[k], y, square, list));
  return 0;
}

static PetscErrorCode SearchAll(const GrMesh *mesh, const double y[3], double reach, GrMeshList *list)
{
  GrMeshList groups = {0};

  PetscCall(GrMeshFindGroups(mesh, y, y, reach, &groups));
  PetscCall(SearchGroups(mesh, &groups, y, reach * reach, list));
  return PetscFree(groups.triangle);
}

PetscErrorCode GrMeshFind(const GrMesh *mesh, const GrMeshList *groups, const double y[3], double reach,
                          GrMeshList *list)
{
  const PetscInt first = list->n;

  if (groups)
    PetscCall(SearchGroups(mesh, groups, y, reach * reach, list));
  else
    PetscCall(SearchAll(mesh, y, reach, list));
  if (list->n > first + 1)
    qsort(list->triangle + first, (size_t)(list->n - first), sizeof(*list->triangle), CompareTriangles);
  return 0;
}

int64_t GrMeshNearest(const GrMesh *mesh, const double y[3], double r[3])
{
  const Tree *tree = mesh->tree;
  double nearest = INFINITY;
  int64_t found = 0;
  Stack stack = {.n = 1, .level = {tree->top}, .node = {0}};
  GrMeshPoint point;

  while (stack.n > 0) {
    const int level = stack.level[--stack.n];
    const int64_t node = stack.node[stack.n];
    if (!(SquareBetween(&tree->box[level][node], y, y) <= nearest))
      continue;
    if (level > 0)
      PushChildren(tree, level, node, &stack);
    for (int64_t k = FAN * node; level == 0 && k < FAN * node + FAN && k < mesh->n_triangles; k++) {
      const int64_t t = tree->order[k];
      GrMeshClosest(mesh, t, y, &point);
      if (point.square > nearest || (point.square == nearest && t > found))
        continue;
      nearest = point.square;
      found = t;
      for (int a = 0; a < 3; a++)
        r[a] = point.r[a];
    }
  }
  return found;
}
