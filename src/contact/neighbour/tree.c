/* tree: builds the tree of bounding boxes from the leaves to the root; see tree.h. */
#include "contact/neighbour/tree.h"

#include <math.h>

/* Number of groups of GR_FAN that hold n items. */
static PetscInt CountGroups(PetscInt n)
{
  return (n - 1) / GR_FAN + 1;
}

/* Allocates leaves and boxes of all levels for at least this number of leaves. Does not keep their contents. */
static PetscErrorCode ReserveLeaves(GrTree *t, PetscInt leaves)
{
  PetscInt nodes;

  if (leaves <= t->capacity)
    return 0;
  t->capacity = nodes = leaves + leaves / 2;
  PetscCall(PetscFree(t->leaf));
  PetscCall(PetscMalloc1(nodes, &t->leaf));
  for (int level = 0; level < GR_TREE_LEVELS; level++) {
    PetscCall(PetscFree(t->boxes[level]));
    PetscCall(PetscMalloc1(CountGroups(nodes), &t->boxes[level]));
    if (nodes == 1)
      break;
    nodes = CountGroups(nodes);
  }
  return 0;
}

/* Fills a leaf with n <= GR_FAN spheres. Unused places get NaN positions. */
static void FillLeaf(GrLeaf *leaf, PetscInt n, const double *const x[3], const double *radius, const PetscInt *index,
                     PetscInt n_owned)
{
  leaf->owned = 0;
  for (int k = 0; k < GR_FAN; k++) {
    for (int a = 0; a < 3; a++)
      leaf->x[a][k] = k < n ? x[a][k] : NAN;
    leaf->radius[k] = k < n ? radius[k] : 0;
    leaf->owned |= (uint64_t)(k < n && index[k] < n_owned) << k;
  }
}

/* Sets box k of `boxes` to the bounding box of eight boxes. For the spheres of a leaf, low and high are both x. */
static void BoundBoxes(const double low[3][GR_FAN], const double high[3][GR_FAN], const double *radius, uint64_t owned,
                       GrBoxes *boxes, int k)
{
  double largest = 0;

  for (int a = 0; a < 3; a++) {
    double lowest = INFINITY, highest = -INFINITY;
    for (int c = 0; c < GR_FAN; c++) {
      lowest = low[a][c] < lowest ? low[a][c] : lowest;
      highest = high[a][c] > highest ? high[a][c] : highest;
    }
    boxes->low[a][k] = lowest;
    boxes->high[a][k] = highest;
  }
  for (int c = 0; c < GR_FAN; c++)
    largest = radius[c] > largest ? radius[c] : largest;
  boxes->radius[k] = largest;
  boxes->owned |= (uint64_t)(owned != 0) << k;
}

/* Sets eight boxes to empty boxes. */
static void ClearBoxes(GrBoxes *boxes)
{
  for (int k = 0; k < GR_FAN; k++) {
    for (int a = 0; a < 3; a++) {
      boxes->low[a][k] = INFINITY;
      boxes->high[a][k] = -INFINITY;
    }
    boxes->radius[k] = 0;
  }
  boxes->owned = 0;
}

PetscErrorCode GrTreeBuild(GrTree *t, PetscInt n, const double *const x[3], const double *radius, const PetscInt *index,
                           PetscInt n_owned)
{
  PetscInt nodes;

  t->leaves = n ? CountGroups(n) : 0;
  if (!n)
    return 0;
  PetscCall(ReserveLeaves(t, t->leaves));
  for (PetscInt k = 0; k < t->leaves; k++) {
    const double *from[3] = {x[0] + k * GR_FAN, x[1] + k * GR_FAN, x[2] + k * GR_FAN};
    GrLeaf *leaf = &t->leaf[k];
    if (k % GR_FAN == 0)
      ClearBoxes(&t->boxes[0][k / GR_FAN]);
    FillLeaf(leaf, PetscMin(n - k * GR_FAN, GR_FAN), from, radius + k * GR_FAN, index + k * GR_FAN, n_owned);
    BoundBoxes(leaf->x, leaf->x, leaf->radius, leaf->owned, &t->boxes[0][k / GR_FAN], (int)(k % GR_FAN));
  }
  for (nodes = t->leaves, t->top = 0; nodes > 1; t->top++) {
    const GrBoxes *below = t->boxes[t->top];
    nodes = CountGroups(nodes);
    for (PetscInt k = 0; k < nodes; k++) {
      GrBoxes *boxes = &t->boxes[t->top + 1][k / GR_FAN];
      if (k % GR_FAN == 0)
        ClearBoxes(boxes);
      BoundBoxes(below[k].low, below[k].high, below[k].radius, below[k].owned, boxes, (int)(k % GR_FAN));
    }
  }
  return 0;
}

PetscErrorCode GrTreeDestroy(GrTree *t)
{
  PetscCall(PetscFree(t->leaf));
  for (int level = 0; level < GR_TREE_LEVELS; level++)
    PetscCall(PetscFree(t->boxes[level]));
  return PetscMemzero(t, sizeof(*t));
}
