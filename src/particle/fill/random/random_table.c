/* A hash table of cells with spheres; see random_table.h. */
#include "particle/fill/random/random_table.h"

#include <math.h>

static const double cells_max = 0x1p20; /* along an axis, so that their product is below 2^63 */

void GrPackTableInit(GrPackTable *t, const GrPackCase *c, double reach)
{
  *t = (GrPackTable){.gap = c->gap, .reach = reach};
  for (int axis = 0; axis < 3; axis++) {
    t->lower[axis] = c->lower[axis];
    t->length[axis] = c->upper[axis] - c->lower[axis];
    t->periodic[axis] = c->periodic[axis];
    t->cells[axis] = (PetscInt64)PetscMax(1, PetscMin(floor(t->length[axis] / reach), cells_max));
    t->width[axis] = t->length[axis] / (double)t->cells[axis];
  }
}

/* Cells of a row along x are adjacent in the table. */
static PetscInt SlotOfCell(const GrPackTable *t, const PetscInt64 cell[3])
{
  uint64_t row = (uint64_t)(cell[2] * t->cells[1] + cell[1]) * 0x9e3779b97f4a7c15u >> 32;
  return (PetscInt)((row + (uint64_t)cell[0]) & (uint64_t)(2 * t->capacity - 1));
}

static void FindCell(const GrPackTable *t, const double x[3], PetscInt64 cell[3])
{
  for (int axis = 0; axis < 3; axis++) {
    double at = (x[axis] - t->lower[axis]) / t->length[axis] * (double)t->cells[axis];
    cell[axis] = PetscMax(0, PetscMin((PetscInt64)at, t->cells[axis] - 1));
  }
}

static void LinkSphere(GrPackTable *t, PetscInt i)
{
  PetscInt64 cell[3];
  FindCell(t, t->sphere[i].x, cell);
  PetscInt slot = SlotOfCell(t, cell);
  t->next[i] = t->head[slot];
  t->head[slot] = i;
}

static PetscErrorCode GrowTable(GrPackTable *t)
{
  t->capacity = t->capacity ? 2 * t->capacity : 1024;
  PetscCall(PetscRealloc((size_t)t->capacity * sizeof(*t->sphere), &t->sphere));
  PetscCall(PetscRealloc((size_t)t->capacity * sizeof(*t->next), &t->next));
  PetscCall(PetscRealloc(2 * (size_t)t->capacity * sizeof(*t->head), &t->head));
  for (PetscInt i = 0; i < 2 * t->capacity; i++)
    t->head[i] = -1;
  for (PetscInt i = 0; i < t->n; i++)
    LinkSphere(t, i);
  return 0;
}

PetscErrorCode GrPackTableAdd(GrPackTable *t, const GrPackSphere *s)
{
  if (t->n == t->capacity)
    PetscCall(GrowTable(t));
  t->sphere[t->n] = *s;
  LinkSphere(t, t->n++);
  return 0;
}

void GrPackTableClear(GrPackTable *t)
{
  PetscInt64 cell[3];
  for (PetscInt i = 0; i < t->n; i++) {
    FindCell(t, t->sphere[i].x, cell);
    t->head[SlotOfCell(t, cell)] = -1;
  }
  t->n = 0;
}

PetscErrorCode GrPackTableDestroy(GrPackTable *t)
{
  PetscCall(PetscFree(t->sphere));
  PetscCall(PetscFree(t->next));
  PetscCall(PetscFree(t->head));
  t->n = t->capacity = 0;
  return 0;
}

static bool ChainBlocks(const GrPackTable *t, PetscInt i, const GrPackSphere *s)
{
  for (; i >= 0; i = t->next[i]) {
    const GrPackSphere *o = &t->sphere[i];
    double least = s->radius + o->radius + t->gap, square = 0;
    for (int axis = 0; axis < 3; axis++) {
      double d = fabs(s->x[axis] - o->x[axis]), around = t->length[axis] - d;
      d = t->periodic[axis] && around < d ? around : d;
      square += d * d;
    }
    if (square < least * least && (o->key < s->key || (o->key == s->key && o->number < s->number)))
      return true;
  }
  return false;
}

/* Squared least distance from x to the neighbouring cell at this offset. */
static double CellDistance(const GrPackTable *t, const double x[3], const PetscInt64 home[3], const int offset[3])
{
  double square = 0;
  for (int axis = 0; axis < 3; axis++) {
    double face = t->lower[axis] + t->width[axis] * (double)(home[axis] + (offset[axis] > 0));
    double d = offset[axis] ? x[axis] - face : 0;
    square += d * d;
  }
  return square;
}

/* Wraps a cell outside the box to the other side. Returns false if there is a wall. */
static bool WrapCell(const GrPackTable *t, PetscInt64 cell[3])
{
  for (int axis = 0; axis < 3; axis++) {
    if (cell[axis] >= 0 && cell[axis] < t->cells[axis])
      continue;
    if (!t->periodic[axis])
      return false;
    cell[axis] += cell[axis] < 0 ? t->cells[axis] : -t->cells[axis];
  }
  return true;
}

bool GrPackTableBlocks(const GrPackTable *t, const GrPackSphere *s)
{
  static const int order[3] = {0, -1, 1}; /* own cell first: it blocks most positions */
  PetscInt64 home[3];
  if (!t->n)
    return false;
  FindCell(t, s->x, home);
  for (int n = 0; n < 27; n++) {
    const int offset[3] = {order[n % 3], order[n / 3 % 3], order[n / 9]};
    PetscInt64 cell[3] = {home[0] + offset[0], home[1] + offset[1], home[2] + offset[2]};
    if (CellDistance(t, s->x, home, offset) > t->reach * t->reach || !WrapCell(t, cell))
      continue;
    if (ChainBlocks(t, t->head[SlotOfCell(t, cell)], s))
      return true;
  }
  return false;
}
